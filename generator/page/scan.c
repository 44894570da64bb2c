#include "page/scan.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"

/* Characters of typesetting in UTF-8, and the plain characters for them. scan_plain knows their first bytes. */
static const struct {
    const char *set;
    char plain;
} signs[] = {
    {"\xC2\xA0", ' '},     {"\xE2\x80\x87", ' '}, {"\xE2\x80\x89", ' '}, {"\xE2\x80\xAF", ' '},
    {"\xE2\x80\x90", '-'}, {"\xE2\x80\x91", '-'}, {"\xE2\x80\x92", '-'}, {"\xE2\x80\x93", '-'},
    {"\xE2\x80\x94", '-'}, {"\xE2\x88\x92", '-'}, {"\t", ' '},           {"\r\n", '\n'},
};

enum { SIGN_COUNT = sizeof signs / sizeof *signs };

const char *scan_plain(struct arena *arena, const char *text)
{
    if (!strpbrk(text, "\xC2\xE2\t\r"))
        return text;
    char *plain = arena_copy(arena, text, strlen(text)), *out = plain;
    for (const char *from = text; *from;) {
        size_t i = 0;
        while (i < SIGN_COUNT && strncmp(from, signs[i].set, strlen(signs[i].set)) != 0)
            i++;
        *out++ = i < SIGN_COUNT ? signs[i].plain : *from;
        from += i < SIGN_COUNT ? strlen(signs[i].set) : 1;
    }
    *out = '\0';
    return plain;
}

char *scan_fold(struct arena *arena, const char *text)
{
    char *copy = arena_copy(arena, text, strlen(text)), *out = copy;
    for (const char *at = text; *at; at++) {
        if (*at != ' ' && *at != '\n')
            *out++ = *at;
        else if (out > copy && out[-1] != ' ')
            *out++ = ' ';
    }
    if (out > copy && out[-1] == ' ')
        out--;
    *out = '\0';
    return copy;
}

size_t scan_capitals(const char *text)
{
    size_t length = 0, letters = 0;
    for (; ascii_is_upper(text[length]) || ascii_is_digit(text[length]) || text[length] == '_'; length++)
        letters += ascii_is_upper(text[length]);
    return length >= 3 && letters >= 2 && !ascii_is_name(text[length]) && !ascii_is_digit(*text) ? length : 0;
}

void scan_blanks(struct scan *scan)
{
    while (*scan->next == ' ')
        scan->next++;
}

void scan_lines(struct scan *scan)
{
    while (*scan->next == ' ' || *scan->next == '\n')
        scan->next++;
}

bool scan_end(struct scan *scan)
{
    scan_lines(scan);
    return !*scan->next;
}

bool scan_char(struct scan *scan, char c)
{
    struct scan next = *scan;
    scan_lines(&next);
    if (*next.next != c || !c)
        return false;
    scan->next = next.next + 1;
    return true;
}

/* True if a word may end at `text`; `last` is the character before it. `6` does not end in `6.1`, nor `6.1` in
 * `6.10`. */
static bool ends_word(char last, const char *text)
{
    if (!ascii_is_name(last))
        return true;
    return !ascii_is_name(*text) && !(*text == '.' && ascii_is_digit(last) && ascii_is_digit(text[1]));
}

bool scan_words(struct scan *scan, const char *words)
{
    struct scan next = *scan;
    scan_lines(&next);
    for (; *words; words++) {
        if (*words == ' ') {
            if (*next.next != ' ' && *next.next != '\n')
                return false;
            scan_lines(&next);
        } else if (ascii_lower(*next.next++) != ascii_lower(*words)) {
            return false;
        }
    }
    if (!ends_word(next.next[-1], next.next))
        return false;
    *scan = next;
    return true;
}

bool scan_any(struct scan *scan, const char *const *list)
{
    for (; *list; list++)
        if (scan_words(scan, *list))
            return true;
    return false;
}

static unsigned digit_value(char c)
{
    const char *digits = "0123456789abcdef", *digit = c ? strchr(digits, ascii_lower(c)) : NULL;
    return digit ? (unsigned)(digit - digits) : 16;
}

/* True if hexadecimal digits and an `h` follow, as in "0B8h". */
static bool has_suffix(const char *text)
{
    size_t length = 0;
    while (digit_value(text[length]) < 16)
        length++;
    return ascii_is_digit(*text) && ascii_lower(text[length]) == 'h' && !ascii_is_name(text[length + 1]);
}

bool scan_number(struct scan *scan, uint64_t *number)
{
    struct scan next = *scan;
    unsigned base = 10;
    scan_lines(&next);
    if (next.next[0] == '0' && ascii_lower(next.next[1]) == 'x') {
        base = 16;
        next.next += 2;
    }
    bool is_suffixed = base == 10 && has_suffix(next.next);
    if (is_suffixed)
        base = 16;
    if (digit_value(*next.next) >= base)
        return false;
    for (*number = 0; digit_value(*next.next) < base; next.next++) {
        if (*number > (UINT64_MAX - digit_value(*next.next)) / base)
            return false;
        *number = *number * base + digit_value(*next.next);
        if (base == 16 && next.next[1] == '`' && digit_value(next.next[2]) < base)
            next.next++; /* debuggers write the halves of 64-bit numbers with this sign between them */
    }
    next.next += is_suffixed;
    if (!ends_word(next.next[-1], next.next) || (base == 16 && ascii_is_name(*next.next)))
        return false;
    *scan = next;
    return true;
}

bool scan_count(struct scan *scan, uint64_t *count)
{
    static const char *const words[] = {"one",     "two",       "three",    "four",     "five",
                                        "six",     "seven",     "eight",    "nine",     "ten",
                                        "eleven",  "twelve",    "thirteen", "fourteen", "fifteen",
                                        "sixteen", "seventeen", "eighteen", "nineteen", "twenty"};
    if (scan_number(scan, count))
        return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (scan_words(scan, words[i])) {
            *count = i + 1;
            return true;
        }
    }
    return false;
}

bool scan_name(struct scan *scan, const char **begin, size_t *length)
{
    struct scan next = *scan;
    scan_lines(&next);
    if (!ascii_is_name(*next.next) || ascii_is_digit(*next.next))
        return false;
    *begin = next.next;
    while (ascii_is_name(*next.next))
        next.next++;
    *length = (size_t)(next.next - *begin);
    *scan = next;
    return true;
}
