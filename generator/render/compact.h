/*
 * Compact bundles: bundles with --calls, whose tables and whose runtime are reduced to the chosen structures and calls.
 *
 * All structures share one list of points: the versions at which the answer of some structure changes. A target is
 * resolved to a position in this list. So a structure needs no targets of its own, and no grade is computed at run
 * time. If compact_new returns NULL, the bundle has the tables of headers instead.
 */
#ifndef RENDER_COMPACT_H
#define RENDER_COMPACT_H

#include <stdbool.h>

#include "mustache/value.h"

struct arch;
struct compact;
struct object;
struct plan;
struct render;

/* Finds the points of the chosen structures. `parts` is a set of enum bundle_part. Returns NULL if the bundle cannot be
 * compact: it has parts or calls that need the tables of headers, a structure has other answers in a build than in the
 * build whose kernel it runs, or a number is too large. The memory is the renderer's. */
const struct compact *compact_new(const struct render *render, unsigned parts);

/* True if a bundle is compact and plain: the line of a member has its number, the type of its scalars and the type of
 * its elements. `compact` may be NULL. */
bool compact_is_plain(const struct compact *compact);

/* True if some structure of a compact bundle has layouts on an architecture. */
bool compact_has_arch(const struct compact *compact, const struct arch *arch);

/* Returns the value for the template `compact`: the declarations that replace those of strata.h in a compact bundle. */
struct value compact_runtime(const struct render *render, const struct compact *compact);

/* Sets the values of a record that the template `compact_record` takes. */
void compact_add_record(const struct render *render, const struct compact *compact, const struct plan *plan,
                        struct object *object);

#endif
