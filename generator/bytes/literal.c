#include "bytes/literal.h"

#include <string.h>

#include "base/ascii.h"
#include "bytes/reading.h"

/* Returns the next character that is no blank, line end or comment of C. */
static const char *skip_space(const char *at, const char *end)
{
    for (;;) {
        while (at < end && (reading_is_blank(*at) || *at == '\r' || *at == '\n'))
            at++;
        if (end - at < 2 || at[0] != '/' || (at[1] != '/' && at[1] != '*'))
            return at;
        bool is_line = at[1] == '/';
        for (at += 2; at < end && (is_line ? *at != '\n' : end - at < 2 || at[0] != '*' || at[1] != '/'); at++)
            ;
        at = is_line || end - at < 2 ? at : at + 2;
    }
}

static const char *name_end(const char *at, const char *end)
{
    while (at < end && ascii_is_name(*at))
        at++;
    return at;
}

static bool fail_at(struct reading *reading, const char *at, const char *text)
{
    return reading_fail(reading, at, at < reading->end ? at + 1 : at, "%s", text);
}

/* ---- Strings */

/* Reads the escape after a backslash, and moves `at` past it. */
static bool read_escape(struct reading *reading, const char **at)
{
    static const char letters[] = "abfnrtv\\'\"?", values[] = "\a\b\f\n\r\t\v\\'\"?";
    const char *begin = *at, *end = reading->end;
    if (end - begin >= 3 && begin[0] == 'x') {
        int high = reading_digit(begin[1], 16), low = reading_digit(begin[2], 16);
        if (high < 0 || low < 0)
            return reading_fail(reading, begin - 1, begin + 3, "two hexadecimal digits follow \\x");
        buffer_add_char(&reading->bytes, (char)(high << 4 | low));
        *at = begin + 3;
        return true;
    }
    int value = 0;
    const char *digit = begin;
    for (; digit < end && digit < begin + 3 && reading_digit(*digit, 8) >= 0; digit++)
        value = value * 8 + reading_digit(*digit, 8);
    if (digit > begin && value <= 0xFF) {
        buffer_add_char(&reading->bytes, (char)value);
        *at = digit;
        return true;
    }
    const char *letter = begin < end ? strchr(letters, *begin) : NULL;
    if (!letter || !*letter)
        return reading_fail(reading, begin - 1, begin < end ? begin + 1 : begin, "this escape is unknown");
    buffer_add_char(&reading->bytes, values[letter - letters]);
    *at = begin + 1;
    return true;
}

/* Reads a string after its opening quote, and moves `*at` past it. Sets `*has_escape` if it contains an escape of two
 * digits. */
static bool read_quoted(struct reading *reading, const char **at, bool *has_escape)
{
    const char *c = *at, quote = c[-1];
    while (c < reading->end && *c != quote && *c != '\n') {
        if (*c != '\\') {
            if (*c & 0x80)
                return fail_at(reading, c, "a string has ASCII and escapes");
            buffer_add_char(&reading->bytes, *c++);
            continue;
        }
        c++;
        *has_escape |= c < reading->end && *c == 'x';
        if (!read_escape(reading, &c))
            return false;
    }
    if (c == reading->end || *c != quote)
        return fail_at(reading, *at - 1, "this string does not end on its line");
    *at = c + 1;
    return true;
}

/* Reads escapes up to a blank or the end of the line. */
static bool read_bare(struct reading *reading, const char **at)
{
    while (*at < reading->end && **at == '\\') {
        const char *escape = *at + 1;
        if (escape == reading->end || *escape != 'x')
            return fail_at(reading, escape, "outside of quotes, escapes begin with \\x");
        if (!read_escape(reading, &escape))
            return false;
        *at = escape;
    }
    return true;
}

/* True for a backslash at the end of a line, which continues the line. */
static bool is_continuation(const char *at, const char *end)
{
    at++;
    while (at < end && (reading_is_blank(*at) || *at == '\r'))
        at++;
    return at == end || *at == '\n';
}

bool literal_read_string(struct reading *reading)
{
    const char *at = reading->begin, *end = reading->end;
    bool has_escape = false, has_quote = memchr(at, '"', (size_t)(end - at)) || memchr(at, '\'', (size_t)(end - at));
    reading_begin_part(reading, 1);
    while ((at = skip_space(at, end)) < end) {
        if (*at == '\\' && is_continuation(at, end)) {
            at++;
        } else if (*at == '\\' && !has_quote) {
            has_escape = true;
            if (!read_bare(reading, &at))
                return false;
        } else if (*at == '"' || *at == '\'') {
            at++;
            if (!read_quoted(reading, &at, &has_escape))
                return false;
        } else if (has_quote && (ascii_is_name(*at) || strchr("[]=+;()*:$", *at))) {
            at++;
        } else {
            return fail_at(reading, at, "this is no escape, such as \\x41");
        }
    }
    if (!has_escape)
        return fail_at(reading, reading->begin, "there is no escape, such as \\x41");
    return reading->bytes.size || fail_at(reading, end, "it has no bytes");
}

/* ---- Arrays */

