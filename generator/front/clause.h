/*
 * The clauses, of which each is a row of clauses.def: their names, what they hold, and where they may stand.
 */
#ifndef FRONT_CLAUSE_H
#define FRONT_CLAUSE_H

#include <stdbool.h>

#include "front/ast.h"

/* A clause holds one of these contents, in members of ast_clause. */
enum clause_content {
    CLAUSE_CELL,
    CLAUSE_TYPED_CELL, /* cell; name: a type, or NULL */
    CLAUSE_SET,        /* set, or NULL */
    CLAUSE_TERMS,
    CLAUSE_NUMBER,
    CLAUSE_BITS,   /* number and number_last */
    CLAUSE_TYPE,   /* name */
    CLAUSE_MEMBER, /* name */
    CLAUSE_TEXT,
    CLAUSE_CODE /* name; text */
};

enum clause_content clause_content(enum ast_clause_kind clause);

/* Returns the name of a clause in messages: its word, if it has one. */
const char *clause_name(enum ast_clause_kind clause);

/* True if a declaration may have a clause; `is_row`: as a row of another one. */
bool clause_is_allowed(enum ast_clause_kind clause, enum ast_kind decl, bool is_row);

/* True if a declaration may have a clause several times. */
bool clause_repeats(enum ast_clause_kind clause);

#endif
