/*
 * Splits the text of C# into tokens: handles comments, literals, and conditions of the preprocessor. A condition about
 * the width of pointers (`#if WIN64`) selects a branch. Of other conditions all branches are read, but within
 * structures they are an error.
 */
#include <string.h>

#include "base/ascii.h"
#include "listing/csharp_parts.h"

static bool is_name(char c)
{
    return ascii_is_name(c) || (unsigned char)c >= 0x80;
}

static bool has_text(const struct csharp_reader *reader, const char *text)
{
    size_t size = strlen(text);
    return (size_t)(reader->listing->end - reader->next) >= size && !memcmp(reader->next, text, size);
}

static bool is_name_here(const struct csharp_reader *reader, const char *name)
{
    size_t size = strlen(name);
    return has_text(reader, name) && (reader->next + size == reader->listing->end || !is_name(reader->next[size]));
}

static void skip_line(struct csharp_reader *reader)
{
    const char *end = memchr(reader->next, '\n', (size_t)(reader->listing->end - reader->next));
    reader->next = end ? end : reader->listing->end;
}

/* ---- Conditions */

/* Moves past the `#` of the next directive and the blanks after it. Returns false at the end of the text. */
static bool find_directive(struct csharp_reader *reader)
{
    const char *end = reader->listing->end;
    while (reader->next < end) {
        skip_line(reader);
        while (reader->next < end && strchr(" \t\r\n", *reader->next))
            reader->line += *reader->next++ == '\n';
        if (reader->next == end || *reader->next != '#')
            continue;
        reader->next++;
        while (reader->next < end && (*reader->next == ' ' || *reader->next == '\t'))
            reader->next++;
        return true;
    }
    return false;
}

/* Finds out whether the current condition is true. Returns false if its value is unknown, because it depends on how the
 * text is compiled. */
static bool know_condition(const struct csharp_reader *reader, bool *holds)
{
    static const struct {
        const char *name;
        uint32_t pointer;
    } symbols[] = {{"WIN64", 8}, {"_WIN64", 8}, {"X64", 8}, {"x64", 8}, {"AMD64", 8},        {"TARGET_64BIT", 8},
                   {"BIT64", 8}, {"WIN32", 4},  {"X86", 4}, {"x86", 4}, {"TARGET_32BIT", 4}, {"BIT32", 4}};
    struct csharp_reader rest = *reader;
    bool is_negated = false;
    while (rest.next < rest.listing->end && strchr(" \t!(", *rest.next))
        is_negated ^= *rest.next++ == '!';
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && rest.listing->pointer; i++) {
        if (!is_name_here(&rest, symbols[i].name))
            continue;
        rest.next += strlen(symbols[i].name);
        while (rest.next < rest.listing->end && strchr(" \t)\r", *rest.next))
            rest.next++;
        *holds = (symbols[i].pointer == rest.listing->pointer) != is_negated;
        return rest.next == rest.listing->end || *rest.next == '\n' || has_text(&rest, "//");
    }
    return false;
}

/* Skips branches up to one that is to be read, including its `#else` or `#elif`, or up to the `#endif`. */
static void skip_branches(struct csharp_reader *reader, bool may_hold)
{
    unsigned depth = 0;
    while (find_directive(reader)) {
        bool holds = false;
        depth += is_name_here(reader, "if");
        if (is_name_here(reader, "endif") && !depth--) {
            reader->conditions--;
            break;
        }
        if (depth || !may_hold)
            continue;
        if (is_name_here(reader, "else"))
            break;
        if (is_name_here(reader, "elif")) {
            reader->next += strlen("elif");
            if (know_condition(reader, &holds) && holds)
                break;
        }
    }
    skip_line(reader);
}

