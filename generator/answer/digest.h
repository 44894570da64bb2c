/*
 * Digests of layouts: a few bits that follow from what a kernel says of a structure. The row `digest` of a spec has
 * those of the attested kernels, so that `check` notices an edit which contradicts one of them.
 *
 * A digest covers the size of a structure and, of each member, its name, its type, its offset, its bits and its bounds.
 * It does not cover what some files of kernels do not know: the order of rows, anonymous aggregates around members,
 * qualifiers, and the parameters of functions. It is the same on every machine.
 *
 * A digest is taken of parts. The part of a member begins with its row, and goes on with its place:
 *
 *     sum += digest_place(digest_row(DIGEST_RECORD, &row), offset, bit, width);
 *     digest = digest_take(sum, size);
 */
#ifndef ANSWER_DIGEST_H
#define ANSWER_DIGEST_H

#include <stdbool.h>
#include <stdint.h>

#include "model/layout.h"

/* The owner of rows that are directly in a structure, for digest_row. */
#define DIGEST_RECORD UINT64_C(0)

/* The properties of a row on which all layouts with the row agree. */
struct digest_row {
    const char *name;
    const char *type;    /* the type's word, as a spec has it; NULL for a named aggregate or a pointer to a function */
    const char *display; /* the enumeration of its values; NULL if it has none */
    unsigned stars;      /* number of stars of its type; 0 for a pointer to a function */
    bool is_function;
};

/* Returns the part of a row. For a named aggregate, the part is also the owner of the rows in it. */
uint64_t digest_row(uint64_t owner, const struct digest_row *row);

/* Returns the part of a row at a place. Width 0 means that the row is no bit-field. */
uint64_t digest_place(uint64_t part, uint32_t offset, unsigned bit, unsigned width);

/* Returns a part with the number of elements of one more bound of its row. */
uint64_t digest_bound(uint64_t part, uint64_t count);

/* Returns the digest of the sum of all parts. */
uint32_t digest_take(uint64_t sum, uint32_t size);

/* The state for taking digests of one record. */
struct digest;

/* Prepares to take digests of a record, in memory of an arena. */
struct digest *digest_begin(struct arena *arena, const struct record *record);

/* Returns the digest of the layout that the rows give in a version. The record must exist there. Sets `valid` to the
 * range of versions around it with the same layout. */
uint32_t digest_at(struct digest *digest, const struct arch *arch, uint64_t version, struct version_range *valid);

/* Digests of a record that contradict its layout. */
struct digest_conflict {
    const struct arch *arch;
    uint64_t version;               /* first attested version that is contradicted */
    struct version_range range;     /* range of versions up to the last one that is contradicted */
    const struct cell_value *value; /* value of the record's `digest` row; `-`: the kernels have no such structure */
    bool is_absent;                 /* the record does not exist in these versions; then `digest` means nothing */
    uint32_t digest;                /* digest of the layout that the rows give */
};

/* Calls `visit` for the attested versions of a record that its `digest` row contradicts, arch by arch, in ascending
 * order. Does nothing for a record without a `digest` row, and for one of which only some members are known or
 * selected. */
void digest_compare(struct arena *arena, const struct record *record, const struct arch *const *arches,
                    void (*visit)(void *user, const struct digest_conflict *conflict), void *user);

#endif
