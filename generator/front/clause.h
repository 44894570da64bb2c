/*
 * The clauses of the language: their names, their contents, and the declarations that may have them. Each clause is a
 * row of clauses.def.
 */
#ifndef FRONT_CLAUSE_H
#define FRONT_CLAUSE_H

#include <stdbool.h>

#include "front/ast.h"

/* A clause holds one of these contents, in members of ast_clause. */
enum clause_content {
    CLAUSE_CELL,
    CLAUSE_TYPED_CELL, /* cell of values; name: their type, or NULL */
    CLAUSE_SET,        /* set of versions, or NULL */
    CLAUSE_TERMS,
    CLAUSE_NUMBER,
    CLAUSE_BITS,   /* `number` and `number_last`: the first and the last bit */
    CLAUSE_TYPE,   /* name of a type */
    CLAUSE_MEMBER, /* name of a member */
    CLAUSE_TEXT,
    CLAUSE_CODE /* name: code of a check; text: the reason */
};

enum clause_content clause_content(enum ast_clause_kind clause);

/* Returns the name of a clause in messages: its word, if it has one. */
const char *clause_name(enum ast_clause_kind clause);

/* True if a declaration of kind `decl` may have a clause. With `is_row` the declaration is a row of another one. */
bool clause_is_allowed(enum ast_clause_kind clause, enum ast_kind decl, bool is_row);

/* True if a declaration may have a clause several times. */
bool clause_repeats(enum ast_clause_kind clause);

#endif
