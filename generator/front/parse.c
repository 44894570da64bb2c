/*
 * Runs scanner and grammar over one text and words the syntax errors.
 *
 * Recovery: the grammar continues after the `;` or at the `}` that ends a broken declaration. Until then, spec_lex
 * skips tokens and whole blocks in braces, so a `;` inside a broken structure does not end it.
 */
#include "front/parse.h"

#include <inttypes.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/utf8.h"
#include "front/load.h"
#include "front/parser.h"
#include "strata.tab.h"

enum { EXPECTED_MOST = 6, FOUND_SHOWN_MOST = 40 };

/* A phrase that replaces many words in a list of expected words. If both of its witnesses are expected, then all words
 * of the phrase are. */
static const struct group {
    const char *name;
    const char *witnesses[2];
    const char *words[8];
    unsigned uses; /* the phrase also covers all words of the language that have one of these uses */
} groups[] = {
    {"a declaration", {"'use'", "'axis'"}, {NULL}, WORD_ITEM | WORD_FILE},
    {"a member", {"'unaccounted'", "'bytes'"}, {"a name"}, WORD_ROW},
    {"a clause", {"'allow'", "'previously'"}, {"a text"}, WORD_CLAUSE},
    {"a value", {"'?'", "'-'"}, {"a number", "'?'", "'-'", "'inferred'", "'corrected'"}, 0},
    {"a version", {"a version", "a range"}, {"a number", "a version", "a range", "a name"}, 0},
    {"a version", {"a version", "a number"}, {"a number", "a version", "a name"}, 0},
    {"an operator", {"'+'", "'-'"}, {"'+'", "'-'", "'*'"}, 0},
    {"a comparison", {"'=='", "'!='"}, {"'=='", "'!='", "'<'", "'<='", "'>'", "'>='"}, 0},
};

enum { GROUP_COUNT = sizeof groups / sizeof *groups };

/* Ends of declarations. They are shown first, because they are forgotten most often. */
static const char *const ends[] = {"';'", "'{'", "'}'", "']'", "')'"};

enum { END_COUNT = sizeof ends / sizeof *ends };

/* Tokens that continue a construct which is already complete. They are shown only if nothing else is expected. */
static const char *const joints[] = {"','", "'|'", "'('", "'['", "':'", "'*'", "'.'", "'='", "'+'", "'&&'", "'||'"};

enum { JOINT_COUNT = sizeof joints / sizeof *joints };

struct expectation {
    const char *const *words;
    size_t count;
    const char *shown[EXPECTED_MOST];
    size_t shown_count;
};

static bool word_in(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count && words[i]; i++)
        if (!strcmp(words[i], word))
            return true;
    return false;
}

static void expectation_show(struct expectation *expectation, const char *word)
{
    if (expectation->shown_count < EXPECTED_MOST && !word_in(word, expectation->shown, expectation->shown_count))
        expectation->shown[expectation->shown_count++] = word;
}

/* True if one of the phrases that are shown covers the word. */
static bool expectation_covers(const bool *fits, const char *word)
{
    const struct word *known = *word == '\'' ? word_find(PLACE_ELSEWHERE, word + 1, strlen(word) - 2) : NULL;
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (fits[i] && ((known && known->uses & groups[i].uses) ||
                        word_in(word, groups[i].words, sizeof groups[i].words / sizeof(char *))))
            return true;
    return false;
}

static bool expectation_has(const struct expectation *expectation, const char *word)
{
    return word_in(word, expectation->words, expectation->count);
}

/* Orders the words to show: ends of declarations, phrases, other words, joints. */
static void expectation_sort(struct expectation *expectation)
{
    bool fits[GROUP_COUNT];
    /* In the parameters of a function pointer nearly every token may stand. */
    if (expectation_has(expectation, "'use'") && expectation_has(expectation, "'was'")) {
        expectation_show(expectation, "')'");
        expectation_show(expectation, "a parameter");
        return;
    }
    for (size_t i = 0; i < GROUP_COUNT; i++)
        fits[i] = expectation_has(expectation, groups[i].witnesses[0]) &&
                  expectation_has(expectation, groups[i].witnesses[1]);
    /* Skip `;` if a list or a file may end here, because it would be an empty declaration. Also skip it after the first
     * word of a row, because few users mean the row `partial`. */
    bool is_row = expectation_has(expectation, "'volatile'") && expectation_has(expectation, "'*'");
    for (size_t i = expectation_has(expectation, "'}'") || expectation_has(expectation, "'use'") || is_row;
         i < END_COUNT; i++)
        if (expectation_has(expectation, ends[i]))
            expectation_show(expectation, ends[i]);
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (fits[i])
            expectation_show(expectation, groups[i].name);
    for (size_t i = 0; i < expectation->count; i++)
        if (!expectation_covers(fits, expectation->words[i]) && !word_in(expectation->words[i], joints, JOINT_COUNT) &&
            !word_in(expectation->words[i], ends, END_COUNT))
            expectation_show(expectation, expectation->words[i]);
    bool joints_only = !expectation->shown_count;
    for (size_t i = 0; i < expectation->count && joints_only; i++)
        expectation_show(expectation, expectation->words[i]);
}

