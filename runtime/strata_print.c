/* SPDX-License-Identifier: 0BSD */
#include "strata_print.h"
#include "strata_layout.h"
#include "strata_set.h"

enum {
    STRATA_PRINT_LINE_SIZE = 512, /* size of the buffer before `write` */
    STRATA_PRINT_NAME_WIDTH = 16, /* column width of names */
    STRATA_PRINT_INDENT = 3,
    STRATA_PRINT_DUMP_LINE = 16 /* bytes on a line of a dump */
};

struct strata_printer {
    strata_print_write *write;
    void *context;
    strata_target target;
    strata_basis basis;
    strata_print_options options;
    uint32_t depth;  /* depth of the current record */
    uint32_t indent; /* indentation of the current line */
    size_t used;
    char line[STRATA_PRINT_LINE_SIZE + 8]; /* the last 8 bytes may be written but are not kept */
};

/* A range of bytes, as far as the data has them. */
struct strata_extent {
    const unsigned char *bytes;
    size_t size;
};

/* ---- Characters ------------------------------------------------------------------------------------------------- */

static const char strata_hex_digits[] = "0123456789abcdef";

static void strata_put_flush(struct strata_printer *printer)
{
    if (printer->used != 0)
        printer->write(printer->context, printer->line, printer->used);
    printer->used = 0;
}

/* Returns room for the next `size` bytes, all of which the caller must write; at most a line. */
STRATA_INLINE char *strata_put_room(struct strata_printer *printer, size_t size)
{
    char *at;

    if (STRATA_SELDOM(STRATA_PRINT_LINE_SIZE - printer->used < size))
        strata_put_flush(printer);
    at = printer->line + printer->used;
    printer->used += size;
    return at;
}

STRATA_INLINE void strata_put(struct strata_printer *printer, char c)
{
    *strata_put_room(printer, 1) = c;
}

/* Writes a string and returns its length. Counts in a local variable, because for a compiler the text could overlap
 * `used`. */
static size_t strata_put_text(struct strata_printer *printer, const char *text)
{
    size_t used = printer->used;
    size_t length;

    for (length = 0; text[length] != '\0'; length++) {
        if (STRATA_SELDOM(used == STRATA_PRINT_LINE_SIZE)) {
            printer->used = used;
            strata_put_flush(printer);
            used = 0;
        }
        printer->line[used++] = text[length];
    }
    printer->used = used;
    return length;
}

/* Writes eight blanks at a time, which takes no longer than one. */
static void strata_put_spaces(struct strata_printer *printer, size_t count)
{
    while (count > 0) {
        size_t part = count < 8 ? count : 8;

        strata_store_u64((unsigned char *)strata_put_room(printer, part), 0x2020202020202020u);
        count -= part;
    }
}

/* Writes a number as hexadecimal with at least `digits` digits, 1 to 16. */
static void strata_put_hex(struct strata_printer *printer, uint64_t value, unsigned digits)
{
    char *at;

    while (digits < 16 && value >> (digits * 4) != 0)
        digits++;
    at = strata_put_room(printer, digits);
    while (digits > 0) {
        at[--digits] = strata_hex_digits[value & 0xFu];
        value >>= 4;
    }
}

/* Divides by less than 2^16 and returns the remainder. Uses 32-bit steps, because 64-bit division needs a library on
 * 32-bit machines. */
static uint32_t strata_divide(uint64_t *value, uint32_t divisor)
{
    uint64_t quotient = 0;
    uint32_t rest = 0;
    unsigned shift = 64;

    while (shift > 0) {
        uint32_t part;

        shift -= 16;
        part = rest << 16 | (uint32_t)(*value >> shift & 0xFFFFu);
        quotient |= (uint64_t)(part / divisor) << shift;
        rest = part % divisor;
    }
    *value = quotient;
    return rest;
}

/* Writes a number as decimal with at least `least` digits, 1 to 20. */
static void strata_put_digits(struct strata_printer *printer, uint64_t value, unsigned least)
{
    char digits[20];
    unsigned count = 0;
    uint32_t part;
    char *at;

    while (value >> 32 != 0) {
        unsigned end = count + 4;

        for (part = strata_divide(&value, 10000); count < end; part /= 10)
            digits[count++] = (char)('0' + (char)(part % 10));
    }
    for (part = (uint32_t)value; part != 0 || count < least; part /= 10)
        digits[count++] = (char)('0' + (char)(part % 10));
    at = strata_put_room(printer, count);
    while (count > 0)
        *at++ = digits[--count];
}

static void strata_put_decimal(struct strata_printer *printer, uint64_t value)
{
    strata_put_digits(printer, value, 1);
}

static void strata_put_signed(struct strata_printer *printer, uint64_t value)
{
    if (value >> 63 != 0) {
        strata_put(printer, '-');
        value = 0 - value;
    }
    strata_put_decimal(printer, value);
}

/* Writes a count in brackets, such as " (3 past the end)". */
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

/* Writes a Unicode character as UTF-8. */
static void strata_put_utf8(struct strata_printer *printer, uint32_t c)
{
    if (c < 0x80) {
        strata_put(printer, (char)c);
        return;
    }
    if (c < 0x800) {
        strata_put(printer, (char)(0xC0 | c >> 6));
    } else {
        if (c < 0x10000) {
            strata_put(printer, (char)(0xE0 | c >> 12));
        } else {
            strata_put(printer, (char)(0xF0 | c >> 18));
            strata_put(printer, (char)(0x80 | (c >> 12 & 0x3F)));
        }
        strata_put(printer, (char)(0x80 | (c >> 6 & 0x3F)));
    }
    strata_put(printer, (char)(0x80 | (c & 0x3F)));
}

/* ---- Floating-point numbers ------------------------------------------------------------------------------------- */

/* Words of the largest numbers below: 2^1076 and ten times 10^324. */
#define STRATA_BIG_WORDS 36

/* A natural number, the lowest word first. */
struct strata_big {
    uint32_t count; /* words in use */
    uint32_t words[STRATA_BIG_WORDS];
};

static void strata_big_multiply(struct strata_big *number, uint32_t factor)
{
    uint64_t carry = 0;
    uint32_t i;

    for (i = 0; i < number->count; i++) {
        carry += (uint64_t)number->words[i] * factor;
        number->words[i] = (uint32_t)(carry & 0xFFFFFFFFu);
        carry >>= 32;
    }
    if (carry != 0)
        number->words[number->count++] = (uint32_t)carry;
}

/* Sets a number to value * 2^shift. Multiplies, because compilers may turn a loop that clears words into memset. */
static void strata_big_set(struct strata_big *number, uint64_t value, uint32_t shift)
{
    number->words[0] = (uint32_t)(value & 0xFFFFFFFFu);
    number->words[1] = (uint32_t)(value >> 32);
    number->count = value >> 32 != 0 ? 2 : 1;
    for (; shift >= 16; shift -= 16)
        strata_big_multiply(number, 0x10000u);
    strata_big_multiply(number, (uint32_t)1 << shift);
}

