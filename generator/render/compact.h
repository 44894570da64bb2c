/*
 * Compact bundles: those with --calls, whose tables and whose part of the runtime are made for what was chosen.
 *
 * All structures share the points at which some answer changes: a resolved target is a position among them. So a
 * structure has no targets of its own, and nothing is judged at run time. A bundle has the other form, that of headers,
 * if compact_new says so.
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
 * compact: it has parts or calls that need the tables of headers, a structure that stands otherwise in a build than in
 * that whose kernel it runs, or numbers that are too large. The memory is the renderer's. */
const struct compact *compact_new(const struct render *render, unsigned parts);

/* True if the bundle is compact, and its members have their lines in the plain form: number, form, form of elements. */
bool compact_is_plain(const struct compact *compact);

/* True if some structure of a compact bundle has layouts on an architecture. */
bool compact_has_arch(const struct compact *compact, const struct arch *arch);

/* Returns the value for the template `compact`: declarations of strata.h that are otherwise in a compact bundle. */
struct value compact_runtime(const struct render *render, const struct compact *compact);

/* Sets the values of a record that the template `compact_record` takes. */
void compact_add_record(const struct render *render, const struct compact *compact, const struct plan *plan,
                        struct object *object);

#endif
