/* SPDX-License-Identifier: 0BSD */
#include "strata_print.h"

enum {
    STRATA_PRINT_LINE_SIZE = 128, /* bytes kept before they go to the caller */
    STRATA_PRINT_NAME_WIDTH = 16, /* names are padded to so many characters */
    STRATA_PRINT_INDENT = 3
};

struct strata_printer {
    strata_print_write *write;
    void *context;
    strata_target target;
    size_t used;
    char line[STRATA_PRINT_LINE_SIZE];
};

/* Bytes that something lies in, as far as they are there. */
struct strata_extent {
    const unsigned char *bytes;
    size_t size;
};

/* ---- Characters ------------------------------------------------------------------------------------------------- */

static void strata_put_flush(struct strata_printer *printer)
{
    if (printer->used != 0)
        printer->write(printer->context, printer->line, printer->used);
    printer->used = 0;
}

static void strata_put(struct strata_printer *printer, char c)
{
    if (printer->used == STRATA_PRINT_LINE_SIZE)
        strata_put_flush(printer);
    printer->line[printer->used++] = c;
}

static size_t strata_put_text(struct strata_printer *printer, const char *text)
{
    size_t length = 0;

    while (text[length] != '\0')
        strata_put(printer, text[length++]);
    return length;
}

static void strata_put_spaces(struct strata_printer *printer, size_t count)
{
    while (count-- > 0)
        strata_put(printer, ' ');
}

/* Hexadecimal, at least `digits` of them. */
static void strata_put_hex(struct strata_printer *printer, uint64_t value, unsigned digits)
{
    unsigned shift = 64;

    while (shift > 4 && shift > digits * 4 && value >> (shift - 4) == 0)
        shift -= 4;
    while (shift > 0) {
        shift -= 4;
        strata_put(printer, "0123456789abcdef"[value >> shift & 0xFu]);
    }
}

static void strata_put_decimal(struct strata_printer *printer, uint64_t value)
{
    char digits[20];
    unsigned count = 0;

    do {
        digits[count++] = (char)('0' + (char)(value % 10));
        value /= 10;
    } while (value != 0);
    while (count > 0)
        strata_put(printer, digits[--count]);
}

static void strata_put_signed(struct strata_printer *printer, uint64_t value)
{
    if (value >> 63 != 0) {
        strata_put(printer, '-');
        value = 0 - value;
    }
    strata_put_decimal(printer, value);
}

/* A count in brackets, such as " (3 past the end)". */
static void strata_put_count(struct strata_printer *printer, const char *before, uint64_t count, const char *behind)
{
    strata_put_text(printer, before);
    strata_put(printer, '(');
    strata_put_decimal(printer, count);
    strata_put_text(printer, behind);
    strata_put(printer, ')');
}

static void strata_put_guid(struct strata_printer *printer, const unsigned char *p)
{
    unsigned i;

    strata_put(printer, '{');
    strata_put_hex(printer, strata_load_u32(p), 8);
    strata_put(printer, '-');
    strata_put_hex(printer, strata_load_u16(p + 4), 4);
    strata_put(printer, '-');
    strata_put_hex(printer, strata_load_u16(p + 6), 4);
    strata_put(printer, '-');
    for (i = 8; i < 16; i++) {
        if (i == 10)
            strata_put(printer, '-');
        strata_put_hex(printer, p[i], 2);
    }
    strata_put(printer, '}');
}

/* ---- Members ---------------------------------------------------------------------------------------------------- */

static const strata_print_layout *strata_print_find_layout(const strata_print_record *record, strata_target target)
{
    uint32_t index = 0;
    strata_basis basis = STRATA_EXTRAPOLATED;

    if (strata_find(record->table, target, &index, &basis) != STRATA_OK)
        return STRATA_NULLPTR;
    return &record->layouts[index];
}

/* What is there of a member of a record, or of an element of an array, that begins at `offset`. */
static struct strata_extent strata_extent_at(struct strata_extent outer, size_t offset)
{
    struct strata_extent extent;