/* Returns word `i` of a number that is doubled if `twice` is 1. */
static uint64_t strata_big_word(const struct strata_big *number, uint32_t i, unsigned twice)
{
    uint64_t word = i < number->count ? number->words[i] : 0;

    if (twice == 0)
        return word;
    return (word << 1 & 0xFFFFFFFFu) | (i != 0 && i <= number->count ? number->words[i - 1] >> 31 : 0);
}

/* Compares a + b, or a + 2b if `twice` is 1, with c. Returns -1 if the sum is less, 0 if it is equal, else 1. */
static int strata_big_compare(const struct strata_big *a, const struct strata_big *b, unsigned twice,
                              const struct strata_big *c)
{
    int64_t above = 0; /* c minus the sum, in the words that were looked at */
    uint32_t i = a->count > b->count ? a->count : b->count;

    i = (i > c->count ? i : c->count) + 1;
    while (i-- > 0) {
        above = above * ((int64_t)1 << 32) + (int64_t)strata_big_word(c, i, 0) - (int64_t)strata_big_word(a, i, 0) -
                (int64_t)strata_big_word(b, i, twice);
        if (above < 0 || above > 1) /* the words below add up to less than 2 */
            return above < 0 ? 1 : -1;
    }
    return above != 0 ? -1 : 0;
}

/* Subtracts a number that is not larger. */
static void strata_big_subtract(struct strata_big *number, const struct strata_big *other)
{
    uint64_t borrow = 0;
    uint32_t i;

    for (i = 0; i < number->count; i++) {
        uint64_t part = (uint64_t)number->words[i] - strata_big_word(other, i, 0) - borrow;

        number->words[i] = (uint32_t)(part & 0xFFFFFFFFu);
        borrow = part >> 63;
    }
    while (number->count > 1 && number->words[number->count - 1] == 0)
        number->count--;
}

/* A positive floating-point number: fraction * 2^exponent. */
struct strata_float {
    uint64_t fraction;
    int exponent;
    unsigned is_power; /* 1: the next lower number is half as far away as the next higher one */
    char digits[20];   /* the number is 0.DIGITS * 10^point */
    unsigned count;
    int point;
};

/*
 * Finds the digits: the fewest by which a reader gets the number back, of those the nearest. This is the method of
 * Steele and White: `rest / unit` is what remains of the number, `gap` half of the distance to the next lower one.
 */
static void strata_float_find_digits(struct strata_float *number)
{
    static const struct strata_big nothing = {1, {0}};
    struct strata_big rest, unit, gap;
    uint32_t up = number->exponent > 0 ? (uint32_t)number->exponent : 0;
    uint32_t down = number->exponent < 0 ? (uint32_t)-number->exponent : 0;
    int limit = (number->fraction & 1) != 0; /* a number half way to the next one is read as the even one */
    int is_low = 0, is_high = 0;

    strata_big_set(&rest, number->fraction, up + 1 + number->is_power);
    strata_big_set(&unit, 1, down + 1 + number->is_power);
    strata_big_set(&gap, 1, up);
    for (number->point = 0; strata_big_compare(&rest, &gap, number->is_power, &unit) >= limit; number->point++)
        strata_big_multiply(&unit, 10);
    for (;; number->point--) {
        strata_big_multiply(&rest, 10);
        strata_big_multiply(&gap, 10);
        if (strata_big_compare(&rest, &gap, number->is_power, &unit) >= limit)
            break;
    }
    for (number->count = 0; !is_low && !is_high; number->count++) {
        char digit = '0';

        if (number->count != 0) {
            strata_big_multiply(&rest, 10);
            strata_big_multiply(&gap, 10);
        }
        for (; strata_big_compare(&rest, &nothing, 0, &unit) >= 0; digit++)
            strata_big_subtract(&rest, &unit);
        is_low = strata_big_compare(&rest, &nothing, 0, &gap) <= -limit;
        is_high = strata_big_compare(&rest, &gap, number->is_power, &unit) >= limit;
        if (is_low && is_high) {
            int half = strata_big_compare(&rest, &rest, 0, &unit);

            is_high = half > 0 || (half == 0 && (digit & 1) != 0);
        }
        number->digits[number->count] = (char)(digit + (is_high ? 1 : 0));
    }
}

/* Writes digits from `from` up to `to`; zeros after the last. */
static void strata_put_float_digits(struct strata_printer *printer, const struct strata_float *number, int from, int to)
{
    for (; from < to; from++)
        strata_put(printer, from >= 0 && from < (int)number->count ? number->digits[from] : '0');
}

/* Writes a number as 1.5, 0.0001, 1e-05 or 1.5e+16. */
static void strata_put_float_number(struct strata_printer *printer, struct strata_float *number)
{
    int count, exponent;

    strata_float_find_digits(number);
    count = (int)number->count;
    exponent = number->point - 1;
    if (number->point > -4 && number->point <= 16) {
        strata_put_float_digits(printer, number, number->point < 1 ? -1 : 0, number->point < 1 ? 0 : number->point);
        strata_put(printer, '.');
        strata_put_float_digits(printer, number, number->point, count > number->point ? count : number->point + 1);
        return;
    }
    strata_put(printer, number->digits[0]);
    if (count > 1)
        strata_put(printer, '.');
    strata_put_float_digits(printer, number, 1, count);
    strata_put_text(printer, exponent < 0 ? "e-" : "e+");
    strata_put_digits(printer, (uint64_t)(exponent < 0 ? -exponent : exponent), 2);
}

/* Writes the floating-point number of 4 or 8 bytes at p without floating-point operations, which kernels avoid. If it
 * is not finite, writes `other` if that is not NULL. `size` is that of strata_load_unit. */
static void strata_put_float(struct strata_printer *printer, const unsigned char *p, uint32_t size, const char *other)
{
    const uint32_t is_single = (size & 0x7Fu) == 4;
    const uint32_t fraction_bits = is_single ? 23 : 52;
    const uint32_t exponent_most = is_single ? 0xFF : 0x7FF;
    uint64_t bits = strata_load_unit(size, p);
    uint64_t fraction = bits & strata_mask(fraction_bits);
    uint32_t exponent = (uint32_t)(bits >> fraction_bits) & exponent_most;
    struct strata_float number;

    if (exponent == exponent_most && other != STRATA_NULLPTR) {
        strata_put_text(printer, other);
        return;
    }
    if (bits >> ((size & 0x7Fu) * 8 - 1) != 0 && !(exponent == exponent_most && fraction != 0))
        strata_put(printer, '-');
    if (exponent == exponent_most) {
        strata_put_text(printer, fraction != 0 ? "nan" : "inf");
        return;
    }
    if (exponent == 0 && fraction == 0) {
        strata_put_text(printer, "0.0");
        return;
    }
    number.fraction = exponent != 0 ? fraction | (uint64_t)1 << fraction_bits : fraction;
    number.exponent = (int)(exponent != 0 ? exponent : 1) - (int)(exponent_most >> 1) - (int)fraction_bits;
    number.is_power = fraction == 0 && exponent > 1;
    strata_put_float_number(printer, &number);
}

