#include "bytes/dump.h"

#include <string.h>

#include "bytes/dump_parts.h"

/* Reads the address at the beginning of a row. Moves `*at` past the address and the text that follows each address. */
static bool read_address(struct dump *dump, const char **at, const char *stop, uint64_t *address)
{
    const struct dump_style *style = dump->style;
    const char *begin = *at, *end = begin;
    size_t digits = 0, after = strlen(style->after);
    *address = 0;
    for (; end < stop; end++) {
        if (*end == '`' && digits && end + 1 < stop && reading_digit(end[1], 16) >= 0 && !style->has_comments)
            continue;
        int digit = reading_digit(*end, style->radix);
        if (digit < 0)
            break;
        if (*address > (UINT64_MAX - (unsigned)digit) / style->radix)
            return reading_fail(dump->reading, begin, end, "this address is too large");
        *address = *address * style->radix + (unsigned)digit;
        digits++;
    }
    if (digits > style->digits_least && style->is_tight && *begin == '0')
        return reading_fail(dump->reading, begin, end, "this address has too many digits");
    if (style->has_comments && digits >= style->digits_least && !dump->address_digits)
        dump->address_digits = digits;
    if (digits && dump->address_digits && digits != dump->address_digits &&
        (digits < dump->address_digits || *begin == '0'))
        return reading_fail(dump->reading, begin, end, "this address has %zu digit%s, others have %zu", digits,
                            digits == 1 ? "" : "s", dump->address_digits);
    if (digits < style->digits_least)
        return reading_fail(dump->reading, end, end < stop ? end + 1 : end, "a row begins with an address");
    if ((size_t)(stop - end) < after || memcmp(end, style->after, after))
        return reading_fail(dump->reading, end, end < stop ? end + 1 : end,
                            "'%s' follows the address in other rows", style->after);
    *at = end + after;
    dump->reading->is_likely |= after > 0;
    return *at == stop || reading_is_blank(**at) ||
           reading_fail(dump->reading, *at, *at + 1, "a blank follows the address in other rows");
}

/* Repeats the row before a `*` line up to an address. */
static bool repeat_row(struct dump *dump, uint64_t address, const char *at)
{
    struct reading *reading = dump->reading;
    uint64_t distance = address - dump->next;
    if (address < dump->next || distance % dump->row_size)
        return reading_fail(reading, at, dump->line.stop,
                            "the rows for which the `*` stands do not end at this address");
    reading->is_large = distance > READING_BYTES_MOST - reading->bytes.size;
    if (reading->is_large)
        return reading_fail(reading, dump->star, dump->star + 1, "this stands for more than %zu MiB",
                            READING_BYTES_MOST >> 20);
    for (; distance; distance -= dump->row_size) {
        char *to = buffer_reserve(&reading->bytes, dump->row_size);
        memcpy(to, to - dump->row_size, dump->row_size);
        reading->bytes.size += dump->row_size;
    }
    dump->next = address;
    dump->star = NULL;
    return true;
}

/* Removes the zeros that fill the last group, if the end address shows that they are no bytes of the dump. */
static bool trim_end(struct dump *dump, uint64_t address)
{
    struct buffer *bytes = &dump->reading->bytes;
    uint64_t filled = dump->next - address;
    if (filled >= dump->reading->group || filled >= dump->row_size)
        return false;
    for (uint64_t i = 1; i <= filled; i++)
        if (bytes->data[bytes->size - i])
            return false;
    bytes->size -= (size_t)filled;
    dump->next = address;
    return true;
}

/* Checks the address of a row against the number of bytes before it. */
static bool place_row(struct dump *dump, uint64_t address, const char *at, const char *end, bool has_bytes)
{
    struct reading *reading = dump->reading;
    if (!reading->parts.size || (dump->may_jump && address != dump->next)) {
        reading_begin_part(reading, dump->line.number);
        dump->values_most = 0;
        dump->symbol = NULL;
        dump->next = address;
        return true;
    }
    if (dump->star && !repeat_row(dump, address, at))
        return false;
    if (address == dump->next || (!has_bytes && address < dump->next && trim_end(dump, address))) {
        reading->agreements++;
        reading->is_sure |= dump->row_size % 4 == 0;
        return true;
    }
    if (address > dump->next)
        return reading_fail(reading, at, end, "0x%llx bytes are missing before this address",
                            (unsigned long long)(address - dump->next));
    return reading_fail(reading, at, end, "this address lies before the end of the row above, 0x%llx",
                        (unsigned long long)dump->next);
}

