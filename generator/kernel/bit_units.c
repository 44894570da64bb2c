#include "kernel/bit_units.h"

/* True if a storage unit of that size, beginning at `begin`, contains the bit-field, ends within the record and begins
 * after the members before it. */
static bool is_unit(const struct bit_units *units, uint64_t begin, uint32_t size, uint64_t bit, uint64_t width)
{
    return 8 * begin <= bit && bit + width <= 8 * (begin + size) && begin + size <= units->size &&
           begin >= units->reach;
}

bool bit_units_find(struct bit_units *units, uint64_t bit, uint64_t width, uint32_t size)
{
    if (units->unit == size && 8 * units->begin <= bit && bit + width <= 8 * (units->begin + size))
        return true;
    if (units->unit && !units->is_union && units->begin + units->unit <= bit / 8)
        units->reach = units->begin + units->unit;
    for (; size; size /= 2) {
        uint64_t aligned = bit / 8 / size * size;
        units->unit = size;
        units->begin = is_unit(units, aligned, size, bit, width) ? aligned : bit / 8;
        if (is_unit(units, units->begin, size, bit, width))
            return true;
    }
    units->unit = 0;
    return false;
}

void bit_units_add_member(struct bit_units *units, uint64_t begin, uint64_t size)
{
    units->unit = 0;
    if (!units->is_union && size)
        units->reach = begin + size;
}