/* ---- Times ------------------------------------------------------------------------------------------------------ */

/* Days in 400 years, after which the calendar repeats. 1601 begins such a cycle. */
#define STRATA_DAYS_A_CYCLE 146097u

/* Number of cycles before 1601 that 64 bits reach. */
#define STRATA_CYCLES_BEFORE 74u

/* Writes a year, counted from 1601 - 400 * STRATA_CYCLES_BEFORE, in the form of ISO 8601 and ECMAScript. */
static void strata_put_year(struct strata_printer *printer, uint32_t years)
{
    const uint32_t zero = 400 * STRATA_CYCLES_BEFORE - 1601;
    uint32_t year = years < zero ? zero - years : years - zero;

    if (years < zero || year > 9999)
        strata_put(printer, years < zero ? '-' : '+');
    strata_put_digits(printer, year, years < zero || year > 9999 ? 6 : 4);
}

/* Writes the date of a day in a cycle of 400 years; `cycle` is the number of cycles since the earliest. */
static void strata_put_date(struct strata_printer *printer, uint32_t cycle, uint32_t day)
{
    static const unsigned char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    uint32_t century, four, year;
    uint32_t month = 0;
    uint32_t length = days[0];

    /* The last century of a cycle and the last year of four have one more day, so the quotient is limited. */
    century = day / 36524 < 3 ? day / 36524 : 3;
    day -= century * 36524;
    four = day / 1461;
    day -= four * 1461;
    year = day / 365 < 3 ? day / 365 : 3;
    day -= year * 365;
    while (day >= length) {
        day -= length;
        month++;
        length = days[month];
        if (month == 1 && year == 3 && (four != 24 || century == 3))
            length++;
    }
    strata_put_year(printer, 400 * cycle + 100 * century + 4 * four + year);
    strata_put(printer, '-');
    strata_put_digits(printer, month + 1, 2);
    strata_put(printer, '-');
    strata_put_digits(printer, day + 1, 2);
}

/* Writes a time in ticks since 1601. Every 64-bit value is a valid time. */
static void strata_put_time(struct strata_printer *printer, uint64_t ticks, int is_signed)
{
    uint32_t day = STRATA_CYCLES_BEFORE * STRATA_DAYS_A_CYCLE;
    int is_before = is_signed && ticks >> 63 != 0;
    uint64_t rest = is_before ? ~ticks : ticks; /* before 1601 count backwards from the tick before it */
    uint32_t fraction = strata_divide(&rest, 10000);
    uint32_t second;

    fraction += strata_divide(&rest, 1000) * 10000;
    second = strata_divide(&rest, 43200);
    second += strata_divide(&rest, 2) * 43200;
    if (is_before) {
        day -= 1 + (uint32_t)rest;
        second = 86399 - second;
        fraction = 9999999 - fraction;
    } else {
        day += (uint32_t)rest;
    }
    strata_put_date(printer, day / STRATA_DAYS_A_CYCLE, day % STRATA_DAYS_A_CYCLE);
    strata_put(printer, 'T');
    strata_put_digits(printer, second / 3600, 2);
    strata_put(printer, ':');
    strata_put_digits(printer, second / 60 % 60, 2);
    strata_put(printer, ':');
    strata_put_digits(printer, second % 60, 2);
    strata_put(printer, '.');
    strata_put_digits(printer, fraction, 7);
    strata_put(printer, 'Z');
}

/* ---- Members ---------------------------------------------------------------------------------------------------- */

/* Finds the index of the layout for a target; returns 0 if there is none. */
static int strata_print_find_layout(const strata_print_record *record, strata_target target, uint32_t *index)
{
    strata_basis basis = STRATA_EXTRAPOLATED;

    *index = 0;
    return strata_find(record->table, target, index, &basis) == STRATA_OK;
}

/* A member of a layout. */
struct strata_print_at {
    const strata_print_layout *layout;
    const strata_print_member *member;
    uint32_t offset; /* in bytes, or STRATA_PRINT_UNKNOWN */
    uint32_t run;    /* index of its run */
    uint32_t index;  /* index of the next member in the run */
};

static void strata_print_begin(struct strata_print_at *at, const strata_print_layout *layout)
{
    at->layout = layout;
    at->member = STRATA_NULLPTR;
    at->offset = at->run = at->index = 0;
}

/* Moves to the next member of the layout. Returns 0 if there is none. */
static int strata_print_next(struct strata_print_at *at)
{
    const strata_print_run *run;

    if (at->layout->runs == STRATA_NULLPTR) {
        if (at->index == at->layout->count)
            return 0;
        at->member = &at->layout->members[at->index++];
        at->offset = at->member->offset;
        return 1;
    }
    while (at->run != at->layout->count && at->index == at->layout->runs[at->run].count) {
        at->run++;
        at->index = 0;
    }
    if (at->run == at->layout->count)
        return 0;
    run = &at->layout->runs[at->run];
    at->member = &at->layout->members[run->first + at->index++];
    at->offset = at->member->offset + run->moved;
    return 1;
}

/* Returns 1 if a layout does not have the member of name number `at`. */
static int strata_print_is_absent(const strata_print_record *record, uint32_t index, uint32_t at)
{
    const strata_layout *layout = &record->table->layouts[index];

    return strata_slot_tag(strata_slot_of(layout->bases, layout->words, record->names[at].member)) ==
           STRATA_TAG_ABSENT;
}

/* Returns the bytes of a member or an array element that begins at `offset`. */
static struct strata_extent strata_extent_at(struct strata_extent outer, size_t offset)
{
    struct strata_extent extent;

    extent.bytes = outer.size > offset ? outer.bytes + offset : STRATA_NULLPTR;
    extent.size = outer.size > offset ? outer.size - offset : 0;
    return extent;
}

/* Returns the caller's bytes; none if the pointer is NULL. */
static struct strata_extent strata_extent_of(const void *bytes, size_t size)
{
    struct strata_extent extent;

    extent.bytes = (const unsigned char *)bytes;
    extent.size = bytes != STRATA_NULLPTR ? size : 0;
    return extent;
}

/* Returns the first `size` bytes; all if `size` is 0. */
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

/* Returns a member's kind; BYTES if its size does not fit the kind. */
static strata_print_kind strata_print_member_kind(const strata_print_member *member)
{
    strata_print_kind kind = (strata_print_kind)member->kind;

    if (kind <= STRATA_PRINT_POINTER && !strata_print_is_scalar(member->size))
        return STRATA_PRINT_BYTES;
    if (kind == STRATA_PRINT_GUID && member->size != 16)
        return STRATA_PRINT_BYTES;
    if (kind == STRATA_PRINT_FLOAT && member->size != 4 && member->size != 8)
        return STRATA_PRINT_BYTES;
    return kind;
}

