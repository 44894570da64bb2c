/*
 * Kinds of members: members of one kind have the same grade in all versions on an arch (member_stand). Members that
 * move together are of one kind, if all builds say the same of them, so most structures have few kinds.
 *
 * A kind also says in numbers what its grades follow from, so that many questions about it are cheap.
 */
#ifndef ANSWER_KINDS_H
#define ANSWER_KINDS_H

#include <stddef.h>

struct arch;
struct arena;
struct layout;
struct record;

struct kind {
    const unsigned *layouts; /* the number of each layout: layouts that agree have the same one; 0: it is absent */
    const unsigned *builds;  /* which builds of the sightings say something of it (enum verdict), ascending */
    size_t build_count;
};

/* The kinds of a record on an arch. */
struct kinds {
    const struct record *record;
    const struct arch *arch;
    const struct kind *members;  /* by index of the member */
    const size_t *firsts;        /* by index of the member: that of the first member of its kind */
    struct kind size, all;       /* the size; the record as a whole */
};

/* The memory is the arena's. */
struct kinds record_find_kinds(struct arena *arena, const struct record *record, const struct arch *arch);

/* Returns the number that a layout on the arch, or on a twin of it, has in a kind. */
unsigned kind_number(const struct kinds *kinds, const struct kind *kind, const struct layout *layout);

/* Returns the index in `builds` of the first build at or after one of the sightings. */
size_t kind_find_build(const struct kind *kind, size_t sighting);

#endif
