/*
 * What one accessor of one header costs in a program's size: compiled by `size` once for each way to read. With HAND it
 * is what one would write without Strata, for one version; without any of them the unit includes the header alone.
 */
#include "etw/um_logger_context.h"
#include "nt/axis_assert.h"
#include "strata_layout.h"

uint32_t logger_id(const unsigned char *bytes, size_t size, strata_target target);

#if defined(HAND)
uint32_t logger_id(const unsigned char *bytes, size_t size, strata_target target)
{
    uint32_t value = 0;

    (void)target;
    if (size >= 0x220)
        __builtin_memcpy(&value, bytes + 0x14, sizeof value);
    return value;
}
#elif defined(FIXED)
uint32_t logger_id(const unsigned char *bytes, size_t size, strata_target target)
{
    (void)target;
    return size < 0x220 ? 0 : STRATA_ETW_UM_LOGGER_CONTEXT_READ(10_0, x64, LoggerId, bytes);
}
#elif defined(HOISTED)
uint32_t logger_id(const unsigned char *bytes, size_t size, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;

    if (STRATA_FIND_LAYOUT(ETW_UM_LOGGER_CONTEXT, target, &layout, &basis) != STRATA_OK || size < layout->least)
        return 0;
    return STRATA_READ(ETW_UM_LOGGER_CONTEXT, STRATA_SLOT(ETW_UM_LOGGER_CONTEXT, layout, LoggerId), LoggerId,
                       bytes);
}
#elif defined(VIEW)
uint32_t logger_id(const unsigned char *bytes, size_t size, strata_target target)
{
    strata_ETW_UM_LOGGER_CONTEXT v;
    uint32_t value = 0;

    if (STRATA_OPEN_AT(ETW_UM_LOGGER_CONTEXT, &v, bytes, size, target) != STRATA_OK)
        return 0;
    (void)STRATA_GET(ETW_UM_LOGGER_CONTEXT, &v, LoggerId, &value);
    return value;
}
#endif
