#include "base/arena.h"
#include "kernel/header_parts.h"
#include "kernel/header_records_parts.h"
#include "kernel/isf_parts.h"
#include "kernel/kernel.h"

/* The maximum nesting of unnamed records. */
enum { DEPTH_MOST = 64 };

/* The numbers in the comments of a record and of the unnamed records in it, read in one base as offsets. */
struct column {
    enum clang_base base;
    size_t member_count, number_count;
    size_t wrong;   /* numbers that are no offsets: the first one is not 0, or a member would begin in the one before */
    size_t unlikely; /* numbers that the type of the member cannot have without packing, or that are none in the base */
    size_t denied;  /* numbers that clang's layout contradicts, */
    size_t first;   /* and the index of the first such field */
    size_t unlike;  /* numbers that are not the size of their member in bytes */
    size_t jumps;   /* numbers that do not follow the number before them, as those of a list do */
    size_t texts;   /* numbers with text after them */
    size_t bare;    /* numbers without a word or sign before them, which may be no offsets */
    size_t telling; /* numbers that are others in the other base */
    uint32_t above; /* the number before */
};

/* Returns the number in the comment of a field; CLANG_NO_NUMBER if it has none. */
static uint32_t number_of(const struct clang_claim *claim, enum clang_base base)
{
    return claim->has_offset ? claim->offset : claim->is_number ? claim->readings[base] : CLANG_NO_NUMBER;
}

/* Adds the number of a field. `origin` is the offset of its record in the outermost one; `least` is the end of the
 * field before, or CLANG_NO_NUMBER. */
static void add_number(const struct claims *claims, struct column *column, size_t index, uint32_t origin,
                       uint32_t *least, bool is_union)
{
    const struct isf_field *field = claims_field(claims, index);
    const struct clang_claim *claim = &claims_note(claims, index)->claim;
    uint32_t number = number_of(claim, column->base);
    uint64_t size = claims_size_of(claims, field->type, true);
    bool is_bits = field->type->kind == ISF_BITFIELD;
    bool is_fixed = field->type->kind == ISF_BASE || field->type->kind == ISF_POINTER || field->type->kind == ISF_ENUM;
    column->wrong += !column->number_count ? number != 0 && !origin : *least != CLANG_NO_NUMBER && number < *least;
    column->wrong += is_union && *least != CLANG_NO_NUMBER && number > *least;
    column->unlikely += is_fixed && size && number % size != 0;
    column->jumps += column->number_count && number != column->above + 1;
    column->unlike += number != size;
    column->texts += claim->has_text;
    column->bare += !claim->is_worded;
    column->telling += claim->is_number && claim->readings[CLANG_DECIMAL] != claim->readings[CLANG_HEXADECIMAL];
    column->above = number;
    column->number_count++;
    if (number != field->offset && number != origin + field->offset && !column->denied++)
        column->first = index;
    *least = number + (is_union || is_bits ? 0 : is_fixed ? (uint32_t)size : size != 0);
}

static void add_numbers(const struct claims *claims, struct column *column, size_t record_index, uint32_t origin,
                        unsigned depth)
{
    const struct isf_record *record = claims_record(claims, record_index);
    uint32_t least = CLANG_NO_NUMBER;
    for (size_t i = 0; i < record->field_count; i++) {
        size_t index = record->first_field + i, inner = claims_inner_of(claims, claims_field(claims, index));
        const struct isf_field *field = claims_field(claims, index);
        const struct clang_claim *claim = &claims_note(claims, index)->claim;
        bool has_number = number_of(claim, column->base) != CLANG_NO_NUMBER;
        column->member_count += has_number || !field->is_anonymous;
        column->unlikely += claim->is_number && number_of(claim, column->base) == CLANG_NO_NUMBER;
        if (has_number)
            add_number(claims, column, index, origin, &least, record->is_union);
        if (inner != SIZE_MAX && depth < DEPTH_MOST)
            add_numbers(claims, column, inner, origin + field->offset, depth + 1);
    }
}

static bool has_most(const struct column *column)
{
    return column->number_count && 4 * (column->member_count - column->number_count) <= column->member_count;
}

/* Returns the base in which the numbers are an offset column: they ascend from 0, no member lies in the one before, and
 * three quarters of the members or more have one, or a word says that they are offsets. Of two such bases it is the
 * likelier one. Returns NULL if there is none; `*is_open` is set if both are as good. */
static const struct column *choose_base(const struct column *columns, bool *is_open)
{
    const struct column *best = NULL;
    *is_open = false;
    for (size_t i = 0; i < CLANG_BASE_COUNT; i++) {
        const struct column *one = &columns[i];
        if (!one->number_count || (one->bare && !has_most(one)) || one->wrong)
            continue;
        bool is_same = best && one->unlikely == best->unlikely && one->denied == best->denied;
        *is_open = is_same && one->denied;
        if (!best || one->unlikely < best->unlikely || (one->unlikely == best->unlikely && one->denied < best->denied))
            best = one;
    }
    return *is_open ? NULL : best;
}

