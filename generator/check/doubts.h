/*
 * Doubts: rows whose versions or bytes are uncertain because of a finding. A check that depends on such a row leaves it
 * out in the versions of the finding, and nothing else. A finding that an `allow` silences causes no doubt: generated
 * code then has the row as it is.
 */
#ifndef CHECK_DOUBTS_H
#define CHECK_DOUBTS_H

#include "check/check_parts.h"

/* Returns the set of codes that a map has for a key. */
uint64_t run_codes_of(const struct map *map, const void *key);

/* Adds codes to the set that a map has for a key. */
void run_add_codes(struct check_run *run, struct map *map, const void *key, uint64_t more);

/* Records a reported fault of resolution. It makes its row doubtful in all versions. */
void doubts_add_fault(struct check_run *run, const struct fault *fault);

/* Records the findings about the current record since the last call. Returns the codes of all of its doubts. */
uint64_t doubts_collect(struct check_run *run);

/* Records the versions of a reported finding about bytes: in these the natural size of the record is doubtful. */
void doubts_add_bytes(struct check_run *run, const struct finding *finding);

/* True if a fault makes a row, or an aggregate around it, doubtful in all versions for the current check. NULL stands
 * for the size of the record. */
bool doubts_take_out(const struct check_run *run, const struct row *row);

/* Returns the versions in which a row, or an aggregate around it, is doubtful for the current check. */
struct version_set doubts_of(struct check_run *run, const struct row *row, const struct arch *arch);

/* True if no row of the current record is doubtful for the current check. */
bool doubts_are_none(const struct check_run *run);

/* Calls `visit` for a layout of the current record with all doubtful offsets, bits and sizes set to unknown. Calls it
 * once for each run of versions with the same doubts. Does not call it for a layout with sightings of members. */
typedef void (*layout_function)(void *user, const struct layout *layout);
void doubts_each_layout(struct check_run *run, const struct layout *layout, layout_function visit, void *user);

#endif
