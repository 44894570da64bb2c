/* Functions whose machine code run.sh looks at. */
#include "etw/wmi_resource.h"

uint32_t fixed(const unsigned char *bytes);
uint64_t hoisted(const unsigned char *bytes, size_t count, strata_target target);

/* One load, and nothing else. */
uint32_t fixed(const unsigned char *bytes)
{
    return STRATA_WMI_RESOURCE_READ(10_0, x64, ThreadId, bytes);
}

/* A loop whose only branch is its own. */
uint64_t hoisted(const unsigned char *bytes, size_t count, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    strata_slot slot;
    uint64_t sum = 0;

    if (strata_WMI_RESOURCE_find_layout(target, &layout, &basis) != STRATA_OK)
        return 0;
    slot = STRATA_WMI_RESOURCE_SLOT(layout, ThreadId);
    if (!strata_slot_is_scalar(slot))
        return 0;
    for (; count > 0; count--, bytes += 0x30)
        sum += strata_WMI_RESOURCE_read_ThreadId(slot, bytes);
    return sum;
}
