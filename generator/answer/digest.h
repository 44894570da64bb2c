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

/* The owner of the rows of a structure. */
#define DIGEST_RECORD UINT64_C(0)

/* A row, as far as all layouts that have it agree. */
struct digest_row {
    const char *name;
    const char *type;    /* its word, as a spec has it; NULL: it is a named aggregate, or a pointer to a function */
    const char *display; /* the enumeration of its values, or NULL */
    unsigned stars;      /* of a pointer to a function: 0 */
    bool is_function;
};

/* Returns the part of a row. It is the owner of the rows inside, if the row is a named aggregate. */
uint64_t digest_row(uint64_t owner, const struct digest_row *row);

/* Returns the part of a row at a place; width 0: it is no bit-field. */
uint64_t digest_place(uint64_t part, uint32_t offset, unsigned bit, unsigned width);

/* Returns a part with the elements of one more bound of its row. */
uint64_t digest_bound(uint64_t part, uint64_t count);

/* Returns the digest of the sum of all parts. */
uint32_t digest_take(uint64_t sum, uint32_t size);

/* A record of which digests are taken. */
struct digest;

/* Prepares to take digests of a record, in memory of an arena. */
struct digest *digest_begin(struct arena *arena, const struct record *record);

/* Returns the digest of the layout that the rows give in a version in which the record exists. `valid`: versions around
 * it with the same layout. */
uint32_t digest_at(struct digest *digest, const struct arch *arch, uint64_t version, struct version_range *valid);

/* Digests of a record that contradict its layout. */
struct digest_conflict {
    const struct arch *arch;
    uint64_t version;               /* the first attested one */
    struct version_range in;        /* up to the last one that is meant */
    const struct cell_value *value; /* what the row says; `-`: the kernels have no such structure */
    bool is_absent;                 /* the record does not exist there; else: */
    uint32_t digest;                /* that the rows give */
};

/* Calls `visit` for the attested versions of a record that its `digest` contradicts, in ascending order by arch. Says
 * nothing of a record without that row, and of one that has not all its members. */
void digest_compare(struct arena *arena, const struct record *record, const struct arch *const *arches,
                    void (*visit)(void *user, const struct digest_conflict *conflict), void *user);

#endif
