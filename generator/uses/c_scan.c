#include "uses/c_scan.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buffer.h"

/* Returns the position after the backslashes and line ends that join lines here. */
static const char *skip_splices(const char *c)
{
    while (c[0] == '\\' && (c[1] == '\n' || (c[1] == '\r' && c[2] == '\n')))
        c += c[1] == '\n' ? 2 : 3;
    return c;
}

static char peek(const struct c_scan *scan)
{
    return scan->next < scan->end ? *scan->next : '\0';
}

static void step(struct c_scan *scan)
{
    if (scan->next < scan->end)
        scan->next = skip_splices(scan->next + 1);
}

/* True for letters, including those of other alphabets. */
static bool is_letter(char c)
{
    return ascii_is_letter(c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Skips a number. A sign after its exponent belongs to it, and so does a quote between two digits. */
static void skip_number(struct c_scan *scan)
{
    for (char before = '\0';; before = peek(scan), step(scan)) {
        struct c_scan next = *scan;
        step(&next);
        bool is_exponent = before && strchr("eEpP", before) && peek(scan) && strchr("+-", peek(scan));
        bool is_mark = peek(scan) == '\'' && (ascii_is_digit(peek(&next)) || is_letter(peek(&next)));
        if (!is_exponent && !is_mark && !ascii_is_digit(peek(scan)) && !is_letter(peek(scan)) && peek(scan) != '.')
            return;
    }
}

/* Skips a raw text R"X(...)X", in which a backslash has no meaning. */
static void skip_raw(struct c_scan *scan)
{
    const char *delimiter = scan->next + 1, *c = delimiter;
    while (c < scan->end && *c != '(')
        c++;
    size_t size = (size_t)(c - delimiter);
    for (; c < scan->end; c++) {
        if (*c == ')' && (size_t)(scan->end - c) > size + 1 && !memcmp(c + 1, delimiter, size) && c[1 + size] == '"') {
            scan->next = skip_splices(c + size + 2);
            return;
        }
    }
    scan->next = scan->end;
}

static void skip_blanks(struct c_scan *scan)
{
    scan->next = skip_splices(scan->next);
    while (scan->next < scan->end) {
        struct c_scan next = *scan;
        step(&next);
        if (peek(scan) == '/' && peek(&next) == '/')
            while (scan->next < scan->end && peek(scan) != '\n')
                step(scan);
        else if (peek(scan) == '/' && peek(&next) == '*') {
            char before = '\0';
            step(scan);
            step(scan);
            while (scan->next < scan->end && !(before == '*' && peek(scan) == '/')) {
                before = peek(scan);
                step(scan);
            }
            step(scan);
        } else if (!strchr(" \t\n\v\f\r", peek(scan))) /* other characters, and NUL */
            return;
        else if (peek(scan) == '\n') {
            scan->in_line = scan->in_directive = false;
            step(scan);
        } else
            step(scan);
    }
}

/* True if a name begins a raw text, such as R or u8R before the quotes. */
static bool is_raw_prefix(const struct c_token *token)
{
    static const char *const prefixes[] = {"R", "LR", "uR", "UR", "u8R"};
    size_t size = (size_t)(token->end - token->begin);
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (size == strlen(prefixes[i]) && !memcmp(token->begin, prefixes[i], size))
            return true;
    return false;
}

struct c_token c_scan_next(struct c_scan *scan)
{
    struct c_token token = {.kind = C_END};
    skip_blanks(scan);
    token.begin = scan->next;
    char first = peek(scan);
    struct c_scan next = *scan;
    step(&next);
    scan->in_directive |= first == '#' && !scan->in_line;
    scan->in_line = true;
    token.in_directive = scan->in_directive;
    if (scan->next >= scan->end) {
        token.end = scan->next;
        return token;
    }
    if (is_letter(first)) {
        token.kind = C_NAME;
        while (is_letter(peek(scan)) || ascii_is_digit(peek(scan)))
            step(scan);
        token.end = scan->next;
        if (peek(scan) == '"' && is_raw_prefix(&token)) {
            token.kind = C_TEXT;
            skip_raw(scan);
        }
    } else if (ascii_is_digit(first) || (first == '.' && ascii_is_digit(peek(&next)))) {
        token.kind = C_NUMBER;
        skip_number(scan);
    } else if (first == '"' || first == '\'') {
        token.kind = C_TEXT;
        char quote = peek(scan);
        step(scan);
        while (scan->next < scan->end && peek(scan) != quote && peek(scan) != '\n') {
            if (peek(scan) == '\\')
                step(scan);
            step(scan);
        }
        if (peek(scan) == quote)
            step(scan);
    } else {
        token.kind = C_MARK;
        step(scan);
    }
    token.end = scan->next;
    return token;
}

const char *c_token_text(const struct c_token *token, struct buffer *out)
{
    buffer_clear(out);
    for (const char *c = skip_splices(token->begin); c < token->end; c = skip_splices(c + 1))
        buffer_add_char(out, *c);
    return buffer_text(out);
}
