#include "check/bit_holes.h"

#include <stdbool.h>
#include <stdlib.h>

enum { UNIT_BYTES_MOST = 8 };

/* Sorts by offset. Bit-fields of one storage unit become neighbours, sorted by their bits. */
static int compare_fields(const void *left, const void *right)
{
    const struct bit_field *a = left, *b = right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (!a->width != !b->width)
        return a->width ? 1 : -1;
    if (a->width && a->size != b->size)
        return a->size < b->size ? -1 : 1;
    if (a->width && a->bit != b->bit)
        return a->bit < b->bit ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static bool shares_unit(const struct bit_field *a, const struct bit_field *b)
{
    return a->width && b->width && a->offset == b->offset && a->size == b->size;
}

/* True for a bit-field whose bits are known to lie within its unit. */
static bool fits_unit(const struct bit_field *field)
{
    return field->width && field->bit + field->width <= field->size * 8;
}

/* Returns the bits of a unit that another field has. A member of the unit's size or more has none: it is a second view
 * of the whole unit, as in a union. */
static uint64_t bits_of(const struct bit_field *field, const struct bit_field *unit)
{
    uint64_t begin = unit->offset * UINT64_C(8), end = begin + unit->size * UINT64_C(8);
    uint64_t from = field->offset * UINT64_C(8), to = from + field->size * UINT64_C(8);
    if (!field->width && field->size >= unit->size)
        return 0;
    if (fits_unit(field)) {
        from += field->bit;
        to = from + field->width;
    }
    from = from > begin ? from : begin;
    to = to < end ? to : end;
    if (from >= to)
        return 0;
    return UINT64_MAX >> (64 - (to - from)) << (from - begin);
}

/* Returns the bits of a unit that fields outside of it have. */
static uint64_t bits_of_others(const struct bit_field *fields, size_t count, size_t first, size_t end)
{
    const struct bit_field *unit = &fields[first];
    uint64_t bits = 0;
    for (size_t i = first; i > 0 && fields[i - 1].offset + UNIT_BYTES_MOST > unit->offset; i--)
        bits |= bits_of(&fields[i - 1], unit);
    for (size_t i = end; i < count && fields[i].offset < unit->offset + unit->size; i++)
        bits |= bits_of(&fields[i], unit);
    return bits;
}

/* Finds the holes of the unit that begins with the field at `first`. Finds none if a bit-field in the unit has unknown
 * bits, which may fill a hole. Returns the index after the unit's last field. */
static size_t find_in_unit(const struct bit_field *fields, size_t count, size_t first, struct bit_hole *holes,
                           size_t *found)
{
    unsigned reach = 0;
    size_t before = SIZE_MAX, end = first;
    bool all_fit = true;
    *found = 0;
    do {
        const struct bit_field *field = &fields[end];
        all_fit = all_fit && fits_unit(field);
        if (all_fit && field->bit > reach)
            holes[(*found)++] = (struct bit_hole){before, field->index, reach, field->bit - reach};
        if (field->bit + field->width > reach) {
            reach = field->bit + field->width;
            before = field->index;
        }
        end++;
    } while (end < count && shares_unit(&fields[first], &fields[end]));
    if (!all_fit)
        *found = 0;
    return end;
}

size_t bit_holes_find(struct bit_field *fields, size_t count, struct bit_hole *holes)
{
    size_t kept = 0, end, ascending = 1;
    while (ascending < count && compare_fields(&fields[ascending - 1], &fields[ascending]) < 0)
        ascending++;
    if (ascending < count)
        qsort(fields, count, sizeof *fields, compare_fields);
    for (size_t first = 0; first < count; first = end) {
        size_t found;
        end = find_in_unit(fields, count, first, &holes[kept], &found);
        uint64_t others = found ? bits_of_others(fields, count, first, end) : 0;
        for (size_t i = 0, start = kept; i < found; i++) {
            struct bit_hole hole = holes[start + i];
            if (!(UINT64_MAX >> (64 - hole.count) << hole.first & others))
                holes[kept++] = hole;
        }
    }
    return kept;
}