static bool is_word(const char *at, const char *end, const char *const *words)
{
    for (; *words; words++)
        if (strlen(*words) == (size_t)(end - at) && !memcmp(*words, at, (size_t)(end - at)))
            return true;
    return false;
}

/* Reads a declaration up to its opening brace: qualifiers, a type with the size of a byte, a name, bounds. */
static bool read_declaration(struct reading *reading, const char **at)
{
    static const char *const types[] = {"char",  "uint8_t", "int8_t", "BYTE", "UCHAR", "CHAR", "UINT8", "INT8", "byte",
                                        "uchar", "u_char",  "uint8",  "int8", "u8",    "s8",   "std",   NULL};
    static const char *const others[] = {"static", "const", "extern", "constexpr", "inline", "unsigned", "signed",
                                         "volatile", "array", "alignas", NULL};
    const char *c = *at, *end = reading->end, *brace = memchr(c, '{', (size_t)(end - c));
    size_t names = 0, known = 0;
    bool has_type = false;
    if (!brace)
        return true;
    const char *element = skip_space(brace + 1, end);
    reading->is_likely = end - element > 2 && element[0] == '0' && ascii_lower(element[1]) == 'x';
    for (; (c = skip_space(c, end)) < brace;) {
        const char *word = name_end(c, brace);
        if (word == c) {
            if (!strchr("[]<>=:,()", *c))
                return fail_at(reading, c, "this is no declaration of an array of bytes");
            c++;
            continue;
        }
        bool is_number = ascii_is_digit(*c);
        names += !is_number;
        known += is_word(c, word, types) || is_word(c, word, others);
        has_type |= is_word(c, word, types);
        c = word;
    }
    if (names && (!has_type || names > known + 1))
        return reading_fail(reading, skip_space(*at, end), brace, "Strata does not know that these elements are bytes");
    *at = brace + 1;
    return true;
}

/* Reads one element, and moves `*at` past it. Without a declaration, the form of the element must show that it is a
 * byte. */
static bool read_element(struct reading *reading, const char **at, bool is_declared)
{
    const char *begin = *at, *end = name_end(begin, reading->end);
    unsigned value = 0, radix = end - begin > 2 && begin[0] == '0' && ascii_lower(begin[1]) == 'x' ? 16 : 10;
    const char *digit = radix == 16 ? begin + 2 : begin;
    if (digit == end || reading_digits_end(digit, end, radix) != end)
        return reading_fail(reading, begin, end > begin ? end : begin + 1, "this is no element, such as 0x41");
    for (const char *c = digit; c < end && value <= 0xFF; c++)
        value = value * radix + (unsigned)reading_digit(*c, radix);
    if (value > 0xFF)
        return reading_fail(reading, begin, end, "this element is no byte");
    if (is_declared ? radix == 10 && end - digit > 1 && *digit == '0' : radix != 16 || end - digit != 2)
        return reading_fail(reading, begin, end, "write this element as 0x and two digits");
    buffer_add_char(&reading->bytes, (char)value);
    *at = end;
    return true;
}

/* Reads the text after the closing brace: a declaration of the length, which `xxd -i` writes. */
static bool read_rest(struct reading *reading, const char *at)
{
    const char *end = reading->end;
    at = skip_space(at, end);
    if (at < end && *at == ';')
        at = skip_space(at + 1, end);
    if (at == end)
        return true;
    while (at < end && (ascii_is_name(*at) || reading_is_blank(*at)))
        at++;
    const char *number = at < end && *at == '=' ? skip_space(at + 1, end) : end;
    const char *stop = reading_digits_end(number, end, 10), *rest = skip_space(stop, end);
    size_t length = 0;
    for (const char *c = number; c < stop && length <= READING_BYTES_MOST; c++)
        length = length * 10 + (size_t)reading_digit(*c, 10);
    if (number == stop || rest == end || *rest != ';' || skip_space(rest + 1, end) < end)
        return fail_at(reading, at, "only the length may follow an array");
    return length == reading->bytes.size ||
           reading_fail(reading, number, stop, "the array has %zu element%s", reading->bytes.size,
                        reading->bytes.size == 1 ? "" : "s");
}

bool literal_read_array(struct reading *reading)
{
    const char *begin = skip_space(reading->begin, reading->end), *at = begin, *end = reading->end;
    reading_begin_part(reading, 1);
    if (!read_declaration(reading, &at))
        return false;
    bool has_brace = at > begin, is_declared = has_brace && *begin != '{';
    for (bool needs_comma = false; (at = skip_space(at, end)) < end && *at != '}'; needs_comma = !needs_comma) {
        if (needs_comma ? *at != ',' : *at == ',')
            return fail_at(reading, at, "a comma stands between elements");
        if (needs_comma)
            at++;
        else if (!read_element(reading, &at, is_declared))
            return false;
    }
    if (has_brace != (at < end))
        return fail_at(reading, at, has_brace ? "the array does not end" : "no brace opens this array");
    if (!reading->bytes.size)
        return fail_at(reading, end, "it has no bytes");
    return !has_brace || read_rest(reading, at + 1);
}
