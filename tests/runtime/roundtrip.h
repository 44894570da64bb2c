/*
 * The round trip through generated headers: what make_roundtrip.py writes is tables for this, and functions that are
 * one generated accessor each. Facts in the tables come from `strata dump`, never from the headers; expected bytes are
 * made here bit by bit, without strata.h. C99 and C++11.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* KIND_FLOAT and KIND_FLOAT_ARRAY are floats of a member that is an integer elsewhere. */
enum kind {
    KIND_ABSENT, KIND_UNKNOWN, KIND_SCALAR, KIND_ARRAY, KIND_FLOAT, KIND_FLOAT_ARRAY, KIND_RECORD, KIND_RECORD_ARRAY
};

/* The views of a member as a record of one type. */
struct record_access {
    strata_status (*view)(const void *view, strata_view *record);
    strata_status (*view_at)(const void *view, size_t index, strata_view *record);
    strata_status (*find)(strata_target target, const strata_layout **layout, strata_basis *basis);
};

/* The accessors of a member; NULL where no layout calls for one. */
struct member_access {
    const char *name;
    strata_member index; /* the number of its line */
    int is_signed;  /* set takes signed values */
    int at_signed;
    strata_status (*get)(const void *view, uint64_t *value);
    strata_status (*set)(void *view, uint64_t value);
    uint64_t (*read)(strata_slot slot, const void *bytes);
    strata_status (*at)(const void *view, size_t index, uint64_t *value);
    strata_status (*set_at)(void *view, size_t index, uint64_t value);
    strata_status (*count)(const void *view, size_t *count);
    strata_status (*bytes)(const void *view, const unsigned char **bytes, size_t *size);
    int (*has)(const void *view);
    uint32_t (*offset)(const void *view);
    const struct record_access *records;
    unsigned record_count;
};

/* A member in a layout, as the dump has it. */
struct entry {
    enum kind kind;
    uint32_t offset, size, element, count;
    uint32_t bit, bits; /* of scalars: where in the unit, and how many */
    int is_signed;
    int is_float;    /* calls take and give its bits */
    int goes_on;     /* to the end of the buffer */
    unsigned record; /* which of the member's record types */
    int in_plain;
    size_t plain_offset, plain_size;         /* as the compiler lays the plain structure out */
    uint32_t constant_offset, constant_size; /* of the _assert.h */
};

struct layout_case {
    const char *title;
    strata_target first, last;
    uint32_t size, least;
    const strata_layout *fixed; /* the layout by its alias */
    size_t plain_size;        /* 0: there is no plain structure */
    uint32_t constant_size;
    const struct entry *entries;                                /* one for each member of the record */
    void (*fill)(void *plain, unsigned member, uint64_t value); /* scalars, as native members */
};

/* A target that must find this layout, or fail like this. */
struct target_case {
    strata_target target;
    strata_status status;
    const strata_layout *layout;
};

struct record_case {
    const char *name;
    const struct member_access *members;
    unsigned member_count;
    const struct layout_case *layouts;
    unsigned layout_count;
    const struct target_case *targets;
    unsigned target_count;
    strata_status (*open)(void *view, const void *bytes, size_t size, strata_target target);
    strata_status (*open_mutable)(void *view, void *bytes, size_t size, strata_target target);
    strata_status (*rebase)(void *view, const void *bytes, size_t size);
    strata_status (*rebase_mutable)(void *view, void *bytes, size_t size);
    strata_status (*find)(strata_target target, const strata_layout **layout, strata_basis *basis);
};

/* The value that an enumerator must have for a target, by its function, or by its constant where it has no function. */
struct value_case {
    const char *name;
    strata_target target;
    uint64_t constant;
    strata_status (*find)(strata_target target, uint64_t *value);
    strata_status status;
    uint64_t value;
};

enum { LENGTHS_MOST = 0x10000 };

static unsigned passed, failed;
static const char *where_record = "", *where_layout = "", *where_member = "";

