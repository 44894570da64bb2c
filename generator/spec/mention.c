#include "spec/mention.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/clause.h"
#include "model/model.h"

/* The state of a walk through the syntax tree of a file. */
struct walk {
    const struct model *model;
    const struct source *source;
    const struct module *module; /* the module of the file; NULL without a model */
    mention_visitor *visit;
    void *user;
    const struct ast_decl *decl; /* the declaration that is being visited */
    unsigned depth;
};

/* Returns the model's name for a type that a spec names. */
static const char *name_of_type(const struct walk *walk, const char *name)
{
    const struct type *type = name && walk->module ? map_get(walk->module->types, name) : NULL;
    return type && !type->original ? type->name : name;
}

static void add_mention(const struct walk *walk, enum mention_kind kind, struct span span, const char *name,
                        const char *owner)
{
    const struct mention mention = {.kind = kind,
                                    .span = span,
                                    .name = kind == MENTION_TYPE ? name_of_type(walk, name) : name,
                                    .owner = owner,
                                    .decl = walk->decl,
                                    .depth = walk->depth};
    if (name && span.end > span.begin)
        walk->visit(walk->user, &mention);
}

static const char *const nouns[AST_KIND_COUNT] = {
    [AST_RELEASE] = "release", [AST_POINT] = "point",         [AST_ARCH] = "architecture", [AST_TYPE] = "type",
    [AST_OPAQUE] = "opaque",   [AST_CONST] = "constant",      [AST_ENUM] = "enum",         [AST_FLAGS] = "flags",
    [AST_EVENT] = "event",     [AST_STRUCT] = "struct",       [AST_UNION] = "union",       [AST_MEMBER] = "member",
    [AST_BYTES] = "bytes",     [AST_ENUMERATOR] = "enumerator", [AST_GLOBAL] = "global"};

static void declare_owner(const struct walk *walk, enum mention_kind kind, const char *owner)
{
    const struct mention mention = {.kind = kind,
                                    .is_declaration = true,
                                    .noun = nouns[walk->decl->kind],
                                    .span = walk->decl->name_span,
                                    .name =
                                        kind == MENTION_TYPE ? name_of_type(walk, walk->decl->name) : walk->decl->name,
                                    .owner = owner,
                                    .decl = walk->decl,
                                    .depth = walk->depth};
    if (mention.name)
        walk->visit(walk->user, &mention);
}

/* ---- Versions and expressions */

static void walk_ranges(const struct walk *walk, const struct ast_range *range)
{
    for (; range; range = range->next) {
        add_mention(walk, MENTION_VERSION, ast_range_from_span(range), range->from, NULL);
        if (range->to != range->from || ast_range_to_span(range).begin != ast_range_from_span(range).begin)
            add_mention(walk, MENTION_VERSION, ast_range_to_span(range), range->to, NULL);
    }
}

static void walk_set(const struct walk *walk, const struct ast_set *set)
{
    if (!set)
        return;
    walk_ranges(walk, set->included);
    walk_ranges(walk, set->excluded);
}

static void walk_expression(const struct walk *walk, const struct ast_expression *expression)
{
    for (; expression; expression = expression->right) {
        if (expression->kind == AST_NAME)
            add_mention(walk, MENTION_CONSTANT, expression->span, expression->name, NULL);
        walk_expression(walk, expression->left);
    }
}

static void walk_cell(const struct walk *walk, const struct ast_cell *cell)
{
    for (const struct ast_column *column = cell ? cell->columns : NULL; column; column = column->next) {
        for (const struct ast_alternative *item = column->alternatives; item; item = item->next) {
            const struct ast_alternative *was = ast_alternative_was(item);
            if (item->value == AST_VALUE_EXPRESSION)
                walk_expression(walk, item->expression);
            walk_set(walk, item->set);
            walk_set(walk, was ? was->set : NULL);
        }
    }
}

/* ---- Clauses */

static void walk_clauses(const struct walk *walk, const struct ast_clause *clause, const char *owner)
{
    for (; clause; clause = clause->next) {
        enum clause_content content = clause_content(clause->kind);
        struct span span = ast_clause_name_span(clause);
        const char *name = ast_clause_name(clause);
        if (content == CLAUSE_TYPE || content == CLAUSE_TYPED_CELL)
            add_mention(walk, MENTION_TYPE, span, name, NULL);
        else if (content == CLAUSE_MEMBER)
            add_mention(walk, MENTION_MEMBER, span, name, owner);
        else if (content == CLAUSE_CODE)
            add_mention(walk, MENTION_CODE, span, name, NULL);
        if (content == CLAUSE_CELL || content == CLAUSE_TYPED_CELL)
            walk_cell(walk, clause->cell);
        else if (content == CLAUSE_SET)
            walk_set(walk, clause->set);
    }
}

