#include "lsp/situation.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "front/load.h"
#include "front/tokens.h"

enum { BLOCKS_MOST = 1024 };

/* Braces that are open at the cursor. */
struct block {
    const char *head; /* first word of the declaration with the braces */
    const char *name; /* name of that declaration; NULL if it has none */
};

/* The words before the cursor. */
struct reading {
    struct arena *arena;
    const char *text;
    const struct token *tokens;
    size_t count, begin; /* number of words, and index of the first word of the declaration that is being written */
    struct block blocks[BLOCKS_MOST];
    size_t depth;
};

/* ---- Words */

/* True if a token is a word of the language or a sign with this text. A name is neither, even if it is spelled like a
 * word. */
static bool is_token(const struct reading *reading, size_t index, const char *text)
{
    if (index >= reading->count || reading->tokens[index].kind == TOKEN_NAME)
        return false;
    const struct token *token = &reading->tokens[index];
    size_t size = strlen(text);
    return token->end - token->begin == size && !memcmp(reading->text + token->begin, text, size);
}

static bool is_any(const struct reading *reading, size_t index, const char *const *texts)
{
    for (; *texts; texts++)
        if (is_token(reading, index, *texts))
            return true;
    return false;
}

static const char *token_text(const struct reading *reading, size_t index)
{
    const struct token *token = &reading->tokens[index];
    const char *text = reading->text + token->begin;
    size_t size = token->end - token->begin;
    if (size > 2 && *text == '`') {
        text++;
        size -= 2;
    }
    return arena_copy(reading->arena, text, size);
}

/* Returns the full name of the structure around the cursor. */
static const char *owner_of(const struct reading *reading)
{
    const char *owner = NULL;
    for (size_t i = 0; i < reading->depth; i++) {
        const char *name = reading->blocks[i].name;
        if (name)
            owner = owner ? ARENA_JOIN(reading->arena, owner, ".", name) : name;
    }
    return owner;
}

/* Finds the open braces at the cursor, and the beginning of the last declaration. */
static void read_blocks(struct reading *reading)
{
    for (size_t i = 0; i < reading->count; i++) {
        if (is_token(reading, i, "{") && reading->depth < BLOCKS_MOST) {
            bool has_name = i > reading->begin + 1 && reading->tokens[reading->begin + 1].kind == TOKEN_NAME;
            reading->blocks[reading->depth++] =
                (struct block){i > reading->begin ? token_text(reading, reading->begin) : "",
                               has_name ? token_text(reading, reading->begin + 1) : NULL};
        } else if (is_token(reading, i, "}")) {
            reading->depth -= reading->depth > 0;
        } else if (!is_token(reading, i, ";")) {
            continue;
        }
        reading->begin = i + 1;
    }
}

/* ---- Situations */

static bool is_in(const struct reading *reading, const char *const *heads)
{
    const struct block *block = reading->depth ? &reading->blocks[reading->depth - 1] : NULL;
    for (; block && *heads; heads++)
        if (!strcmp(block->head, *heads))
            return true;
    return false;
}

static const char *const records[] = {"struct", "union", "slot", NULL};
static const char *const enumerations[] = {"enum", "flags", NULL};
static const char *const header[] = {"header", NULL};
static const char *const event[] = {"event", NULL};
static const char *const qualifiers[] = {"const", "volatile", "unknown", NULL};
static const char *const cells[] = {"at", "size", "digest", "bit", "mask", "align", "default", NULL};
static const char *const separators[] = {",", "|", NULL};

/* Returns the offers that may begin a declaration. */
static unsigned offer_first(const struct reading *reading)
{
    if (!reading->depth)
        return OFFER_ITEMS;
    if (is_in(reading, records))
        return OFFER_ROWS | OFFER_TYPES;
    return is_in(reading, header) ? OFFER_HEADER_ROWS : is_in(reading, event) ? OFFER_EVENT_ROWS : 0;
}

/* Returns the offers after a comma, a `|` or a bracket. They depend on the list around the cursor. */
static unsigned offer_next(const struct reading *reading)
{
    static const char *const sets[] = {"in", "(", "except", "last", "attest", "builds", NULL};
    size_t i = reading->count;
    if (is_token(reading, i - 1, "("))
        return is_token(reading, i - 2, "*") ? 0 : OFFER_VERSIONS;
    while (i-- > reading->begin) {
        if (is_token(reading, i, "columns"))
            return OFFER_ARCHES;
        if (is_token(reading, i, "["))
            return OFFER_CONSTANTS;
        if (is_any(reading, i, sets))
            return OFFER_VERSIONS;
        if (is_any(reading, i, cells))
            return OFFER_PROVENANCE;
        if (is_token(reading, i, ")")) /* a `)` ends the versions of another alternative */
            while (i > reading->begin && !is_token(reading, i, "("))
                i--;
    }
    return 0;
}