    extent.bytes = outer.size > offset ? outer.bytes + offset : STRATA_NULLPTR;
    extent.size = outer.size > offset ? outer.size - offset : 0;
    return extent;
}

/* The caller's bytes; without any pointer there are none. */
static struct strata_extent strata_extent_of(const void *bytes, size_t size)
{
    struct strata_extent extent;

    extent.bytes = (const unsigned char *)bytes;
    extent.size = bytes != STRATA_NULLPTR ? size : 0;
    return extent;
}

/* The bytes of a record in its place; size 0 means all that are left. */
static struct strata_extent strata_extent_clip(struct strata_extent extent, size_t size)
{
    if (size != 0 && extent.size > size)
        extent.size = size;
    return extent;
}

static int strata_print_is_scalar(uint32_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

/* A member's kind, or BYTES where its size does not agree with that. */
static strata_print_kind strata_print_member_kind(const strata_print_member *member)
{
    strata_print_kind kind = (strata_print_kind)member->kind;

    if (kind <= STRATA_PRINT_POINTER && !strata_print_is_scalar(member->size))
        return STRATA_PRINT_BYTES;
    if (kind == STRATA_PRINT_GUID && member->size != 16)
        return STRATA_PRINT_BYTES;
    return kind;
}

/* How many bits an integer's value has; 0 where nobody knows which, or they would not lie in the unit. */
static uint32_t strata_print_member_bits(const strata_print_member *member)
{
    if (member->width == 0)
        return member->size * 8;
    if (member->bit == STRATA_PRINT_BIT_UNKNOWN || (uint32_t)member->bit + member->width > member->size * 8)
        return 0;
    return member->width;
}

/* The value of an integer whose bits are known; signed ones are extended to 64 bits. */
static uint64_t strata_print_load(const strata_print_member *member, const unsigned char *p)
{
    uint32_t bits = strata_print_member_bits(member);
    uint64_t value = strata_load_unit(member->size, p);

    if (member->width != 0)
        value = value >> member->bit & strata_mask(bits);
    if (member->kind == STRATA_PRINT_SIGNED && (value >> (bits - 1) & 1) != 0)
        value |= ~strata_mask(bits);
    return value;
}

/* The elements of an array that are to be shown, when `most` are at most; those that lie past the end are not there. */
struct strata_elements {
    uint64_t count; /* as declared, or as many as fit */
    uint64_t there;
    uint64_t shown;
};

static struct strata_elements strata_print_count_elements(const strata_print_member *member,
                                                          struct strata_extent extent, uint64_t most)
{
    struct strata_elements elements;
    uint64_t fit = member->size != 0 ? extent.size / member->size : 0;

    elements.count = member->count == STRATA_COUNT_REST ? fit : member->count;
    elements.there = elements.count < fit ? elements.count : fit;
    elements.shown = elements.there < most ? elements.there : most;
    return elements;
}

/* ---- Names of values -------------------------------------------------------------------------------------------- */

static uint64_t strata_print_index_field(const strata_print_values *values)
{
    return values->index_width != 0 ? strata_mask(values->index_width) << values->index_low : 0;
}

/* The row that names a value of `bits` bits, or NULL. */
static const strata_print_value *strata_print_find_value(const strata_print_values *values, uint64_t value,
                                                         uint32_t bits, strata_target target)
{
    const strata_print_value *unnamed = STRATA_NULLPTR;
    uint32_t i;

    for (i = 0; i < values->count; i++) {
        const strata_print_value *row = &values->rows[i];

        if (((row->held.low ^ value) & strata_mask(bits)) != 0 || !strata_values_hold(&row->held, target))
            continue;
        if (row->name != STRATA_NULLPTR)
            return row;
        if (unnamed == STRATA_NULLPTR)
            unnamed = row;
    }
    return unnamed;
}

/* The bits of one integer that are flags, and those of its index that say which flags they are. */
struct strata_flag_word {
    const strata_print_values *values;
    strata_target target;
    uint64_t set;
    uint64_t index;
};

/*
 * Whether a row names flags of this word; *mask becomes the bits that it names. One that has no bits but those of the
 * index can only be meant as flags, of the first word.
 */
static int strata_flag_belongs(const struct strata_flag_word *word, const strata_print_value *row, uint64_t *mask)
{
    uint64_t field = strata_print_index_field(word->values);
    uint64_t index = row->held.low & field;

    *mask = row->held.low & ~field;
    if (*mask == 0) {
        *mask = row->held.low;
        index = 0;
    }
    return row->name != STRATA_NULLPTR && index == word->index && strata_values_hold(&row->held, word->target);
}

/* Whether row `at` is to be shown: its bits are set, no earlier row names the same ones, and lesser flags that are
 * shown too do not add up to it. A flag without bits is shown when none is set. */
static int strata_flag_is_shown(const struct strata_flag_word *word, uint32_t at, uint64_t *mask)
{
    uint64_t covered = 0;
    uint64_t other;
    uint32_t i;

    if (!strata_flag_belongs(word, &word->values->rows[at], mask))
        return 0;
    if (*mask == 0 ? word->set != 0 : (*mask & ~word->set) != 0)
        return 0;
    for (i = 0; i < word->values->count; i++) {
        if (i == at || !strata_flag_belongs(word, &word->values->rows[i], &other))
            continue;
        if (other == *mask && i < at)
            return 0;
        if (other != *mask && (other & ~*mask) == 0)
            covered |= other;
    }
    return *mask == 0 || covered != *mask;
}

/* The flags of a value: of element `element` of an array, or (-1) of an integer that holds its own index. */
static struct strata_flag_word strata_print_flags_of(const strata_print_values *values, uint64_t value, int64_t element,
                                                     uint32_t bits, strata_target target)
{
    struct strata_flag_word word;
    uint64_t field = strata_print_index_field(values);

    word.values = values;
    word.target = target;
    word.set = value & strata_mask(bits);
    word.index = 0;
    if (field != 0 && element < 0 && (word.set & ~field) != 0) {
        word.index = word.set & field;
        word.set &= ~field;
    } else if (field != 0 && element > 0) {
        word.index = (uint64_t)element <= strata_mask(values->index_width) ? (uint64_t)element << values->index_low
                                                                           : ~(uint64_t)0;
    }
    return word;
}

/* ---- Text ------------------------------------------------------------------------------------------------------- */

static void strata_text_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent, unsigned depth);

