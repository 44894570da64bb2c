/*
 * Splits a source into words in canonical spelling, and decides which words have a blank before them.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "spec/format_parts.h"
#include "front/load.h"

/* The state between two words: open brackets, and the words before. */
struct speller {
    struct program *program;
    const char *text;
    struct format_word last; /* the last word that is not a comment */
    unsigned round, square;
    /* Inside the parameters of a function pointer: the value of `round` there. Outside: 0. */
    unsigned parameters;
    unsigned braces;
    bool doc;      /* the last words are comments, and one of them begins with `///` */
    bool axis;     /* inside `axis`, where numbers are names */
    bool versions; /* inside a set of versions, where numbers are names */
};

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool word_is_sign(const struct format_word *word, char sign)
{
    return word->size == 1 && *word->text == sign;
}

static bool word_in(const struct format_word *word, const char *signs)
{
    return word->size == 1 && strchr(signs, *word->text);
}

static void spell_word(struct speller *speller, struct format_word *word, enum word_place place)
{
    if (word->kind == TOKEN_COMMENT) {
        /* Remove blanks at the end of a comment. A comment of several lines ends its line. Inside parameters it does
         * not, since the next run would read that line end as one more blank. */
        while (is_blank(word->text[word->size - 1]))
            word->size--;
        word->tall = memchr(word->text, '\n', word->size);
        word->breaks = word->text[1] == '/' || (!speller->parameters && word->tall);
    } else if (speller->parameters || speller->square)
        return; /* generated headers contain these as they are, apart from blanks */
    else if (word->kind == TOKEN_NUMBER) {
        /* Change hexadecimal digits to capitals, and adds a zero to a single digit. */
        if (word->size < 3 || (word->text[1] | 0x20) != 'x' || speller->axis || speller->versions || speller->round)
            return;
        bool pad = word->size == 3;
        char *text = arena_alloc(speller->program->arena, word->size + 2);
        size_t size = 0;
        text[size++] = '0';
        text[size++] = 'x';
        if (pad)
            text[size++] = '0';
        for (size_t i = 2; i < word->size; i++)
            text[size++] = ascii_upper(word->text[i]);
        word->text = text;
        word->size = (uint32_t)size;
    } else if (word->kind == TOKEN_NAME) {
        /* Remove the backticks around a name that is not reserved at its place. */
        if (*word->text != '`' || word_find(place, word->text + 1, word->size - 2))
            return;
        word->text++;
        word->size -= 2;
    }
}

/* True if a blank stands between two words of a declaration. */
static bool space_between(const struct speller *speller, const struct format_word *last, const struct format_word *word)
{
    if (last->kind == TOKEN_COMMENT || word->kind == TOKEN_COMMENT)
        return !word_in(word, ";,");
    if (word_in(word, ";,)].[") || word_in(last, "([."))
        return false;
    if (word_is_sign(word, '('))
        return !word_is_sign(last, ')');
    if (speller->square)
        return true;
    if (word_is_sign(last, '*'))
        return false;
    return !(word_is_sign(last, '-') && word->kind == TOKEN_NUMBER);
}

static enum format_joint joint_of(const struct speller *speller, const struct format_word *word)
{
    if (speller->round || speller->square)
        return word_is_sign(&speller->last, ',') && format_is_inner(word, speller->round + speller->square)
                   ? JOINT_INNER
                   : JOINT_NONE;
    if (word_is_sign(word, '|') || word_is(word, "||") || word_is(word, "&&"))
        return JOINT_BAR;
    return word_is_sign(&speller->last, ',') ? JOINT_COMMA : JOINT_NONE;
}

uint32_t format_width(const char *text, size_t size)
{
    uint32_t width = 0;
    for (size_t i = 0; i < size; i++)
        width = text[i] == '\n' ? 0 : width + (((unsigned char)text[i] & 0xC0) != 0x80);
    return width;
}

static void count_brackets(struct speller *speller, const struct format_word *word)
{
    switch (word->kind == TOKEN_SIGN && word->size == 1 ? *word->text : 0) {
    case '(':
        if (!speller->parameters && !speller->square && word_is_sign(&speller->last, ')'))
            speller->parameters = speller->round + 1;
        speller->round++;
        break;
    case ')':
        speller->round--;
        if (speller->parameters == speller->round + 1)
            speller->parameters = 0;
        break;
    case '[':
        speller->square++;
        break;
    case ']':
        speller->square--;
        break;
    case '{':
        speller->braces++;
        break;
    case '}':
        if (!--speller->braces)
            speller->axis = false;
        break;
    }
}

/* Notes if a word begins a set of versions or the axis. Numbers in a set are spelled like names, up to the next
 * clause. */
static void watch_versions(struct speller *speller, const struct format_word *word)
{
    static const char *const before_sets[] = {"in", "attest", "builds", "last", "source", "except"};
    if (word->kind == TOKEN_WORD) {
        speller->versions = false;
        for (size_t i = 0; i < sizeof before_sets / sizeof *before_sets; i++)
            speller->versions |= word_is(word, before_sets[i]);
        speller->axis |= word_is(word, "axis") && !speller->braces;
    } else if (word_in(word, ";:{")) {
        speller->versions = false;
    }
}

static void add_word(struct speller *speller, const struct token *token, struct buffer *words, unsigned newlines)
{
    struct format_word word = {.text = speller->text + token->begin,
                               .size = token->end - token->begin,
                               .begin = token->begin,
                               .kind = (uint8_t)token->kind,
                               .newlines = (uint8_t)newlines};
    if (!speller->parameters)
        watch_versions(speller, &word);
    spell_word(speller, &word, token->place);
    const struct format_word *before =
        words->size ? (const void *)(words->data + words->size - sizeof word) : &speller->last;
    word.space = before->size && space_between(speller, before, &word);
    bool outermost = speller->parameters == speller->round;
    if (speller->parameters && !(outermost && (word_is_sign(before, '(') || word_is_sign(&word, ')'))))
        word.space = is_blank(word.text[-1]);
    word.width = format_width(word.text, word.size) + word.space;
    word.joint = (uint8_t)joint_of(speller, &word);
    word.depth = speller->round + speller->square;
    buffer_add(words, &word, sizeof word);
    speller->doc = word.kind == TOKEN_COMMENT && (speller->doc || (word.size > 2 && !memcmp(word.text, "///", 3)));
    if (word.kind == TOKEN_COMMENT)
        return;
    count_brackets(speller, &word);
    speller->last = word;
}

void format_words(struct program *program, const struct source *source, struct buffer *words)
{
    struct speller speller = {.program = program, .text = source->text};
    struct buffer buffer = {0};
    tokens_read(program, source, &buffer);
    const struct token *tokens = (const void *)buffer.data;
    unsigned newlines = 0;
    for (size_t i = 0; i < buffer.size / sizeof *tokens; i++) {
        struct format_word bare = {.text = source->text + tokens[i].begin, .size = tokens[i].end - tokens[i].begin};
        newlines = newlines > tokens[i].newlines ? newlines : tokens[i].newlines;
        /* True for a `;` that ends nothing. Keeps one that separates a `///` comment from the next declaration. */
        if (word_is_sign(&bare, ';') && !speller.doc && (!speller.last.size || word_in(&speller.last, ";{}")))
            continue;
        add_word(&speller, &tokens[i], words, newlines);
        newlines = 0;
    }
    buffer_free(&buffer);
}