static bool read_line(struct dump *dump, const char *at)
{
    struct reading *reading = dump->reading;
    const char *stop = dump->line.stop, *begin = at;
    uint64_t address;
    if (dump->style->has_star && stop - at == 1 && *at == '*') {
        if (!dump->row_size || dump->has_ended || dump->star)
            return reading_fail(reading, at, stop, "no row stands before this `*`");
        dump->star = at;
        return true;
    }
    if (!read_address(dump, &at, stop, &address))
        return false;
    if (dump->has_ended)
        return reading_fail(reading, begin, at, "the line above ends the dump");
    bool has_bytes = reading_skip_blanks(at, stop) < stop;
    if (!has_bytes && (!dump->style->has_end || !dump->row_size))
        return reading_fail(reading, begin, at, "this row has no bytes");
    if (!place_row(dump, address, begin, at, has_bytes))
        return false;
    dump->may_jump = false;
    dump->has_ended = !has_bytes;
    if (!has_bytes)
        return true;
    size_t before = reading->bytes.size;
    if (!dump->style->read_row(dump, at, stop))
        return false;
    dump->row_size = reading->bytes.size - before;
    dump->next += dump->row_size;
    return true;
}

bool dump_read(struct reading *reading, const struct dump_style *style)
{
    struct dump dump = {.reading = reading, .style = style, .line = {.next = reading->begin, .end = reading->end}};
    while (reading_next_line(&dump.line)) {
        const char *at = reading_skip_blanks(dump.line.text, dump.line.stop);
        if (at == dump.line.stop || (style->has_comments && *at == '#') ||
            (style->skips && style->skips(&dump, at, dump.line.stop)))
            continue;
        if (!read_line(&dump, at))
            return false;
        if (reading->bytes.size > READING_BYTES_MOST)
            return reading_fail(reading, at, dump.line.stop, "this is more than %zu MiB", READING_BYTES_MOST >> 20);
    }
    if (dump.star)
        return reading_fail(reading, dump.star, dump.star + 1, "no row follows this `*`");
    return reading->bytes.size || reading_fail(reading, reading->end, reading->end, "it has no bytes");
}

static const struct dump_style xxd = {16, 4, false, ":", true, false, true, row_read_xxd, NULL};
static const struct dump_style xxd_little = {16, 4, false, ":", true, false, true, row_read_xxd_little, NULL};
static const struct dump_style xxd_decimal = {10, 4, false, ":", true, false, true, row_read_xxd, NULL};
static const struct dump_style hexdump = {16, 7, false, "", true, true, true, row_read_hexdump, NULL};
static const struct dump_style od = {8, 7, true, "", true, true, true, row_read_od, NULL};
static const struct dump_style od_hex = {16, 6, true, "", true, true, true, row_read_od, NULL};
static const struct dump_style od_decimal = {10, 7, true, "", true, true, true, row_read_od, NULL};

bool dump_read_xxd(struct reading *reading)
{
    return dump_read(reading, &xxd);
}

bool dump_read_xxd_little(struct reading *reading)
{
    return dump_read(reading, &xxd_little);
}

bool dump_read_xxd_decimal(struct reading *reading)
{
    return dump_read(reading, &xxd_decimal);
}

bool dump_read_hexdump(struct reading *reading)
{
    return dump_read(reading, &hexdump);
}

bool dump_read_od(struct reading *reading)
{
    return dump_read(reading, &od);
}

bool dump_read_od_hex(struct reading *reading)
{
    return dump_read(reading, &od_hex);
}

bool dump_read_od_decimal(struct reading *reading)
{
    return dump_read(reading, &od_decimal);
}
