/*
 * Members that stand alike: in all versions on an arch, each has the grade of the other (member_stand). Members that
 * move together do, if all builds say the same of them, so most structures have few kinds of members.
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