/* The numbers that are offsets. */
enum taken { TAKEN_NONE, TAKEN_WORDED, TAKEN_ALL };

/* Takes the numbers of a record as offsets, or as none. */
static void settle_numbers(struct claims *claims, size_t record_index, enum clang_base base, enum taken taken,
                           unsigned depth)
{
    const struct isf_record *record = claims_record(claims, record_index);
    for (size_t i = 0; i < record->field_count; i++) {
        size_t index = record->first_field + i, inner = claims_inner_of(claims, claims_field(claims, index));
        struct clang_claim *claim = &claims_note(claims, index)->claim;
        bool is_taken = claim->is_number && (taken == TAKEN_ALL || (taken == TAKEN_WORDED && claim->is_worded));
        if (is_taken && claim->readings[base] != CLANG_NO_NUMBER) {
            claim->has_offset = true;
            claim->offset = claim->readings[base];
        }
        claim->is_number = false;
        if (inner != SIZE_MAX && depth < DEPTH_MOST)
            settle_numbers(claims, inner, base, taken, depth + 1);
    }
}

/* Numbers with a prefix, such as 0x8, are offsets if each member of a record has one. Otherwise they are numbers like
 * those without a prefix. Returns true if the record has such numbers. */
static bool find_numbers(struct claims *claims, size_t record_index, unsigned depth)
{
    const struct isf_record *record = claims_record(claims, record_index);
    bool all = true, any = false;
    for (size_t i = 0; i < record->field_count; i++)
        all = all && (claims_field(claims, record->first_field + i)->is_anonymous ||
                      claims_note(claims, record->first_field + i)->claim.has_offset);
    for (size_t i = 0; i < record->field_count; i++) {
        size_t index = record->first_field + i, inner = claims_inner_of(claims, claims_field(claims, index));
        struct clang_claim *claim = &claims_note(claims, index)->claim;
        if (!all && claim->has_offset && !claim->is_worded) {
            claim->has_offset = false;
            claim->is_number = true;
            claim->readings[CLANG_DECIMAL] = claim->offset ? CLANG_NO_NUMBER : 0;
            claim->readings[CLANG_HEXADECIMAL] = claim->offset;
        }
        any |= claim->is_number;
        if (inner != SIZE_MAX && depth < DEPTH_MOST)
            any |= find_numbers(claims, inner, depth + 1);
    }
    return any;
}

bool header_settle_numbers(struct claims *claims, size_t index, bool is_last)
{
    struct column columns[CLANG_BASE_COUNT];
    bool is_open;
    if (!find_numbers(claims, index, 0))
        return true;
    for (size_t i = 0; i < CLANG_BASE_COUNT; i++) {
        columns[i] = (struct column){.base = (enum clang_base)i};
        add_numbers(claims, &columns[i], index, 0, 0);
    }
    const struct column *decimal = &columns[CLANG_DECIMAL], *hexadecimal = &columns[CLANG_HEXADECIMAL];
    const struct column *best = choose_base(columns, &is_open);
    if (is_open && !is_last)
        return false;
    const size_t *bases = claims->bases;
    if (is_open && !bases[CLANG_DECIMAL] != !bases[CLANG_HEXADECIMAL])
        best = bases[CLANG_DECIMAL] ? decimal : hexadecimal;
    else if (best)
        claims->bases[best->base] += best->telling != 0;
    settle_numbers(claims, index, best ? best->base : CLANG_DECIMAL,
                   best      ? TAKEN_ALL
                   : is_open ? TAKEN_NONE
                             : TAKEN_WORDED,
                   0);
    const struct column *doubt = decimal->number_count < hexadecimal->number_count ? hexadecimal : decimal;
    bool is_list = decimal->number_count > 1 && !decimal->jumps, is_prose = doubt->texts && !has_most(doubt);
    if (best || !doubt->denied || !decimal->unlike || is_list || is_prose)
        return true;
    const struct isf_field *field = claims_field(claims, doubt->first);
    const struct span span = claims_note(claims, doubt->first)->span;
    const char *reason = is_open            ? "they may be decimal or hexadecimal"
                         : !has_most(doubt) ? "too few members have one"
                                            : "they do not ascend from 0 by the sizes of the members";
    const struct kernel_denial denial = {
        span.begin, span.end,
        arena_format(claims->reader->file->import->arena,
                     "numbers in the comments of '%s' are not taken as offsets, and clang lays '%s' out at 0x%02lX: %s",
                     claims_record(claims, index)->name, field->name, (unsigned long)field->offset, reason)};
    buffer_add(&claims->denials, &denial, sizeof denial);
    return true;
}
