/*
 * Splits a text that is spelled canonically into words. Any text between blanks is one word here, so there are fewer
 * words than tokens of the language. Rows and lines do not need smaller words.
 */
#include <string.h>

#include "base/ascii.h"
#include "spec/format_parts.h"

/* Characters that end a word, or open and close brackets in it. */
enum { WORD_END = 1, BRACKET_OPENS = 2, BRACKET_CLOSES = 4 };

static const uint8_t signs[UINT8_MAX + 1] = {
    [' '] = WORD_END,      ['\n'] = WORD_END,     [';'] = WORD_END,       ['('] = BRACKET_OPENS,
    ['['] = BRACKET_OPENS, [')'] = BRACKET_CLOSES, [']'] = BRACKET_CLOSES,
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\n';
}

/* Returns the kind of a word, and moves the reader past it. Stars before a name are a part of its word. */
static enum token_kind kind_of(struct word_reader *reader, const struct format_word *word,
                               const struct format_word *last)
{
    const char *text = word->text, *end = text + word->size;
    char c = *text;
    if (c == '/')
        return TOKEN_COMMENT;
    while (text + 1 < end && (*text == '*' || *text == '('))
        text++;
    bool is_word = word_reader_read(reader, text, (size_t)(end - text)) && text == word->text;
    if (c == '"')
        return TOKEN_TEXT;
    if (last && last->kind == TOKEN_WORD && last->size == 5 && word_is(last, "allow"))
        return TOKEN_CODE;
    if (is_word)
        return TOKEN_WORD;
    return word->size == 1 && !ascii_is_name(c) ? TOKEN_SIGN : TOKEN_NAME;
}

static enum format_joint joint_of(const struct format_word *word, const struct format_word *last)
{
    bool is_behind_comma = last && last->text[last->size - 1] == ',';
    if (word->depth)
        return is_behind_comma && format_is_inner(word, word->depth) ? JOINT_INNER : JOINT_NONE;
    if (word->size == 1 && *word->text == '|')
        return JOINT_BAR;
    return is_behind_comma ? JOINT_COMMA : JOINT_NONE;
}

/* Returns the position after the quote that closes a text. */
static const char *text_end(const char *c, const char *end)
{
    for (c++; c < end && *c != '"'; c++)
        c += *c == '\\' && c + 1 < end;
    return c < end ? c + 1 : end;
}

/* Returns the position after a word. Updates `*depth`, the number of open brackets. */
static const char *word_end(const char *c, const char *end, unsigned *depth)
{
    if (*c == '"')
        return text_end(c, end);
    if (*c == ';')
        return c + 1;
    if (*c == '/') {
        const char *newline = memchr(c, '\n', (size_t)(end - c));
        return newline ? newline : end;
    }
    for (;; c++) {
        while (c < end && !signs[(unsigned char)*c])
            c++;
        if (c == end || signs[(unsigned char)*c] == WORD_END)
            return c;
        *depth += signs[(unsigned char)*c] == BRACKET_OPENS ? 1u : 0u - 1u;
    }
}

void format_spelled_words(const char *text, size_t size, struct buffer *words)
{
    const char *end = text + size;
    unsigned depth = 0;
    struct word_reader reader = {0};
    for (const char *c = text; c < end;) {
        unsigned newlines = 0;
        for (; c < end && is_blank(*c); c++)
            newlines += *c == '\n';
        if (c == end)
            return;
        struct format_word *word = (void *)buffer_reserve(words, sizeof *word);
        const struct format_word *last = words->size ? word - 1 : NULL;
        *word = (struct format_word){.text = c, .depth = depth, .space = *c != ';'};
        word->newlines = (uint8_t)(newlines > 2 ? 2 : newlines);
        c = word_end(c, end, &depth);
        word->size = (uint32_t)(c - word->text);
        word->kind = (uint8_t)kind_of(&reader, word, last);
        bool is_free = word->kind == TOKEN_TEXT || word->kind == TOKEN_COMMENT;
        word->breaks = word->kind == TOKEN_COMMENT;
        word->width = word->space + (is_free ? format_width(word->text, word->size) : word->size);
        word->joint = (uint8_t)joint_of(word, last);
        words->size += sizeof *word;
    }
}