/* Words, and what may follow each of them. */
static const struct {
    const char *word;
    unsigned offers;
} after[] = {
    {"in", OFFER_VERSIONS},       {"except", OFFER_VERSIONS},
    {"as", OFFER_ENUMERATIONS},   {"allow", OFFER_CHECKS},
    {"previously", OFFER_TYPES},  {"next", OFFER_TYPES | OFFER_IN},
    {"columns", OFFER_ARCHES},    {"attest", OFFER_ARCHES | OFFER_VERSIONS},
    {"identity", OFFER_ARCHES},   {"of", OFFER_MEMBERS},
    {"at", OFFER_PROVENANCE},
    {"default", OFFER_PROVENANCE}, {"(", 0},
    {"[", OFFER_CONSTANTS},       {"+", OFFER_CONSTANTS},
    {"const", OFFER_TYPES},       {"volatile", OFFER_TYPES},
    {"unknown", OFFER_TYPES},     {"group", OFFER_FLAGS},
    {"last", OFFER_CLAUSES},
};

/* Sets the kind of the declaration that is being written. */
static void find_kind(const struct reading *reading, struct situation *situation)
{
    static const struct {
        const char *word;
        enum ast_kind outside, inside;
    } heads[] = {
        {"arch", AST_ARCH, AST_MEMBER},       {"type", AST_TYPE, AST_MEMBER},
        {"opaque", AST_OPAQUE, AST_MEMBER},   {"global", AST_GLOBAL, AST_MEMBER},   {"enum", AST_ENUM, AST_MEMBER},
        {"flags", AST_FLAGS, AST_MEMBER},     {"event", AST_EVENT, AST_ATTEST},
        {"struct", AST_STRUCT, AST_STRUCT},   {"union", AST_STRUCT, AST_STRUCT},
        {"bytes", AST_ATTEST, AST_BYTES},     {"unaccounted", AST_ATTEST, AST_UNACCOUNTED},
        {"slot", AST_ATTEST, AST_SLOT},
    };
    bool is_enumerator = is_in(reading, enumerations);
    situation->is_row = reading->depth && !is_enumerator;
    if (is_enumerator)
        situation->kind = AST_ENUMERATOR;
    else if (is_in(reading, records) && !is_token(reading, reading->begin, "size") &&
             !is_token(reading, reading->begin, "digest"))
        situation->kind = AST_MEMBER;
    for (size_t i = 0; i < sizeof heads / sizeof *heads && !is_enumerator; i++)
        if (is_token(reading, reading->begin, heads[i].word))
            situation->kind = reading->depth ? heads[i].inside : heads[i].outside;
}

/* True if the row that is being written has its name: a type and a name, or a keyword at the beginning. */
static bool has_name(const struct reading *reading, const struct situation *situation)
{
    enum ast_kind kind = situation->kind;
    size_t names = 0;
    for (size_t i = reading->begin; i < reading->count; i++)
        names += reading->tokens[i].kind == TOKEN_NAME;
    bool may_be_bare = kind == AST_SLOT || (kind == AST_STRUCT && situation->is_row) || kind == AST_ENUMERATOR;
    return kind == AST_MEMBER ? names > 1 : reading->count > reading->begin + !may_be_bare;
}

/* Returns the offers for a row of a header or an event. */
static unsigned offer_event(const struct reading *reading, size_t words)
{
    static const char *const paths[] = {"marker", "size", "hook", NULL};
    size_t begin = reading->begin;
    if (is_in(reading, header) && words == 1 && is_any(reading, begin, paths))
        return OFFER_MEMBERS;
    if (is_in(reading, header) && words == 2 && is_token(reading, begin, "extra"))
        return OFFER_MEMBERS;
    if (is_in(reading, event) && words == 1)
        return is_token(reading, begin, "group") ? OFFER_FLAGS : OFFER_STRUCTURES;
    return is_in(reading, event) && words == 2 && is_token(reading, begin, "header") ? OFFER_MARKER : 0;
}

/* Returns the offers after the first words of a declaration. */
static unsigned offer_later(const struct reading *reading, struct situation *situation)
{
    size_t last = reading->count - 1, begin = reading->begin, words = reading->count - begin;
    if (is_in(reading, header) || is_in(reading, event))
        return offer_event(reading, words);
    if (is_token(reading, last, "in") && words > 1 && is_token(reading, last - 1, "next"))
        return OFFER_MEMBERS;
    if (is_any(reading, last, separators) || is_token(reading, last, "("))
        return offer_next(reading);
    if (!reading->depth && is_token(reading, begin, "header") && words == 1)
        return OFFER_STRUCTURES;
    if (!reading->depth && is_token(reading, begin, "type") && words == 2)
        return OFFER_KINDS;
    if (!reading->depth && words == 3 && (is_token(reading, last, ":") || is_token(reading, last, "=")))
        return is_token(reading, begin, "arch") ? OFFER_ARCHES
               : is_token(reading, begin, "const") || is_token(reading, begin, "event") ? 0 : OFFER_INTEGERS;
    if (is_any(reading, last, qualifiers) && (words > 2 || !reading->depth))
        return 0;
    for (size_t i = 0; i < sizeof after / sizeof *after; i++)
        if (is_token(reading, last, after[i].word) && after[i].offers != OFFER_CLAUSES)
            return after[i].offers;
    find_kind(reading, situation);
    bool is_value = reading->tokens[last].kind != TOKEN_WORD || is_token(reading, last, "last");
    bool is_open = is_token(reading, last, "*") || is_token(reading, last, ":") || is_token(reading, last, "=");
    return !is_open && (is_value || words == 1) && has_name(reading, situation) ? OFFER_CLAUSES : 0;
}

