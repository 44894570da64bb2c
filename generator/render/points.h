/*
 * The points of the chosen structures: the versions at which some answer changes, that is the layout of a structure, or
 * how well it or a member is known. A target is a position among them: at a point, or after it and before the next one.
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

/* A point, and versions with the answers for it and for all versions after it up to the next point. */
struct point {
    const struct arch *arch;
    uint64_t version, at, after;
};

/* Builds that run the kernel of another build: both with revision 0. */
struct twin {
    const struct arch *arch;
    uint64_t build, kernel;
};

/* Structures that have the same evidence on each arch that they share. */
struct tree {
    const struct evidence **evidence; /* by arch; NULL if there is none */
    bool *is_known;                   /* by arch: some structure is there */
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

/* Finds the points of a run, in the memory of the renderer. Returns false if a structure stands otherwise in a build
 * than in the one whose kernel that runs: then positions do not tell its answers. */
bool points_find(const struct render *render, struct points *points);

/* Returns the next plan of a run at or after an index, which becomes that of the record behind it; NULL at the end. */
const struct plan *points_next_plan(const struct render *render, size_t *index);

/* Returns the range of answers that has a version, or NULL if the structure has none on the arch. */
const struct plan_range *points_find_range(const struct plan *plan, const struct arch *arch, uint64_t version);

/* Returns how well members of a tree are known in a version that do not move around it. */
strata_basis points_judge(const struct tree *tree, const struct arch *arch, uint64_t version);

#endif
