#include "lsp/completion.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "front/clause.h"
#include "front/load.h"
#include "front/words.h"
#include "lsp/session.h"
#include "lsp/situation.h"
#include "model/model.h"

enum { ITEMS_MOST = 1000 };

/* Kinds of items in the protocol. */
enum {
    KIND_FIELD = 5, KIND_CLASS = 7, KIND_ENUM = 13, KIND_KEYWORD = 14, KIND_FILE = 17, KIND_ENUM_MEMBER = 20,
    KIND_CONSTANT = 21, KIND_STRUCT = 22
};

/* State while the items of an answer are written. */
struct completing {
    struct session *session;
    struct analysis *analysis;
    const struct model *model;
    struct json *json;
    const struct situation *situation;
    const char *path;   /* path of the text */
    const char *prefix; /* beginning of all items, in upper or lower case */
    struct position begin, end;
    size_t count;
};

static void add_item(struct completing *completing, const char *label, unsigned kind, const char *detail)
{
    struct json *json = completing->json;
    const char *prefix = completing->prefix;
    for (size_t i = 0; prefix[i]; i++)
        if (ascii_lower(label[i]) != ascii_lower(prefix[i]))
            return;
    if (completing->count++ >= ITEMS_MOST)
        return;
    bool is_name = kind != KIND_KEYWORD && kind != KIND_FILE && kind != KIND_CONSTANT;
    json_open(json, '{');
    json_member_text(json, "label", label);
    json_member_number(json, "kind", kind);
    if (detail)
        json_member_text(json, "detail", detail);
    json_member_open(json, "textEdit", '{');
    json_member_open(json, "range", '{');
    json_key(json, "start");
    session_write_position(json, completing->begin);
    json_key(json, "end");
    session_write_position(json, completing->end);
    json_close(json, '}');
    json_member_text(json, "newText",
                     is_name ? word_quote(completing->analysis->arena, completing->situation->place, label) : label);
    json_close(json, '}');
    json_close(json, '}');
}

/* ---- Words */

/* Words of the language by their use. */
static const struct {
    unsigned offer, uses;
} uses[] = {
    {OFFER_ITEMS, WORD_ITEM},           {OFFER_ROWS, WORD_ROW},
    {OFFER_HEADER_ROWS, WORD_HEADER_ROW}, {OFFER_EVENT_ROWS, WORD_EVENT_ROW},
    {OFFER_PROVENANCE, WORD_PROVENANCE},
};

/* Other words: names that have a meaning in one place only, and words that may follow one other word. */
static const struct {
    unsigned offer;
    const char *words[7];
} words[] = {
    {OFFER_ROWS, {"partial"}},
    {OFFER_KINDS, {"unsigned", "signed", "float", "char", "bool", "pointer"}},
    {OFFER_ENUMERATIONS, {"time", "text"}},
    {OFFER_IN, {"in"}},
    {OFFER_MARKER, {"marker"}},
};

static void add_words(struct completing *completing)
{
    size_t count;
    const struct word *list = word_list(&count);
    unsigned offers = completing->situation->offers;
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        for (size_t k = 0; offers & uses[i].offer && k < count; k++)
            if (list[k].uses & uses[i].uses)
                add_item(completing, list[k].text, KIND_KEYWORD, NULL);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t k = 0; offers & words[i].offer && words[i].words[k]; k++)
            add_item(completing, words[i].words[k], KIND_KEYWORD, NULL);
}

/* Adds the clauses that begin with a word and may still be written in the declaration. */
static void add_clauses(struct completing *completing)
{
    const struct situation *situation = completing->situation;
    for (enum ast_clause_kind kind = 0; kind < AST_CLAUSE_KIND_COUNT; kind++) {
        const char *name = clause_name(kind);
        bool is_word = word_find(PLACE_ELSEWHERE, name, strlen(name)), has = false;
        for (size_t i = 0; i < situation->written_count && !has; i++)
            has = !strcmp(situation->written[i], name) && !clause_repeats(kind);
        if (is_word && !has && clause_is_allowed(kind, situation->kind, situation->is_row))
            add_item(completing, name, KIND_KEYWORD, NULL);
    }
}

/* ---- Names of the model */

static const char *noun_of(const struct type *type)
{
    static const char *const nouns[] = {
        [TYPE_UNSIGNED] = "unsigned", [TYPE_SIGNED] = "signed", [TYPE_CHAR] = "char",       [TYPE_BOOL] = "bool",
        [TYPE_FLOAT] = "float",       [TYPE_POINTER] = "pointer", [TYPE_ENUM] = "enum",     [TYPE_FLAGS] = "flags",
        [TYPE_RECORD] = "struct",     [TYPE_OPAQUE] = "opaque"};
    return type->record && type->record->is_union ? "union" : nouns[type->kind];
}

/* Returns the set of kinds of types that an offer includes. */
static unsigned types_of(unsigned offers)
{
    enum { INTEGERS = 1 << TYPE_UNSIGNED | 1 << TYPE_SIGNED, ENUMERATIONS = 1 << TYPE_ENUM | 1 << TYPE_FLAGS };
    return (offers & OFFER_TYPES ? ~0u : 0) | (offers & OFFER_INTEGERS ? INTEGERS : 0) |
           (offers & OFFER_ENUMERATIONS ? ENUMERATIONS : 0) | (offers & OFFER_STRUCTURES ? 1u << TYPE_RECORD : 0);
}

