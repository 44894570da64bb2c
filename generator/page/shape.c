#include "page/shape.h"

#include <string.h>

#include "base/ascii.h"

/* A version is compared by its parts, 16 bits each for three of them, and by early and late within it. */
enum { PART_BITS = 16, PART_MOST = 0xFFFF, PARTS = 3, PHASE_BITS = 2, PHASE_LAST = 3 };

struct cursor {
    const char *at, *end;
};

static bool is_hex(char c)
{
    return ascii_is_digit(c) || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
}

/* Skips blanks, and one line's end among them. */
static void skip_blanks(struct cursor *cursor)
{
    for (unsigned lines = 0; cursor->at < cursor->end && strchr(" \t\r\n", *cursor->at); cursor->at++)
        if (*cursor->at == '\n' && lines++)
            return;
}

static size_t word_length(const struct cursor *cursor)
{
    size_t length = 0;
    while (cursor->at + length < cursor->end && ascii_is_name(cursor->at[length]))
        length++;
    return length;
}

/* Takes a word, and the blanks before it, ignoring case. */
static bool take_word(struct cursor *cursor, const char *word)
{
    struct cursor next = *cursor;
    skip_blanks(&next);
    size_t length = word_length(&next);
    if (length != strlen(word))
        return false;
    for (size_t i = 0; i < length; i++)
        if ((next.at[i] | 0x20) != (word[i] | 0x20))
            return false;
    cursor->at = next.at + length;
    return true;
}

static bool take_word_of(struct cursor *cursor, const char *const *words)
{
    for (; *words; words++)
        if (take_word(cursor, *words))
            return true;
    return false;
}

/* Returns a release of Windows 10 as a number that orders releases: 1607, 20H2 as 2009. */
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

static const char *const service_packs[] = {"rtm", "sp1", "sp2", "sp3", "sp4", "sp5", "sp6", NULL};
static const char *const products[] = {
    "nt",   "xp",   "vista", "server", "version", "2000", "2003", "2008", "2012", "2016",
    "2019", "2022", "2025",  "r2",     "7",       "8",    "10",   "11",   NULL,
};

/* Takes a version, and its place in the order of versions, without its phase. */
static bool take_version(struct cursor *cursor, uint64_t *version, bool *is_known)
{
    struct cursor next = *cursor;
    skip_blanks(&next);
    size_t length = word_length(&next);
    uint64_t parts[PARTS] = {0};
    size_t count = 0;
    unsigned release = release_number(next.at, length);
    if (take_word(&next, "windows") || take_word(&next, "xp") || take_word(&next, "vista") || take_word(&next, "nt")) {
        *is_known = false;
        while (take_word_of(&next, products) || take_word_of(&next, service_packs) ||
               (next.at < next.end && *next.at == '.' && (next.at++, take_word_of(&next, (const char *[]){"1", NULL}))))
            continue;
    } else if (release) {
        parts[0] = 10;
        parts[2] = release;
        next.at += length;
    } else {
        for (const char *at = next.at; at < next.end && ascii_is_digit(*at); at++) {
            uint64_t part = 0;
            for (; at < next.end && ascii_is_digit(*at); at++)
                part = part < PART_MOST ? part * 10 + (uint64_t)(*at - '0') : PART_MOST;
            if (count < PARTS)
                parts[count] = part < PART_MOST ? part : PART_MOST;
            count++;
            next.at = at;
            if (at >= next.end || *at != '.')
                break;
        }
        if (count < 2 || (next.at < next.end && ascii_is_name(*next.at)))
            return false;
    }
    if (take_word_of(&next, service_packs))
        *is_known = false;
    *version = ((parts[0] << PART_BITS | parts[1]) << PART_BITS | parts[2]) << PHASE_BITS;
    cursor->at = next.at;
    return true;
}

/* Takes `early`, `late`, `very late`: the first and last quarter of a version. */
static void take_phase(struct cursor *cursor, unsigned *first, unsigned *last)
{
    *first = 0;
    *last = PHASE_LAST;
    if (take_word(cursor, "early"))
        *last = 1;
    else if (take_word(cursor, "late"))
        *first = 2;
    struct cursor next = *cursor;
    if (take_word(&next, "very") && take_word(&next, "late")) {
        *first = PHASE_LAST;
        *cursor = next;
    }
}

static bool take_to(struct cursor *cursor)
{
    struct cursor next = *cursor;
    if (take_word(cursor, "to") || take_word(cursor, "through"))
        return true;
    skip_blanks(&next);
    if (next.end - next.at >= 3 && !memcmp(next.at, "\xE2\x80\x93", 3))
        next.at += 3; /* a dash */
    else if (next.at < next.end && *next.at == '-')
        next.at++;
    else
        return false;
    *cursor = next;
    return true;
}

