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
    uint32_t begin, size; /* bytes; LAYOUT_UNKNOWN */
    uint32_t align;
    bool is_union;
    bool is_partial; /* the rows are only some of its members: it has no holes */
};

/* Bits of an aggregate that no member has, counted from the layout's first. */
struct hole {
    uint64_t from, to;
    const struct layout_member *unit; /* the bit-field in whose storage unit they are, or NULL: whole bytes */
    bool is_padding;                  /* bytes at the end, fewer than the alignment */
};

/* Holes in ascending order. A hole that would be empty is none. */
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

/* Returns the holes of an aggregate; none if its offset is unknown. A union has one at most, after the longest
 * member. */
struct holes holes_find(struct arena *arena, const struct aggregate *aggregate);

/* Returns the first bit of a member whose offset is known, counted from the layout's first. */
uint64_t holes_first_bit(const struct layout_member *member);

#endif