static void strata_text_bytes(struct strata_printer *printer, struct strata_extent extent, size_t size)
{
    size_t there = extent.size < size ? extent.size : size;
    size_t shown = there < STRATA_PRINT_ARRAY_MOST ? there : STRATA_PRINT_ARRAY_MOST;
    size_t i;

    for (i = 0; i < shown; i++) {
        if (i != 0)
            strata_put(printer, ' ');
        strata_put_hex(printer, extent.bytes[i], 2);
    }
    if (there > shown)
        strata_put_count(printer, " ... ", there - shown, " more");
    if (there < size)
        strata_put_count(printer, there != 0 ? " " : "", size - there, " past the end");
}

static void strata_text_flags(struct strata_printer *printer, const struct strata_flag_word *word)
{
    uint64_t rest = word->set;
    uint64_t mask;
    int any = 0;
    uint32_t i;

    for (i = 0; i < word->values->count; i++) {
        if (!strata_flag_is_shown(word, i, &mask))
            continue;
        strata_put_text(printer, any ? " | " : " ( ");
        strata_put_text(printer, word->values->rows[i].name);
        rest &= ~mask;
        any = 1;
    }
    if (any && rest != 0) {
        strata_put_text(printer, " | 0x");
        strata_put_hex(printer, rest, 1);
    }
    if (any)
        strata_put_text(printer, " )");
}

static void strata_text_enum(struct strata_printer *printer, const strata_print_value *row)
{
    if (row == STRATA_NULLPTR)
        return;
    strata_put_text(printer, " ( ");
    if (row->name != STRATA_NULLPTR) {
        strata_put_text(printer, row->name);
    } else {
        strata_put(printer, '"');
        strata_put_text(printer, row->remark != STRATA_NULLPTR ? row->remark : "known");
        strata_put(printer, '"');
    }
    strata_put_text(printer, " )");
}

