/*
 * Builds the nodes of the tree for the grammar's actions.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "front/parser.h"

/* Appends a node to a list. */
#define LIST_APPEND(list, node)                                                                                        \
    do {                                                                                                               \
        if ((list).last)                                                                                               \
            (list).last->next = (node);                                                                                \
        else                                                                                                           \
            (list).first = (node);                                                                                     \
        (list).last = (node);                                                                                          \
    } while (0)

static struct ast_decl *decl_new(struct parser *parser, enum ast_kind kind, struct span span)
{
    struct ast_decl *decl = ARENA_NEW(parser->arena, struct ast_decl);
    decl->kind = kind;
    decl->span = span;
    decl->doc = parser_doc(parser, span.begin);
    parser->file->counts[kind]++;
    return decl;
}

static void decl_take_clauses(struct parser *parser, struct ast_decl *decl, struct ast_clause *clauses)
{
    bool is_row = decl->kind == AST_SLOT || decl->kind == AST_SIZE_ROW || decl->kind == AST_DIGEST ||
                  decl->kind == AST_UNACCOUNTED || decl->kind == AST_BYTES || decl->kind == AST_MEMBER ||
                  decl->kind == AST_SIGHTING;
    clauses_take(parser, decl, clauses, is_row);
}

struct ast_decl *build_decl(struct parser *parser, enum ast_kind kind, struct span span, struct ast_clause *clauses)
{
    struct ast_decl *decl = decl_new(parser, kind, span);
    decl_take_clauses(parser, decl, clauses);
    return decl;
}

struct ast_decl *build_named(struct parser *parser, enum ast_kind kind, struct span span, const char *name,
                             struct span name_span, struct ast_clause *clauses)
{
    struct ast_decl *decl = build_decl(parser, kind, span, clauses);
    decl->name = name;
    decl->name_span = name_span;
    return decl;
}

struct ast_decl *build_module(struct parser *parser, struct span span, const char *name, struct span name_span)
{
    struct ast_decl *decl = build_named(parser, AST_MODULE, span, name, name_span, NULL);
    if (!parser->file->module)
        parser->file->module = decl;
    else
        diag_note(diag_report(parser->diags, DIAG_DUPLICATE, span, "a file belongs to one module"),
                  parser->file->module->span, "the first is here");
    return decl;
}

struct ast_decl *build_cell_row(struct parser *parser, enum ast_kind kind, struct span span, struct ast_cell *cell,
                                struct ast_clause *clauses)
{
    struct ast_decl *decl = build_decl(parser, kind, span, clauses);
    decl->cell = cell;
    return decl;
}

void build_kernel(struct parser *parser, struct ast_decl *point, const char *word, struct span word_span,
                  const char *version, struct span version_span)
{
    if (strcmp(word, "kernel") != 0)
        diag_report(parser->diags, DIAG_SYNTAX, word_span, "a point may name its 'kernel', not its '%s'", word);
    point->type.name = version;
    point->type.span = version_span;
}

static struct ast_identity *build_identity(struct parser *parser, struct ast_identity *identity, const char *word,
                                           struct span word_span, const char *expected, bool is_repeated)
{
    if (strcmp(word, expected) != 0)
        diag_report(parser->diags, DIAG_SYNTAX, word_span, "expected '%s', found '%s'", expected, word);
    else if (is_repeated)
        diag_report(parser->diags, DIAG_SYNTAX, word_span, "'%s' is repeated here", word);
    return identity ? identity : ARENA_NEW(parser->arena, struct ast_identity);
}

struct ast_identity *build_text(struct parser *parser, struct ast_identity *identity, const char *word,
                                struct span word_span, const char *text, struct span span)
{
    if (!strcmp(word, "build")) {
        identity = build_identity(parser, identity, word, word_span, word, identity && identity->build);
        identity->build = text;
        identity->build_span = span;
    } else {
        identity = build_identity(parser, identity, word, word_span, "pdb", identity && identity->pdb);
        identity->pdb = text;
        identity->pdb_span = span;
    }
    return identity;
}

struct ast_identity *build_image(struct parser *parser, struct ast_identity *identity, const char *word,
                                 struct span word_span, uint64_t timestamp, uint64_t image_size, struct span span)
{
    identity = build_identity(parser, identity, word, word_span, "image", identity && identity->image_span.end);
    identity->timestamp = timestamp;
    identity->image_size = image_size;
    identity->image_span = span;
    return identity;
}

