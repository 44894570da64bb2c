/*
 * Reads rows of xxd, hexdump and od, from after their addresses.
 */
#include "bytes/dump_parts.h"
#include "bytes/group.h"

/* Returns the end of a group of digits. If there are no digits, or if something other than a blank follows them, sets
 * an error and returns NULL. */
static const char *find_group(struct reading *reading, const char *at, const char *stop)
{
    const char *end = reading_digits_end(at, stop, 16);
    if (end == at || (end < stop && !reading_is_blank(*end))) {
        reading_fail(reading, end, end < stop ? end + 1 : end, "this is no hexadecimal digit");
        return NULL;
    }
    return end;
}

static bool fail_width(struct dump *dump, const char *at, const char *end)
{
    return reading_fail(dump->reading, at, end, "this group has %zu digit%s, others have %zu", (size_t)(end - at),
                        end - at == 1 ? "" : "s", dump->group_digits);
}

/* ---- xxd: a blank before each group, two or more before the text. A group at the end may be shorter. */

bool row_read_xxd(struct dump *dump, const char *at, const char *stop)
{
    struct reading *reading = dump->reading;
    size_t first = reading->bytes.size;
    bool is_last = false;
    while (at < stop && !(stop - at > 1 && reading_is_blank(at[1]))) {
        const char *end = find_group(reading, ++at, stop);
        if (!end)
            return false;
        size_t digits = (size_t)(end - at);
        if (!dump->group_digits)
            dump->group_digits = digits;
        if (digits > dump->group_digits || (is_last && digits))
            return fail_width(dump, at, end);
        is_last = digits < dump->group_digits;
        if (!group_read_bytes(reading, at, end, false))
            return false;
        at = end;
    }
    reading->group = (unsigned)(dump->group_digits / 2);
    return at == stop || group_check_text(reading, first, at, stop);
}

/* Reads a row of xxd -e. A shorter group at the end has its digits at the right. */
bool row_read_xxd_little(struct dump *dump, const char *at, const char *stop)
{
    struct reading *reading = dump->reading;
    size_t first = reading->bytes.size;
    for (bool is_last = false; !is_last;) {
        const char *digits = reading_skip_blanks(at, stop), *end = reading_digits_end(digits, stop, 16);
        size_t count = (size_t)(end - digits), blanks = (size_t)(digits - at);
        if (!dump->group_digits && blanks)
            dump->group_digits = count + blanks - 1;
        if (!count || blanks + count != dump->group_digits + 1 || (end < stop && !reading_is_blank(*end))) {
            if (reading->bytes.size > first)
                break;
            return reading_fail(reading, digits, digits < stop ? digits + 1 : digits,
                                "this is no group of hexadecimal digits");
        }
        is_last = blanks > 1;
        if (!group_read_bytes(reading, digits, end, true))
            return false;
        at = end;
    }
    reading->group = (unsigned)(dump->group_digits / 2);
    return at == stop || group_check_text(reading, first, at, stop);
}

/* ---- hexdump */

/* Reads a row of hexdump -C: bytes with a gap in the middle, and their text between bars. */
static bool read_canonical(struct dump *dump, const char *at, const char *stop)
{
    struct reading *reading = dump->reading;
    size_t first = reading->bytes.size;
    dump->group_digits = 2;
    for (;;) {
        at = reading_skip_blanks(at, stop);
        if (at < stop && *at == '|')
            break;
        const char *end = find_group(reading, at, stop);
        if (!end)
            return false;
        if (end - at != 2)
            return fail_width(dump, at, end);
        if (!group_read_bytes(reading, at, end, false))
            return false;
        at = end;
    }
    reading->group = 1;
    if (stop - at < 2 || stop[-1] != '|')
        return reading_fail(reading, at, stop, "the text column ends with a second bar");
    reading->agreements++;
    return group_check_text(reading, first, at + 1, stop - 1);
}

static bool has_bar(const char *at, const char *stop)
{
    while (at < stop && *at != '|')
        at++;
    return at < stop;
}

/* Reads groups of the same kind with the same number of blanks before each. Moves `*at` to the end of the last one. */
static bool read_words(struct dump *dump, const char **at, const char *stop)
{
    struct reading *reading = dump->reading;
    for (;;) {
        const char *digits = reading_skip_blanks(*at, stop), *end;
        size_t blanks = (size_t)(digits - *at);
        if (digits == stop || *digits == '>')
            return true;
        if (!(end = find_group(reading, digits, stop)))
            return false;
        if (!dump->group_digits) {
            dump->group_digits = (size_t)(end - digits);
            dump->separator = blanks;
        }
        if ((size_t)(end - digits) != dump->group_digits)
            return fail_width(dump, digits, end);
        if (blanks != dump->separator)
            return reading_fail(reading, digits, end, "%zu blank%s stand%s before this group, %zu before others",
                                blanks, blanks == 1 ? "" : "s", blanks == 1 ? "s" : "", dump->separator);
        const struct group_kind *kind = group_find(dump->group_digits);
        if (!kind)
            return reading_fail(reading, digits, end, "no number of bytes has %zu digits", dump->group_digits);
        reading->group = kind->size;
        if (!group_read_word(reading, kind, digits))
            return false;
        *at = end;
    }
}

/* Reads a row of hexdump without options, or with -x, -b or -o. */
bool row_read_hexdump(struct dump *dump, const char *at, const char *stop)
{
    static const struct {
        size_t digits, blanks;
    } forms[] = {{4, 1}, {4, 4}, {3, 1}, {6, 2}};
    if (has_bar(at, stop))
        return read_canonical(dump, at, stop);
    const char *begin = at;
    if (!read_words(dump, &at, stop))
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (forms[i].digits == dump->group_digits && forms[i].blanks == dump->separator)
            return at == stop || reading_fail(dump->reading, at, stop, "this is no word");
    return reading_fail(dump->reading, begin, stop, "hexdump does not write groups of %zu digits after %zu blank%s",
                        dump->group_digits, dump->separator, dump->separator == 1 ? "" : "s");
}

/* ---- od: one blank before each group; the text of z between > and <. */

bool row_read_od(struct dump *dump, const char *at, const char *stop)
{
    struct reading *reading = dump->reading;
    size_t first = reading->bytes.size;
    const char *begin = at;
    if (!read_words(dump, &at, stop))
        return false;
    if (dump->separator != 1)
        return reading_fail(reading, begin, stop, "od writes one blank before a group of hexadecimal or octal digits");
    at = reading_skip_blanks(at, stop);
    if (at == stop)
        return true;
    if (stop - at < 2 || stop[-1] != '<')
        return reading_fail(reading, at, stop, "the text column ends with '<'");
    reading->agreements++;
    return group_check_text(reading, first, at + 1, stop - 1);
}