static void strata_text_integer(struct strata_printer *printer, const strata_print_member *member,
                                const unsigned char *p, int64_t element)
{
    uint32_t bits = strata_print_member_bits(member);
    uint64_t value;

    if (member->width != 0) {
        strata_put_text(printer, "Pos ");
        if (member->bit == STRATA_PRINT_BIT_UNKNOWN)
            strata_put(printer, '?');
        else
            strata_put_decimal(printer, member->bit);
        strata_put_text(printer, ", ");
        strata_put_decimal(printer, member->width);
        strata_put_text(printer, member->width == 1 ? " Bit" : " Bits");
        if (bits == 0)
            return;
        strata_put_text(printer, " = ");
    }
    value = strata_print_load(member, p);
    if (member->values != STRATA_NULLPTR) {
        strata_put_text(printer, "0x");
        strata_put_hex(printer, value & strata_mask(bits), member->width != 0 ? 1 : member->size * 2);
        if (member->values->is_flags) {
            struct strata_flag_word word = strata_print_flags_of(member->values, value, element, bits, printer->target);

            strata_text_flags(printer, &word);
        } else {
            strata_text_enum(printer, strata_print_find_value(member->values, value, bits, printer->target));
        }
    } else if (member->kind == STRATA_PRINT_SIGNED) {
        strata_put_text(printer, "0n");
        strata_put_signed(printer, value);
    } else {
        if (value != 0 || member->kind == STRATA_PRINT_POINTER)
            strata_put_text(printer, "0x");
        strata_put_hex(printer, value, member->kind == STRATA_PRINT_POINTER ? member->size * 2 : 1);
    }
}

/* One value; a record with all of its lines, anything else without the end of its own. */
static void strata_text_value(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, int64_t element, unsigned depth)
{
    strata_print_kind kind = strata_print_member_kind(member);

    if (kind == STRATA_PRINT_RECORD) {
        strata_put_text(printer, member->record->name);
        strata_put(printer, '\n');
        strata_text_record(printer, member->record, strata_extent_clip(extent, member->size), depth + 1);
        return;
    }
    if (kind == STRATA_PRINT_BYTES)
        strata_text_bytes(printer, extent, member->size);
    else if (extent.size < member->size)
        strata_put_text(printer, "(past the end)");
    else if (kind == STRATA_PRINT_GUID)
        strata_put_guid(printer, extent.bytes);
    else
        strata_text_integer(printer, member, extent.bytes, element);
}

/*
 * Where the run of elements that show alike and begins at `first` ends. Integers that are equal do, but where the index
 * selects the names only those that have no bit set.
 */
static uint64_t strata_print_find_run_end(const strata_print_member *member, struct strata_extent extent,
                                          uint64_t first, uint64_t end)
{
    const unsigned char *p = extent.bytes + (size_t)first * member->size;
    uint64_t value, next;

    if (strata_print_member_kind(member) > STRATA_PRINT_POINTER || member->columns != 0)
        return first + 1;
    value = strata_load_unit(member->size, p);
    if (value != 0 && member->values != STRATA_NULLPTR && member->values->index_width != 0)
        return first + 1;
    for (next = first + 1; next < end; next++)
        if (strata_load_unit(member->size, extent.bytes + (size_t)next * member->size) != value)
            break;
    return next;
}

static void strata_text_index(struct strata_printer *printer, const strata_print_member *member, uint64_t index)
{
    if (member->columns != 0) {
        strata_put_decimal(printer, index / member->columns);
        strata_put_text(printer, "][");
        index %= member->columns;
    }
    strata_put_decimal(printer, index);
}