struct ast_decl *build_source(struct parser *parser, struct span span, const char *document, const char *state,
                              struct span state_span, struct ast_clause *clauses)
{
    struct ast_decl *decl = build_decl(parser, AST_SOURCE, span, clauses);
    decl->text = document;
    decl->type.name = state;
    decl->type.span = state_span;
    return decl;
}

/* Words of types that have a size. Names may be equal to them, because the words are not reserved. */
static const char *const type_words[] = {"unsigned", "signed", "float", "char", "bool"};

struct ast_decl *build_type(struct parser *parser, struct span span, const char *name, struct span name_span,
                            const char *word, struct span word_span, struct ast_clause *clauses)
{
    struct ast_decl *decl = build_named(parser, AST_TYPE, span, name, name_span, clauses);
    bool is_known = !word;
    for (size_t i = 0; i < sizeof type_words / sizeof *type_words && !is_known; i++)
        is_known = !strcmp(word, type_words[i]);
    if (!is_known)
        diag_report(parser->diags, DIAG_SYNTAX, word_span,
                    "a type is 'unsigned', 'signed', 'float', 'char', 'bool' or 'pointer', not '%s'", word);
    decl->type.name = word ? word : intern_text(parser->intern, "pointer");
    decl->type.span = word_span;
    return decl;
}

struct ast_decl *build_word(struct parser *parser, const char *word, struct span span, struct span end)
{
    if (strcmp(word, "partial") != 0)
        diag_report(parser->diags, DIAG_SYNTAX, end, "expected a name or 'volatile', not ';'");
    return decl_new(parser, AST_PARTIAL, span);
}

struct ast_decl *build_path(struct parser *parser, enum ast_kind kind, struct span span, struct ast_name *path)
{
    struct ast_decl *decl = decl_new(parser, kind, span);
    decl->names = path;
    return decl;
}

struct ast_decl *build_attest(struct parser *parser, struct span span, const char *name, struct span name_span,
                              struct ast_set *set, struct ast_clause *clauses)
{
    struct ast_decl *decl = build_decl(parser, AST_ATTEST, span, clauses);
    decl->set = set;
    decl->name = name;
    decl->name_span = name ? name_span : (struct span){0};
    return decl;
}

struct ast_decl *build_sighting(struct parser *parser, struct span span, const char *name, struct span name_span,
                                struct ast_set *set, struct ast_name *path, struct ast_clause *clauses)
{
    struct ast_decl *decl = build_named(parser, AST_SIGHTING, span, name, name_span, clauses);
    decl->set = set;
    decl->names = path;
    return decl;
}

struct ast_decl *build_row_aggregate(struct parser *parser, enum ast_kind kind, struct span span,
                                     struct ast_clause *clauses)
{
    struct ast_decl *decl = decl_new(parser, kind, span);
    clauses_take(parser, decl, clauses, true);
    return decl;
}

struct ast_decl *build_typed(struct parser *parser, struct span span, const char *qualifiers, const char *name,
                             uint64_t pointer)
{
    struct ast_decl *decl = decl_new(parser, AST_MEMBER, span);
    if (pointer / 2 > STARS_MOST) {
        diag_report(parser->diags, DIAG_LIMIT, span, "a type has at most %d stars", STARS_MOST);
        pointer = 0;
    }
    decl->type = (struct ast_type){.span = span,
                                   .name = name,
                                   .qualifiers = qualifiers,
                                   .pointer_depth = (unsigned)(pointer / 2),
                                   .pointer_volatile = pointer & 1};
    if (pointer < 2 && !map_get(parser->held, name))
        map_set(parser->held, name, (void *)(uintptr_t)name);
    if (pointer != 1)
        return decl;
    /* without a star, a `volatile` after the type qualifies the type itself */
    decl->type.pointer_volatile = false;
    decl->type.qualifiers = qualifiers && *qualifiers == 'c' ? "const volatile" : "volatile";
    return decl;
}

/* Sets the bounds of a member or aggregate. Reports dimensions beyond BOUNDS_MOST and drops them. */
void build_bounds(struct parser *parser, struct ast_decl *decl, struct ast_bound *bounds)
{
    struct ast_bound *bound = bounds;
    decl->bounds = bounds;
    for (unsigned count = 1; bound; bound = bound->next, count++) {
        if (count < BOUNDS_MOST || !bound->next)
            continue;
        diag_report(parser->diags, DIAG_LIMIT, bound->next->span, "an array has at most %d dimensions", BOUNDS_MOST);
        bound->next = NULL;
    }
}

