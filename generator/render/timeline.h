/*
 * The points of a tree, the structures of which share evidence: the versions at which the answer of some structure
 * changes, or how well the tree is known. Tables of generated headers have an answer for each point and one for the
 * versions after it, up to the next point.
 *
 * Structures with sightings change at many builds at which no other one does: these are fine points. The coarse points
 * serve all other structures.
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
    const struct point *coarse; /* the same points, if no structure has sightings */
    size_t coarse_count;
};

/* True if the answers of a record change at fine points. */
bool timeline_is_fine(const struct render *render, const struct record *record);

/* Makes the points of some records in the memory of the renderer. Those that are not chosen may be among them: then the
 * points are the same whatever is chosen. */
struct timeline *timeline_new(const struct render *render, const struct evidence *const *evidence,
                              const struct record *const *records, size_t record_count);

/* Returns the position of a point among the coarse ones, as the runtime counts: twice its index, plus 1 if it is after
 * that point. */
size_t timeline_find_coarse(const struct timeline *timeline, const struct point *point);

/* Returns how well members are known in a version that do not move around it, as a digit of the runtime. */
char timeline_grade(const struct timeline *timeline, const struct arch *arch, uint64_t version);

#endif