/* The elements of an array, a line each, or a line for a run of them. */
static void strata_text_lines(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, const struct strata_elements *elements, unsigned depth)
{
    uint64_t first, end;
    unsigned lines = 0;

    for (first = 0; first < elements->there && lines < STRATA_PRINT_ARRAY_MOST; first = end, lines++) {
        end = strata_print_find_run_end(member, extent, first, elements->there);
        strata_put_spaces(printer, (size_t)(depth + 2) * STRATA_PRINT_INDENT);
        strata_put(printer, '[');
        strata_text_index(printer, member, first);
        if (end - first > 1) {
            strata_put_text(printer, "..");
            strata_text_index(printer, member, end - 1);
        }
        strata_put_text(printer, "] ");
        strata_text_value(printer, member, strata_extent_at(extent, (size_t)first * member->size), (int64_t)first,
                          depth + 1);
        if (strata_print_member_kind(member) != STRATA_PRINT_RECORD)
            strata_put(printer, '\n');
    }
    if (first < elements->there) {
        strata_put_spaces(printer, (size_t)(depth + 2) * STRATA_PRINT_INDENT);
        strata_put_count(printer, "... ", elements->there - first, " more");
        strata_put(printer, '\n');
    }
}

static void strata_text_array(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, unsigned depth)
{
    struct strata_elements elements = strata_print_count_elements(member, extent, STRATA_PRINT_ARRAY_MOST);
    uint64_t i;

    strata_put(printer, '[');
    if (member->columns != 0) {
        strata_put_decimal(printer, elements.count / member->columns);
        strata_put_text(printer, "][");
        strata_put_decimal(printer, member->columns);
    } else {
        strata_put_decimal(printer, elements.count);
    }
    strata_put(printer, ']');
    if (strata_print_member_kind(member) < STRATA_PRINT_POINTER && member->values == STRATA_NULLPTR) {
        for (i = 0; i < elements.shown; i++) {
            strata_put(printer, ' ');
            strata_text_value(printer, member, strata_extent_at(extent, (size_t)i * member->size), (int64_t)i, depth);
        }
        if (elements.there > elements.shown)
            strata_put_count(printer, " ... ", elements.there - elements.shown, " more");
    }
    if (elements.there < elements.count)
        strata_put_count(printer, " ", elements.count - elements.there, " past the end");
    strata_put(printer, '\n');
    if (strata_print_member_kind(member) >= STRATA_PRINT_POINTER || member->values != STRATA_NULLPTR)
        strata_text_lines(printer, member, extent, &elements, depth);
}

static void strata_text_member(struct strata_printer *printer, const strata_print_member *member,
                               struct strata_extent extent, unsigned depth)
{
    size_t length;

    strata_put_spaces(printer, (size_t)(depth + 1) * STRATA_PRINT_INDENT);
    strata_put_text(printer, "+0x");
    if (member->offset == STRATA_PRINT_UNKNOWN)
        strata_put_text(printer, "???");
    else
        strata_put_hex(printer, member->offset, 3);
    strata_put(printer, ' ');
    length = strata_put_text(printer, member->name != STRATA_NULLPTR ? member->name : "(unaccounted)");
    strata_put_spaces(printer, length < STRATA_PRINT_NAME_WIDTH ? STRATA_PRINT_NAME_WIDTH - length : 0);
    strata_put_text(printer, " : ");
    if (member->offset == STRATA_PRINT_UNKNOWN || member->size == STRATA_PRINT_UNKNOWN) {
        strata_put_text(printer, member->offset == STRATA_PRINT_UNKNOWN ? "(offset unknown)\n" : "(size unknown)\n");
        return;
    }
    extent = strata_extent_at(extent, member->offset);
    if (member->count != 0) {
        strata_text_array(printer, member, extent, depth);
        return;
    }
    strata_text_value(printer, member, extent, -1, depth);
    if (strata_print_member_kind(member) != STRATA_PRINT_RECORD)
        strata_put(printer, '\n');
}

static void strata_text_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent, unsigned depth)
{
    const strata_print_layout *layout = strata_print_find_layout(record, printer->target);
    uint32_t i;

    if (layout == STRATA_NULLPTR || depth > STRATA_PRINT_DEPTH_MOST) {
        strata_put_spaces(printer, (size_t)(depth + 1) * STRATA_PRINT_INDENT);
        strata_text_bytes(printer, extent, extent.size);
        strata_put(printer, '\n');
        return;
    }
    for (i = 0; i < layout->count; i++)
        strata_text_member(printer, &layout->members[i], extent, depth);
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static void strata_json_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent, unsigned depth);