struct ast_decl *build_member(struct parser *parser, struct ast_decl *typed, struct span span, const char *name,
                              struct span name_span, struct ast_bound *bounds, struct ast_clause *clauses)
{
    typed->span = span;
    decl_take_clauses(parser, typed, clauses);
    typed->name = name;
    typed->name_span = name_span;
    build_bounds(parser, typed, bounds);
    return typed;
}

void build_function(struct ast_decl *member, const char *parameters)
{
    member->type.parameters = parameters;
    member->type.pointer_depth++;
}

void build_body(struct ast_decl *decl, struct ast_decl *children, struct span span)
{
    decl->children = children;
    decl->body_span = span;
}

void build_begin(struct parser *parser, struct ast_decl *decl, struct span first)
{
    decl->span.begin = first.begin;
    decl->doc = parser_doc(parser, first.begin);
}

struct ast_clause *build_clause(struct parser *parser, enum ast_clause_kind kind, struct span span)
{
    struct ast_clause *clause = ARENA_NEW(parser->arena, struct ast_clause);
    clause->kind = (uint8_t)kind;
    clause->span = span;
    return clause;
}

struct ast_clause *build_cell_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                     struct ast_cell *cell)
{
    struct ast_clause *clause = build_clause(parser, kind, span);
    clause->cell = cell;
    return clause;
}

struct ast_clause *build_set_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                    struct ast_set *set)
{
    struct ast_clause *clause = build_clause(parser, kind, span);
    clause->set = set;
    return clause;
}

struct ast_clause *build_number_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                       uint64_t number)
{
    struct ast_clause *clause = build_clause(parser, kind, span);
    clause->number = parser_number_32(parser, number, span);
    return clause;
}

struct ast_clause *build_indexed(struct parser *parser, struct span span, const struct ast_range *bits)
{
    struct ast_clause *clause = build_clause(parser, AST_INDEXED, span);
    const char *ends[2] = {bits->from, bits->to};
    uint32_t numbers[2] = {0, 0};
    for (int i = 0; i < 2; i++) {
        if (ends[i] && !ends[i][strspn(ends[i], "0123456789")])
            numbers[i] =
                parser_number_32(parser, parser_number(parser, ends[i], strlen(ends[i]), bits->span), bits->span);
        else
            diag_report(parser->diags, DIAG_NUMBER, bits->span, "write the bits of an index as a range: 29..31");
    }
    clause->number = numbers[0];
    clause->number_last = numbers[1];
    return clause;
}

struct ast_clause *build_name_clause(struct parser *parser, enum ast_clause_kind kind, struct span span,
                                     const char *name, struct span name_span)
{
    struct ast_named_clause *named = ARENA_NEW(parser->arena, struct ast_named_clause);
    named->clause.kind = (uint8_t)kind;
    named->clause.is_named = true;
    named->clause.span = span;
    named->span = name_span;
    named->name = name;
    parser->file->allow_count += kind == AST_ALLOW;
    return &named->clause;
}

struct ast_alternative *build_value(struct parser *parser, enum ast_value value, struct span span, uint64_t number)
{
    struct ast_alternative *alternative = ARENA_NEW(parser->arena, struct ast_alternative);
    alternative->span = span;
    alternative->value_end = span.end;
    alternative->value = (uint8_t)value;
    alternative->number = number;
    return alternative;
}

struct ast_alternative *build_expression_value(struct parser *parser, struct span span,
                                               struct ast_expression *expression)
{
    if (expression->kind == AST_NUMBER)
        return build_value(parser, AST_VALUE_NUMBER, span, expression->number);
    struct ast_alternative *alternative = build_value(parser, AST_VALUE_EXPRESSION, span, 0);
    alternative->expression = expression;
    return alternative;
}

struct ast_alternative *build_alternative(struct ast_alternative *value, struct span span, struct ast_set *set)
{
    value->span = span;
    value->set = set;
    return value;
}

struct ast_alternative *build_marked(struct parser *parser, struct ast_alternative *value, struct span span,
                                     enum ast_provenance provenance, struct ast_set *set, struct ast_alternative *was)
{
    struct ast_marked_alternative *marked = ARENA_NEW(parser->arena, struct ast_marked_alternative);
    *marked = (struct ast_marked_alternative){*value, was, value->span.begin};
    marked->alternative.provenance = (uint8_t)provenance;
    return build_alternative(&marked->alternative, span, set);
}

