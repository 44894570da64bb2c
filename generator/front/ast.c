#include "front/ast.h"

#include "base/ascii.h"

#include <stddef.h>
#include <string.h>

struct span ast_range_from_span(const struct ast_range *range)
{
    size_t length = range->from ? strlen(range->from) : 0;
    return (struct span){range->span.begin, range->span.begin + (uint32_t)length};
}

struct span ast_range_to_span(const struct ast_range *range)
{
    size_t length = range->to ? strlen(range->to) : 0;
    return (struct span){range->span.end - (uint32_t)length, range->span.end};
}

/* Returns an alternative as the larger structure that it is if it has a word of provenance. Returns NULL if it has
 * none. */
static const struct ast_marked_alternative *find_mark(const struct ast_alternative *alternative)
{
    bool is_marked = alternative->provenance != AST_DOCUMENTED;
    return is_marked ? (const struct ast_marked_alternative *)alternative : NULL;
}

struct span ast_value_span(const struct ast_alternative *alternative)
{
    const struct ast_marked_alternative *mark = find_mark(alternative);
    return (struct span){mark ? mark->value_begin : alternative->span.begin, alternative->value_end};
}

const struct ast_alternative *ast_alternative_was(const struct ast_alternative *alternative)
{
    const struct ast_marked_alternative *mark = find_mark(alternative);
    return mark ? mark->was : NULL;
}

const struct ast_clause *ast_clause_find(const struct ast_decl *decl, enum ast_clause_kind kind)
{
    if (!(decl->clause_kinds >> kind & 1))
        return NULL;
    const struct ast_clause *clause = decl->clauses;
    while (clause->kind != kind)
        clause = clause->next;
    return clause;
}

const char *ast_clause_name(const struct ast_clause *clause)
{
    return clause->is_named ? ((const struct ast_named_clause *)clause)->name : NULL;
}

struct span ast_clause_name_span(const struct ast_clause *clause)
{
    return clause->is_named ? ((const struct ast_named_clause *)clause)->span : (struct span){0, 0};
}

struct span ast_clause_span(const struct ast_decl *decl, enum ast_clause_kind kind)
{
    const struct ast_clause *clause = ast_clause_find(decl, kind);
    return clause ? clause->span : (struct span){0, 0};
}

bool ast_type_equal(const struct ast_type *a, const struct ast_type *b)
{
    return a->name == b->name && a->pointer_depth == b->pointer_depth && a->pointer_volatile == b->pointer_volatile &&
           ascii_same(a->qualifiers, b->qualifiers) && ascii_same(a->parameters, b->parameters);
}
