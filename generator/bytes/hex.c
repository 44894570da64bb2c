#include "bytes/hex.h"

#include <stdint.h>

#include "bytes/group.h"
#include "bytes/reading.h"

/* Number of bytes in a full line of `xxd -p` and of `od -An`, unless the user chose another width. */
enum { XXD_WIDTH = 30, OD_WIDTH = 16 };

/* Appends the bytes of a line, between which blanks may stand. */
static bool read_bytes(struct reading *reading, const char *at, const char *stop)
{
    while ((at = reading_skip_blanks(at, stop)) < stop) {
        const char *end = reading_digits_end(at, stop, 16);
        if (end == at || (end < stop && !reading_is_blank(*end)))
            return reading_fail(reading, end, end + 1, "this is no hexadecimal digit");
        if (!group_read_bytes(reading, at, end, false))
            return false;
        at = end;
    }
    return true;
}

bool hex_read_bytes(struct reading *reading)
{
    struct reading_line line = {.next = reading->begin, .end = reading->end};
    while (reading_next_line(&line))
        if (!read_bytes(reading, line.text, line.stop))
            return false;
    return true;
}

static bool has_bytes(struct reading *reading)
{
    return reading->bytes.size || reading_fail(reading, reading->end, reading->end, "it has no bytes");
}

bool hex_read_lines(struct reading *reading)
{
    struct reading_line line = {.next = reading->begin, .end = reading->end};
    while (reading_next_line(&line)) {
        const char *stop = line.text;
        while (stop < line.stop && *stop != '#')
            stop++;
        if (reading_skip_blanks(line.text, stop) == stop)
            continue;
        reading_begin_part(reading, line.number);
        if (!read_bytes(reading, line.text, stop))
            return false;
    }
    return has_bytes(reading);
}

bool hex_read_plain(struct reading *reading)
{
    struct reading_line line = {.next = reading->begin, .end = reading->end};
    size_t width = 0, last = 0;
    reading_begin_part(reading, 1);
    while (reading_next_line(&line)) {
        size_t before = reading->bytes.size;
        if (!read_bytes(reading, line.text, line.stop))
            return false;
        size_t size = reading->bytes.size - before;
        if (!size)
            continue;
        if ((width && last != width) || (width && size > width))
            return reading_fail(reading, line.text, line.stop, "this line has %zu bytes, others have %zu", size, width);
        width = width ? width : size;
        last = size;
    }
    reading->is_sure = width == XXD_WIDTH;
    return has_bytes(reading);
}

bool hex_read_groups(struct reading *reading)
{
    struct reading_line line = {.next = reading->begin, .end = reading->end};
    const struct group_kind *kind = NULL;
    size_t width = 0, last = 0;
    reading_begin_part(reading, 1);
    while (reading_next_line(&line)) {
        size_t before = reading->bytes.size;
        for (const char *at = line.text; at < line.stop;) {
            const char *end = reading_digits_end(at + 1, line.stop, 16);
            if (*at != ' ' || end == at + 1)
                return reading_fail(reading, at, at + 1, "one blank stands before each group of od");
            if (!kind)
                kind = group_find((size_t)(end - at) - 1);
            if (!kind || kind->digits != (size_t)(end - at) - 1)
                return reading_fail(reading, at + 1, end, "all groups of od have the same number of digits");
            if (!group_read_word(reading, kind, at + 1))
                return false;
            at = end;
        }
        size_t size = reading->bytes.size - before;
        if (!size)
            continue;
        if ((width && last != width) || (width && size > width))
            return reading_fail(reading, line.text, line.stop, "this line has %zu bytes, others have %zu", size, width);
        width = width ? width : size;
        last = size;
    }
    reading->group = kind ? kind->size : 0;
    reading->is_sure = width == OD_WIDTH;
    return has_bytes(reading);
}

/* Properties of the first words of lines, which show whether these are addresses or bytes. */
struct words {
    size_t lines;
    size_t digits;    /* number of digits in the groups after the first word; 0 before the first group */
    bool is_even;     /* all groups have the same number of digits */
    bool differs;     /* some first word has another number of digits than the groups */
    bool has_gap;     /* two or more blanks follow each first word, and one blank each other group */
    bool is_long;     /* first words have at least six digits */
    bool ascends;     /* first words grow from line to line */
    bool is_indented; /* blanks stand before some first word, as in the output of od -An */
    bool is_close;    /* some first word exceeds the one above by no more than the bytes of a row */
    uint64_t first;   /* value of the first word in the first line, and in the line above */
    uint64_t before;
};

enum { ROW_MOST = 256 };

/* Takes the first word of a line. Returns false if it cannot be an address. */
static bool take_address(struct words *words, const char *at, const char *end)
{
    uint64_t address = 0;
    if (end - at < 4 || end - at > 16)
        return false;
    words->is_long &= end - at >= 6;
    for (; at < end; at++)
        address = address << 4 | (unsigned)reading_digit(*at, 16);
    if (words->lines) {
        words->ascends &= address > words->before;
        words->is_close |= address - words->before - 1 < ROW_MOST;
        words->is_close |= address - words->first - 1 < words->lines * ROW_MOST;
    } else {
        words->first = address;
    }
    words->before = address;
    words->lines++;
    return true;
}

/* Takes the words of a line after its first word, which ends at `at`. */
static void take_groups(struct words *words, const char *at, const char *stop, size_t first_digits)
{
    const char *end = at;
    at = reading_skip_blanks(at, stop);
    words->has_gap &= at == stop || at - end > 1;
    while (at < stop && (end = reading_digits_end(at, stop, 16)) > at) {
        size_t digits = (size_t)(end - at);
        words->digits = words->digits ? words->digits : digits;
        words->is_even &= words->digits == digits;
        words->differs &= digits != first_digits;
        at = reading_skip_blanks(end, stop);
        words->has_gap &= at - end < 2;
    }
}

bool hex_has_addresses(const struct reading *reading)
{
    struct reading_line line = {.next = reading->begin, .end = reading->end};
    struct words words = {.is_even = true, .differs = true, .has_gap = true, .is_long = true, .ascends = true};
    while (reading_next_line(&line)) {
        const char *at = reading_skip_blanks(line.text, line.stop), *end = reading_digits_end(at, line.stop, 16);
        if (at == line.stop || *at == '*')
            continue;
        if (*at == '#' || !take_address(&words, at, end))
            return false;
        words.is_indented |= at > line.text;
        take_groups(&words, end, line.stop, (size_t)(end - at));
    }
    if (!words.digits)
        return false;
    bool is_regular = words.lines > 1 && words.ascends && words.differs && words.is_even;
    return (words.has_gap && words.is_even) ||
           (words.is_long && ((words.is_close && !words.is_indented) || is_regular));
}
