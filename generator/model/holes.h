/*
 * Holes: the bits of an aggregate that no member has.
 */
#ifndef MODEL_HOLES_H
#define MODEL_HOLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/layout.h"

struct arena;

/* An aggregate of a layout: the layout's record, or an anonymous aggregate in it. */
struct aggregate {
    const struct layout_member *first, *end;
    uint32_t begin, size; /* in bytes from the start of the layout; LAYOUT_UNKNOWN if nobody knows it */
    uint32_t align;
    bool is_union;
    bool is_partial; /* the rows are only some members of the aggregate, so it has no holes */
};

/* Bits of an aggregate that no member has, counted from the first bit of the layout. */
struct hole {
    uint64_t from, to;
    /* the bit-field in whose storage unit the bits lie; NULL: the hole is whole bytes */
    const struct layout_member *unit;
    bool is_padding; /* the hole is at the aggregate's end and smaller than its alignment */
};

/* Holes in ascending order, none of which is empty. */
struct holes {
    struct hole *items;
    size_t count;
};

/* Returns the record of a layout, or an anonymous aggregate in one. */
struct aggregate aggregate_of_layout(const struct layout *layout);
struct aggregate aggregate_of_member(const struct layout_member *member);

/* Lists the direct members of an aggregate by offset. Bit-fields come after the members that have all of their
 * bytes. */
const struct layout_member **aggregate_sort_members(struct arena *arena, const struct aggregate *aggregate,
                                                    size_t *count);

/* Returns the holes of an aggregate. Finds none if the aggregate's offset is unknown. A union has at most one hole,
 * after its longest member. */
struct holes holes_find(struct arena *arena, const struct aggregate *aggregate);

/* Returns the first bit of a member, counted from the first bit of the layout. The member's offset must be known. */
uint64_t holes_first_bit(const struct layout_member *member);

#endif
