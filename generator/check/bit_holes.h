/*
 * Holes between bit-fields. In C the bit-fields of a storage unit follow each other, so bits below the highest one that
 * no bit-field has mean that a row is missing, or that a position is wrong. Bits above the highest one are padding.
 */
#ifndef CHECK_BIT_HOLES_H
#define CHECK_BIT_HOLES_H

#include <stddef.h>
#include <stdint.h>

/* A member beside bit-fields, or one of these. */
struct bit_field {
    uint32_t offset, size; /* bytes; of the storage unit, which has at most 8 */
    unsigned bit, width;   /* a bit beyond the unit: unknown; width 0: it is no bit-field */
    size_t index;          /* of the caller; ascends where two begin at one bit */
};

/* Bits below a bit-field that belong to none. */
struct bit_hole {
    size_t before; /* index of the bit-field below them in the unit, or SIZE_MAX */
    size_t behind; /* of the first that begins where they end */
    unsigned first, count;
};

/* Finds the holes of all units among siblings, which it sorts; returns how many there are. `holes` has room for one a
 * field. Bits that bit-fields of another unit have, or members smaller than the unit, are no holes. */
size_t bit_holes_find(struct bit_field *fields, size_t count, struct bit_hole *holes);

#endif