/* Returns the meaning of a member's values; NUMBER if its size or count does not fit the meaning. */
static strata_print_show strata_print_member_show(const strata_print_member *member)
{
    if (strata_print_member_kind(member) > STRATA_PRINT_SIGNED)
        return STRATA_PRINT_SHOW_NUMBER;
    if ((member->show & 0x7Fu) == STRATA_PRINT_SHOW_BOOL && member->values == STRATA_NULLPTR)
        return STRATA_PRINT_SHOW_BOOL;
    if (member->width != 0)
        return STRATA_PRINT_SHOW_NUMBER;
    if ((member->show & 0x7Fu) == STRATA_PRINT_SHOW_TIME && member->size == 8)
        return STRATA_PRINT_SHOW_TIME;
    if ((member->show & 0x7Fu) == STRATA_PRINT_SHOW_TEXT && member->size <= 2 && member->count != 0 &&
        member->columns == 0)
        return STRATA_PRINT_SHOW_TEXT;
    if ((member->show & 0x7Fu) == STRATA_PRINT_SHOW_CHAR && member->size <= 2 && member->values == STRATA_NULLPTR)
        return member->count != 0 && member->columns == 0 ? STRATA_PRINT_SHOW_TEXT : STRATA_PRINT_SHOW_CHAR;
    return STRATA_PRINT_SHOW_NUMBER;
}

/* Returns 1 if each row of a two-dimensional array is a text. */
static int strata_print_has_texts(const strata_print_member *member)
{
    return member->columns != 0 && strata_print_member_show(member) == STRATA_PRINT_SHOW_CHAR;
}

/* Returns the number of bits of an integer; 0 if the bits are not documented or not within the storage unit. */
static uint32_t strata_print_member_bits(const strata_print_member *member)
{
    if (member->width == 0)
        return member->size * 8;
    if (member->bit == STRATA_PRINT_BIT_UNKNOWN || (uint32_t)member->bit + member->width > member->size * 8)
        return 0;
    return member->width;
}

/* Returns the size of a number, plus STRATA_SLOT_BIG if it is big-endian. */
static uint32_t strata_print_ordered(const strata_print_member *member)
{
    return member->size | (member->show & STRATA_PRINT_BIG);
}

/* Returns the value of an integer whose bits are known. Signed values are extended to 64 bits. */
static uint64_t strata_print_load(const strata_print_member *member, const unsigned char *p)
{
    uint32_t bits = strata_print_member_bits(member);
    uint64_t value = strata_load_unit(strata_print_ordered(member), p);

    if (member->width != 0)
        value = value >> member->bit & strata_mask(bits);
    if (member->kind == STRATA_PRINT_SIGNED && (value >> (bits - 1) & 1) != 0)
        value |= ~strata_mask(bits);
    return value;
}

/* The elements of an array to print: at most `most`, and only elements within the data. */
struct strata_elements {
    size_t count; /* declared number of elements, or as many as fit */
    size_t there;
    size_t shown;
};

static struct strata_elements strata_print_count_elements(const strata_print_member *member,
                                                          struct strata_extent extent, size_t most)
{
    struct strata_elements elements;
    size_t fit = member->size != 0 ? extent.size / member->size : 0;

    elements.count = member->count == STRATA_COUNT_REST ? fit : member->count;
    elements.there = elements.count < fit ? elements.count : fit;
    elements.shown = elements.there < most ? elements.there : most;
    return elements;
}

/* Number of characters from which on an array of bytes may be text. */
#define STRATA_PRINT_LETTERS_LEAST 3

/* Returns 1 if an array of unsigned bytes without a meaning has visible ASCII characters, and then only NULs, so that a
 * text says all of it. */
static int strata_print_is_readable(const strata_print_member *member, struct strata_extent extent,
                                    const struct strata_elements *elements)
{
    size_t letters = 0;
    size_t i;

    if (member->kind != STRATA_PRINT_UNSIGNED || member->size != 1 || member->columns != 0 ||
        member->values != STRATA_NULLPTR || strata_print_member_show(member) != STRATA_PRINT_SHOW_NUMBER)
        return 0;
    while (letters < elements->there && extent.bytes[letters] >= 0x20 && extent.bytes[letters] <= 0x7E)
        letters++;
    for (i = letters; i < elements->there; i++)
        if (extent.bytes[i] != 0)
            return 0;
    return letters >= STRATA_PRINT_LETTERS_LEAST;
}

/* ---- Names of values -------------------------------------------------------------------------------------------- */

static uint64_t strata_print_index_field(const strata_print_values *values)
{
    return values->index_width != 0 ? strata_mask(values->index_width) << values->index_low : 0;
}

/* Returns the row that names a value of `bits` bits, or NULL. */
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

/* The bits of an integer that are flags, and the bits of its index, which selects the flags. */
struct strata_flag_word {
    const strata_print_values *values;
    strata_target target;
    uint64_t set;
    uint64_t index;
    uint32_t next;  /* number of the next row */
    uint64_t named; /* bits that have been named by flags of one bit */
};

/*
 * Returns 1 if a row names flags of this word; *mask is the bits that it names. A row with no bits outside of the index
 * can only mean flags of the first word.
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
    return index == word->index && row->name != STRATA_NULLPTR && strata_values_hold(&row->held, word->target);
}

/* Returns 1 if an earlier row names the same bits as row `at`, or if other flags together name all of them. */
static int strata_flag_is_said(const struct strata_flag_word *word, uint32_t at, uint64_t mask)
{
    uint64_t covered = 0;
    uint64_t other;
    uint32_t i;

    for (i = 0; i < word->values->count; i++) {
        if (i == at || !strata_flag_belongs(word, &word->values->rows[i], &other))
            continue;
        if (other == mask && i < at)
            return 1;
        if (other != mask && (other & ~mask) == 0)
            covered |= other;
    }
    return mask != 0 && covered == mask;
}

/*
 * Returns the next row to print, or NULL; *mask is the bits that it names. All its bits are set, no earlier row names
 * the same bits, and smaller flags do not add up to them. A flag without bits is printed if no bit is set.
 */
static const strata_print_value *strata_flag_next(struct strata_flag_word *word, uint64_t *mask)
{
    while (word->next < word->values->count) {
        uint32_t at = word->next++;
        const strata_print_value *row = &word->values->rows[at];
        int is_single;

        if (!strata_flag_belongs(word, row, mask))
            continue;
        if (*mask == 0 ? word->set != 0 : (*mask & ~word->set) != 0)
            continue;
        is_single = *mask != 0 && (*mask & (*mask - 1)) == 0;
        if (is_single ? (word->named & *mask) != 0 : strata_flag_is_said(word, at, *mask))
            continue;
        if (is_single)
            word->named |= *mask;
        return row;
    }
    return STRATA_NULLPTR;
}