static void strata_json_string(struct strata_printer *printer, const char *text)
{
    strata_put(printer, '"');
    for (; *text != '\0'; text++) {
        unsigned char c = (unsigned char)*text;

        if (c < 0x20) {
            strata_put_text(printer, "\\u");
            strata_put_hex(printer, c, 4);
            continue;
        }
        if (c == '"' || c == '\\')
            strata_put(printer, '\\');
        strata_put(printer, *text);
    }
    strata_put(printer, '"');
}

static void strata_json_bytes(struct strata_printer *printer, struct strata_extent extent)
{
    size_t i;

    strata_put(printer, '"');
    for (i = 0; i < extent.size; i++)
        strata_put_hex(printer, extent.bytes[i], 2);
    strata_put(printer, '"');
}

/* A number that every reader of JSON keeps, or else a string. */
static void strata_json_number(struct strata_printer *printer, uint64_t value, int is_signed)
{
    const uint64_t most = ((uint64_t)1 << 53) - 1;
    uint64_t magnitude = is_signed && value >> 63 != 0 ? 0 - value : value;
    int is_string = magnitude > most;

    if (is_string)
        strata_put(printer, '"');
    if (is_string && !is_signed) {
        strata_put_text(printer, "0x");
        strata_put_hex(printer, value, 16);
    } else if (is_signed) {
        strata_put_signed(printer, value);
    } else {
        strata_put_decimal(printer, value);
    }
    if (is_string)
        strata_put(printer, '"');
}

static void strata_json_flags(struct strata_printer *printer, const struct strata_flag_word *word)
{
    uint64_t mask;
    int any = 0;
    uint32_t i;

    strata_put_text(printer, ",\"names\":[");
    for (i = 0; i < word->values->count; i++) {
        if (!strata_flag_is_shown(word, i, &mask))
            continue;
        if (any)
            strata_put(printer, ',');
        strata_json_string(printer, word->values->rows[i].name);
        any = 1;
    }
    strata_put(printer, ']');
}

static void strata_json_enum(struct strata_printer *printer, const strata_print_value *row)
{
    strata_put_text(printer, ",\"name\":");
    if (row != STRATA_NULLPTR && row->name != STRATA_NULLPTR)
        strata_json_string(printer, row->name);
    else
        strata_put_text(printer, "null");
    if (row != STRATA_NULLPTR && row->remark != STRATA_NULLPTR) {
        strata_put_text(printer, ",\"remark\":");
        strata_json_string(printer, row->remark);
    }
}

static void strata_json_integer(struct strata_printer *printer, const strata_print_member *member,
                                const unsigned char *p, int64_t element)
{
    uint32_t bits = strata_print_member_bits(member);
    uint64_t value;

    if (bits == 0) {
        strata_put_text(printer, "null");
        return;
    }
    value = strata_print_load(member, p);
    if (member->kind == STRATA_PRINT_POINTER) {
        strata_put_text(printer, "\"0x");
        strata_put_hex(printer, value, member->size * 2);
        strata_put(printer, '"');
        return;
    }
    if (member->values != STRATA_NULLPTR)
        strata_put_text(printer, "{\"value\":");
    strata_json_number(printer, value, member->kind == STRATA_PRINT_SIGNED);
    if (member->values == STRATA_NULLPTR)
        return;
    if (member->values->is_flags) {
        struct strata_flag_word word = strata_print_flags_of(member->values, value, element, bits, printer->target);

        strata_json_flags(printer, &word);
    } else {
        strata_json_enum(printer, strata_print_find_value(member->values, value, bits, printer->target));
    }
    strata_put(printer, '}');
}