static const char *const upward[] = {"higher", "later", "above", "up", "newer", "onwards", NULL};
static const char *const downward[] = {"lower", "earlier", "below", "older", NULL};
static const char *const downward_before[] = {"before", "until", NULL};
static const char *const upward_before[] = {"from", "since", NULL};

/* Takes one item of a set of versions: `not in 6.0`, `5.0 to late 5.2`, `6.1 and higher`, `6.0 only`. */
static bool take_versions_item(struct cursor *cursor, struct shape_range *range)
{
    struct cursor next = *cursor, mark;
    unsigned first, last, first_end, last_end;
    uint64_t from, to;
    *range = (struct shape_range){0, 0, true};
    if (take_word(&next, "all")) {
        range->to = UINT64_MAX;
        *cursor = next;
        return true;
    }
    mark = next;
    if (!take_word(&mark, "not") || !take_word(&mark, "in"))
        mark = next;
    next = mark;
    bool is_down = take_word_of(&next, downward_before), is_up = take_word_of(&next, upward_before);
    mark = next;
    if (take_word(&mark, "up") && take_word(&mark, "to")) {
        next = mark;
        is_down = true;
    }
    take_phase(&next, &first, &last);
    if (!take_version(&next, &from, &range->is_known))
        return false;
    to = from;
    mark = next;
    if (take_to(&mark)) {
        take_phase(&mark, &first_end, &last_end);
        if (take_version(&mark, &to, &range->is_known)) {
            next = mark;
            last = last_end;
        }
    }
    mark = next;
    if (take_word(&mark, "and") || take_word(&mark, "or")) {
        bool up = take_word_of(&mark, upward);
        if (up || take_word_of(&mark, downward)) {
            is_up = is_up || up;
            is_down = is_down || !up;
            next = mark;
        }
    }
    take_word(&next, "onwards");
    take_word(&next, "only");
    range->from = is_down ? 0 : from + first;
    range->to = is_up ? UINT64_MAX : to + last;
    *cursor = next;
    return true;
}

size_t shape_versions(const char *text, size_t size)
{
    struct cursor cursor = {text, text + size};
    struct shape_range range;
    while (take_versions_item(&cursor, &range)) {
        struct cursor next = cursor;
        skip_blanks(&next);
        if (next.at >= next.end || (*next.at != ';' && *next.at != ','))
            break;
        char c = *next.at++;
        struct cursor after = next;
        if (c == ';')
            cursor = next;
        else if (take_versions_item(&after, &range))
            cursor = next;
        else
            break;
    }
    return (size_t)(cursor.at - text);
}

/* Takes a number that is a word by itself. */
static bool take_number(struct cursor *cursor, bool with_decimals)
{
    const char *at = cursor->at;
    bool is_hexadecimal = cursor->end - at > 2 && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') && is_hex(at[2]);
    if (is_hexadecimal)
        at += 2;
    else if (!with_decimals || at >= cursor->end || !ascii_is_digit(*at))
        return false;
    while (at < cursor->end && (is_hexadecimal ? is_hex(*at) : ascii_is_digit(*at)))
        at++;
    if (at < cursor->end && (ascii_is_name(*at) || (!is_hexadecimal && strchr(".-", *at))))
        return false;
    cursor->at = at;
    return true;
}

size_t shape_alternative(const char *text, size_t size, bool with_decimals, struct shape_range *range)
{
    struct cursor cursor = {text, text + size}, next = cursor;
    *range = (struct shape_range){0};
    if (take_word(&next, "not") && take_word(&next, "in")) {
        next = cursor;
        return *text != '\n' && take_versions_item(&next, range) ? (size_t)(next.at - text) : 0;
    }
    if (!take_number(&cursor, with_decimals))
        return 0;
    next = cursor;
    while (next.at < next.end && strchr(" \t", *next.at))
        next.at++;
    bool has_versions = next.at < next.end && *next.at == '(';
    const char *close = has_versions ? memchr(next.at, ')', (size_t)(next.end - next.at)) : NULL;
    if (!close || memchr(next.at, '\n', (size_t)(close - next.at)))
        return (size_t)(cursor.at - text);
    struct cursor inside = {next.at + 1, close};
    if (take_versions_item(&inside, range)) {
        skip_blanks(&inside);
        range->is_known = range->is_known && inside.at == close;
    }
    return (size_t)(close + 1 - text);
}

bool shape_is_declaration(const char *line, size_t size)
{
    struct cursor cursor = {line, line + size};
    if (take_word(&cursor, "unknown") || take_word(&cursor, "unaccounted"))
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
    struct cursor cursor = {text, text + size};
    size_t length = word_length(&cursor);
    if (!length || ascii_is_digit(*text))
        return 0;
    for (size_t i = 1; i < length; i++)
        if (text[i] == '_' || ascii_is_digit(text[i]) || ascii_is_upper(text[i]))
            return length;
    return *text == '_' ? length : 0;
}