static void check_failed(int line, const char *condition)
{
    if (failed++ < 50)
        printf("FAIL %s %s %s: %d: %s\n", where_record, where_layout, where_member, line, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

static int host_is_little(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* Exactly that many bytes, so that a sanitizer sees any read past them. */
static unsigned char *take_bytes(size_t size)
{
    unsigned char *bytes = (unsigned char *)malloc(size > 0 ? size : 1);
    if (bytes == STRATA_NULLPTR) {
        printf("FAIL out of memory\n");
        exit(1);
    }
    return bytes;
}

/* A new value for each call. */
static uint64_t next_value(void)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static uint64_t low_bits(uint64_t value, uint32_t bits)
{
    return bits < 64 ? value & (((uint64_t)1 << bits) - 1) : value;
}

/* The value that `bits` bits stand for. */
static uint64_t meaning(uint64_t value, uint32_t bits, int is_signed)
{
    value = low_bits(value, bits);
    if (is_signed && bits < 64 && (value >> (bits - 1)) != 0)
        value |= ~(uint64_t)0 << bits;
    return value;
}

/* Little-endian, bit by bit: that is what the bytes must be. */
static void put_bits(unsigned char *bytes, size_t first_bit, uint32_t bits, uint64_t value)
{
    uint32_t i;
    for (i = 0; i < bits; i++) {
        size_t at = first_bit + i;
        unsigned char mask = (unsigned char)(1u << (at % 8));
        bytes[at / 8] = (unsigned char)((value >> i & 1) != 0 ? bytes[at / 8] | mask : bytes[at / 8] & ~mask);
    }
}

static uint64_t get_bits(const unsigned char *bytes, size_t first_bit, uint32_t bits)
{
    uint64_t value = 0;
    uint32_t i;
    for (i = 0; i < bits; i++) {
        size_t at = first_bit + i;
        value |= (uint64_t)(bytes[at / 8] >> (at % 8) & 1) << i;
    }
    return value;
}

/* Returns the status that a call for `wanted` must return on a member of this kind. */
static strata_status expected_status(enum kind kind, enum kind wanted)
{
    if (kind == KIND_ABSENT)
        return STRATA_ABSENT;
    if (kind == KIND_UNKNOWN)
        return STRATA_UNKNOWN;
    return kind == wanted ? STRATA_OK : STRATA_OTHER_KIND;
}

static size_t expected_count(const struct entry *entry, size_t size)
{
    if (!entry->goes_on)
        return entry->count;
    return entry->element > 0 && size > entry->offset ? (size - entry->offset) / entry->element : 0;
}

/* Sets values that do not fit: nothing must be written. */
static void check_range(const struct entry *entry, strata_status (*set)(void *, uint64_t), int takes_signed, void *view)
{
    const uint64_t most_signed = ~(uint64_t)0 >> 1;
    uint64_t most = low_bits(~(uint64_t)0, entry->is_signed ? entry->bits - 1 : entry->bits);
    if (entry->bits < 64 && (!takes_signed || most < most_signed))
        CHECK(set(view, most + 1) == STRATA_RANGE);
    if (takes_signed && !entry->is_signed)
        CHECK(set(view, ~(uint64_t)0) == STRATA_RANGE);
    if (entry->is_signed && entry->bits < 64)
        CHECK(set(view, ~most - 1) == STRATA_RANGE);
    CHECK(set(view, takes_signed && most > most_signed ? most_signed : most) == STRATA_OK);
    if (entry->is_signed)
        CHECK(set(view, ~most) == STRATA_OK);
}

/* A view whose buffer may be set, its bytes, and what they should be. */
struct bench {
    strata_view view;
    unsigned char *bytes;
    unsigned char *expected;
    unsigned char *plain; /* NULL: there is no such structure */
    size_t size;
};

/* A value that every type involved can hold. */
static uint64_t value_for(const struct entry *entry, uint32_t bits, int takes_signed)
{
    uint64_t value = meaning(next_value(), bits, entry->is_signed);
    if (takes_signed && !entry->is_signed)
        value &= ~(uint64_t)0 >> 1;
    return value;
}

static void check_scalar(const struct layout_case *layout, const struct member_access *member,
                         const struct entry *entry, unsigned index, struct bench *bench)
{
    size_t first_bit = (size_t)entry->offset * 8 + entry->bit;
    uint64_t value = value_for(entry, entry->bits, member->is_signed), got = 1;

    CHECK(member->get(&bench->view, &got) == STRATA_OK);
    CHECK(got == meaning(get_bits(bench->bytes, first_bit, entry->bits), entry->bits, entry->is_signed));
    if (!entry->is_float)
        check_range(entry, member->set, member->is_signed, &bench->view);
    CHECK(member->set(&bench->view, value) == STRATA_OK);
    CHECK(member->get(&bench->view, &got) == STRATA_OK && got == value);
    CHECK(member->read(strata_slot_of(layout->fixed->bases, layout->fixed->words, member->index), bench->bytes) == value);
    CHECK(member->read(STRATA_VIEW_SLOT(&bench->view, member->index), bench->bytes) == value);
    put_bits(bench->expected, first_bit, entry->bits, value);
    if (bench->plain != STRATA_NULLPTR && layout->fill != STRATA_NULLPTR)
        layout->fill(bench->plain, index, value);
}

static void check_array(const struct member_access *member, const struct entry *entry, struct bench *bench)
{
    size_t count = expected_count(entry, bench->size), got_count = 99, i;
    uint64_t got = 1;

    CHECK(member->count(&bench->view, &got_count) == STRATA_OK && got_count == count);
    for (i = 0; i < count; i++) {
        uint64_t value = value_for(entry, entry->element * 8, member->at_signed);
        CHECK(member->set_at(&bench->view, i, value) == STRATA_OK);
        CHECK(member->at(&bench->view, i, &got) == STRATA_OK && got == value);
        put_bits(bench->expected, (entry->offset + i * entry->element) * 8, entry->element * 8, value);
    }
    CHECK(member->at(&bench->view, count, &got) == STRATA_BAD_INDEX && got == 0);
    CHECK(member->set_at(&bench->view, count, 0) == STRATA_BAD_INDEX);
    CHECK(member->at(&bench->view, (size_t)-1, &got) == STRATA_BAD_INDEX);
    /* Elements of one that goes on may lie in padding, and past the end. */
    if (bench->plain != STRATA_NULLPTR && entry->in_plain)
        memcpy(bench->plain + entry->plain_offset, bench->expected + entry->offset, count * entry->element);
}

static void check_record(const struct member_access *member, const struct entry *entry, struct bench *bench)
{
    const struct record_access *access = &member->records[entry->record];
    size_t count = entry->kind == KIND_RECORD ? 1 : expected_count(entry, bench->size), i, got_count = 99;
    const strata_layout *layout;
    strata_basis basis;
    strata_view record;
    strata_status found = access->find(bench->view.target, &layout, &basis);

    /* Each structure has its own evidence: a version may have the outer one, and not the inner one. No shipped spec has
     * such a version; those that include this with EVIDENCE_DIFFERS may. */
#ifndef EVIDENCE_DIFFERS
    CHECK(found == STRATA_OK);
#endif
    for (i = 0; i < count; i++) {
        strata_status status = entry->kind == KIND_RECORD ? access->view(&bench->view, &record)
                                                          : access->view_at(&bench->view, i, &record);
        size_t size = entry->kind == KIND_RECORD && entry->goes_on ? bench->size - entry->offset : entry->element;
        if (found != STRATA_OK) {
            CHECK(status == found && record.bytes == STRATA_NULLPTR && record.size == 0);
            continue;
        }
        if (layout != STRATA_NULLPTR && layout->least > size) { /* members of it lie past its end */
            CHECK(status == STRATA_TOO_SHORT && record.bytes == STRATA_NULLPTR && record.size == 0);
            continue;
        }
        CHECK(status == STRATA_OK);
        CHECK(record.bytes == bench->bytes + entry->offset + i * entry->element && record.writable == record.bytes);
        CHECK(record.size == size && record.target == bench->view.target);
        CHECK(layout != STRATA_NULLPTR && record.bases == layout->bases);
    }
    if (entry->kind == KIND_RECORD_ARRAY) {
        CHECK(access->view_at(&bench->view, count, &record) == STRATA_BAD_INDEX);
        CHECK(record.bytes == STRATA_NULLPTR && record.writable == STRATA_NULLPTR && record.size == 0);
        CHECK(member->count(&bench->view, &got_count) == STRATA_OK && got_count == count);
    }
}

/* All accessors of a member that is of another kind here, or not here at all. */
static void check_refusals(const struct member_access *member, const struct entry *entry, struct bench *bench)
{
    uint64_t value = 1;
    strata_view record;
    unsigned i;

    if (member->get != STRATA_NULLPTR && entry->kind != KIND_SCALAR) {
        strata_status status = expected_status(entry->kind, KIND_SCALAR);
        CHECK(member->get(&bench->view, &value) == status && value == 0);
        CHECK(member->set(&bench->view, 0) == status);
        CHECK(member->read(STRATA_VIEW_SLOT(&bench->view, member->index), bench->bytes) == 0);
    }
    if (member->at != STRATA_NULLPTR && entry->kind != KIND_ARRAY) {
        strata_status status = expected_status(entry->kind, KIND_ARRAY);
        CHECK(member->at(&bench->view, 0, &value) == status && value == 0);
        CHECK(member->set_at(&bench->view, 0, 0) == status);
    }
    for (i = 0; i < member->record_count; i++) {
        const struct record_access *access = &member->records[i];
        if (access->view != STRATA_NULLPTR && (entry->kind != KIND_RECORD || entry->record != i))
            CHECK(access->view(&bench->view, &record) == expected_status(entry->kind, KIND_ABSENT));
        if (access->view_at != STRATA_NULLPTR && (entry->kind != KIND_RECORD_ARRAY || entry->record != i))
            CHECK(access->view_at(&bench->view, 0, &record) == expected_status(entry->kind, KIND_ABSENT));
    }
}

static void check_place(const struct member_access *member, const struct entry *entry, struct bench *bench)
{
    const unsigned char *bytes = bench->bytes;
    size_t size = 1, wanted = entry->goes_on && entry->kind != KIND_RECORD
                                  ? expected_count(entry, bench->size) * entry->element
                              : entry->goes_on ? bench->size - entry->offset
                                               : entry->size;
    int present = entry->kind != KIND_ABSENT && entry->kind != KIND_UNKNOWN;

    CHECK(member->has(&bench->view) == present);
    if (present) {
        CHECK(member->offset(&bench->view) == entry->offset);
        CHECK(member->bytes(&bench->view, &bytes, &size) == STRATA_OK && bytes == bench->bytes + entry->offset);
        CHECK(size == wanted);
    } else {
        CHECK(member->bytes(&bench->view, &bytes, &size) == expected_status(entry->kind, KIND_SCALAR));
        CHECK(bytes == STRATA_NULLPTR && size == 0);
    }
    if (entry->in_plain) {
        CHECK(entry->plain_offset == entry->offset && entry->plain_size == entry->size);
        CHECK(entry->constant_offset == entry->offset && entry->constant_size == entry->size);
    }
}

/* Copies the bytes of a member that ends past the size, which the plain structure does not have as a field. */
static void copy_to_plain(const struct entry *entry, struct bench *bench)
{
    size_t end = entry->goes_on ? bench->size : (size_t)entry->offset + entry->size;

    if (bench->plain != STRATA_NULLPTR && !entry->in_plain && entry->offset < end)
        memcpy(bench->plain + entry->offset, bench->bytes + entry->offset, end - entry->offset);
}

/* Sets and gets every member in a buffer of `size` bytes that lies `shift` bytes off any alignment. */
static void check_members(const struct record_case *record, const struct layout_case *layout, size_t size, size_t shift)
{
    unsigned char *raw = take_bytes(shift + size);
    struct bench bench;
    unsigned i;

    bench.bytes = raw + shift;
    bench.expected = take_bytes(size);
    bench.size = size;
    bench.plain =
        layout->plain_size > 0 && size >= layout->size && host_is_little() ? take_bytes(size) : STRATA_NULLPTR;
    for (i = 0; i < size; i++)
        bench.bytes[i] = (unsigned char)next_value();
    memcpy(bench.expected, bench.bytes, size);
    if (bench.plain != STRATA_NULLPTR)
        memcpy(bench.plain, bench.bytes, size);
    CHECK(record->open_mutable(&bench.view, bench.bytes, size, layout->first) == STRATA_OK);
    for (i = 0; i < record->member_count; i++) {
        const struct member_access *member = &record->members[i];
        const struct entry *entry = &layout->entries[i];
        where_member = member->name;
        check_place(member, entry, &bench);
        if (entry->kind == KIND_SCALAR)
            check_scalar(layout, member, entry, i, &bench);
        else if (entry->kind == KIND_ARRAY)
            check_array(member, entry, &bench);
        else if (entry->kind == KIND_RECORD || entry->kind == KIND_RECORD_ARRAY)
            check_record(member, entry, &bench);
        check_refusals(member, entry, &bench);
        CHECK(memcmp(bench.bytes, bench.expected, size) == 0);
        memcpy(bench.expected, bench.bytes, size);
        copy_to_plain(entry, &bench);
    }
    where_member = "";
    if (bench.plain != STRATA_NULLPTR)
        CHECK(memcmp(bench.plain, bench.bytes, layout->plain_size) == 0);
    free(bench.plain);
    free(bench.expected);
    free(raw);
}

/* A view that did not open has no members, and one that is not mutable is not written to. */
static void check_closed(const struct record_case *record, const struct layout_case *layout, strata_view *view)
{
    size_t size = layout->size > layout->least ? layout->size : layout->least;
    unsigned char *bytes = take_bytes(size), *copy = take_bytes(size);
    uint64_t value = 1;
    unsigned i;

    for (i = 0; i < record->member_count; i++) {
        where_member = record->members[i].name;
        CHECK(!record->members[i].has(view));
        if (record->members[i].get != STRATA_NULLPTR)
            CHECK(record->members[i].get(view, &value) == STRATA_ABSENT && value == 0);
    }
    memset(bytes, 0x5A, size);
    memcpy(copy, bytes, size);
    CHECK(record->open(view, bytes, size, layout->first) == STRATA_OK);
    for (i = 0; i < record->member_count; i++) {
        where_member = record->members[i].name;
        if (record->members[i].set != STRATA_NULLPTR)
            CHECK(record->members[i].set(view, 0) == (layout->entries[i].kind == KIND_SCALAR
                                                          ? STRATA_READ_ONLY
                                                          : expected_status(layout->entries[i].kind, KIND_SCALAR)));
    }
    where_member = "";
    CHECK(memcmp(bytes, copy, size) == 0);
    free(copy);
    free(bytes);
}

/* Every length below the least is refused, by open and by rebase, and not one byte is read. */
static void check_lengths(const struct record_case *record, const struct layout_case *layout)
{
    unsigned char *whole = take_bytes(layout->least);
    strata_view view, open;
    size_t size;

    memset(whole, 0, layout->least);
    CHECK(record->open(&open, whole, layout->least, layout->first) == STRATA_OK);
    CHECK(record->open(&view, STRATA_NULLPTR, layout->least, layout->first) == STRATA_TOO_SHORT &&
          view.bytes == STRATA_NULLPTR);
    for (size = 0; size < layout->least; size++) {
        unsigned char *bytes = take_bytes(size);
        CHECK(record->open(&view, bytes, size, layout->first) == STRATA_TOO_SHORT && view.bytes == STRATA_NULLPTR);
        CHECK(record->open_mutable(&view, bytes, size, layout->first) == STRATA_TOO_SHORT &&
              view.writable == STRATA_NULLPTR);
        CHECK(record->rebase(&open, bytes, size) == STRATA_TOO_SHORT && open.bytes == whole);
        CHECK(record->rebase_mutable(&open, bytes, size) == STRATA_TOO_SHORT && open.writable == STRATA_NULLPTR);
        free(bytes);
    }
    CHECK(record->rebase(&open, STRATA_NULLPTR, layout->least) == STRATA_TOO_SHORT && open.bytes == whole);
    CHECK(record->rebase_mutable(&open, whole, layout->least) == STRATA_OK && open.writable == whole);
    CHECK(record->rebase(&open, whole, layout->least) == STRATA_OK && open.writable == STRATA_NULLPTR);
    (void)record->open(&view, STRATA_NULLPTR, 0, layout->first);
    check_closed(record, layout, &view);
    free(whole);
}

static void check_layout(const struct record_case *record, const struct layout_case *layout)
{
    const strata_layout *found = STRATA_NULLPTR;
    strata_basis basis;
    size_t shift;

    where_layout = layout->title;
    CHECK(record->find(layout->first, &found, &basis) == STRATA_OK);
    if (found == STRATA_NULLPTR)
        return;
    CHECK(found->size == layout->size && found->least == layout->least && found == layout->fixed);
    CHECK(record->find(layout->last, &found, &basis) == STRATA_OK && found == layout->fixed);
    CHECK(layout->constant_size == layout->size && (layout->plain_size == layout->size || layout->plain_size == 0));
    if (layout->least > (uint32_t)LENGTHS_MOST) /* each length would be tried */
        return;
    check_lengths(record, layout);
    for (shift = 0; shift < 8; shift++)
        check_members(record, layout, layout->least, shift);
    if (layout->size > layout->least)
        check_members(record, layout, layout->size, 1);
    check_members(record, layout, (layout->size > layout->least ? layout->size : layout->least) + 29u, 3);
}

static void check_target(const struct record_case *record, const struct target_case *wanted)
{
    const strata_layout *found = STRATA_NULLPTR;
    strata_basis basis;
    strata_view view;
    strata_status status = record->find(wanted->target, &found, &basis);

    CHECK(status == wanted->status);
    CHECK(wanted->status == STRATA_OK ? found != STRATA_NULLPTR && found == wanted->layout
                                      : found == STRATA_NULLPTR);
    if (wanted->status != STRATA_OK)
        CHECK(record->open(&view, "", 1, wanted->target) == wanted->status && view.bytes == STRATA_NULLPTR);
}

static void check_records(const struct record_case *records, unsigned count)
{
    unsigned r, i;

    for (r = 0; r < count; r++) {
        where_record = records[r].name;
        for (i = 0; i < records[r].layout_count; i++)
            check_layout(&records[r], &records[r].layouts[i]);
        for (i = 0; i < records[r].target_count; i++) {
            where_layout = "targets";
            check_target(&records[r], &records[r].targets[i]);
        }
    }
    where_layout = "";
}

static void check_values(const struct value_case *values, unsigned count)
{
    unsigned i;

    for (i = 0; i < count; i++) {
        uint64_t value = 1;
        where_record = values[i].name;
        if (values[i].find == STRATA_NULLPTR)
            CHECK(values[i].constant == values[i].value);
        else
            CHECK(values[i].find(values[i].target, &value) == values[i].status && value == values[i].value);
    }
}
