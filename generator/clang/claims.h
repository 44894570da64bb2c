/*
 * Claims about layouts that the text of a C header makes beside its declarations: offsets and sizes in comments, as
 * headers made from PDBs have them, and in C_ASSERT and static_assert. C itself cannot say what the compiler of the
 * program did.
 */
#ifndef CLANG_CLAIMS_H
#define CLANG_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"
#include "clang/library.h"

struct arena;
struct intern;
struct clang_unit;
struct map;

/* What comments say about a member, or about a structure. */
struct clang_claim {
    bool has_offset, has_bit, has_size;
    bool is_worded; /* the offset has a word or a sign before it: "offset: 0x8", "+0x8"; else it is a bare number */
    uint32_t offset; /* bytes */
    uint32_t bit;
    uint32_t size;   /* bytes, of a structure */
    uint32_t extent; /* bytes, of a member; 0: it is not said */
};

/* Reads the text of one comment, without its marks. Returns false if it claims nothing. */
bool clang_read_comment(const char *text, size_t size, struct clang_claim *claim);

/* Finds the claims of the comments beside a member: before it or behind it on its line. */
void clang_claim_of_field(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim);

/* Finds the size that the comments of a structure claim: directly above it, behind it, or at the end of its body. Sets
 * `span` to its declaration. */
void clang_claim_of_tag(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                        struct span *span);

/* Adds the sizes and offsets that assertions in the files of the unit's structures claim: `sizeof(S) == 8`,
 * `FIELD_OFFSET(S, m) == 4`. The keys are "S" and "S.m", interned, without leading underscores of S; the values are
 * numbers, from 1 on. */
void clang_read_assertions(struct clang_unit *unit, struct arena *arena, struct map *assertions);

/* True if the line of a text at an offset is such an assertion. */
bool clang_is_assertion(const struct source *source, size_t offset);

#endif
