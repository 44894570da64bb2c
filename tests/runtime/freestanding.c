/* Uses every part of the runtime without a library: linked with -nostdlib, nothing may be left undefined. */
#include "kitchen.h"
#include "kitchen_assert.h"

static unsigned char bytes[0x200];

/* Kept from being known at compile time. */
static volatile strata_target target = STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64);
static volatile size_t size = sizeof bytes;
static volatile size_t one = 1;

static volatile uint64_t sink;

void _start(void);

void _start(void)
{
    strata_KITCHEN_SCALARS s;
    strata_KITCHEN_ARRAYS a;
    strata_KITCHEN_NESTED n;
    strata_KITCHEN_CLOCK c;
    strata_KITCHEN_RULES r;
    strata_violation violation;
    const strata_layout *layout;
    const unsigned char *where;
    strata_basis basis;
    uint64_t wide;
    uint32_t word;
    uint16_t half;
    size_t count;

    if (strata_KITCHEN_SCALARS_open_mutable(&s, bytes, size, target) == STRATA_OK) {
        sink = strata_KITCHEN_SCALARS_get_Wide(&s, &wide) + strata_KITCHEN_SCALARS_get_Moved(&s, &word);
        sink = strata_KITCHEN_SCALARS_set_Wide(&s, sink);
        sink = strata_KITCHEN_SCALARS_rebase(&s, bytes + one, size - one);
    }
    if (strata_KITCHEN_ARRAYS_open(&a, bytes, size, target) == STRATA_OK) {
        sink = strata_KITCHEN_ARRAYS_Grid_at(&a, one, &half) + strata_KITCHEN_ARRAYS_Grid_count(&a, &count);
        sink = STRATA_KITCHEN_ARRAYS_BYTES(&a, Lock, &where, &count);
    }
    if (strata_KITCHEN_NESTED_open(&n, bytes, size, target) == STRATA_OK)
        sink = strata_KITCHEN_NESTED_Ref_view_KITCHEN_CLOCK(&n, &c);
    if (strata_KITCHEN_RULES_open(&r, bytes, size, target) == STRATA_OK)
        sink = strata_KITCHEN_RULES_validate(&r, &violation);
    if (strata_KITCHEN_SCALARS_find_layout(target, &layout, &basis) == STRATA_OK)
        sink = strata_KITCHEN_SCALARS_read_Moved(STRATA_KITCHEN_SCALARS_SLOT(layout, Moved), bytes);
    sink = STRATA_KITCHEN_SCALARS_READ(6_1, x64, Moved, bytes);
    sink = (unsigned char)strata_status_name(STRATA_OK)[one];
    for (;;)
        ;
}