/* ---- Text before the cursor */

/* True if the cursor is in the path of a `use` line. Sets `*begin` to the beginning of the path. */
static bool is_in_path(const char *text, size_t offset, size_t *begin)
{
    size_t line = offset, at;
    while (line && text[line - 1] != '\n' && text[line - 1] != '\r')
        line--;
    for (at = line; at < offset && (text[at] == ' ' || text[at] == '\t'); at++)
        continue;
    if (offset - at < 4 || memcmp(text + at, "use", 3) != 0)
        return false;
    for (at += 3; at < offset && (text[at] == ' ' || text[at] == '\t'); at++)
        continue;
    if (at == offset || (text[at] != '"' && text[at] != '<'))
        return false;
    *begin = at + 1;
    return !memchr(text + at + 1, '"', offset - at - 1) && !memchr(text + at + 1, '>', offset - at - 1);
}

static bool is_part(char c)
{
    return ascii_is_name(c) || c == '.' || c == '-' || c == '`';
}

/* True if the cursor is in a comment, or in a text without its closing quote. */
static bool is_in_text(const struct reading *reading, size_t size)
{
    if (!reading->count)
        return false;
    const struct token *last = &reading->tokens[reading->count - 1];
    const char *text = reading->text + last->begin;
    size_t length = last->end - last->begin;
    if (last->kind == TOKEN_COMMENT)
        return last->end == size && (text[1] == '/' || length < 4 || text[length - 1] != '/');
    return (*text == '"' && (length == 1 || text[length - 1] != '"')) || (*text == '/' && length > 1);
}

/* Removes comments from a list of tokens. Returns the number of tokens that are left. */
static size_t drop_comments(struct token *tokens, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (tokens[i].kind != TOKEN_COMMENT)
            tokens[kept++] = tokens[i];
    return kept;
}

/* Splits the word at the cursor: the parts of a path before the cursor are added to the owner. A version and the code
 * of a check are not split. */
static void split_word(struct arena *arena, const char *text, size_t offset, struct situation *situation)
{
    size_t from = situation->begin;
    if (situation->offers & OFFER_CHECKS)
        return;
    for (size_t i = from; i < offset; i++) {
        bool is_range = situation->offers & OFFER_VERSIONS;
        if (text[i] != '.' || (is_range && !(i > from && text[i - 1] == '.')))
            continue;
        if (situation->offers & OFFER_MEMBERS && situation->owner)
            situation->owner = ARENA_JOIN(arena, situation->owner, ".",
                                          arena_copy(arena, text + situation->begin, i - situation->begin));
        situation->begin = i + 1;
    }
}

struct situation situation_find(struct arena *arena, const char *text, size_t offset)
{
    struct situation situation = {.begin = offset, .kind = AST_ATTEST};
    if (is_in_path(text, offset, &situation.begin)) {
        situation.offers = OFFER_FILES;
        return situation;
    }
    while (situation.begin && is_part(text[situation.begin - 1]))
        situation.begin--;
    struct program *program = program_new(arena);
    char *before = arena_alloc(arena, situation.begin + 2);
    struct buffer tokens = {0};
    memcpy(before, text, situation.begin);
    const struct source *source = program_add_source(program, "", (struct span){0, 0}, before, situation.begin);
    if (!source)
        return situation;
    situation.place = tokens_read(program, source, &tokens);
    struct reading *reading = ARENA_NEW(arena, struct reading);
    *reading = (struct reading){.arena = arena, .text = before, .count = tokens.size / sizeof(struct token)};
    reading->tokens = (const void *)tokens.data;
    if (!is_in_text(reading, situation.begin)) {
        reading->count = drop_comments((void *)tokens.data, reading->count);
        read_blocks(reading);
        situation.owner = owner_of(reading);
        situation.offers = reading->count == reading->begin ? offer_first(reading) : offer_later(reading, &situation);
        split_word(arena, text, offset, &situation);
        const char **written = ARENA_ARRAY(arena, const char *, reading->count - reading->begin);
        for (size_t i = reading->begin; i < reading->count; i++)
            if (reading->tokens[i].kind == TOKEN_WORD)
                written[situation.written_count++] = token_text(reading, i);
        situation.written = written;
    }
    buffer_free(&tokens);
    return situation;
}
