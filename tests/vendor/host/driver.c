/*
 * A driver that starts only on kernels whose layouts it knows.
 */
#include "kernel.h"

#include "etw/wmi_buffer_header.h"
#include "host.h"
#include "strata_layout.h"

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path);

NTSTATUS NTAPI DriverEntry(PDRIVER_OBJECT driver, PUNICODE_STRING registry_path)
{
    const strata_layout *layout;
    strata_target target;
    strata_basis basis;

    (void)driver;
    (void)registry_path;
    if (target_of_host(&target) != STRATA_OK)
        return STATUS_NOT_SUPPORTED;
    if (STRATA_FIND_LAYOUT(WMI_BUFFER_HEADER, target, &layout, &basis) != STRATA_OK || basis > STRATA_BRACKETED)
        return STATUS_REVISION_MISMATCH;
    return STATUS_SUCCESS;
}
