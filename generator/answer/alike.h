/*
 * Members that stand alike: in every version on an arch, both have the same grade (member_stand). Members that move
 * together stand alike, unless some build says something different of one of them. So most structures have few kinds of
 * members.
 */
#ifndef ANSWER_ALIKE_H
#define ANSWER_ALIKE_H

#include <stddef.h>

struct arch;
struct arena;
struct record;

/* Returns for each member of a record the index of the first member that stands as it does; its own if there is none.
 * The memory is the arena's. */
const size_t *record_find_alike(struct arena *arena, const struct record *record, const struct arch *arch);

#endif
