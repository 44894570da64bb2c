/*
 * Prints the kernel that runs here, and how well a structure of it is known.
 */
#include <stdio.h>

#include "etw/wmi_buffer_header.h"
#include "host.h"
#include "strata_layout.h"

int main(void)
{
    strata_target target;
    strata_status status = target_of_host(&target);
    const strata_layout *layout;
    strata_basis basis;

    if (status != STRATA_OK) {
        fprintf(stderr, "host: %s\n", strata_status_name(status));
        return 1;
    }
    printf("kernel %u.%u.%u.%u on %s\n", (unsigned)(target >> 48 & 0xFF), (unsigned)(target >> 32 & 0xFFFF),
           (unsigned)(target >> 16 & 0xFFFF), (unsigned)(target & 0xFFFF), strata_arch_name(strata_target_arch(target)));
    status = STRATA_FIND_LAYOUT(WMI_BUFFER_HEADER, target, &layout, &basis);
    if (status == STRATA_OK)
        printf("WMI_BUFFER_HEADER: %u bytes, %s\n", (unsigned)layout->size, strata_basis_name(basis));
    else
        printf("WMI_BUFFER_HEADER: %s\n", strata_status_name(status));
    return 0;
}