/* ---- Declarations */

/* Reports the name of a type. The span of the type also contains qualifiers and stars. */
static void walk_type(const struct walk *walk, const struct ast_type *type)
{
    const char *text = walk->source->text;
    size_t at = type->span.begin - walk->source->base, end = type->span.end - walk->source->base;
    size_t length = type->name ? strlen(type->name) : 0;
    while (length && at + length <= end) {
        size_t size = 0;
        while (at + size < end && ascii_is_name(text[at + size]))
            size++;
        bool is_quoted = at > 0 && text[at - 1] == '`';
        if (size == length && !memcmp(text + at, type->name, size)) {
            uint32_t begin = walk->source->base + (uint32_t)(at - is_quoted);
            add_mention(walk, MENTION_TYPE, (struct span){begin, begin + (uint32_t)size + 2 * is_quoted}, type->name,
                        NULL);
            return;
        }
        at += size ? size : 1;
    }
}

/* Returns the name of the structure that a member in a path has as its type, or NULL. */
static const char *inner_owner(const struct walk *walk, const char *owner, const char *name)
{
    const struct record *record = model_find_record(walk->model, owner);
    const struct member *member = record ? record_find_member(record, name) : NULL;
    for (size_t i = 0; member && i < member->row_count; i++) {
        const struct type *type = member->rows[i]->type;
        if (type && type->record)
            return intern_text(walk->model->program->intern, type->name);
    }
    return NULL;
}

static void walk_path(const struct walk *walk, const struct ast_name *name, const char *owner)
{
    for (; name && owner; name = name->next) {
        add_mention(walk, MENTION_MEMBER, name->span, name->name, owner);
        owner = name->next ? inner_owner(walk, owner, name->name) : NULL;
    }
}

/* Returns the name of the enumeration that declares the flag of an event's group, or NULL. */
static const char *group_owner(const struct walk *walk, const char *event)
{
    const struct model *model = walk->model;
    const struct enumerator *group = NULL;
    for (size_t i = 0; i < model->event_count && !group; i++)
        if (!strcmp(model->events[i]->name, event))
            group = model->events[i]->group;
    for (size_t i = 0; group && i < model->type_count; i++) {
        const struct enumeration *enumeration = model->types[i]->enumeration;
        for (size_t k = 0; enumeration && k < enumeration->count; k++)
            if (&enumeration->enumerators[k] == group)
                return intern_text(model->program->intern, model->types[i]->name);
    }
    return NULL;
}

static void walk_decls(struct walk *walk, const struct ast_decl *decls, const char *owner);

static const char *row_owner(const struct walk *walk, const struct ast_decl *decl, const char *owner)
{
    if (!decl->name)
        return owner;
    struct intern *intern = walk->model->program->intern;
    return owner ? intern_text(intern, ARENA_JOIN(walk->model->arena, owner, ".", decl->name))
                 : name_of_type(walk, decl->name);
}

/* Visits a structure, union or member. `owner` is the structure around it, or NULL for a top-level declaration. */
static void walk_row(struct walk *walk, const struct ast_decl *decl, const char *owner)
{
    declare_owner(walk, owner ? MENTION_MEMBER : MENTION_TYPE, owner);
    if (decl->kind == AST_MEMBER)
        walk_type(walk, &decl->type);
    for (const struct ast_bound *bound = decl->bounds; bound; bound = bound->next)
        if (bound->kind == AST_BOUND_COUNT)
            walk_cell(walk, bound->cell);
    walk_clauses(walk, decl->clauses, owner);
    walk_decls(walk, decl->children, row_owner(walk, decl, owner));
}

static void walk_enumeration(struct walk *walk, const struct ast_decl *decl)
{
    declare_owner(walk, MENTION_TYPE, NULL);
    add_mention(walk, MENTION_TYPE, decl->type.span, decl->type.name, NULL);
    walk_clauses(walk, decl->clauses, NULL);
    walk_decls(walk, decl->children, name_of_type(walk, decl->name));
}

static void walk_names(const struct walk *walk, const struct ast_name *name)
{
    for (; name; name = name->next)
        add_mention(walk, MENTION_ARCH, name->span, name->name, NULL);
}

