/*
 * The claims that a header makes beside its declarations, by the library's cursors.
 */
#ifndef CLANG_BESIDE_H
#define CLANG_BESIDE_H

#include "base/source.h"
#include "clang/library.h"

struct arena;
struct clang_claim;
struct clang_unit;
struct map;

/* Finds the claims of the comments beside a member: before it or behind it on its line. */
void clang_claim_of_field(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim);

/* Finds the size that the comments of a structure claim: directly above it, behind it, or at the end of its body. Sets
 * `span` to its declaration. */
void clang_claim_of_tag(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                        struct span *span);

/* Adds what assertions in the files of the unit's structures claim, as clang_read_assertions does. */
void clang_find_assertions(struct clang_unit *unit, struct arena *arena, struct map *assertions);

#endif
