/*
 * Doubts: rows whose versions or bytes a finding leaves open. A check that rests on them leaves out the row in the
 * versions that the finding is about, and nothing else. A finding that an `allow` silences leaves nothing open: the row
 * is then the one that generated code has.
 */
#ifndef CHECK_DOUBTS_H
#define CHECK_DOUBTS_H

#include "check/check_parts.h"

/* Returns the set of codes that a map has of a key, a bit each. */
uint64_t run_codes_of(const struct map *map, const void *key);

/* Adds codes to that set. */
void run_add_codes(struct check_run *run, struct map *map, const void *key, uint64_t more);

/* Notes a fault of resolution that is reported. It is about all versions of its row. */
void doubts_add_fault(struct check_run *run, const struct fault *fault);

/* Notes the findings of the current record that are new since the last call. Returns the codes of all of its doubts. */
uint64_t doubts_collect(struct check_run *run);

/* Notes the versions in which findings about bytes are reported: the natural size of the record is then open. */
void doubts_add_bytes(struct check_run *run, const struct finding *finding);

/* True if a fault leaves a row, or an aggregate around it, open in all versions for the current check. NULL is the size
 * of the record. */
bool doubts_take_out(const struct check_run *run, const struct row *row);

/* Returns the versions in which a row, or an aggregate around it, is open for the current check. */
struct version_set doubts_of(struct check_run *run, const struct row *row, const struct arch *arch);

/* True if nothing is open in any row of the current record for the current check. */
bool doubts_are_none(const struct check_run *run);

/* Calls `visit` for a layout of the current record in which everything open is unknown: offsets, bits and sizes. Calls
 * it once for each run of versions in which the same is open, and not for a layout with sightings of members. */
typedef void (*layout_function)(void *user, const struct layout *layout);
void doubts_each_layout(struct check_run *run, const struct layout *layout, layout_function visit, void *user);

#endif
