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

static char peek_character(const struct c_scan *scan)
{
    return scan->next < scan->end ? *scan->next : '\0';
}

static void step_character(struct c_scan *scan)
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
    for (char before = '\0';; before = peek_character(scan), step_character(scan)) {
        struct c_scan next = *scan;
        step_character(&next);
        bool is_exponent =
            before && strchr("eEpP", before) && peek_character(scan) && strchr("+-", peek_character(scan));
        bool is_mark =
            peek_character(scan) == '\'' && (ascii_is_digit(peek_character(&next)) || is_letter(peek_character(&next)));
        if (!is_exponent && !is_mark && !ascii_is_digit(peek_character(scan)) && !is_letter(peek_character(scan)) &&
            peek_character(scan) != '.')
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
        step_character(&next);
        if (peek_character(scan) == '/' && peek_character(&next) == '/')
            while (scan->next < scan->end && peek_character(scan) != '\n')
                step_character(scan);
        else if (peek_character(scan) == '/' && peek_character(&next) == '*') {
            char before = '\0';
            step_character(scan);
            step_character(scan);
            while (scan->next < scan->end && !(before == '*' && peek_character(scan) == '/')) {
                before = peek_character(scan);
                step_character(scan);
            }
            step_character(scan);
        } else if (!strchr(" \t\n\v\f\r", peek_character(scan))) /* other characters, and NUL */
            return;
        else if (peek_character(scan) == '\n') {
            scan->in_line = scan->in_directive = false;
            step_character(scan);
        } else
            step_character(scan);
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
    char first = peek_character(scan);
    struct c_scan next = *scan;
    step_character(&next);
    scan->in_directive |= first == '#' && !scan->in_line;
    scan->in_line = true;
    token.in_directive = scan->in_directive;
    if (scan->next >= scan->end) {
        token.end = scan->next;
        return token;
    }
    if (is_letter(first)) {
        token.kind = C_NAME;
        while (is_letter(peek_character(scan)) || ascii_is_digit(peek_character(scan)))
            step_character(scan);
        token.end = scan->next;
        if (peek_character(scan) == '"' && is_raw_prefix(&token)) {
            token.kind = C_TEXT;
            skip_raw(scan);
        }
    } else if (ascii_is_digit(first) || (first == '.' && ascii_is_digit(peek_character(&next)))) {
        token.kind = C_NUMBER;
        skip_number(scan);
    } else if (first == '"' || first == '\'') {
        token.kind = C_TEXT;
        char quote = peek_character(scan);
        step_character(scan);
        while (scan->next < scan->end && peek_character(scan) != quote && peek_character(scan) != '\n') {
            if (peek_character(scan) == '\\')
                step_character(scan);
            step_character(scan);
        }
        if (peek_character(scan) == quote)
            step_character(scan);
    } else {
        token.kind = C_MARK;
        step_character(scan);
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
