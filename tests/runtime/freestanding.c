/* Uses every part of the runtime without a library: linked with -nostdlib, nothing may be left undefined. */
#include "kitchen.h"
#include "kitchen_assert.h"
#include "reader.h"
#include "strata_reader.h"

static unsigned char bytes[0x200];

/* Kept from being known at compile time. */
static volatile strata_target target = STRATA_TARGET(STRATA_VERSION_6_1, STRATA_ARCH_X64);
static volatile size_t size = sizeof bytes;
static volatile size_t one = 1;

static volatile uint64_t sink;

/* All zeros, as far as anybody asks. */
static size_t read_zeros(void *context, uint64_t address, void *buffer, size_t count)
{
    volatile unsigned char *to = (volatile unsigned char *)buffer;
    size_t i;

    (void)context;
    (void)address;
    for (i = 0; i < count; i++)
        to[i] = 0;
    return count;
}

static void use_reader(void)
{
    strata_reader reader = {read_zeros, STRATA_NULLPTR};
    unsigned char buffer[0x100];
    strata_PROCESS process, parent;
    strata_KITCHEN_TRAILING trailing;
    strata_UNICODE_STRING name;
    strata_walk walk;
    uint16_t units[0x80];
    char text[0x100];
    uint64_t address;
    size_t count;

    sink = strata_PROCESS_fetch(&process, &reader, sink, buffer, size, target);
    sink = strata_PROCESS_follow_Parent(&process, &reader, buffer, size, &parent);
    sink = strata_PROCESS_Children_follow_at(&process, one, &reader, buffer, size, &parent);
    sink = strata_PROCESS_deref_Buckets(&process, &reader, one, &address) + address;
    sink = strata_KITCHEN_TRAILING_fetch_bytes(&trailing, &reader, sink, buffer, size, target);
    sink = strata_PROCESS_Name_view(&process, &name);
    sink = strata_UNICODE_STRING_utf16(&name, &reader, units, size / 4, &count) + units[one];
    sink = strata_UNICODE_STRING_utf8(&name, &reader, text, size / 2, &count) + (unsigned char)text[one];
    sink = strata_PROCESS_walk_Links(&walk, &reader, sink, target, size, STRATA_WALK_CHECKED);
    while (strata_walk_next(&walk, &address))
        sink = address;
}

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
    use_reader();
    for (;;)
        ;
}
