/*
 * The runtime under generated headers: a structure, a target, and bytes that are the structure at one time and a memory
 * that is not here at another. calls.h makes every call on them.
 */
#include "calls.h"

/* ---- Taking the input apart ---- */

static uint64_t take_number(struct input *input, size_t size)
{
    uint64_t number = 0;
    for (size_t i = 0; i < size && input->size > 0; i++, input->size--)
        number |= (uint64_t)*input->data++ << 8 * i;
    return number;
}

/* Any number is a target; most of those that mean something are where a layout begins or ends. */
static strata_target take_target(struct input *input)
{
    size_t choice = (size_t)take_number(input, 1), count = input->macros->layout_count;
    if (choice == 0 || count == 0)
        return take_number(input, 8);
    const struct layout_case *layout = &input->macros->layouts[choice / 2 % count];
    return choice % 2 ? layout->first : layout->last;
}

static void begin(struct input *input, const uint8_t *data, size_t size)
{
    *input = (struct input){.data = data, .size = size};
    input->record = &records[take_number(input, 1) % COUNT(records)];
    input->macros = find_macros(input->record);
    input->target = take_target(input);
    input->address = take_number(input, 8);
    input->value = take_number(input, 8);
    input->index = (size_t)take_number(input, 2);
    input->room_size = (size_t)take_number(input, 2) % (sizeof input->room + 1);
    input->reader = (strata_reader){read_data, input};
    input->shift = (size_t)input->value & 7;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct input input;
    begin(&input, data, size);
    try_open(&input);
    try_reader(&input);
    return 0;
}