/* Returns the flags of a value: of array element `element`, or (-1) of an integer that contains its index. */
static struct strata_flag_word strata_print_flags_of(const strata_print_values *values, uint64_t value, int64_t element,
                                                     uint32_t bits, strata_target target)
{
    struct strata_flag_word word;
    uint64_t field = strata_print_index_field(values);

    word.values = values;
    word.target = target;
    word.set = value & strata_mask(bits);
    word.index = 0;
    word.next = 0;
    word.named = 0;
    if (field != 0 && element < 0 && (word.set & ~field) != 0) {
        word.index = word.set & field;
        word.set &= ~field;
    } else if (field != 0 && element > 0) {
        word.index = (uint64_t)element <= strata_mask(values->index_width) ? (uint64_t)element << values->index_low
                                                                           : ~(uint64_t)0;
    }
    return word;
}

/* ---- Text in the data ------------------------------------------------------------------------------------------- */

/* A character of a text in the data. */
struct strata_character {
    uint32_t code;
    unsigned units; /* number of elements of the character; 0 at the end of the text */
    int is_lone;    /* 1 for half of a surrogate pair */
};

/* Returns the character at element `at` of `count` elements. */
static struct strata_character strata_print_character(const strata_print_member *member, struct strata_extent extent,
                                                      size_t at, size_t count)
{
    struct strata_character c;
    const unsigned char *p;
    uint32_t low;

    c.units = 0;
    if (at >= count)
        return c;
    p = extent.bytes + at * member->size;
    c.code = (uint32_t)strata_load_unit(strata_print_ordered(member), p);
    c.units = c.code != 0;
    c.is_lone = c.code >= 0xD800 && c.code <= 0xDFFF;
    if (!c.is_lone || c.code >= 0xDC00 || at + 1 >= count)
        return c;
    low = (uint32_t)strata_load_unit(strata_print_ordered(member), p + 2);
    if (low >= 0xDC00 && low <= 0xDFFF) {
        c.code = 0x10000 + ((c.code - 0xD800) << 10 | (low - 0xDC00));
        c.units = 2;
        c.is_lone = 0;
    }
    return c;
}

/* Returns 1 if a character is invisible or changes how the text around it is displayed. */
static int strata_print_is_hidden(uint32_t code)
{
    static const struct {
        uint32_t first, last;
    } hidden[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0xAD, 0xAD},     {0x61C, 0x61C},   {0x200B, 0x200F},
                  {0x2028, 0x202E}, {0x2060, 0x206F}, {0xFEFF, 0xFEFF}, {0xFFF0, 0xFFFB}, {0xFFFE, 0xFFFF},
                  {0xE0000, 0xE0FFF}};
    size_t i;

    if (code >= 0x20 && code < 0x7F)
        return 0;
    for (i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return 1;
    return 0;
}

/* Returns 1 if a character of a member may stand in text as it is. Of single bytes only ASCII is known. */
static int strata_print_is_visible(const strata_print_member *member, const struct strata_character *c)
{
    return !c->is_lone && !strata_print_is_hidden(c->code) && (member->size != 1 || c->code <= 0x7E);
}

/* Writes a backslash, u and the digits of each element. */
static void strata_put_escape(struct strata_printer *printer, const struct strata_character *c)
{
    if (c->units == 2) {
        strata_put_text(printer, "\\u");
        strata_put_hex(printer, 0xD800 + ((c->code - 0x10000) >> 10), 4);
        strata_put_text(printer, "\\u");
        strata_put_hex(printer, 0xDC00 + (c->code & 0x3FF), 4);
    } else {
        strata_put_text(printer, "\\u");
        strata_put_hex(printer, c->code, 4);
    }
}

/* Writes a character between quotes; text and JSON share this. */
static void strata_put_character(struct strata_printer *printer, const struct strata_character *c)
{
    if (c->is_lone || strata_print_is_hidden(c->code)) {
        strata_put_escape(printer, c);
        return;
    }
    if (c->code == '"' || c->code == '\\')
        strata_put(printer, '\\');
    strata_put_utf8(printer, c->code);
}

/* ---- Text ------------------------------------------------------------------------------------------------------- */

static void strata_text_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent);

static void strata_text_indent(struct strata_printer *printer)
{
    strata_put_spaces(printer, (size_t)printer->indent * STRATA_PRINT_INDENT);
}

/* Writes bytes as hexadecimal; each line after the first begins with an index. */
static void strata_text_bytes(struct strata_printer *printer, struct strata_extent extent, size_t size)
{
    size_t there = extent.size < size ? extent.size : size;
    size_t shown = there < printer->options.array ? there : printer->options.array;
    size_t i;

    for (i = 0; i < shown; i++) {
        char *at;

        if (i != 0 && i % STRATA_PRINT_DUMP_LINE == 0) {
            strata_put(printer, '\n');
            printer->indent++;
            strata_text_indent(printer);
            printer->indent--;
            strata_put_text(printer, "[0x");
            strata_put_hex(printer, i, 3);
            strata_put_text(printer, "] ");
        } else if (i != 0) {
            strata_put(printer, ' ');
        }
        at = strata_put_room(printer, 2);
        at[0] = strata_hex_digits[extent.bytes[i] >> 4];
        at[1] = strata_hex_digits[extent.bytes[i] & 0xFu];
    }
    if (there > shown)
        strata_put_count(printer, shown != 0 ? " ... " : "... ", there - shown, " more");
    if (there < size)
        strata_put_count(printer, there != 0 ? " " : "", size - there, " past the end");
}

static void strata_text_string(struct strata_printer *printer, const strata_print_member *member,
                               struct strata_extent extent, size_t count)
{
    struct strata_character c;
    size_t i;

    strata_put(printer, '"');
    for (i = 0; (c = strata_print_character(member, extent, i, count)).units != 0; i += c.units) {
        if (member->size == 1 && !strata_print_is_visible(member, &c)) {
            strata_put_text(printer, "\\x");
            strata_put_hex(printer, c.code, 2);
        } else {
            strata_put_character(printer, &c);
        }
    }
    strata_put(printer, '"');
}

/* Writes the character that a number is, if it is visible. */
static void strata_text_character(struct strata_printer *printer, const strata_print_member *member,
                                  const unsigned char *p)
{
    struct strata_extent extent;
    struct strata_character c;

    extent.bytes = p;
    extent.size = member->size;
    c = strata_print_character(member, extent, 0, 1);
    if (c.units == 0 || !strata_print_is_visible(member, &c))
        return;
    strata_put_text(printer, c.code == '\'' || c.code == '\\' ? " '\\" : " '");
    strata_put_utf8(printer, c.code);
    strata_put(printer, '\'');
}

