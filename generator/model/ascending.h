/*
 * Which of some keys are out of order: all but a longest selection of them that ascends.
 */
#ifndef MODEL_ASCENDING_H
#define MODEL_ASCENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets `moved` of each of `count` keys to whether it must move so that the rest ascends; equal ones are in order.
 * Returns how many must. */
size_t ascending_mark_moved(const uint64_t *keys, size_t count, bool *moved);

#endif