struct ast_set *build_set(struct parser *parser, struct span span, struct ast_range *included,
                          struct ast_range *excluded)
{
    struct ast_set *set = ARENA_NEW(parser->arena, struct ast_set);
    *set = (struct ast_set){span, included, excluded};
    return set;
}

struct ast_range *build_range(struct parser *parser, struct span span, const char *from, const char *to)
{
    struct ast_range *range = ARENA_NEW(parser->arena, struct ast_range);
    *range = (struct ast_range){NULL, span, from, to};
    return range;
}

struct ast_term *build_term(struct parser *parser, struct span span, enum ast_relation relation, uint64_t number,
                            bool negative)
{
    struct ast_term *term = ARENA_NEW(parser->arena, struct ast_term);
    *term = (struct ast_term){.span = span, .relation = relation, .negative = negative, .number = number};
    return term;
}

static unsigned expression_depth(const struct ast_expression *expression)
{
    return expression ? expression->depth : 0;
}

struct ast_expression *build_expression(struct parser *parser, struct span span, enum ast_expression_kind kind,
                                        struct ast_expression *left, struct ast_expression *right)
{
    struct ast_expression *expression = ARENA_NEW(parser->arena, struct ast_expression);
    unsigned left_depth = expression_depth(left), right_depth = expression_depth(right);
    *expression = (struct ast_expression){.kind = kind, .span = span, .left = left, .right = right};
    if (left)
        expression->depth = 1 + (left_depth > right_depth ? left_depth : right_depth);
    if (expression->depth > NESTING_MOST)
        parser_stop(parser, span, DIAG_NESTING, "this expression has too many operators");
    return expression;
}

struct ast_bound *build_bound(struct parser *parser, struct span span, struct ast_cell *cell)
{
    struct ast_bound *bound = ARENA_NEW(parser->arena, struct ast_bound);
    bound->span = span;
    bound->cell = cell;
    bound->kind = cell ? AST_BOUND_COUNT : AST_BOUND_FLEXIBLE;
    if (!cell || cell->column_count > 1)
        return bound;
    const struct ast_alternative *only = cell->columns->alternatives;
    if (!only->next && !only->set && only->provenance == AST_DOCUMENTED && only->value == AST_VALUE_EXPRESSION &&
        only->expression->kind == AST_NAME && only->expression->name == parser->anysize_array)
        bound->kind = AST_BOUND_ANYSIZE;
    return bound;
}

struct decl_list decl_append(struct decl_list list, struct ast_decl *decl)
{
    LIST_APPEND(list, decl);
    return list;
}

struct clause_list clause_append(struct clause_list list, struct ast_clause *clause)
{
    LIST_APPEND(list, clause);
    return list;
}

struct bound_list bound_append(struct bound_list list, struct ast_bound *bound)
{
    LIST_APPEND(list, bound);
    return list;
}

struct name_list name_append(struct parser *parser, struct name_list list, const char *name, struct span span)
{
    struct ast_name *node = ARENA_NEW(parser->arena, struct ast_name);
    *node = (struct ast_name){NULL, span, name};
    LIST_APPEND(list, node);
    return list;
}

struct range_list range_append(struct range_list list, struct ast_range *range)
{
    LIST_APPEND(list, range);
    return list;
}

struct term_list term_append(struct term_list list, struct ast_term *term, bool begins)
{
    term->begins = begins;
    LIST_APPEND(list, term);
    return list;
}

struct cell_list cell_begin(struct parser *parser, struct ast_alternative *alternative)
{
    struct ast_cell *cell = ARENA_NEW(parser->arena, struct ast_cell);
    cell->span = alternative->span;
    cell->column_count = 1;
    cell->columns->alternatives = alternative;
    parser->last_column = cell->columns;
    return (struct cell_list){cell, alternative};
}

struct cell_list cell_add(struct parser *parser, struct cell_list list, struct ast_alternative *alternative)
{
    (void)parser;
    list.cell->span.end = alternative->span.end;
    list.last->next = alternative;
    list.last = alternative;
    return list;
}

struct cell_list cell_add_column(struct parser *parser, struct cell_list list, struct ast_alternative *alternative)
{
    struct ast_column *column = ARENA_NEW(parser->arena, struct ast_column);
    column->alternatives = alternative;
    parser->last_column->next = column;
    parser->last_column = column;
    list.cell->column_count++;
    list.cell->span.end = alternative->span.end;
    list.last = alternative;
    return list;
}