static void strata_text_flags(struct strata_printer *printer, struct strata_flag_word *word)
{
    const strata_print_value *row;
    uint64_t rest = word->set;
    uint64_t mask;
    int any = 0;

    while ((row = strata_flag_next(word, &mask)) != STRATA_NULLPTR) {
        strata_put_text(printer, any ? " | " : " ( ");
        strata_put_text(printer, row->name);
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

/* Writes the position of a bit-field in its storage unit. */
static void strata_text_bits(struct strata_printer *printer, const strata_print_member *member)
{
    strata_put_text(printer, "Pos ");
    if (member->bit == STRATA_PRINT_BIT_UNKNOWN)
        strata_put(printer, '?');
    else
        strata_put_decimal(printer, member->bit);
    strata_put_text(printer, ", ");
    strata_put_decimal(printer, member->width);
    strata_put_text(printer, member->width == 1 ? " Bit" : " Bits");
}

static void strata_text_integer(struct strata_printer *printer, const strata_print_member *member,
                                const unsigned char *p, int64_t element)
{
    uint32_t bits = strata_print_member_bits(member);
    strata_print_show show = strata_print_member_show(member);
    uint64_t value;

    if (member->width != 0) {
        strata_text_bits(printer, member);
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
    } else if (show == STRATA_PRINT_SHOW_BOOL && (value & strata_mask(bits)) <= 1) {
        strata_put_text(printer, (value & 1) != 0 ? "true" : "false");
    } else if (member->kind == STRATA_PRINT_SIGNED) {
        strata_put_text(printer, "0n");
        strata_put_signed(printer, value);
    } else {
        if (value != 0 || member->kind == STRATA_PRINT_POINTER)
            strata_put_text(printer, "0x");
        strata_put_hex(printer, value, member->kind == STRATA_PRINT_POINTER ? member->size * 2 : 1);
    }
    if (show == STRATA_PRINT_SHOW_CHAR)
        strata_text_character(printer, member, p);
    if (show == STRATA_PRINT_SHOW_TIME) {
        strata_put_text(printer, " ( ");
        strata_put_time(printer, value, member->kind == STRATA_PRINT_SIGNED);
        strata_put_text(printer, " )");
    }
}

/* Writes one value: a record with all its lines, another value without its line end. */
static void strata_text_value(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, int64_t element)
{
    strata_print_kind kind = strata_print_member_kind(member);

    if (kind == STRATA_PRINT_RECORD) {
        strata_put_text(printer, member->record->name);
        strata_put(printer, '\n');
        if (printer->depth == printer->options.depth)
            return;
        printer->depth++;
        printer->indent++;
        strata_text_record(printer, member->record, strata_extent_clip(extent, member->size));
        printer->indent--;
        printer->depth--;
        return;
    }
    if (kind == STRATA_PRINT_BYTES)
        strata_text_bytes(printer, extent, member->size);
    else if (extent.size < member->size)
        strata_put_text(printer, "(past the end)");
    else if (kind == STRATA_PRINT_GUID)
        strata_put_guid(printer, extent.bytes);
    else if (kind == STRATA_PRINT_FLOAT)
        strata_put_float(printer, extent.bytes, strata_print_ordered(member), STRATA_NULLPTR);
    else
        strata_text_integer(printer, member, extent.bytes, element);
}

/*
 * Returns the end of the run of elements from `first` on that print alike. Equal integers do; but if an index selects
 * the names, only integers without any bit set do.
 */
static size_t strata_print_find_run_end(const strata_print_member *member, struct strata_extent extent, size_t first,
                                        size_t end)
{
    const unsigned char *p = extent.bytes + first * member->size;
    uint64_t value;
    size_t next;

    if (strata_print_member_kind(member) > STRATA_PRINT_POINTER || member->columns != 0)
        return first + 1;
    value = strata_load_unit(strata_print_ordered(member), p);
    if (value != 0 && member->values != STRATA_NULLPTR && member->values->index_width != 0)
        return first + 1;
    for (next = first + 1; next < end; next++)
        if (strata_load_unit(strata_print_ordered(member), extent.bytes + next * member->size) != value)
            break;
    return next;
}

static void strata_text_index(struct strata_printer *printer, const strata_print_member *member, size_t index)
{
    if (member->columns != 0) {
        strata_put_decimal(printer, index / member->columns);
        strata_put_text(printer, "][");
        index %= member->columns;
    }
    strata_put_decimal(printer, index);
}

/* Writes the elements of an array, one line for each run of equal ones. */
static void strata_text_lines(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, const struct strata_elements *elements)
{
    size_t first, end;
    uint32_t lines = 0;

    printer->indent++;
    for (first = 0; first < elements->there && lines < printer->options.array; first = end, lines++) {
        end = strata_print_find_run_end(member, extent, first, elements->there);
        strata_text_indent(printer);
        strata_put(printer, '[');
        strata_text_index(printer, member, first);
        if (end - first > 1) {
            strata_put_text(printer, "..");
            strata_text_index(printer, member, end - 1);
        }
        strata_put_text(printer, "] ");
        strata_text_value(printer, member, strata_extent_at(extent, first * member->size), (int64_t)first);
        if (strata_print_member_kind(member) != STRATA_PRINT_RECORD)
            strata_put(printer, '\n');
    }
    if (first < elements->there) {
        strata_text_indent(printer);
        strata_put_count(printer, "... ", elements->there - first, " more");
        strata_put(printer, '\n');
    }
    printer->indent--;
}

/* Writes the rows of a two-dimensional array of characters, each as a text on its line. */
static void strata_text_texts(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, const struct strata_elements *elements)
{
    size_t rows = elements->there / member->columns + (elements->there % member->columns != 0);
    size_t row;

    printer->indent++;
    for (row = 0; row < rows && row < printer->options.array; row++) {
        size_t first = row * member->columns;
        size_t rest = elements->there - first;

        strata_text_indent(printer);
        strata_put(printer, '[');
        strata_put_decimal(printer, row);
        strata_put_text(printer, "] ");
        strata_text_string(printer, member, strata_extent_at(extent, first * member->size),
                           rest < member->columns ? rest : member->columns);
        strata_put(printer, '\n');
    }
    if (row < rows) {
        strata_text_indent(printer);
        strata_put_count(printer, "... ", rows - row, " more");
        strata_put(printer, '\n');
    }
    printer->indent--;
}

/* Writes the elements of an array on the line of its name. */
static void strata_text_run(struct strata_printer *printer, const strata_print_member *member,
                            struct strata_extent extent, const struct strata_elements *elements)
{
    size_t i;

    for (i = 0; i < elements->shown; i++) {
        strata_put(printer, ' ');
        strata_text_value(printer, member, strata_extent_at(extent, i * member->size), (int64_t)i);
    }
    if (elements->there > elements->shown)
        strata_put_count(printer, " ... ", elements->there - elements->shown, " more");
}

static void strata_text_array(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent)
{
    struct strata_elements elements = strata_print_count_elements(member, extent, printer->options.array);
    strata_print_show show = strata_print_member_show(member);
    strata_print_kind kind = strata_print_member_kind(member);
    int is_text = show == STRATA_PRINT_SHOW_TEXT || strata_print_is_readable(member, extent, &elements);
    int has_lines = (kind >= STRATA_PRINT_POINTER && kind != STRATA_PRINT_FLOAT) || member->values != STRATA_NULLPTR ||
                    show == STRATA_PRINT_SHOW_TIME || strata_print_has_texts(member);

    strata_put(printer, '[');
    if (member->columns != 0) {
        strata_put_decimal(printer, elements.count / member->columns);
        strata_put_text(printer, "][");
        strata_put_decimal(printer, member->columns);
    } else {
        strata_put_decimal(printer, elements.count);
    }
    strata_put(printer, ']');
    if (is_text) {
        strata_put(printer, ' ');
        strata_text_string(printer, member, extent, elements.there);
    } else if (!has_lines) {
        strata_text_run(printer, member, extent, &elements);
    }
    if (elements.there < elements.count)
        strata_put_count(printer, " ", elements.count - elements.there, " past the end");
    strata_put(printer, '\n');
    if (strata_print_has_texts(member))
        strata_text_texts(printer, member, extent, &elements);
    else if (!is_text && has_lines)
        strata_text_lines(printer, member, extent, &elements);
}

/* Writes a name and the separator before the value. */
static void strata_text_name(struct strata_printer *printer, const char *name)
{
    size_t length = strata_put_text(printer, name);

    strata_put_spaces(printer, length < STRATA_PRINT_NAME_WIDTH ? STRATA_PRINT_NAME_WIDTH - length : 0);
    strata_put_text(printer, " : ");
}

static void strata_text_member(struct strata_printer *printer, const strata_print_member *member, uint32_t offset,
                               struct strata_extent extent)
{
    int is_record = strata_print_member_kind(member) == STRATA_PRINT_RECORD;

    strata_text_indent(printer);
    strata_put_text(printer, "+0x");
    if (offset == STRATA_PRINT_UNKNOWN)
        strata_put_text(printer, "???");
    else
        strata_put_hex(printer, offset, 3);
    strata_put(printer, ' ');
    strata_text_name(printer, member->name != STRATA_NULLPTR ? member->name : "(unaccounted)");
    if (printer->options.types != 0 && member->type != STRATA_NULLPTR && (!is_record || member->count != 0)) {
        strata_put_text(printer, member->type);
        if (member->count == 0)
            strata_put(printer, ' ');
    }
    if (offset == STRATA_PRINT_UNKNOWN || member->size == STRATA_PRINT_UNKNOWN) {
        strata_put_text(printer, offset == STRATA_PRINT_UNKNOWN ? "(offset unknown)\n" : "(size unknown)\n");
        return;
    }
    extent = strata_extent_at(extent, offset);
    if (member->count != 0) {
        strata_text_array(printer, member, extent);
        return;
    }
    strata_text_value(printer, member, extent, -1);
    if (!is_record)
        strata_put(printer, '\n');
}

static void strata_text_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent)
{
    struct strata_print_at at;
    uint32_t index;
    uint32_t i;

    if (!strata_print_find_layout(record, printer->target, &index)) {
        strata_text_indent(printer);
        strata_text_bytes(printer, extent, extent.size);
        strata_put(printer, '\n');
        return;
    }
    for (strata_print_begin(&at, &record->layouts[index]); strata_print_next(&at);)
        strata_text_member(printer, at.member, at.offset, extent);
    for (i = 0; i < record->name_count && printer->options.absent != 0; i++) {
        if (!strata_print_is_absent(record, index, i))
            continue;
        strata_text_indent(printer);
        strata_put_text(printer, "-      ");
        strata_text_name(printer, record->names[i].name);
        strata_put_text(printer, "(not in this version)\n");
    }
}

/* ---- JSON ------------------------------------------------------------------------------------------------------- */

static void strata_json_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent);

