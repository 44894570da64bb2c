/*
 * The points of the chosen structures: the versions at which some answer changes. An answer is the layout of a
 * structure, and how well the structure and its members are known. The position of a target is at a point, or between a
 * point and the next one.
 */
#ifndef RENDER_POINTS_H
#define RENDER_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "strata.h"

struct arch;
struct evidence;
struct plan;
struct plan_range;
struct render;

/* A point. The answers of version `at` hold at the point; those of version `after` hold after it, up to the next
 * point. */
struct point {
    const struct arch *arch;
    uint64_t version, at, after;
};

/* A build that runs the kernel of another build. Both have revision 0. */
struct twin {
    const struct arch *arch;
    uint64_t build, kernel;
};

/* Structures that have the same evidence on each arch that they share. */
struct tree {
    const struct evidence **evidence; /* by arch; NULL if there is none */
    bool *is_known;                   /* by arch: some structure of the tree exists there */
};

struct points {
    const struct render *render;
    struct tree *trees;
    size_t tree_count;
    size_t *tree_of;            /* by index of a record: its tree */
    const struct point *points; /* ascending by arch and version; an arch begins with version 0 */
    size_t point_count;
    const struct twin *twins;
    size_t twin_count;
};

/* Finds the points of the chosen structures, in the memory of the renderer. Returns false if a structure has other
 * answers in a build than in the build whose kernel it runs: the two builds could not have one position. */
bool points_find(const struct render *render, struct points *points);

/* Returns the first plan of a record from `*index` on, and sets `*index` to the next record. Returns NULL at the
 * end. */
const struct plan *points_next_plan(const struct render *render, size_t *index);

/* Returns the range of answers that contains a version; NULL if the structure has no answers on the arch. */
const struct plan_range *points_find_range(const struct plan *plan, const struct arch *arch, uint64_t version);

/* Returns how well a tree knows a version. Members that do not move near the version are known that well. */
strata_basis points_judge(const struct tree *tree, const struct arch *arch, uint64_t version);

#endif
