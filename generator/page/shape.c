#include "page/shape.h"

#include <string.h>

#include "base/ascii.h"
#include "page/version_phrase.h"

/* Versions are compared as numbers: three parts of 16 bits each, then a phase for early and late. */
enum { PART_BITS = 16, PART_MOST = 0xFFFF, PARTS = 3, PHASE_BITS = 2, PHASE_LAST = 3 };

enum { PHRASE_BYTES_MOST = 255 /* number of bytes that are looked at for one phrase */ };

struct cursor {
    const char *next, *end;
};

static bool is_hex(char c)
{
    return ascii_is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* Skips blanks, including at most one line end. */
static void skip_blanks(struct cursor *cursor)
{
    for (unsigned lines = 0; cursor->next < cursor->end && strchr(" \t\r\n", *cursor->next); cursor->next++)
        if (*cursor->next == '\n' && lines++)
            return;
}

/* Returns a scan of the cursor's text, of which it copies at most up to an empty line. */
static struct scan scan_phrase(const struct cursor *cursor, char text[PHRASE_BYTES_MOST + 1])
{
    size_t size = 0, lines = 0;
    for (const char *at = cursor->next; at < cursor->end && size < PHRASE_BYTES_MOST && lines < 2; at++) {
        bool is_blank = strchr(" \t\r\n", *at);
        lines = is_blank ? lines + (*at == '\n') : 0;
        text[size++] = is_blank ? ' ' : *at;
    }
    text[size] = '\0';
    return (struct scan){text};
}

/* Takes words and the blanks before them, ignoring case. */
static bool take_words(struct cursor *cursor, const char *words)
{
    char text[PHRASE_BYTES_MOST + 1];
    struct scan scan = scan_phrase(cursor, text);
    if (!scan_words(&scan, words))
        return false;
    cursor->next += scan.next - text;
    return true;
}

/* Returns a number that orders releases of Windows 10: 1607 for "1607", 2009 for "20H2". */
static unsigned release_number(const char *text, size_t length)
{
    if (length != 4 || !ascii_is_digit(text[0]) || !ascii_is_digit(text[1]) || !ascii_is_digit(text[3]))
        return 0;
    unsigned year = (unsigned)(text[0] - '0') * 10 + (unsigned)(text[1] - '0');
    if (text[2] == 'H' && (text[3] == '1' || text[3] == '2'))
        return year * 100 + (text[3] == '1' ? 3 : 9);
    if (!ascii_is_digit(text[2]))
        return 0;
    unsigned month = (unsigned)(text[2] - '0') * 10 + (unsigned)(text[3] - '0');
    return year >= 15 && year <= 20 && month >= 1 && month <= 12 ? year * 100 + month : 0;
}

/* True if a name has the form of a version: two or more numbers with points between them, or a release of Windows
 * 10. */
static bool is_version(void *user, const struct phrase_product *product, const char *name, size_t length)
{
    size_t points = 0;
    (void)user;
    (void)product;
    for (size_t i = 0; i < length; i++) {
        if (!ascii_is_digit(name[i]) && name[i] != '.')
            return release_number(name, length);
        points += name[i] == '.';
    }
    return points || release_number(name, length);
}

/* Returns a number that orders versions, without their phases. */
static uint64_t version_order(const struct phrase_version *version)
{
    const char *at = version->product ? version->product->from : version->name;
    uint64_t parts[PARTS] = {0};
    unsigned release = version->product ? 0 : release_number(at, version->length);
    parts[0] = release ? 10 : 0;
    parts[2] = release;
    for (size_t i = 0; i < PARTS && !release && at && ascii_is_digit(*at); i++, at += *at == '.')
        for (; ascii_is_digit(*at); at++)
            parts[i] = parts[i] < PART_MOST / 10 ? parts[i] * 10 + (uint64_t)(*at - '0') : PART_MOST;
    return ((parts[0] << PART_BITS | parts[1]) << PART_BITS | parts[2]) << PHASE_BITS;
}

/* True if version_order compares a version completely. It ignores names of products and service packs. */
static bool is_ordered(const struct phrase_version *version)
{
    return !version->has_pack && (!version->product || ascii_is_digit(*version->product->words));
}

/* Takes one item of a set of versions: `not in 6.0`, `5.0 to late 5.2`, `6.1 and higher`, `6.0 only`. */
static bool take_versions_item(struct cursor *cursor, struct shape_range *range)
{
    static const unsigned first_phase[] = {0, 0, 1, 2, PHASE_LAST};
    static const unsigned last_phase[] = {PHASE_LAST, 1, 1, PHASE_LAST, PHASE_LAST};
    const struct phrase_names names = {is_version, NULL};
    struct version_phrase phrase;
    char text[PHRASE_BYTES_MOST + 1];
    struct scan scan = scan_phrase(cursor, text);
    *range = (struct shape_range){0};
    scan_words(&scan, "not in");
    if (!version_phrase_read(&names, &scan, false, &phrase))
        return false;
    cursor->next += scan.next - text;
    bool is_all = phrase.kind == PHRASE_ALL;
    const struct phrase_version *first = &phrase.first, *last = phrase.kind == PHRASE_RANGE ? &phrase.last : first;
    range->is_known = is_ordered(first) && is_ordered(last);
    if (!is_all && phrase.kind != PHRASE_DOWNWARD && phrase.kind != PHRASE_BEFORE)
        range->from = version_order(first) + first_phase[first->part];
    range->to = is_all || phrase.kind == PHRASE_UPWARD || phrase.kind == PHRASE_AFTER
                    ? UINT64_MAX
                    : version_order(last) + last_phase[last->part];
    return true;
}

size_t shape_versions(const char *text, size_t size)
{
    struct cursor cursor = {text, text + size};
    struct shape_range range;
    while (take_versions_item(&cursor, &range)) {
        struct cursor next = cursor;
        skip_blanks(&next);
        if (next.next >= next.end || (*next.next != ';' && *next.next != ','))
            break;
        char c = *next.next++;
        struct cursor after = next;
        if (c != ';' && !take_versions_item(&after, &range))
            break;
        cursor = next;
    }
    return (size_t)(cursor.next - text);
}

/* Takes a number that is a whole word. */
static bool take_number(struct cursor *cursor, bool with_decimals)
{
    const char *at = cursor->next;
    bool is_hexadecimal = cursor->end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && is_hex(at[2]);
    if (is_hexadecimal)
        at += 2;
    else if (!with_decimals || at >= cursor->end || !ascii_is_digit(*at))
        return false;
    while (at < cursor->end && (is_hexadecimal ? is_hex(*at) : ascii_is_digit(*at)))
        at++;
    if (at < cursor->end && (ascii_is_name(*at) || (!is_hexadecimal && strchr(".-", *at))))
        return false;
    cursor->next = at;
    return true;
}

size_t shape_alternative(const char *text, size_t size, bool with_decimals, struct shape_range *range)
{
    struct cursor cursor = {text, text + size}, next = cursor;
    *range = (struct shape_range){0};
    if (take_words(&next, "not in")) {
        next = cursor;
        return *text != '\n' && take_versions_item(&next, range) ? (size_t)(next.next - text) : 0;
    }
    if (!take_number(&cursor, with_decimals))
        return 0;
    next = cursor;
    while (next.next < next.end && strchr(" \t", *next.next))
        next.next++;
    bool has_versions = next.next < next.end && *next.next == '(';
    const char *close = has_versions ? memchr(next.next, ')', (size_t)(next.end - next.next)) : NULL;
    if (!close || memchr(next.next, '\n', (size_t)(close - next.next)))
        return (size_t)(cursor.next - text);
    struct cursor inside = {next.next + 1, close};
    if (take_versions_item(&inside, range)) {
        skip_blanks(&inside);
        range->is_known = range->is_known && inside.next == close;
    }
    return (size_t)(close + 1 - text);
}

bool shape_is_declaration(const char *line, size_t size)
{
    struct cursor cursor = {line, line + size};
    if (take_words(&cursor, "unknown") || take_words(&cursor, "unaccounted"))
        return true;
    while (size && strchr(" \t\r", line[size - 1]))
        size--;
    if (!size || !strchr(";{", line[size - 1]))
        return false;
    for (size_t i = 0; i < size; i++)
        if (ascii_is_name(line[i]) && !ascii_is_digit(line[i]))
            return true;
    return false;
}

size_t shape_name(const char *text, size_t size)
{
    size_t length = 0;
    while (length < size && ascii_is_name(text[length]))
        length++;
    if (!length || ascii_is_digit(*text))
        return 0;
    for (size_t i = 1; i < length; i++)
        if (text[i] == '_' || ascii_is_digit(text[i]) || ascii_is_upper(text[i]))
            return length;
    return *text == '_' ? length : 0;
}