static int strata_json_is_indented(const struct strata_printer *printer)
{
    return printer->options.form == STRATA_PRINT_FORM_JSON_INDENTED;
}

/* Begins a line for a member, an element or a closing bracket. */
static void strata_json_break(struct strata_printer *printer)
{
    if (!strata_json_is_indented(printer))
        return;
    strata_put(printer, '\n');
    strata_put_spaces(printer, (size_t)printer->indent * 2);
}

/* Writes the blank before a value on the same line. */
static void strata_json_blank(struct strata_printer *printer)
{
    if (strata_json_is_indented(printer))
        strata_put(printer, ' ');
}

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

static void strata_json_key(struct strata_printer *printer, const char *key)
{
    strata_json_string(printer, key);
    strata_put(printer, ':');
    strata_json_blank(printer);
}

/* Writes a key that is not the first on its line. */
static void strata_json_next_key(struct strata_printer *printer, const char *key)
{
    strata_put(printer, ',');
    strata_json_blank(printer);
    strata_json_key(printer, key);
}

static void strata_json_bytes(struct strata_printer *printer, struct strata_extent extent)
{
    size_t i;

    strata_put(printer, '"');
    for (i = 0; i < extent.size; i++) {
        char *at = strata_put_room(printer, 2);

        at[0] = strata_hex_digits[extent.bytes[i] >> 4];
        at[1] = strata_hex_digits[extent.bytes[i] & 0xFu];
    }
    strata_put(printer, '"');
}

/* Writes the text of an array of characters. */
static void strata_json_text(struct strata_printer *printer, const strata_print_member *member,
                             struct strata_extent extent, size_t count)
{
    struct strata_character c;
    size_t i;

    strata_put(printer, '"');
    for (i = 0; (c = strata_print_character(member, extent, i, count)).units != 0; i += c.units) {
        if (c.is_lone)
            strata_put_utf8(printer, 0xFFFD);
        else
            strata_put_character(printer, &c);
    }
    strata_put(printer, '"');
}

/* Writes the rows of a two-dimensional array of characters, each as a text. */
static void strata_json_texts(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent, size_t count)
{
    size_t first;

    strata_put(printer, '[');
    for (first = 0; first < count; first += member->columns) {
        size_t rest = count - first;

        if (first != 0) {
            strata_put(printer, ',');
            strata_json_blank(printer);
        }
        strata_json_text(printer, member, strata_extent_at(extent, first * member->size),
                         rest < member->columns ? rest : member->columns);
    }
    strata_put(printer, ']');
}

/* Writes a number, or a string if not every JSON reader keeps the number exactly. */
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

static void strata_json_flags(struct strata_printer *printer, struct strata_flag_word *word)
{
    const strata_print_value *row;
    uint64_t mask;
    int any = 0;

    strata_json_next_key(printer, "names");
    strata_put(printer, '[');
    while ((row = strata_flag_next(word, &mask)) != STRATA_NULLPTR) {
        if (any) {
            strata_put(printer, ',');
            strata_json_blank(printer);
        }
        strata_json_string(printer, row->name);
        any = 1;
    }
    strata_put(printer, ']');
}