static void add_types(struct completing *completing)
{
    unsigned kinds = types_of(completing->situation->offers);
    for (size_t i = 0; kinds && i < completing->model->type_count; i++) {
        const struct type *type = completing->model->types[i];
        bool is_enumeration = type->kind == TYPE_ENUM || type->kind == TYPE_FLAGS;
        unsigned kind = type->record ? KIND_STRUCT : is_enumeration ? KIND_ENUM : KIND_CLASS;
        if (kinds >> type->kind & 1 && !strchr(type->name, '.') && !type->original)
            add_item(completing, type->local, kind, noun_of(type));
    }
}

static void add_versions(struct completing *completing)
{
    const struct axis *axis = &completing->model->axis;
    struct arena *arena = completing->analysis->arena;
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        add_item(completing, release->name, KIND_CONSTANT,
                 axis_version_text(arena, axis, axis_release_version(axis, release)));
        for (size_t k = 0; k < release->point_count; k++) {
            const struct axis_point *point = &axis->points[release->first_point + k];
            add_item(completing, point->name, KIND_CONSTANT, axis_version_text(arena, axis, point->version));
        }
    }
}

static void add_members(struct completing *completing)
{
    const char *owner = completing->situation->owner;
    const struct record *record = owner ? model_find_record(completing->model, owner) : NULL;
    for (size_t i = 0; record && i < record->member_count; i++) {
        struct buffer type = {0};
        row_write_type(record->members[i]->rows[0], &type);
        add_item(completing, record->members[i]->name, KIND_FIELD, buffer_text(&type));
        buffer_free(&type);
    }
}

static void add_flags(struct completing *completing)
{
    for (size_t i = 0; i < completing->model->type_count; i++) {
        const struct type *type = completing->model->types[i];
        for (size_t k = 0; type->kind == TYPE_FLAGS && k < type->enumeration->count; k++)
            if (type->enumeration->enumerators[k].name)
                add_item(completing, type->enumeration->enumerators[k].name, KIND_ENUM_MEMBER, type->name);
    }
}

static void add_checks(struct completing *completing)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        if (diag_code_is_check((enum diag_code)i))
            add_item(completing, diag_code_name((enum diag_code)i), KIND_CONSTANT,
                     diag_code_summary((enum diag_code)i));
}

/* Adds the specs of the folders as paths relative to the text; in angle brackets, relative to the folders. */
static void add_files(struct completing *completing, char bracket)
{
    const struct session *session = completing->session;
    struct arena *arena = completing->analysis->arena;
    for (size_t i = 0; i < session->workspace.file_count; i++) {
        const char *path = session->workspace.files[i].path;
        if (!strcmp(path, completing->path))
            continue;
        if (bracket == '"')
            add_item(completing, path_relative(arena, file_path_rules, "/", completing->path, path), KIND_FILE, NULL);
        for (size_t k = 0; bracket == '<' && k <= session->folder_count; k++) {
            const char *folder = k < session->folder_count ? session->folders[k] : session->options->shipped;
            size_t size = folder ? strlen(folder) : 0;
            if (size && !strncmp(path, folder, size) && path[size] == '/')
                add_item(completing, path + size + 1, KIND_FILE, NULL);
        }
    }
}

static void add_names(struct completing *completing)
{
    unsigned offers = completing->situation->offers;
    const struct model *model = completing->model;
    add_types(completing);
    if (offers & OFFER_MEMBERS)
        add_members(completing);
    if (offers & OFFER_ARCHES)
        for (size_t i = 0; i < model->arch_count; i++)
            add_item(completing, model->arches[i]->name, KIND_CONSTANT, NULL);
    if (offers & OFFER_VERSIONS)
        add_versions(completing);
    if (offers & OFFER_CONSTANTS)
        for (size_t i = 0; i < model->constant_count; i++)
            add_item(completing, model->constants[i]->name, KIND_CONSTANT, NULL);
    if (offers & OFFER_FLAGS)
        add_flags(completing);
    if (offers & OFFER_CHECKS)
        add_checks(completing);
}

void completion_write(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    uint32_t position;
    struct completing completing = {.session = session, .json = json, .path = session_path(arena, params)};
    const struct document *document = completing.path ? document_find(session->documents, completing.path) : NULL;
    struct analysis *analysis = completing.analysis = document ? session_analyse(session, completing.path) : NULL;
    json_open(json, '{');
    json_member_open(json, "items", '[');
    if (analysis && analysis_find_position(session, analysis, completing.path, tree_get(params, "position"),
                                           &position)) {
        const struct source *source = analysis_source(analysis, completing.path);
        struct position_map *map = analysis_map(session, analysis, source);
        size_t offset = position - source->base;
        const struct situation situation = situation_find(arena, source->text, offset);
        completing.model = analysis->model;
        completing.situation = &situation;
        completing.prefix = arena_copy(arena, source->text + situation.begin, offset - situation.begin);
        completing.begin = position_find(map, situation.begin);
        completing.end = position_find(map, offset);
        add_words(&completing);
        if (situation.offers & OFFER_CLAUSES)
            add_clauses(&completing);
        add_names(&completing);
        if (situation.offers & OFFER_FILES)
            add_files(&completing, source->text[situation.begin - 1]);
    }
    json_close(json, ']');
    json_member_bool(json, "isIncomplete", completing.count > ITEMS_MOST);
    json_close(json, '}');
    arena_free(arena);
}
