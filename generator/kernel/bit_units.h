/*
 * The storage units of bit-fields, of which compilers and debugging information tell the type and the bits.
 */
#ifndef KERNEL_BIT_UNITS_H
#define KERNEL_BIT_UNITS_H

#include <stdbool.h>
#include <stdint.h>

/* A record while its members are added in their order. */
struct bit_units {
    bool is_union;
    uint64_t size;  /* of the record */
    uint64_t reach; /* the end of the members before */
    uint64_t begin; /* of the last bit-field's unit, in bytes */
    uint32_t unit;  /* its size; 0: the last member was no bit-field */
};

/* Finds the unit of a bit-field, whose type has `size` bytes, at most 8: that of the one before, or else a new one,
 * which is aligned or begins with the bit-field. If there is no room for its type, the unit is a smaller one. Returns
 * false if there is none. */
bool bit_units_find(struct bit_units *units, uint64_t bit, uint64_t width, uint32_t size);

/* Adds another member. */
void bit_units_add_member(struct bit_units *units, uint64_t begin, uint64_t size);

#endif
