#include "lsp/symbol.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/load.h"
#include "lsp/session.h"
#include "model/model.h"
#include "spec/mention.h"

enum { SYMBOLS_MOST = 500, DEPTH_MOST = 64 };

/* Kinds of symbols in the protocol. */
enum {
    KIND_MODULE = 2, KIND_CLASS = 5, KIND_FIELD = 8, KIND_ENUM = 10, KIND_VARIABLE = 13, KIND_CONSTANT = 14,
    KIND_KEY = 20, KIND_ENUM_MEMBER = 22, KIND_STRUCT = 23, KIND_EVENT = 24
};

static unsigned kind_of(const struct mention *mention)
{
    static const unsigned kinds[] = {
        [MENTION_MEMBER] = KIND_FIELD, [MENTION_ENUMERATOR] = KIND_ENUM_MEMBER, [MENTION_CONSTANT] = KIND_CONSTANT,
        [MENTION_EVENT] = KIND_EVENT,  [MENTION_ARCH] = KIND_MODULE,            [MENTION_VERSION] = KIND_KEY,
        [MENTION_GLOBAL] = KIND_VARIABLE};
    if (mention->kind != MENTION_TYPE)
        return kinds[mention->kind];
    if (!strcmp(mention->noun, "enum") || !strcmp(mention->noun, "flags"))
        return KIND_ENUM;
    return !strcmp(mention->noun, "struct") || !strcmp(mention->noun, "union") ? KIND_STRUCT : KIND_CLASS;
}

/* ---- One file */

/* The symbols of a file, while they are written. */
struct outline {
    const struct session *session;
    struct analysis *analysis;
    struct json *json;
    unsigned depths[DEPTH_MOST]; /* depth of each symbol whose children are still being written */
    size_t open;
};

static void close_symbols(struct outline *outline, unsigned depth)
{
    while (outline->open && outline->depths[outline->open - 1] >= depth) {
        json_close(outline->json, ']');
        json_close(outline->json, '}');
        outline->open--;
    }
}

static void add_symbol(void *user, const struct mention *mention)
{
    struct outline *outline = user;
    struct json *json = outline->json;
    if (!mention->is_declaration)
        return;
    close_symbols(outline, mention->depth);
    if (outline->open == DEPTH_MOST)
        return;
    json_open(json, '{');
    json_member_text(json, "name", mention->name);
    json_member_text(json, "detail", mention->noun);
    json_member_number(json, "kind", kind_of(mention));
    json_key(json, "range");
    analysis_write_range(outline->session, outline->analysis, mention_whole(mention->decl), json);
    json_key(json, "selectionRange");
    analysis_write_range(outline->session, outline->analysis, mention->span, json);
    json_member_open(json, "children", '[');
    outline->depths[outline->open++] = mention->depth;
}

static void write_information(const struct session *session, struct analysis *analysis, const struct mention *mention,
                              struct json *json)
{
    json_open(json, '{');
    json_member_text(json, "name", mention->name);
    json_member_number(json, "kind", kind_of(mention));
    json_key(json, "location");
    analysis_write_location(session, analysis, mention->span, json);
    if (mention->owner)
        json_member_text(json, "containerName", mention->owner);
    json_close(json, '}');
}

static void add_flat(void *user, const struct mention *mention)
{
    struct outline *outline = user;
    if (mention->is_declaration)
        write_information(outline->session, outline->analysis, mention, outline->json);
}

void symbol_write_document(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    const char *path = session_path(arena, params);
    struct outline outline = {.session = session, .json = json};
    json_open(json, '[');
    if (path && document_find(session->documents, path)) {
        outline.analysis = session_analyse(session, path);
        const struct program *program = outline.analysis->program;
        for (size_t i = 0; i < program->file_count; i++)
            if (!strcmp(program->files[i].path, path))
                mentions_each(outline.analysis->model, program->files[i].ast,
                              session->has_nested_symbols ? add_symbol : add_flat, &outline);
        close_symbols(&outline, 0);
    }
    json_close(json, ']');
    arena_free(arena);
}

/* ---- All files */

/* A search for symbols. */
struct search {
    const struct session *session;
    struct analysis *analysis;
    struct json *json;
    const char *query;
    bool are_members; /* true: the search is for members and enumerators; false: for all other symbols */
    size_t count;
};

/* Compares a text with a query, whose letters must appear in this order, in upper or lower case. Moves `*at` to the
 * first letter of the query that the text lacks. */
static void match_query(const char *text, const char **at)
{
    for (; *text && **at; text++)
        *at += ascii_lower(*text) == ascii_lower(**at);
}

static void add_matching(void *user, const struct mention *mention)
{
    struct search *search = user;
    const char *at = search->query;
    bool is_member = mention->kind == MENTION_MEMBER || mention->kind == MENTION_ENUMERATOR;
    if (!mention->is_declaration || is_member != search->are_members || search->count == SYMBOLS_MOST)
        return;
    if (mention->owner && strchr(search->query, '.')) {
        match_query(mention->owner, &at);
        match_query(".", &at);
    }
    match_query(mention->name, &at);
    if (*at)
        return;
    write_information(search->session, search->analysis, mention, search->json);
    search->count++;
}

void symbol_write_workspace(struct session *session, yajl_val params, struct json *json)
{
    const char *query = tree_text(params, "query");
    struct analysis *analysis = session_read_workspace(session);
    struct search search = {.session = session, .analysis = analysis, .json = json, .query = query ? query : ""};
    const struct program *program = analysis->program;
    json_open(json, '[');
    for (int pass = 0; pass < 2; pass++, search.are_members = true)
        for (size_t i = 0; i < program->file_count; i++)
            mentions_each(analysis->model, program->files[i].ast, add_matching, &search);
    json_close(json, ']');
    session_drop_last(session);
}
