/*
 * Finds the fewest keys that must move so that a list ascends. Example: in 1 9 2 3, only 9 must move.
 */
#ifndef SPEC_ASCENDING_H
#define SPEC_ASCENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets `moved[i]` to true if key `i` must move to make the keys ascend, else to false. Marks as few keys as possible.
 * Equal keys are in order. Returns the number of marked keys. */
size_t ascending_mark_moved(const uint64_t *keys, size_t count, bool *moved);

#endif
