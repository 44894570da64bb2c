/*
 * Claims about layouts in the text of a C header: offsets and sizes in comments, as headers made from PDBs have them,
 * and in C_ASSERT and static_assert. They are needed because C leaves the layout to the compiler, and the compiler
 * of the program may differ from clang.
 */
#ifndef CLANG_CLAIMS_H
#define CLANG_CLAIMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"

struct arena;
struct intern;
struct map;

/* Bases in which a number without a prefix can be read. */
enum clang_base { CLANG_DECIMAL, CLANG_HEXADECIMAL, CLANG_BASE_COUNT };

/* The claim of a comment about a member or a structure. */
struct clang_claim {
    bool has_offset, has_bit, has_size;
    bool is_worded;  /* a word or a sign is before the number: "offset: 0x8", "+0x8"; else it is a bare number */
    uint32_t offset; /* offset of the member in bytes */
    uint32_t bit;
    uint32_t size;   /* size of the structure in bytes */
    uint32_t extent; /* size of the member in bytes; 0 if the comment does not state it */
    /* The comment is or begins with a number that may be an offset, such as "8" or "0010"; with `is_worded` it is one.
     * Only the numbers of the other members tell its base, and whether a bare number is an offset. */
    bool is_number;
    bool has_text;                       /* other text follows the number */
    uint32_t readings[CLANG_BASE_COUNT]; /* the number in each base; CLANG_NO_NUMBER: it is none in that base */
};

#define CLANG_NO_NUMBER UINT32_MAX

/* Reads the text of one comment, without the comment marks. Returns false if it claims nothing. Of two numbers such as
 * "004/008" the second one is that of programs with pointers of 8 bytes. */
bool clang_read_comment(const char *text, size_t size, uint32_t pointer_size, struct clang_claim *claim);

/* Adds the sizes and offsets that assertions of a text claim: `sizeof(S) == 8`, `FIELD_OFFSET(S, m) == 4`. The keys are
 * "S" and "S.m", interned, without leading underscores of S; the values are numbers, from 1 on. */
void clang_read_assertions(struct arena *arena, struct intern *intern, const struct source *source,
                           struct map *assertions);

/* True if the line at an offset of a text is an assertion about a size or an offset. */
bool clang_is_assertion(const struct source *source, size_t offset);

#endif
