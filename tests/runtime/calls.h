/*
 * Every call that generated headers and the runtime offer for a structure: views, members, printers, memory that is not
 * here. tables.h, which ../fuzz/runtime_tables.py writes, lists the structures and their macros. Sanitizers see reads
 * and writes outside of the buffers, which have exactly their size; here the promises of the guide are checked.
 * C99 and C++11.
 */
#define STRATA_COMPILE_GUESSES /* releases that nobody has looked at are in the tables, too */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "strata_reader.h"
#include "tables.h"

/* Calls made so far, each with its promises kept. */
static unsigned long calls_made;

static const char *tried_record = "", *tried_member = "";
static size_t tried_size;
static strata_target tried_target;

static void promise_broken(int line, const char *promise)
{
    fprintf(stderr, "calls.h:%d: not kept of %s, member %s, %lu bytes, target 0x%llX: %s\n", line, tried_record,
            tried_member, (unsigned long)tried_size, (unsigned long long)tried_target, promise);
    abort();
}

#define EXPECT(condition) ((condition) ? (void)calls_made++ : promise_broken(__LINE__, #condition))

/* The calls to make: of which structure, for which target, with which numbers, on which bytes. */
struct input {
    const struct record *record;
    const struct record_case *macros;
    strata_target target;
    uint64_t address;
    uint64_t value;
    size_t index;
    const uint8_t *data;
    size_t size;  /* of the data, in bytes */
    size_t shift; /* bytes that the buffer lies off any alignment */
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

/* Returns the macros of the type of a record inside another, which has the same function to find its layout. */
static const struct record_case *find_inner(const struct record_access *access)
{
    for (size_t i = 0; i < COUNT(all_records); i++)
        if (all_records[i].find == access->find)
            return &all_records[i];
    abort();
}

/* ---- Memory that is not here ---- */

/* Memory is the data again and again, but for a page out of eight. */
static size_t read_data(void *context, uint64_t address, void *buffer, size_t size)
{
    const struct input *input = (const struct input *)context;
    size_t i;
    EXPECT(size > 0 && address + (size - 1) >= address);
    for (i = 0; i < size && (address + i) >> 8 & 7 && input->size; i++)
        ((unsigned char *)buffer)[i] = input->data[(address + i) % input->size];
    return i;
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

/* A value that was read can be set again, and changes nothing; a value that is refused changes nothing either. */
static void try_scalar(const struct input *input, const struct member_access *member, strata_view *view)
{
    uint64_t value = 1, again = 1, wanted = input->value;
    strata_slot slot = STRATA_VIEW_SLOT(view, member->index);
    int is_float = strata_slot_tag(slot) == STRATA_TAG_FLOAT;
    strata_status status = member->get(view, &value);
    EXPECT(status == STRATA_OK || !value);
    /* Calls of a member that is an integer elsewhere do not read it as a float. */
    EXPECT((status == STRATA_OK) == strata_slot_is_scalar(slot) || is_float);
    if (is_float)
        wanted &= strata_mask(strata_slot_unit(slot) * 8);
    if (view->bytes)
        EXPECT(member->read(slot, view->bytes) == value);
    if (!view->writable || status != STRATA_OK) {
        EXPECT(member->set(view, wanted) == (status == STRATA_OK ? STRATA_READ_ONLY : status));
        return;
    }
    EXPECT(member->set(view, value) == STRATA_OK && member->get(view, &again) == STRATA_OK && again == value);
    status = member->set(view, wanted);
    EXPECT(status == STRATA_OK || (status == STRATA_RANGE && !is_float));
    EXPECT(member->get(view, &again) == STRATA_OK && again == (status == STRATA_OK ? wanted : value));
    EXPECT(member->set(view, value) == STRATA_OK);
}

static void try_members(const struct input *input, const struct record_case *macros, strata_view *view, int depth);

/* Makes all calls on a view inside another, which must lie in its bytes. */
static void try_inner(const struct input *input, const struct record_access *access, const strata_view *outer,
                      strata_status status, strata_view *inner, int depth)
{
    if (status != STRATA_OK)
        expect_closed(inner);
    else
        EXPECT(lies_within(inner->bytes, inner->size, outer));
    if (depth > 0)
        try_members(input, find_inner(access), inner, depth - 1);
}

static void try_array(const struct input *input, const struct member_access *member, strata_view *view, int depth)
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
        strata_status status;
        if (!member->records[i].view_at)
            continue;
        status = member->records[i].view_at(view, index, &record);
        EXPECT(status != STRATA_OK || index < count);
        try_inner(input, &member->records[i], view, status, &record, depth);
    }
}

