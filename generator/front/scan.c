/*
 * Helpers of the scanner: names, numbers, texts, comments and the stack of brackets.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "front/parser.h"
#include "strata.tab.h"

size_t parser_read(struct parser *parser, char *buffer, size_t most)
{
    size_t left = parser->source->size - parser->read, size = left < most ? left : most;
    memcpy(buffer, parser->source->text + parser->read, size);
    parser->read += size;
    return size;
}

const char *parser_name(struct parser *parser, const char *text, size_t size, struct span span)
{
    if (size > NAME_LENGTH_MOST) {
        diag_report(parser->diags, DIAG_LIMIT, span, "this name is longer than %d bytes", NAME_LENGTH_MOST);
        size = NAME_LENGTH_MOST;
    }
    return intern_name(parser->intern, text, size);
}

int parser_word(struct parser *parser, const char *text, size_t size, struct span span, union parse_value *value)
{
    const struct word *word = *text >= 'a' ? word_find(parser->words.place, text, size) : NULL;
    if (word)
        return word->token;
    value->name = parser_name(parser, text, size, span);
    return T_NAME;
}

const char *parser_spelling(struct parser *parser, struct span span)
{
    return parser_name(parser, parser->source->text + (span.begin - parser->source->base), span.end - span.begin, span);
}

/* Returns the text between quotes with its escapes resolved. */
const char *parser_string(struct parser *parser, const char *text, size_t size, struct span span)
{
    const char *from = text + 1, *end = text + size - 1;
    if (!memchr(from, '\\', (size_t)(end - from)))
        return intern_name(parser->intern, from, (size_t)(end - from));
    struct buffer plain = {0};
    for (; from < end; from++) {
        if (*from == '\\') {
            from++;
            if (*from != 'n' && *from != '"' && *from != '\\')
                diag_report(
                    parser->diags, DIAG_SYNTAX,
                    (struct span){span.begin + (uint32_t)(from - 1 - text), span.begin + (uint32_t)(from + 1 - text)},
                    "a text has only the escapes \\\", \\\\ and \\n");
            buffer_add_char(&plain, *from == 'n' ? '\n' : *from);
        } else {
            buffer_add_char(&plain, *from);
        }
    }
    const char *name = intern_name(parser->intern, plain.data, plain.size);
    buffer_free(&plain);
    return name;
}

static unsigned digit_value(char c)
{
    if (c >= '0' && c <= '9')
        return (unsigned)(c - '0');
    return (unsigned)((c | 0x20) - 'a') + 10;
}

uint64_t parser_number(struct parser *parser, const char *text, size_t size, struct span span)
{
    unsigned base = size > 2 && (text[1] | 0x20) == 'x' ? 16 : 10;
    uint64_t number = 0;
    for (size_t i = base == 16 ? 2 : 0; i < size; i++) {
        unsigned digit = digit_value(text[i]);
        if (number > (UINT64_MAX - digit) / base) {
            diag_report(parser->diags, DIAG_NUMBER, span, "this number does not fit 64 bits");
            return 0;
        }
        number = number * base + digit;
    }
    return number;
}

uint32_t parser_number_32(struct parser *parser, uint64_t number, struct span span)
{
    if (number <= UINT32_MAX)
        return (uint32_t)number;
    diag_report(parser->diags, DIAG_NUMBER, span, "this number does not fit 32 bits");
    return 0;
}

/* Returns a range of versions; one end may be missing. */
struct ast_range *parser_range(struct parser *parser, const char *text, size_t size, struct span span)
{
    const char *end = text + size, *dots = memchr(text, '.', size);
    while (dots[1] != '.')
        dots = memchr(dots + 1, '.', (size_t)(end - dots - 1));
    const char *from = dots > text ? parser_name(parser, text, (size_t)(dots - text), span) : NULL;
    const char *to = dots + 2 < end ? parser_name(parser, dots + 2, (size_t)(end - dots - 2), span) : NULL;
    return build_range(parser, span, from, to);
}

void parser_enter(struct parser *parser, char sign)
{
    if (sign == '[')
        parser->bound = BOUND_EXPRESSION;
    else if (sign == ']')
        parser->bound = BOUND_NONE;
    else if (sign == ')' && parser->bound == BOUND_SET)
        parser->bound = BOUND_EXPRESSION;
    if (sign != '(' || parser->bound != BOUND_EXPRESSION)
        return;
    /* comments may stand between the value and the parenthesis, as in `6 (fw-900)` */
    char before = parser->source->text[parser->token.end - 1 - parser->source->base];
    if (ascii_is_name(before) || before == ')')
        parser->bound = BOUND_SET;
}

bool parser_open(struct parser *parser, struct span span)
{
    if (parser->depth == NESTING_MOST) {
        parser_stop(parser, span, DIAG_NESTING, "this is nested more than 1,000 levels deep");
        return false;
    }
    parser->open[parser->depth++] = span.begin;
    return true;
}

static bool parser_innermost_is(const struct parser *parser, char bracket)
{
    return parser->depth && parser->source->text[parser->open[parser->depth - 1] - parser->source->base] == bracket;
}

void parser_close(struct parser *parser, char bracket)
{
    /* an opening brace ends all parentheses that were left open */
    while (bracket == '{' && parser_innermost_is(parser, '('))
        parser->depth--;
    if (parser_innermost_is(parser, bracket))
        parser->depth--;
}

void parser_doc_line(struct parser *parser, const char *text, size_t size)
{
    if (size > 3 && text[3] == '/')
        return; /* a line that consists of slashes is not documentation */
    size_t begin = size > 3 && text[3] == ' ' ? 4 : 3;
    while (size > begin && (text[size - 1] == ' ' || text[size - 1] == '\t' || text[size - 1] == '\r'))
        size--;
    if (parser->doc_text.size)
        buffer_add_char(&parser->doc_text, '\n');
    buffer_add(&parser->doc_text, text + begin, size - begin);
}

void parser_doc_end(struct parser *parser, uint32_t position)
{
    struct doc doc = {position, arena_copy(parser->arena, parser->doc_text.data, parser->doc_text.size)};
    buffer_add(&parser->docs, &doc, sizeof doc);
    buffer_clear(&parser->doc_text);
}

const char *parser_doc(const struct parser *parser, uint32_t position)
{
    const struct doc *docs = (const struct doc *)(const void *)parser->docs.data;
    size_t first, count = parser->docs.size / sizeof *docs;
    SEARCH_FIRST(first, count, i, docs[i].position < position);
    return first < count && docs[first].position == position ? docs[first].text : NULL;
}

const char *parser_text_within(struct parser *parser, struct span brackets)
{
    const char *text = parser->source->text + (brackets.begin - parser->source->base);
    size_t size = brackets.end - brackets.begin - 1;
    struct buffer plain = {0};
    for (size_t i = 1; i < size; i++) {
        bool blank = strchr(" \t\r\n\f\v", text[i]) != NULL;
        if (!blank)
            buffer_add_char(&plain, text[i]);
        else if (plain.size && plain.data[plain.size - 1] != ' ')
            buffer_add_char(&plain, ' ');
    }
    if (plain.size && plain.data[plain.size - 1] == ' ')
        plain.size--;
    const char *name = intern_name(parser->intern, plain.data ? plain.data : "", plain.size);
    buffer_free(&plain);
    return name;
}