/* Appends the unexpected token as it is written, shortened if it is long. */
static void add_found(const struct parser *parser, struct buffer *out, struct span span, const char *found)
{
    const char *text = parser->source->text + (span.begin - parser->source->base);
    size_t size = span.end - span.begin, shown = size < FOUND_SHOWN_MOST ? size : FOUND_SHOWN_MOST;
    if (!size) {
        buffer_add_text(out, found);
        return;
    }
    while (shown < size && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--;
    buffer_add_char(out, '\'');
    buffer_add(out, text, shown);
    buffer_add_text(out, shown < size ? "...'" : "'");
}

/* True if the declaration before the token seems to lack its `;`: the token is the first of a line, or closes a
 * brace. */
static bool ended_before(const struct parser *parser, struct span span, const char *found)
{
    const char *text = parser->source->text - parser->source->base;
    return !strcmp(found, "'}'") || span.begin == span.end ||
           memchr(text + parser->token.end, '\n', span.begin - parser->token.end);
}

static void count_error(struct parser *parser)
{
    if (++parser->error_count < SYNTAX_ERRORS_MOST)
        return;
    diag_report(parser->diags, DIAG_LIMIT, (struct span){parser->position, parser->position},
                "%d syntax errors; the rest of this text is not read", SYNTAX_ERRORS_MOST);
    parser->stopped = true;
}

void parser_unexpected(struct parser *parser, struct span span, const char *found, const char *const *expected,
                       size_t expected_count)
{
    if (parser->stopped)
        return;
    struct expectation expectation = {.words = expected, .count = expected_count};
    struct buffer message = {0};
    struct diag *diag;
    expectation_sort(&expectation);
    buffer_add_text(&message, "expected ");
    for (size_t i = 0; i < expectation.shown_count; i++) {
        if (i)
            buffer_add_text(&message, i + 1 == expectation.shown_count ? " or " : ", ");
        buffer_add_text(&message, expectation.shown[i]);
    }
    if (word_in("';'", expectation.shown, expectation.shown_count) && ended_before(parser, span, found)) {
        struct span place = {parser->token.end, parser->token.end};
        diag = diag_report(parser->diags, DIAG_SYNTAX, place, "%s here", buffer_text(&message));
    } else {
        buffer_add_text(&message, ", not ");
        add_found(parser, &message, span, found);
        diag = diag_report(parser->diags, DIAG_SYNTAX, span, "%s", buffer_text(&message));
    }
    buffer_free(&message);
    if (!strcmp(found, "'strata'"))
        diag_help(diag, "the language is named before everything else in a file");
    else if (word_in("a name", expected, expected_count)) {
        /* Add advice if a name was expected and the token is a word of the language, or a minus without blanks. */
        if (!strcmp(found, "a version"))
            diag_help(diag, "put blanks around a minus: `2 - N`");
        else if (found[0] == '\'' && found[1] >= 'a' && found[1] <= 'z')
            diag_help(diag, "to use a word of the language as a name, put it in backticks: `%.*s`",
                      (int)strlen(found) - 2, found + 1);
    }
    /* Add advice if the previous token is spelled like a clause and was taken as the name of a member: the real name
     * may be missing. */
    const char *text = parser->source->text - parser->source->base + parser->token.begin;
    size_t size = parser->token.end - parser->token.begin;
    const struct word *word = size ? word_find(PLACE_ELSEWHERE, text, size) : NULL;
    if (word && word->uses & WORD_CLAUSE && word_in("'['", expected, expected_count) &&
        word_in("'allow'", expected, expected_count))
        diag_help(diag, "after a type, `%s` is the name of the member", word->text);
    if (span.begin == span.end && parser->depth) {
        /* The file ends too early: point to the innermost brace that is still open. */
        uint32_t position = parser->open[parser->depth - 1];
        diag_note(diag, (struct span){position, position + 1}, "this bracket is not closed");
    }
    parser->recovering = strcmp(found, "';'") && strcmp(found, "'}'");
    parser->leap = !strcmp(found, "'{'");
    count_error(parser);
}

int parser_lexical(struct parser *parser, struct span span, const char *message)
{
    if (!parser->recovering && !parser->stopped) {
        struct diag *diag = diag_report(parser->diags, DIAG_SYNTAX, span, "%s", message);
        if (parser->source->text[span.begin - parser->source->base] == '#')
            diag_help(diag, "a spec reads others by `use \"PATH\";` or `use <PATH>;`, and comments begin with //");
        parser->recovering = true;
        parser->leap = false;
        count_error(parser);
    }
    return T_SPEC_error;
}

void parser_stop(struct parser *parser, struct span span, enum diag_code code, const char *message)
{
    if (!parser->stopped)
        diag_report(parser->diags, code, span, "%s", message);
    parser->stopped = true;
}

/* Returns the token that ends the broken declaration: its `;`, the `}` of its own braces (returned as `;`), or the `}`
 * of the braces around it. */
static int next_end(union parse_value *value, struct span *span, struct parser *parser)
{
    unsigned depth = parser->leap;
    int token;
    do {
        token = spec_scan(value, span, parser->scanner);
        depth += token == '{';
        if (token == '}' && depth && !--depth)
            token = ';';
    } while (token != T_END && !parser->stopped && (depth || (token != ';' && token != '}')));
    parser->recovering = false;
    parser->leap = false;
    return token;
}

int spec_lex(union parse_value *value, struct span *span, struct parser *parser)
{
    int token = T_END;
    parser->token = parser->lookahead;
    if (!parser->stopped)
        token = parser->recovering ? next_end(value, span, parser) : spec_scan(value, span, parser->scanner);
    if (token == T_END || parser->stopped) {
        *span = (struct span){parser->position, parser->position};
        token = T_END;
    }
    if (parser->doc_text.size)
        parser_doc_end(parser, span->begin);
    parser->lookahead = *span;
    return token;
}

void parser_use(struct parser *parser, const char *path, struct span span, bool is_searched)
{
    struct ast_use *use = ARENA_NEW(parser->arena, struct ast_use);
    *use = (struct ast_use){NULL, span, path, is_searched};
    if (parser->last_use)
        parser->last_use->next = use;
    else
        parser->file->uses = use;
    parser->last_use = use;
}

void parser_add(struct parser *parser, struct ast_decl *decl)
{
    if (parser->last_decl)
        parser->last_decl->next = decl;
    else
        parser->file->decls = decl;
    parser->last_decl = decl;
}

void parser_give_way(struct parser *parser)
{
    parser->file->gives_way = true;
}

void parser_take_language(struct parser *parser, uint64_t language, struct span span)
{
    if (language > LANGUAGE_NEWEST && !parser->stopped) {
        struct diag *diag = diag_report(parser->diags, DIAG_SYNTAX, span,
                                        "this spec is of language %" PRIu64 ", and this strata reads languages "
                                        "up to %d", language, LANGUAGE_NEWEST);
        diag_help(diag, "a later release of strata reads it; strata --version prints the release");
        parser->stopped = true;
    } else if (!language) {
        diag_report(parser->diags, DIAG_SYNTAX, span, "the first language is 1");
    }
}

/* True if the text is UTF-8; else reports the first wrong byte. */
static bool check_encoding(struct diags *diags, const struct source *source)
{
    size_t bad = utf8_valid_prefix(source->text, source->size);
    const char *nul = bad ? memchr(source->text, '\0', bad) : NULL;
    if (nul)
        bad = (size_t)(nul - source->text);
    if (bad == source->size)
        return true;
    uint32_t position = source->base + (uint32_t)bad;
    if (nul)
        diag_report(diags, DIAG_ENCODING, (struct span){position, position + 1}, "a NUL byte; a spec is UTF-8 text");
    else
        diag_report(diags, DIAG_ENCODING, (struct span){position, position + 1}, "byte 0x%02X is not UTF-8 here",
                    (unsigned)(unsigned char)source->text[bad]);
    return false;
}

struct ast_file *parse_source(struct program *program, const struct source *source)
{
    struct ast_file *file = ARENA_NEW(program->arena, struct ast_file);
    struct parser parser = {.arena = program->arena,
                            .intern = program->intern,
                            .diags = program->diags,
                            .held = program->held,
                            .source = source,
                            .file = file,
                            .position = source->base};
    file->source = source;
    if (source->size > SOURCE_SIZE_MOST) {
        diag_report(program->diags, DIAG_LIMIT, (struct span){source->base, source->base},
                    "a spec has at most 256 MiB");
        return file;
    }
    if (!check_encoding(program->diags, source))
        return file;
    if (source->size >= 3 && !memcmp(source->text, "\xEF\xBB\xBF", 3)) {
        parser.read = 3;
        parser.position += 3;
    }
    parser.anysize_array = intern_text(program->intern, "ANYSIZE_ARRAY");
    parser.scanner = scanner_new(&parser);
    spec_parse(&parser);
    scanner_free(parser.scanner);
    buffer_free(&parser.doc_text);
    buffer_free(&parser.docs);
    return file;
}