static void try_members(const struct input *input, const struct record_case *macros, strata_view *view, int depth)
{
    for (unsigned i = 0; i < macros->member_count; i++) {
        const struct member_access *member = &macros->members[i];
        const unsigned char *bytes = STRATA_NULLPTR;
        size_t size = 1;
        tried_record = macros->name;
        tried_member = member->name;
        tried_size = view->size;
        tried_target = view->target;
        if (member->get)
            try_scalar(input, member, view);
        if (member->count)
            try_array(input, member, view, depth);
        for (unsigned k = 0; k < member->record_count; k++) {
            strata_view record;
            if (member->records[k].view)
                try_inner(input, &member->records[k], view, member->records[k].view(view, &record), &record, depth);
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
    options.basis = input->value >> 26 & 1;
    strata_status status =
        strata_print(input->record->print, bytes, size, input->target, &options, count_text, &text);
    EXPECT(status == STRATA_OK || status == STRATA_TOO_SHORT ? text > 0 : text == 0);
}

/* ---- The structure itself ---- */

/* The depth to which views inside views are tried. */
enum { DEPTH_MOST = 3 };

static void try_open(const struct input *input)
{
    /* A sanitizer sees accesses before a block of exactly that size, and behind it. */
    unsigned char *block = (unsigned char *)malloc(input->shift + input->size), *bytes = block + input->shift;
    unsigned char *copy = (unsigned char *)malloc(input->size + 1);
    strata_view view;
    strata_violation violation;
    EXPECT(copy);
    if (!input->size)
        bytes = input->shift ? bytes : copy;
    memcpy(bytes, input->data, input->size);
    memcpy(copy, input->data, input->size);
    strata_status status = input->macros->open_mutable(&view, bytes, input->size, input->target);
    if (status != STRATA_OK)
        expect_closed(&view);
    try_members(input, input->macros, &view, DEPTH_MOST);
    EXPECT(!memcmp(bytes, copy, input->size));
    EXPECT(input->macros->open(&view, bytes, input->size, input->target) == status && !view.writable);
    try_members(input, input->macros, &view, DEPTH_MOST);
    status = input->record->validate(&view, &violation);
    EXPECT(status == STRATA_INVALID ? violation.rule != STRATA_NULLPTR
                                    : status == (view.bytes ? STRATA_OK : STRATA_TOO_SHORT) && !violation.rule);
    status = strata_require(input->record->table, &view, (strata_basis)(input->value % 3));
    if (strata_rebase(&view, bytes, input->room_size < input->size ? input->room_size : input->size) == STRATA_OK)
        EXPECT(status == STRATA_OK); /* what was refused stays closed */
    try_members(input, input->macros, &view, DEPTH_MOST);
    try_print(input, bytes, input->size);
    EXPECT(!memcmp(bytes, copy, input->size));
    free(copy);
    free(block);
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
    strata_walk walk;
    uint64_t address;
    size_t size;
    uint32_t how = (uint32_t)(input->value & 3);

#define IF_OF(S) if (input->record->table == &strata_##S##_table)
#define TRY_FOLLOW(S, follow, T)                                                                                      \
    IF_OF(S)                                                                                                          \
    {                                                                                                                 \
        strata_##T other;                                                                                             \
        strata_status status =                                                                                        \
            follow((const strata_##S *)view, &input->reader, input->room, input->room_size, &other);                  \
        expect_fetched(status, &other.view, input);                                                                   \
    }
#define TRY_FOLLOW_AT(S, follow_at, T)                                                                                \
    IF_OF(S)                                                                                                          \
    {                                                                                                                 \
        strata_##T other;                                                                                             \
        strata_status status = follow_at((const strata_##S *)view, input->index, &input->reader, input->room,         \
                                         input->room_size, &other);                                                   \
        expect_fetched(status, &other.view, input);                                                                   \
    }
#define TRY_DEREF(S, deref, T)                                                                                        \
    IF_OF(S)                                                                                                          \
    EXPECT(deref((const strata_##S *)view, &input->reader, (size_t)input->value, &address) == STRATA_OK || !address);
#define TRY_UTF8(S, utf8, T)                                                                                          \
    IF_OF(S)                                                                                                          \
    EXPECT((utf8((const strata_##S *)view, &input->reader, (char *)input->room, input->room_size, &size),             \
            size <= input->room_size));
#define TRY_UTF16(S, utf16, T)                                                                                        \
    IF_OF(S)                                                                                                          \
    EXPECT((utf16((const strata_##S *)view, &input->reader, (uint16_t *)(void *)input->room, input->room_size / 2,    \
                  &size),                                                                                             \
            size <= input->room_size / 2));
#define TRY_WALK(S, begin_walk, T)                                                                                    \
    IF_OF(S)                                                                                                          \
    {                                                                                                                 \
        (void)begin_walk(&walk, &input->reader, input->address, input->target, MOST, how);                            \
        try_walk(&walk);                                                                                              \
    }
    READER_FOLLOW(TRY_FOLLOW)
    READER_FOLLOW_AT(TRY_FOLLOW_AT)
    READER_DEREF(TRY_DEREF)
    READER_STRING_UTF8(TRY_UTF8)
    READER_STRING_UTF16(TRY_UTF16)
    READER_WALK(TRY_WALK)
    (void)view;
    (void)walk;
    (void)address;
    (void)size;
    (void)how;
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
    try_members(input, input->macros, &view, DEPTH_MOST);
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