static void strata_json_value(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, int64_t element, unsigned depth)
{
    strata_print_kind kind = strata_print_member_kind(member);

    if (kind == STRATA_PRINT_RECORD) {
        strata_json_record(printer, member->record, strata_extent_clip(extent, member->size), depth + 1);
    } else if (extent.size < member->size) {
        strata_put_text(printer, "null");
    } else if (kind == STRATA_PRINT_BYTES) {
        extent.size = member->size;
        strata_json_bytes(printer, extent);
    } else if (kind == STRATA_PRINT_GUID) {
        strata_put(printer, '"');
        strata_put_guid(printer, extent.bytes);
        strata_put(printer, '"');
    } else {
        strata_json_integer(printer, member, extent.bytes, element);
    }
}

static void strata_json_member(struct strata_printer *printer, const strata_print_member *member,
                               struct strata_extent extent, unsigned depth)
{
    struct strata_elements elements;
    uint64_t i;

    if (member->offset == STRATA_PRINT_UNKNOWN || member->size == STRATA_PRINT_UNKNOWN) {
        strata_put_text(printer, "null");
        return;
    }
    extent = strata_extent_at(extent, member->offset);
    if (member->count == 0) {
        strata_json_value(printer, member, extent, -1, depth);
        return;
    }
    elements = strata_print_count_elements(member, extent, ~(uint64_t)0);
    strata_put(printer, '[');
    for (i = 0; i < elements.shown; i++) {
        if (i != 0)
            strata_put(printer, ',');
        strata_json_value(printer, member, strata_extent_at(extent, (size_t)i * member->size), (int64_t)i, depth);
    }
    strata_put(printer, ']');
}

static void strata_json_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent, unsigned depth)
{
    const strata_print_layout *layout = strata_print_find_layout(record, printer->target);
    uint32_t i;

    if (layout == STRATA_NULLPTR || depth > STRATA_PRINT_DEPTH_MOST) {
        strata_json_bytes(printer, extent);
        return;
    }
    strata_put(printer, '{');
    for (i = 0; i < layout->count; i++) {
        const strata_print_member *member = &layout->members[i];

        if (i != 0)
            strata_put(printer, ',');
        if (member->name != STRATA_NULLPTR) {
            strata_json_string(printer, member->name);
        } else {
            strata_put_text(printer, "\"+0x");
            strata_put_hex(printer, member->offset, 3);
            strata_put(printer, '"');
        }
        strata_put(printer, ':');
        strata_json_member(printer, member, extent, depth);
    }
    strata_put(printer, '}');
}

/* ---- The calls -------------------------------------------------------------------------------------------------- */

/* Finds out how printing will end, and sets up the printer. */
static strata_status strata_print_begin(struct strata_printer *printer, const strata_print_record *record,
                                        size_t size, strata_target target, strata_print_write *write, void *context)
{
    uint32_t index = 0;
    strata_basis basis = STRATA_EXTRAPOLATED;
    strata_status status = strata_find(record->table, target, &index, &basis);

    if (status != STRATA_OK)
        return status;
    printer->write = write;
    printer->context = context;
    printer->target = target;
    printer->used = 0;
    return size < record->table->layouts[index].least ? STRATA_TOO_SHORT : STRATA_OK;
}

strata_status strata_print_text(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                                strata_print_write *write, void *context)
{
    struct strata_printer printer;
    struct strata_extent extent = strata_extent_of(bytes, size);
    strata_status status = strata_print_begin(&printer, record, extent.size, target, write, context);

    if (status != STRATA_OK && status != STRATA_TOO_SHORT)
        return status;
    strata_put_text(&printer, record->name);
    strata_put(&printer, '\n');
    strata_text_record(&printer, record, extent, 0);
    strata_put_flush(&printer);
    return status;
}

strata_status strata_print_json(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                                strata_print_write *write, void *context)
{
    struct strata_printer printer;
    struct strata_extent extent = strata_extent_of(bytes, size);
    strata_status status = strata_print_begin(&printer, record, extent.size, target, write, context);

    if (status != STRATA_OK && status != STRATA_TOO_SHORT)
        return status;
    strata_json_record(&printer, record, extent, 0);
    strata_put_flush(&printer);
    return status;
}
