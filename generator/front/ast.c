#include "front/ast.h"

#include <stddef.h>

const struct ast_clause *ast_clause_find(const struct ast_decl *decl, enum ast_clause_kind kind)
{
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
        if (clause->kind == kind)
            return clause;
    return NULL;
}