/* Reads a directive, from after its `#`. Returns false after an error (listing_fail). */
static bool read_directive(struct csharp_reader *reader)
{
    while (reader->next < reader->listing->end && (*reader->next == ' ' || *reader->next == '\t'))
        reader->next++;
    if (is_name_here(reader, "if")) {
        bool holds = true;
        reader->next += strlen("if");
        bool is_known = know_condition(reader, &holds);
        if ((!is_known && reader->bodies) || reader->conditions == CSHARP_CONDITIONS_MOST) {
            reader->listing->line = reader->line;
            return listing_fail(reader->listing, reader->conditions == CSHARP_CONDITIONS_MOST
                                                     ? "conditions are nested too deeply"
                                                     : "members depend on a condition, and nothing tells if it holds");
        }
        reader->is_known[reader->conditions++] = is_known;
        if (is_known && !holds)
            skip_branches(reader, true);
    } else if ((is_name_here(reader, "else") || is_name_here(reader, "elif")) && reader->conditions &&
               reader->is_known[reader->conditions - 1]) {
        skip_branches(reader, false);
    } else if (is_name_here(reader, "endif") && reader->conditions) {
        reader->conditions--;
    }
    skip_line(reader);
    return true;
}

/* ---- Tokens */

/* Skips a literal text or character. In a text that begins with `"""`, single quotes have no meaning. */
static void skip_text(struct csharp_reader *reader)
{
    const char *end = reader->listing->end;
    bool is_verbatim = false;
    while (*reader->next == '@' || *reader->next == '$')
        is_verbatim |= *reader->next++ == '@';
    char quote = *reader->next++;
    if (quote == '"' && has_text(reader, "\"\"")) {
        for (reader->next += 2; reader->next < end && !has_text(reader, "\"\"\""); reader->next++)
            reader->line += *reader->next == '\n';
        reader->next = end - reader->next < 3 ? end : reader->next + 3;
        return;
    }
    for (; reader->next < end; reader->next++) {
        reader->line += *reader->next == '\n';
        if (*reader->next == quote && is_verbatim && end - reader->next > 1 && reader->next[1] == quote)
            reader->next++;
        else if (*reader->next == '\\' && !is_verbatim && end - reader->next > 1)
            reader->next++;
        else if (*reader->next == quote || (*reader->next == '\n' && !is_verbatim))
            break;
    }
    reader->next += reader->next < end;
}

/* Moves to the next token, past blanks, comments and directives. */
static bool skip_between(struct csharp_reader *reader)
{
    const char *end = reader->listing->end;
    while (reader->next < end) {
        if (has_text(reader, "//")) {
            skip_line(reader);
        } else if (has_text(reader, "/*")) {
            for (reader->next += 2; reader->next < end && !has_text(reader, "*/"); reader->next++)
                reader->line += *reader->next == '\n';
            reader->next = end - reader->next < 2 ? end : reader->next + 2;
        } else if (*reader->next == '#' && !reader->is_begun) {
            reader->next++;
            if (!read_directive(reader))
                return false;
        } else if (strchr(" \t\r\n\f\v", *reader->next) && *reader->next) {
            reader->is_begun &= *reader->next != '\n';
            reader->line += *reader->next++ == '\n';
        } else {
            break;
        }
    }
    return true;
}

void csharp_next(struct csharp_reader *reader)
{
    struct csharp_token *token = &reader->token;
    *token = (struct csharp_token){.kind = CSHARP_END, .text = reader->next};
    if (reader->listing->file->error || !skip_between(reader) || reader->next == reader->listing->end)
        return;
    const char *begin = reader->next, *end = reader->listing->end, *quote = begin;
    reader->is_begun = true;
    while (quote < end && quote - begin < 2 && (*quote == '@' || *quote == '$'))
        quote++;
    if (quote < end && (*quote == '"' || (quote == begin && *quote == '\''))) {
        skip_text(reader);
        token->kind = CSHARP_TEXT;
    } else if (ascii_is_digit(*begin)) {
        while (reader->next < end && is_name(*reader->next))
            reader->next++;
        token->kind = CSHARP_NUMBER;
    } else if (is_name(*begin) || (*begin == '@' && end - begin > 1 && is_name(begin[1]))) {
        begin += *begin == '@';
        reader->next = begin;
        while (reader->next < end && is_name(*reader->next))
            reader->next++;
        token->kind = CSHARP_NAME;
    } else {
        bool is_pair =
            has_text(reader, "=>") || has_text(reader, "::") || has_text(reader, "==") || has_text(reader, "<<");
        reader->next += is_pair ? 2 : 1;
        token->kind = CSHARP_SIGN;
    }
    token->text = begin;
    token->size = (size_t)(reader->next - begin);
}

