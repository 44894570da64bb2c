/*
 * Finds the keys that are out of order: all keys outside one longest ascending selection.
 */
#ifndef SPEC_ASCENDING_H
#define SPEC_ASCENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets `moved[i]` to true if key `i` must move to make the keys ascend; keeps the number of moves minimal. Equal keys
 * are in order. Returns the number of keys that must move. */
size_t ascending_mark_moved(const uint64_t *keys, size_t count, bool *moved);

#endif
