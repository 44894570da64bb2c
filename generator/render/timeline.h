/*
 * The points of a tree. A tree is a group of structures with the same evidence. A point is a version at which the
 * answer of some structure changes, or how well the tree is known. Tables of generated headers have an answer for each
 * point and one for the versions after it, up to the next point.
 *
 * Structures with sightings change at many builds at which no other structure changes. Only these structures use all
 * points; the others use the coarse points among them, so that their tables are shorter.
 */
#ifndef RENDER_TIMELINE_H
#define RENDER_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "render/points.h"
#include "strata.h"

struct evidence;
struct record;
struct render;

struct timeline {
    const struct evidence *const *evidence; /* by arch; NULL if there is none */
    const struct point *points;             /* ascending by arch and version; the runtime counts them from 1 on */
    size_t point_count;
    /* Points for structures without sightings; the same as `points` if no structure has any. */
    const struct point *coarse;
    size_t coarse_count;
    uint32_t mark; /* hash of `points` and their coarse positions */
};

/* True if a record has sightings on a chosen arch, so that it needs all points and not just the coarse ones. */
bool timeline_is_fine(const struct render *render, const struct record *record);

/* Makes the points of a tree from its records, in the memory of the renderer. The records may include ones that are not
 * chosen; then the points do not depend on the choice. */
struct timeline *timeline_new(const struct render *render, const struct evidence *const *evidence,
                              const struct record *const *records, size_t record_count);

/* Returns the coarse position of a point, as the runtime counts: twice the number, from 1 on, of the coarse point at or
 * before it, plus 1 if it is after that point. Returns 0 if no coarse point of the arch is at or before it. */
size_t timeline_find_coarse(const struct timeline *timeline, const struct point *point);

/* Returns how well a tree knows a version, as a digit of the runtime. Members that do not move near the version are
 * known that well. The digit of a build that runs the kernel of another build is STRATA_GRADE_OF_KERNEL. */
char timeline_grade(const struct timeline *timeline, const struct arch *arch, uint64_t version);

#endif
