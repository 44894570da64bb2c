/*
 * Finds the claims that a header makes about layouts in comments and assertions, with the cursors of libclang.
 */
#ifndef CLANG_BESIDE_H
#define CLANG_BESIDE_H

#include "base/source.h"
#include "clang/library.h"

struct arena;
struct clang_claim;
struct clang_unit;
struct map;

/* Finds the claim in the comments of a member, before it or after it on its line. Of several members on a line each has
 * the comment before it if the line begins with a comment, else the one after it. Sets `span` to the declaration. */
void clang_claim_of_field(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                          struct span *span);

/* Returns the span of a declaration; {0, 0} if it is in no file. */
struct span clang_span_of(struct clang_unit *unit, struct clang_cursor cursor);

/* Returns the span of a declaration with the words before it and after it, from the end of the previous one up to a
 * semicolon: errors in them are about it. */
struct span clang_statement_of(struct clang_unit *unit, struct clang_cursor cursor);

/* Finds the size that the comments of a structure claim: directly above it, after it, or at the end of its body. Sets
 * `span` to the structure's declaration. */
void clang_claim_of_tag(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                        struct span *span);

/* Adds the claims of assertions in the files of the unit's structures, as clang_read_assertions does for one text. */
void clang_find_assertions(struct clang_unit *unit, struct arena *arena, struct map *assertions);

#endif
