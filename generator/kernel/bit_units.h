/*
 * Storage units of bit-fields. Debugging information gives only the type and the bits of a bit-field; this module finds
 * the unit that holds the bits.
 */
#ifndef KERNEL_BIT_UNITS_H
#define KERNEL_BIT_UNITS_H

#include <stdbool.h>
#include <stdint.h>

/* A record whose members are added in order. */
struct bit_units {
    bool is_union;
    uint64_t size;  /* size of the record */
    uint64_t reach; /* end of the members added so far */
    uint64_t begin; /* offset of the last bit-field's unit, in bytes */
    uint32_t unit;  /* size of that unit; 0: the last member was no bit-field */
};

/* Finds the unit of a bit-field whose type has `size` bytes, at most 8. This is the unit of the bit-field before it, or
 * a new unit that is aligned or begins with the bit-field. If there is no room for the type, the unit is smaller.
 * Returns false if there is no such unit. */
bool bit_units_find(struct bit_units *units, uint64_t bit, uint64_t width, uint32_t size);

/* Adds a member that is no bit-field. */
void bit_units_add_member(struct bit_units *units, uint64_t begin, uint64_t size);

#endif
