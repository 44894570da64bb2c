/*
 * Reads rows of WinDbg's db, dw, dd, dq, dc, dp and dps, and recognises lines of a log between them.
 */
#include <string.h>

#include "base/ascii.h"
#include "bytes/dump.h"
#include "bytes/dump_parts.h"
#include "bytes/group.h"

/* Largest number of bytes in a row with a text column. */
enum { ROW_MOST = 16 };

/* Returns the end of a group of digits. A group of 16 digits has a backtick in its middle. */
static const char *find_group(const char *at, const char *stop)
{
    const char *end = reading_digits_end(at, stop, 16);
    if (end - at == 8 && stop - end > 8 && *end == '`' && reading_digits_end(end + 1, end + 9, 16) == end + 9)
        return end + 9;
    return end;
}

/* Appends the bytes of a group. */
static bool read_group(struct reading *reading, const char *at, const char *end)
{
    char digits[16];
    size_t count = 0;
    for (const char *c = at; c < end; c++) {
        if (*c == '`')
            continue;
        if (count < sizeof digits)
            digits[count] = *c;
        count++;
    }
    const struct group_kind *kind = group_find(count);
    if (!kind || kind->radix != 16)
        return reading_fail(reading, at, end, "a value has 2, 4, 8 or 16 digits");
    if (reading->group && reading->group != kind->size)
        return reading_fail(reading, at, end, "this value has %u byte%s, those before it %u", kind->size,
                            kind->size == 1 ? "" : "s", reading->group);
    reading->group = kind->size;
    return group_read_word(reading, kind, digits);
}

/* True if the text after the only value of a row is its symbol, as dps writes it: `nt!KiServiceTable+0x10`,
 * `image00400000`. Remarks in brackets may follow the symbol. */
static bool is_symbol(const char *at, const char *stop)
{
    const char *end = at;
    while (end < stop && !reading_is_blank(*end))
        end++;
    bool has_mark = memchr(at, '!', (size_t)(end - at)) || memchr(at, '+', (size_t)(end - at));
    const char *rest = reading_skip_blanks(end, stop);
    return (ascii_is_letter(*at) || *at == '_' || *at == '<') && (has_mark || reading_digit(*at, 16) < 0) &&
           (rest == stop || strchr("(<[", *rest));
}

/* Returns the end of the next value. After it, the text column, a symbol, a separator or the end of the row must
 * follow; otherwise sets an error and returns NULL. */
static const char *read_value(struct reading *reading, const char *at, const char *stop)
{
    const char *end = find_group(at, stop);
    bool is_separated = end == stop || reading_is_blank(*end) || (*end == '-' && end - at == 2);
    if (end > at && is_separated)
        return read_group(reading, at, end) ? end : NULL;
    if (*at == '?')
        reading_fail(reading, at, stop, "the debugger could not read this memory");
    else
        reading_fail(reading, end, end < stop ? end + 1 : end, "this is no hexadecimal digit");
    return NULL;
}

/* Reads a row. A blank stands before each value except the first, or a dash before the ninth byte of db; two or more
 * blanks stand before the text. */
static bool read_row(struct dump *dump, const char *at, const char *stop)
{
    struct reading *reading = dump->reading;
    size_t first = reading->bytes.size, values = 0;
    reading->group = 0;
    if (!reading_is_blank(at[1]))
        return reading_fail(reading, at, at + 1, "two blanks follow the address in other rows");
    at = reading_skip_blanks(at, stop);
    for (;;) {
        const char *end = read_value(reading, at, stop);
        if (!end)
            return false;
        if (reading->group == 1 && reading->bytes.size - first > ROW_MOST)
            return reading_fail(reading, at, end, "a row of db has at most %d bytes", ROW_MOST);
        dump->values_most = ++values > dump->values_most ? values : dump->values_most;
        bool has_text = stop - end > 1 && *end != '-' && reading_is_blank(end[1]);
        bool has_symbol = stop - end > 1 && values == 1 && reading->group >= 4 && is_symbol(end + 1, stop);
        if (has_symbol && !has_text && !dump->symbol)
            dump->symbol = end + 1;
        if (dump->symbol && dump->values_most > 1)
            return reading_fail(reading, dump->symbol, dump->symbol + 1,
                                "only dps writes symbols, with one value a row");
        if (has_text)
            return group_check_text(reading, first, end, stop);
        if (stop - end < 2 || has_symbol)
            return true;
        at = reading_skip_blanks(end + 1, stop);
    }
}

/* True for a prompt, such as `0: kd> ` or `0:000> `, with any command after it. */
static bool is_prompt(const char *at, const char *stop)
{
    const char *end = at;
    while (end < stop && end - at < 24 && (ascii_is_name(*end) || *end == ':' || *end == ' ') &&
           !(*end == ' ' && end > at && end[-1] == ' '))
        end++;
    if (end == stop || *end != '>')
        return false;
    bool is_kernel = end - at >= 2 && end[-1] == 'd' && end[-2] == 'k';
    return is_kernel || (ascii_is_digit(*at) && memchr(at, ':', (size_t)(end - at)));
}

static bool is_skipped(struct dump *dump, const char *at, const char *stop)
{
    static const char *const remarks[] = {"Opened log file ", "Closing open log file "};
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if ((size_t)(stop - at) > strlen(remarks[i]) && !memcmp(at, remarks[i], strlen(remarks[i])))
            return true;
    if (is_prompt(at, stop)) {
        dump->may_jump = true;
        return true;
    }
    /* True for a line with the symbol of the next address, such as `nt!PsInitialSystemProcess:`. */
    return stop[-1] == ':' && memchr(at, '!', (size_t)(stop - at)) != NULL;
}

bool dump_read_windbg(struct reading *reading)
{
    static const struct dump_style style = {16, 8, false, "", false, false, false, read_row, is_skipped};
    return dump_read(reading, &style);
}
