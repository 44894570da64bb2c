/*
 * Rows in order of time: what a member, or a slot, is on an arch from version to version.
 */
#ifndef CHECK_STRETCHES_H
#define CHECK_STRETCHES_H

#include "check/check_parts.h"

/* A row for versions in a row. */
struct stretch {
    struct version_range in;
    const struct row *row;
    bool is_open; /* what the row is in these versions: see doubts.h */
};

struct stretches {
    struct stretch *items; /* ascending by where they begin, then in the order of the text */
    size_t count, room;
};

/* When some rows of the run's record are there on an arch, but not where their cells say `-`. */
struct stretches stretches_of(struct check_run *run, struct row *const *rows, size_t row_count,
                              const struct arch *arch);
void stretches_free(struct stretches *stretches);

/* Calls `clash` for two different rows that share versions, with the later one in the text first, unless one is open.
 * Each row that shares a version with any is in some call; of many that all do, not each pair is. */
typedef void (*clash_function)(struct check_run *run, const struct row *late, const struct row *early,
                               const struct arch *arch, struct version_set both);
void stretches_compare(struct check_run *run, const struct stretches *stretches, const struct arch *arch,
                       clash_function clash);

#endif