struct csharp_reader csharp_read_at(struct listing *listing, const struct csharp_place *place)
{
    struct csharp_reader reader = {.listing = listing, .next = place->text, .line = place->line, .is_begun = true};
    csharp_next(&reader);
    return reader;
}

bool csharp_is(const struct csharp_reader *reader, const char *text)
{
    return reader->token.size == strlen(text) && reader->token.kind != CSHARP_TEXT &&
           !memcmp(reader->token.text, text, reader->token.size);
}

bool csharp_take(struct csharp_reader *reader, const char *text)
{
    bool is_here = csharp_is(reader, text);
    if (is_here)
        csharp_next(reader);
    return is_here;
}

bool csharp_expect(struct csharp_reader *reader, const char *text)
{
    return csharp_take(reader, text) || csharp_fail(reader, text);
}

bool csharp_fail(struct csharp_reader *reader, const char *wanted)
{
    if (reader->listing->file->error)
        return false;
    reader->listing->line = reader->line;
    if (reader->token.kind == CSHARP_END)
        return listing_fail(reader->listing, "the text ends where %s is expected", wanted);
    return listing_fail(reader->listing, "'%.*s' stands where %s is expected",
                        (int)(reader->token.size < 60 ? reader->token.size : 60), reader->token.text, wanted);
}

const char *csharp_name(const struct csharp_reader *reader)
{
    return listing_name(reader->listing, reader->token.text, reader->token.size);
}

struct csharp_place csharp_here(const struct csharp_reader *reader)
{
    return (struct csharp_place){reader->token.text, reader->line};
}

bool csharp_skip_brackets(struct csharp_reader *reader)
{
    size_t depth = 0;
    do {
        depth += csharp_is(reader, "(") || csharp_is(reader, "{") || csharp_is(reader, "[");
        depth -= csharp_is(reader, ")") || csharp_is(reader, "}") || csharp_is(reader, "]");
        if (reader->token.kind == CSHARP_END)
            return csharp_fail(reader, "the end of a bracket");
        csharp_next(reader);
    } while (depth);
    return true;
}

bool csharp_skip_type(struct csharp_reader *reader)
{
    bool is_tuple = csharp_is(reader, "(");
    if (is_tuple && !csharp_skip_brackets(reader))
        return false;
    if (!is_tuple && reader->token.kind != CSHARP_NAME)
        return false;
    while (!is_tuple && reader->token.kind == CSHARP_NAME) {
        bool is_pointer = csharp_take(reader, "delegate");
        if (!is_pointer)
            csharp_next(reader);
        while (is_pointer && (csharp_is(reader, "*") || reader->token.kind == CSHARP_NAME))
            csharp_next(reader);
        if (is_pointer && csharp_is(reader, "[") && !csharp_skip_brackets(reader))
            return false;
        size_t depth = csharp_is(reader, "<");
        while (depth) {
            csharp_next(reader);
            depth += csharp_is(reader, "<");
            depth -= csharp_is(reader, ">");
            if (reader->token.kind == CSHARP_END || csharp_is(reader, ";") || csharp_is(reader, "{"))
                return false;
        }
        csharp_take(reader, ">");
        if (!csharp_take(reader, ".") && !csharp_take(reader, "::"))
            break;
    }
    for (;;) {
        struct csharp_reader bound = *reader;
        if (csharp_take(reader, "*") || csharp_take(reader, "?"))
            continue;
        if (!csharp_take(&bound, "["))
            return true;
        while (csharp_take(&bound, ","))
            continue;
        if (!csharp_take(&bound, "]"))
            return true;
        *reader = bound;
    }
}