/* Visits any other declaration. */
static void walk_plain(struct walk *walk, const struct ast_decl *decl, const char *owner)
{
    static const enum mention_kind declares[AST_KIND_COUNT] = {
        [AST_RELEASE] = MENTION_VERSION, [AST_POINT] = MENTION_VERSION,    [AST_ARCH] = MENTION_ARCH,
        [AST_CONST] = MENTION_CONSTANT,  [AST_ENUMERATOR] = MENTION_ENUMERATOR, [AST_EVENT] = MENTION_EVENT,
        [AST_TYPE] = MENTION_TYPE,       [AST_OPAQUE] = MENTION_TYPE,    [AST_GLOBAL] = MENTION_GLOBAL,
    };
    bool is_member = decl->kind == AST_BYTES, is_global = decl->kind == AST_GLOBAL;
    if (declares[decl->kind] || is_member || decl->kind == AST_TYPE || decl->kind == AST_OPAQUE)
        declare_owner(walk, is_member ? MENTION_MEMBER : declares[decl->kind],
                      is_member || decl->kind == AST_ENUMERATOR ? owner
                      : is_global && walk->module               ? walk->module->name
                                                                : NULL);
    switch (decl->kind) {
    case AST_CONST:
    case AST_ENUMERATOR:
    case AST_UNACCOUNTED:
    case AST_BYTES:
    case AST_SIZE_ROW:
    case AST_DIGEST:
    case AST_TYPE:
    case AST_EVENT:
    case AST_EVENT_HEADER:
        walk_cell(walk, decl->cell);
        break;
    default:
        break;
    }
    walk_clauses(walk, decl->clauses, owner);
    walk_decls(walk, decl->children,
               decl->kind == AST_SLOT     ? owner
               : decl->kind == AST_HEADER ? name_of_type(walk, decl->name)
                                          : decl->name);
}

static void walk_decl(struct walk *walk, const struct ast_decl *decl, const char *owner)
{
    switch (decl->kind) {
    case AST_STRUCT:
    case AST_UNION:
    case AST_MEMBER:
        walk_row(walk, decl, owner);
        return;
    case AST_ENUM:
    case AST_FLAGS:
        walk_enumeration(walk, decl);
        return;
    case AST_COLUMNS:
        walk_names(walk, decl->names);
        return;
    case AST_SHARE:
        add_mention(walk, MENTION_TYPE, decl->name_span, decl->name, NULL);
        break;
    case AST_POINT:
        add_mention(walk, MENTION_VERSION, decl->type.span, decl->type.name, NULL);
        break;
    case AST_ARCH:
        add_mention(walk, MENTION_ARCH, decl->type.span, decl->type.name, NULL);
        break;
    case AST_SIGHTING:
        walk_path(walk, decl->names, owner);
        walk_set(walk, decl->set);
        break;
    case AST_BUILDS:
        add_mention(walk, MENTION_ARCH, decl->type.span, decl->type.name, NULL);
        walk_set(walk, decl->set);
        break;
    case AST_ATTEST:
        add_mention(walk, MENTION_ARCH, decl->name_span, decl->name, NULL);
        walk_set(walk, decl->set);
        break;
    case AST_IDENTITY:
        add_mention(walk, MENTION_ARCH, decl->name_span, decl->name, NULL);
        add_mention(walk, MENTION_VERSION, decl->type.span, decl->type.name, NULL);
        break;
    case AST_HEADER:
    case AST_EVENT_HEADER:
    case AST_EVENT_DATA:
        add_mention(walk, MENTION_TYPE, decl->name_span, decl->name, NULL);
        break;
    case AST_EVENT_GROUP:
        add_mention(walk, MENTION_ENUMERATOR, decl->name_span, decl->name, group_owner(walk, owner));
        return;
    case AST_HEADER_MARKER:
    case AST_HEADER_SIZE:
    case AST_HEADER_HOOK:
    case AST_HEADER_EXTRA:
        walk_path(walk, decl->names, owner);
        return;
    default:
        break;
    }
    walk_plain(walk, decl, owner);
}

static void walk_decls(struct walk *walk, const struct ast_decl *decls, const char *owner)
{
    const struct ast_decl *outer = walk->decl;
    walk->depth += outer != NULL;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        walk->decl = decl;
        walk_decl(walk, decl, owner);
    }
    walk->depth -= outer != NULL;
    walk->decl = outer;
}

void mentions_each(const struct model *model, const struct ast_file *file, mention_visitor *visit, void *user)
{
    struct walk walk = {.model = model,
                        .source = file->source,
                        .module = model ? model_find_module(model, file) : NULL,
                        .visit = visit,
                        .user = user};
    for (const struct ast_use *use = file->uses; use; use = use->next)
        add_mention(&walk, MENTION_FILE, use->span, use->path, NULL);
    walk_decls(&walk, file->decls, NULL);
}

bool mention_equal(const struct mention *a, const struct mention *b)
{
    bool is_same_owner = a->owner && b->owner ? !strcmp(a->owner, b->owner) : a->owner == b->owner;
    return a->kind == b->kind && is_same_owner && !strcmp(a->name, b->name);
}

struct span mention_whole(const struct ast_decl *decl)
{
    uint32_t end = decl->body_span.end > decl->span.end ? decl->body_span.end : decl->span.end;
    return (struct span){decl->span.begin, end};
}
