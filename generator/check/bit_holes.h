/*
 * Holes between bit-fields. In C the bit-fields of a storage unit follow each other, so bits below the highest one that
 * no bit-field has mean that a row is missing, or that a position is wrong. Bits above the highest one are padding.
 */
#ifndef CHECK_BIT_HOLES_H
#define CHECK_BIT_HOLES_H

#include <stddef.h>
#include <stdint.h>

/* A bit-field, or another member of the same aggregate. */
struct bit_field {
    uint32_t offset, size; /* in bytes; of a bit-field, those of its storage unit, which has at most 8 bytes */
    unsigned bit, width;   /* in bits; a bit beyond the unit means that it is unknown; width 0 means no bit-field */
    size_t index;          /* the caller's number for the member; sorts members that begin at the same bit */
};

/* Bits below a bit-field that belong to no member. */
struct bit_hole {
    size_t before; /* index of the bit-field just below the hole in the unit; SIZE_MAX if there is none */
    size_t behind; /* index of the first bit-field that begins at the end of the hole */
    unsigned first, count;
};

/* Finds the holes of all storage units among the members of an aggregate. Sorts `fields`. Returns the number of holes;
 * `holes` has room for `count`. Bits of a bit-field in another unit, and bits of members smaller than the unit, are no
 * holes. */
size_t bit_holes_find(struct bit_field *fields, size_t count, struct bit_hole *holes);

#endif
