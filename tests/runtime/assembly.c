/* Functions whose machine code run.sh looks at. */
#define STRATA_COMPILE_GUESSES /* nobody has looked at KGDTENTRY in 6.1 */
#include "etw/wmi_resource.h"
#include "nt/kernel.h"
#include "nt/axis_assert.h"
#include "strata_layout.h"

uint32_t fixed(const unsigned char *bytes);
uint32_t fixed_bits(const unsigned char *bytes);
uint64_t hoisted(const unsigned char *bytes, size_t count, strata_target target);
uint64_t hoisted_bits(const unsigned char *bytes, size_t count, strata_target target);

/* One load, and nothing else. */
uint32_t fixed(const unsigned char *bytes)
{
    return STRATA_WMI_RESOURCE_READ(10_0, x64, ThreadId, bytes);
}

/* One load, a shift and a mask. */
uint32_t fixed_bits(const unsigned char *bytes)
{
    return STRATA_KGDTENTRY_HighWord_Bits_READ(6_1, x86, Dpl, bytes);
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

/* The same for a bit-field, whose size, bits and sign are no part of the loop. */
uint64_t hoisted_bits(const unsigned char *bytes, size_t count, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    strata_slot slot;
    uint64_t sum = 0;

    if (strata_KGDTENTRY_HighWord_Bits_find_layout(target, &layout, &basis) != STRATA_OK)
        return 0;
    slot = STRATA_KGDTENTRY_HighWord_Bits_SLOT(layout, Dpl);
    if (!strata_slot_is_scalar(slot))
        return 0;
    for (; count > 0; count--, bytes += 0x30)
        sum += strata_KGDTENTRY_HighWord_Bits_read_Dpl(slot, bytes);
    return sum;
}
