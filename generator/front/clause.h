/*
 * The clauses that each kind of declaration may have.
 */
#ifndef FRONT_CLAUSE_H
#define FRONT_CLAUSE_H

#include <stdbool.h>

#include "front/ast.h"

/* Returns the name of a clause in messages: its word, if it has one. */
const char *clause_name(enum ast_clause_kind clause);

/* True if a declaration may have a clause; `is_row`: as a row of another one. */
bool clause_is_allowed(enum ast_clause_kind clause, enum ast_kind decl, bool is_row);

/* True if a declaration may have a clause several times. */
bool clause_repeats(enum ast_clause_kind clause);

#endif
