/*
 * The runtime under generated headers: a structure, a target, and bytes that are the structure at one time and a memory
 * that is not here at another. Every macro is called; besides what sanitizers see, what the guide promises must hold.
 * runtime_tables.py writes tables.h.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "strata_reader.h"
#include "tables.h"

#define EXPECT(condition) ((condition) ? (void)0 : abort())

/* An input, taken apart: first what to do, and behind it the bytes to do it to. */
struct input {
    const struct record *record;
    const struct record_case *macros;
    strata_target target;
    uint64_t address;
    uint64_t value;
    size_t index;
    const uint8_t *data;
    size_t size;
    strata_reader reader;
    unsigned char room[0x400];
    size_t room_size;
};

/* ---- The structures ---- */

#define DEFINE_VALIDATE(S)                                                                                            \
    static strata_status validate_##S(const void *view, strata_violation *violation)                                  \
    {                                                                                                                 \
        return strata_##S##_validate((const strata_##S *)view, violation);                                            \
    }
RECORDS(DEFINE_VALIDATE)

static const struct record {
    const strata_table *table;
    const strata_print_record *print;
    strata_status (*validate)(const void *view, strata_violation *violation);
} records[] = {
#define LIST_RECORD(S) {&strata_##S##_table, &strata_##S##_print_record, validate_##S},
    RECORDS(LIST_RECORD)
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const struct record_case *find_macros(const struct record *record)
{
    for (size_t i = 0; i < COUNT(all_records); i++)
        if (!strcmp(all_records[i].name, record->print->name))
            return &all_records[i];
    abort();
}

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

/* Memory is the data again and again, but for a page out of eight. */
static size_t read_data(void *context, uint64_t address, void *buffer, size_t size)
{
    const struct input *input = context;
    size_t i;
    EXPECT(size > 0 && address + (size - 1) >= address);
    for (i = 0; i < size && (address + i) >> 8 & 7 && input->size; i++)
        ((unsigned char *)buffer)[i] = input->data[(address + i) % input->size];
    return i;
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
}

/* ---- Views ---- */

static int lies_within(const unsigned char *bytes, size_t size, const strata_view *view)
{
    return bytes >= view->bytes && (size_t)(bytes - view->bytes) <= view->size &&
           size <= view->size - (size_t)(bytes - view->bytes);
}

static void expect_closed(const strata_view *view)
{
    EXPECT(!view->bytes && !view->writable && !view->size);
}

/* What was read can be set and changes nothing; what cannot be set changes nothing either. */
static void try_scalar(const struct input *input, const struct member_access *member, strata_view *view)
{
    uint64_t value = 1, again = 1;
    strata_slot slot = view->members[member->index];
    strata_status status = member->get(view, &value);
    EXPECT(status == STRATA_OK || !value);
    EXPECT((status == STRATA_OK) == strata_slot_is_scalar(slot));
    if (view->bytes)
        EXPECT(member->read(slot, view->bytes) == value);
    if (!view->writable || status != STRATA_OK) {
        EXPECT(member->set(view, input->value) == (status == STRATA_OK ? STRATA_READ_ONLY : status));
        return;
    }
    EXPECT(member->set(view, value) == STRATA_OK && member->get(view, &again) == STRATA_OK && again == value);
    status = member->set(view, input->value);
    EXPECT(status == STRATA_OK || status == STRATA_RANGE);
    EXPECT(member->get(view, &again) == STRATA_OK && again == (status == STRATA_OK ? input->value : value));
    EXPECT(member->set(view, value) == STRATA_OK);
}

static void try_array(const struct input *input, const struct member_access *member, strata_view *view)
{
    uint64_t value = 1;
    size_t count = 1, index = input->index;
    strata_status counted = member->count(view, &count);
    if (input->index % 2)
        index = count - 1 - index / 2; /* near the end, on either side of it */
    if (member->at) {
        strata_status status = member->at(view, index, &value);
        EXPECT(status == STRATA_OK ? index < count : !value);
        EXPECT(counted == STRATA_OK || status == counted);
        EXPECT(status != STRATA_OK || member->set_at(view, index, value) ==
                                          (view->writable ? STRATA_OK : STRATA_READ_ONLY));
        EXPECT(status == STRATA_OK || member->set_at(view, index, 0) == status);
    }
    for (unsigned i = 0; i < member->record_count; i++) {
        strata_view record;
        if (!member->records[i].view_at)
            continue;
        if (member->records[i].view_at(view, index, &record) == STRATA_OK)
            EXPECT(index < count && lies_within(record.bytes, record.size, view));
        else
            expect_closed(&record);
    }
}

static void try_members(const struct input *input, strata_view *view)
{
    for (unsigned i = 0; i < input->macros->member_count; i++) {
        const struct member_access *member = &input->macros->members[i];
        const unsigned char *bytes = NULL;
        size_t size = 1;
        if (member->get)
            try_scalar(input, member, view);
        if (member->count)
            try_array(input, member, view);
        for (unsigned k = 0; k < member->record_count; k++) {
            strata_view record;
            if (member->records[k].view && member->records[k].view(view, &record) == STRATA_OK)
                EXPECT(lies_within(record.bytes, record.size, view));
        }
        if (member->bytes(view, &bytes, &size) == STRATA_OK)
            EXPECT(member->has(view) && lies_within(bytes, size, view) &&
                   bytes == view->bytes + member->offset(view));
        else
            EXPECT(!member->has(view) && !bytes && !size);
    }
}

/* ---- Printing ---- */

static void count_text(void *context, const char *text, size_t size)
{
    EXPECT(!memchr(text, '\0', size));
    *(size_t *)context += size;
}

static void try_print(const struct input *input, const void *bytes, size_t size)
{
    static const uint32_t forms[] = {STRATA_PRINT_FORM_TEXT, STRATA_PRINT_FORM_JSON, STRATA_PRINT_FORM_JSON_INDENTED};
    strata_print_options options = STRATA_PRINT_OPTIONS;
    size_t text = 0;
    options.form = forms[input->value % COUNT(forms)];
    options.depth = (uint32_t)(input->value >> 8 & 0x3F);
    options.array = (uint32_t)(input->value >> 16 & 0xFF);
    options.types = input->value >> 24 & 1;
    options.absent = input->value >> 25 & 1;
    strata_status status =
        strata_print(input->record->print, bytes, size, input->target, &options, count_text, &text);
    EXPECT(status == STRATA_OK || status == STRATA_TOO_SHORT ? text > 0 : text == 0);
}

/* ---- The structure itself ---- */

static void try_open(const struct input *input)
{
    unsigned char *bytes = malloc(input->size + 1), *copy = malloc(input->size + 1);
    strata_view view;
    strata_violation violation;
    EXPECT(bytes && copy);
    bytes = realloc(bytes, input->size ? input->size : 1); /* a sanitizer sees what is read behind them */
    memcpy(bytes, input->data, input->size);
    memcpy(copy, input->data, input->size);
    strata_status status = input->macros->open_mutable(&view, bytes, input->size, input->target);
    if (status != STRATA_OK)
        expect_closed(&view);
    try_members(input, &view);
    EXPECT(!memcmp(bytes, copy, input->size));
    EXPECT(input->macros->open(&view, bytes, input->size, input->target) == status && !view.writable);
    try_members(input, &view);
    status = input->record->validate(&view, &violation);
    EXPECT(status == STRATA_INVALID ? violation.rule != NULL
                                    : status == (view.bytes ? STRATA_OK : STRATA_TOO_SHORT) && !violation.rule);
    status = strata_require(input->record->table, &view, (strata_basis)(input->value % 3));
    if (strata_rebase(&view, bytes, input->room_size < input->size ? input->room_size : input->size) == STRATA_OK)
        EXPECT(status == STRATA_OK); /* what was refused stays closed */
    try_members(input, &view);
    try_print(input, bytes, input->size);
    EXPECT(!memcmp(bytes, copy, input->size));
    free(copy);
    free(bytes);
}

/* ---- Memory that is not here ---- */

static void expect_fetched(strata_status status, const strata_view *view, const struct input *input)
{
    if (status == STRATA_OK)
        EXPECT(view->bytes == input->room && view->size <= input->room_size && !view->writable);
    else
        expect_closed(view);
}

#define MOST 100u

static void try_walk(strata_walk *walk)
{
    uint64_t entry = 1;
    size_t count = 0;
    while (strata_walk_next(walk, &entry))
        count++;
    EXPECT(count <= MOST && !entry && !strata_walk_next(walk, &entry) && !entry);
}

/* Each macro of the structure that a view is of. */
static void try_reader_macros(struct input *input, const strata_view *fetched)
{
    const void *view = fetched;
    strata_view other;
    strata_walk walk;
    uint64_t address;
    size_t size;
    uint32_t how = (uint32_t)(input->value & 3);

#define TRY_FOLLOW(S, follow)                                                                                         \
    if (input->record->table == &strata_##S##_table)                                                                  \
        expect_fetched(follow(view, &input->reader, input->room, input->room_size, (void *)&other), &other, input);
#define TRY_FOLLOW_AT(S, follow_at)                                                                                   \
    if (input->record->table == &strata_##S##_table)                                                                  \
        expect_fetched(follow_at(view, input->index, &input->reader, input->room, input->room_size, (void *)&other),   \
                      &other, input);
#define TRY_DEREF(S, deref)                                                                                           \
    if (input->record->table == &strata_##S##_table)                                                                  \
        EXPECT(deref(view, &input->reader, (size_t)input->value, &address) == STRATA_OK || !address);
#define TRY_UTF8(S, utf8)                                                                                             \
    if (input->record->table == &strata_##S##_table)                                                                  \
        EXPECT((utf8(view, &input->reader, (char *)input->room, input->room_size, &size), size <= input->room_size));
#define TRY_UTF16(S, utf16)                                                                                           \
    if (input->record->table == &strata_##S##_table)                                                                  \
        EXPECT((utf16(view, &input->reader, (uint16_t *)(void *)input->room, input->room_size / 2, &size),            \
                size <= input->room_size / 2));
#define TRY_WALK(S, begin_walk)                                                                                       \
    if (input->record->table == &strata_##S##_table) {                                                                \
        (void)begin_walk(&walk, &input->reader, input->address, input->target, MOST, how);                            \
        try_walk(&walk);                                                                                       \
    }
    READER_FOLLOW(TRY_FOLLOW)
    READER_FOLLOW_AT(TRY_FOLLOW_AT)
    READER_DEREF(TRY_DEREF)
    READER_STRING_UTF8(TRY_UTF8)
    READER_STRING_UTF16(TRY_UTF16)
    READER_WALK(TRY_WALK)
}

static void try_reader(struct input *input)
{
    const strata_table *table = input->record->table;
    unsigned char bytes[0x400];
    strata_view view;
    strata_walk walk;
    uint64_t number;
    size_t size;
    expect_fetched(strata_fetch_bytes(table, &view, &input->reader, input->address, input->room, input->room_size,
                                     input->target),
                  &view, input);
    expect_fetched(strata_fetch(table, &view, &input->reader, input->address, input->room, input->room_size,
                               input->target),
                  &view, input);
    (void)strata_fetch(table, &view, &input->reader, input->address, bytes, sizeof bytes, input->target);
    try_members(input, &view);
    try_reader_macros(input, &view);
    EXPECT(strata_reader_number(&input->reader, input->address, (uint32_t)input->value & 0xF, &number) == STRATA_OK ||
           !number);
    (void)strata_text_utf8(&input->reader, input->address, (size_t)input->value, (char *)bytes, sizeof bytes, &size);
    EXPECT(size <= sizeof bytes);
    (void)strata_walk_begin(&walk, &input->reader, input->address, (uint32_t)input->index,
                            (uint32_t)input->value & 0xFF, (uint32_t)(input->value >> 8) & 0xFF,
                            input->value >> 16 & 1 ? 4 : 8, MOST, (uint32_t)(input->value >> 17) & 3);
    try_walk(&walk);
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
