/*
 * The rows of a member or a slot in the order of time: which row holds on an arch in which versions.
 */
#ifndef CHECK_STRETCHES_H
#define CHECK_STRETCHES_H

#include "check/check_parts.h"

/* A range of versions in which a row holds. */
struct stretch {
    struct version_range range;
    const struct row *row;
    bool is_open; /* a finding makes the row doubtful in these versions (doubts.h) */
};

struct stretches {
    struct stretch *items; /* ascending by the beginning of their versions, then in the order of the text */
    size_t count, room;
};

/* Returns the ranges of versions in which rows of the run's record exist on an arch. Leaves out versions for which a
 * row's cell says `-`. */
struct stretches stretches_of(struct check_run *run, struct row *const *rows, size_t row_count,
                              const struct arch *arch);
void stretches_free(struct stretches *stretches);

/* Calls `clash` for two different rows with common versions, the later one in the text first, unless a row is doubtful
 * there. Each row with a common version is in some call, but if many rows share versions, not every pair is. */
typedef void (*clash_function)(struct check_run *run, const struct row *late, const struct row *early,
                               const struct arch *arch, struct version_set both);
void stretches_compare(struct check_run *run, const struct stretches *stretches, const struct arch *arch,
                       clash_function clash);

#endif
