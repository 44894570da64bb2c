#include "front/tokens.h"

#include <string.h>

#include "front/load.h"
#include "front/parser.h"
#include "strata.tab.h"

static enum token_kind kind_of(int token, char first)
{
    switch (token) {
    case T_NAME:
        return TOKEN_NAME;
    case T_CODE:
        return TOKEN_CODE;
    case T_NUMBER:
        return TOKEN_NUMBER;
    case T_VERSION:
    case T_RANGE:
        return TOKEN_VERSION;
    case T_STRING:
    case T_PATH:
        return TOKEN_TEXT;
    default:
        return first >= 'a' && first <= 'z' ? TOKEN_WORD : TOKEN_SIGN;
    }
}

/* Returns the end of the comment that begins at `text`. */
static const char *comment_end(const char *text, const char *end)
{
    if (text[1] == '/') {
        const char *line_end = memchr(text, '\n', (size_t)(end - text));
        return line_end ? line_end : end;
    }
    for (text += 3; text < end && !(text[-1] == '*' && *text == '/'); text++)
        continue;
    return text < end ? text + 1 : end;
}

/* Reads the blanks and comments between two tokens. Returns the number of line ends after the last comment. */
static unsigned read_comments(const struct source *source, size_t from, size_t to, struct buffer *tokens)
{
    const char *text = source->text + from, *end = source->text + to;
    unsigned newlines = 0;
    while (text < end) {
        if (*text != '/') {
            newlines += *text == '\n' && newlines < 2;
            text++;
            continue;
        }
        struct token comment = {TOKEN_COMMENT, (uint32_t)(text - source->text), 0, newlines, PLACE_ELSEWHERE};
        text = comment_end(text, end);
        comment.end = (uint32_t)(text - source->text);
        buffer_add(tokens, &comment, sizeof comment);
        newlines = 0;
    }
    return newlines;
}

enum word_place tokens_read(struct program *program, const struct source *source, struct buffer *tokens)
{
    struct parser parser = {.arena = program->arena,
                            .intern = program->intern,
                            .diags = program->diags,
                            .source = source,
                            .position = source->base};
    union parse_value value;
    struct span span;
    size_t position = source->size >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3) ? 3 : 0;
    enum word_place place = PLACE_ROW;
    parser.scanner = scanner_new(&parser);
    parser.read = position;
    parser.position += (uint32_t)position;
    for (int kind; (kind = spec_scan(&value, &span, parser.scanner)) != T_END;) {
        struct token token = {.begin = span.begin - source->base, .end = span.end - source->base, .place = place};
        token.kind = kind_of(kind, source->text[token.begin]);
        token.newlines = read_comments(source, position, token.begin, tokens);
        buffer_add(tokens, &token, sizeof token);
        position = token.end;
        parser.token = span;
        place = parser.words.place;
        buffer_clear(&parser.doc_text);
    }
    read_comments(source, position, source->size, tokens);
    scanner_free(parser.scanner);
    buffer_free(&parser.doc_text);
    return place;
}
