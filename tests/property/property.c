/*
 * Random specs: every call on every structure, for every layout and some targets that are none, on buffers of every
 * length from 0 to a little more than the structure has, on blocks of exactly that length, off any alignment. Values
 * are compared with those of `strata dump` by roundtrip.h. Prints how many structures, layouts, lengths and calls there
 * were. C99 and C++11.
 */
#define EVIDENCE_DIFFERS

#include "calls.h"

enum { BEYOND = 24, EVERY_LENGTH_UP_TO = 0x180, DATA_SIZE = 0x4000 };

static unsigned long layouts_tried, lengths_tried;

/* Makes all calls on `size` bytes for a target, with numbers that differ each time. */
static void try_length(const struct record *record, const struct record_case *macros, strata_target target, size_t size)
{
    static unsigned char data[DATA_SIZE];
    struct input input;
    size_t i;

    size = size < (size_t)DATA_SIZE ? size : (size_t)DATA_SIZE;
    memset(&input, 0, sizeof input);
    for (i = 0; i < size; i++)
        data[i] = (unsigned char)next_value();
    input.record = record;
    input.macros = macros;
    input.target = target;
    input.data = data;
    input.size = size;
    input.shift = (size_t)(next_value() & 7);
    input.address = next_value() % 0x1000;
    input.value = next_value();
    input.index = (size_t)(next_value() % 9);
    input.room_size = (size_t)(next_value() % (sizeof input.room + 1));
    input.reader.read = read_data;
    input.reader.context = &input;
    try_open(&input);
    try_reader(&input);
    lengths_tried++;
}

/* Tries every length near 0, the least size and the size, and some between where the structure is large. */
static void try_lengths(const struct record *record, const struct record_case *macros,
                        const struct layout_case *layout, strata_target target)
{
    size_t most = (layout->size > layout->least ? layout->size : layout->least) + (size_t)BEYOND;
    size_t size;

    most = most < (size_t)DATA_SIZE ? most : (size_t)DATA_SIZE;
    for (size = 0; size <= most; size++) {
        int is_near = size + BEYOND >= layout->least && size <= (size_t)layout->least + BEYOND;
        if (size <= EVERY_LENGTH_UP_TO || is_near || size + BEYOND >= most || size % 61 == 0)
            try_length(record, macros, target, size);
    }
}

static void try_record(const struct record *record)
{
    const struct record_case *macros = find_macros(record);
    unsigned i;

    for (i = 0; i < macros->layout_count; i++) {
        const struct layout_case *layout = &macros->layouts[i];
        try_lengths(record, macros, layout, layout->first);
        try_length(record, macros, layout->last, layout->size);
        try_length(record, macros, layout->first | STRATA_REVISION_ANY, layout->size);
        layouts_tried++;
    }
    for (i = 0; i < macros->target_count; i++)
        try_length(record, macros, macros->targets[i].target, 8);
}

int main(void)
{
    size_t i;

    for (i = 0; i < COUNT(records); i++)
        try_record(&records[i]);
    check_records(all_records, (unsigned)COUNT(all_records));
    printf("%lu structures, %lu layouts, %lu lengths, %lu calls, %u values, %u failed\n", (unsigned long)COUNT(records),
           layouts_tried, lengths_tried, calls_made, passed + failed, failed);
    return failed != 0;
}