static void strata_json_enum(struct strata_printer *printer, const strata_print_value *row)
{
    strata_json_next_key(printer, "name");
    if (row != STRATA_NULLPTR && row->name != STRATA_NULLPTR)
        strata_json_string(printer, row->name);
    else
        strata_put_text(printer, "null");
    if (row != STRATA_NULLPTR && row->remark != STRATA_NULLPTR) {
        strata_json_next_key(printer, "remark");
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
    if (strata_print_member_show(member) == STRATA_PRINT_SHOW_TIME) {
        strata_put(printer, '"');
        strata_put_time(printer, value, member->kind == STRATA_PRINT_SIGNED);
        strata_put(printer, '"');
        return;
    }
    if (strata_print_member_show(member) == STRATA_PRINT_SHOW_BOOL) {
        strata_put_text(printer, (value & strata_mask(bits)) != 0 ? "true" : "false");
        return;
    }
    if (member->values != STRATA_NULLPTR) {
        strata_put(printer, '{');
        strata_json_key(printer, "value");
    }
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
                              struct strata_extent extent, int64_t element)
{
    strata_print_kind kind = strata_print_member_kind(member);

    if (kind == STRATA_PRINT_RECORD) {
        strata_json_record(printer, member->record, strata_extent_clip(extent, member->size));
    } else if (extent.size < member->size) {
        strata_put_text(printer, "null");
    } else if (kind == STRATA_PRINT_BYTES) {
        extent.size = member->size;
        strata_json_bytes(printer, extent);
    } else if (kind == STRATA_PRINT_GUID) {
        strata_put(printer, '"');
        strata_put_guid(printer, extent.bytes);
        strata_put(printer, '"');
    } else if (kind == STRATA_PRINT_FLOAT) {
        strata_put_float(printer, extent.bytes, strata_print_ordered(member), "null");
    } else {
        strata_json_integer(printer, member, extent.bytes, element);
    }
}

static void strata_json_array(struct strata_printer *printer, const strata_print_member *member,
                              struct strata_extent extent)
{
    struct strata_elements elements = strata_print_count_elements(member, extent, ~(size_t)0);
    int has_lines = strata_print_member_kind(member) == STRATA_PRINT_RECORD && elements.shown != 0;
    size_t i;

    if (strata_print_member_show(member) == STRATA_PRINT_SHOW_TEXT) {
        strata_json_text(printer, member, extent, elements.there);
        return;
    }
    if (strata_print_has_texts(member)) {
        strata_json_texts(printer, member, extent, elements.there);
        return;
    }
    strata_put(printer, '[');
    printer->indent++;
    for (i = 0; i < elements.shown; i++) {
        if (i != 0)
            strata_put(printer, ',');
        if (has_lines)
            strata_json_break(printer);
        else if (i != 0)
            strata_json_blank(printer);
        strata_json_value(printer, member, strata_extent_at(extent, i * member->size), (int64_t)i);
    }
    printer->indent--;
    if (has_lines)
        strata_json_break(printer);
    strata_put(printer, ']');
}

static void strata_json_member(struct strata_printer *printer, const strata_print_member *member, uint32_t offset,
                               struct strata_extent extent)
{
    if (member->name != STRATA_NULLPTR) {
        strata_json_key(printer, member->name);
    } else {
        strata_put_text(printer, "\"+0x");
        strata_put_hex(printer, offset, 3);
        strata_put_text(printer, "\":");
        strata_json_blank(printer);
    }
    if (offset == STRATA_PRINT_UNKNOWN || member->size == STRATA_PRINT_UNKNOWN) {
        strata_put_text(printer, "null");
        return;
    }
    extent = strata_extent_at(extent, offset);
    if (member->count != 0)
        strata_json_array(printer, member, extent);
    else
        strata_json_value(printer, member, extent, -1);
}

/* Writes the comma after the previous member, if there is one, and begins a line. */
static void strata_json_separate(struct strata_printer *printer, int *any)
{
    if (*any)
        strata_put(printer, ',');
    *any = 1;
    strata_json_break(printer);
}

/* Writes the members of a layout. Returns 1 if there are any. */
static int strata_json_members(struct strata_printer *printer, const strata_print_record *record, uint32_t index,
                               struct strata_extent extent)
{
    struct strata_print_at at;
    int any = 0;
    uint32_t i;

    if (printer->options.basis != 0 && printer->depth == 1) {
        strata_json_separate(printer, &any);
        strata_json_key(printer, "(basis)");
        strata_json_string(printer, strata_basis_name(printer->basis));
    }
    for (strata_print_begin(&at, &record->layouts[index]); strata_print_next(&at);) {
        strata_json_separate(printer, &any);
        strata_json_member(printer, at.member, at.offset, extent);
    }
    for (i = 0; i < record->name_count && printer->options.absent != 0; i++) {
        if (!strata_print_is_absent(record, index, i))
            continue;
        strata_json_separate(printer, &any);
        strata_json_key(printer, record->names[i].name);
        strata_put_text(printer, "null");
    }
    return any;
}

static void strata_json_record(struct strata_printer *printer, const strata_print_record *record,
                               struct strata_extent extent)
{
    uint32_t index;
    int any;

    if (printer->depth > printer->options.depth || !strata_print_find_layout(record, printer->target, &index)) {
        strata_json_bytes(printer, extent);
        return;
    }
    strata_put(printer, '{');
    printer->depth++;
    printer->indent++;
    any = strata_json_members(printer, record, index, extent);
    printer->indent--;
    printer->depth--;
    if (any)
        strata_json_break(printer);
    strata_put(printer, '}');
}

/* ---- The call --------------------------------------------------------------------------------------------------- */

strata_status strata_print(const strata_print_record *record, const void *bytes, size_t size, strata_target target,
                           const strata_print_options *options, strata_print_write *write, void *context)
{
    static const strata_print_options defaults = STRATA_PRINT_OPTIONS;
    struct strata_printer printer;
    struct strata_extent extent = strata_extent_of(bytes, size);
    uint32_t index = 0;
    strata_status status = strata_find(record->table, target, &index, &printer.basis);

    if (status != STRATA_OK)
        return status;
    printer.write = write;
    printer.context = context;
    printer.target = target;
    printer.options = options != STRATA_NULLPTR ? *options : defaults;
    if (printer.options.depth > STRATA_PRINT_DEPTH_MOST)
        printer.options.depth = STRATA_PRINT_DEPTH_MOST;
    printer.depth = 0;
    printer.indent = 0;
    printer.used = 0;
    if (printer.options.form == STRATA_PRINT_FORM_JSON || printer.options.form == STRATA_PRINT_FORM_JSON_INDENTED) {
        strata_json_record(&printer, record, extent);
    } else {
        strata_put_text(&printer, record->name);
        if (printer.options.basis != 0) {
            strata_put_text(&printer, ", ");
            strata_put_text(&printer, strata_basis_name(printer.basis));
        }
        strata_put(&printer, '\n');
        printer.indent = 1;
        strata_text_record(&printer, record, extent);
    }
    strata_put_flush(&printer);
    return extent.size < record->table->layouts[index].least ? STRATA_TOO_SHORT : STRATA_OK;
}
