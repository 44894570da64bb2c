/*
 * Natural placement: where a C compiler puts the next row of an aggregate.
 */
#ifndef MODEL_NATURAL_H
#define MODEL_NATURAL_H

#include "model/layout.h"

/* The state of a layout in progress. Offsets are bytes from the start of the record. */
struct natural {
    bool is_union;
    bool is_lost;       /* the end of the row above is unknown */
    uint64_t base;      /* offset of the aggregate that is being laid out */
    uint64_t next;      /* end of the row above; in a union equal to `base` */
    uint64_t unit;      /* offset of the storage unit of the bit-field above */
    uint32_t unit_size; /* size of that unit in bytes; 0 if the row above is no bit-field */
    /* number of bits of the unit that are taken, or BIT_UNKNOWN. On big-endian architectures bit-fields begin at the
     * highest bit */
    unsigned unit_bit;
};

/* Returns the first offset from `offset` on that is a multiple of an alignment, counted from a base. */
static inline uint64_t natural_round_up(uint64_t base, uint64_t offset, uint32_t align)
{
    return base + layout_round_up(offset - base, align);
}

/* True if a bit-field goes into the storage unit of the bit-field above it. A width of 0 means no bit-field. */
static inline bool natural_shares(const struct natural *natural, uint32_t size, unsigned width)
{
    return !natural->is_union && width && natural->unit_size && natural->unit_size == size &&
           (natural->unit_bit == BIT_UNKNOWN || natural->unit_bit + width <= size * 8);
}

/* Returns the offset of the next row. `size` and `align` are in bytes. `width` is in bits; 0 means no bit-field. */
static inline uint64_t natural_place(const struct natural *natural, uint32_t size, uint32_t align, unsigned width)
{
    if (natural->is_union)
        return natural->base;
    return natural_shares(natural, size, width) ? natural->unit : natural_round_up(natural->base, natural->next, align);
}

/* Moves the state past a placed entry. */
static inline void natural_advance(struct natural *natural, const struct layout_member *entry)
{
    natural->unit_size = 0;
    natural->is_lost = !natural->is_union && (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN);
    if (natural->is_union || natural->is_lost)
        return;
    natural->next = (uint64_t)entry->offset + entry->size;
    if (entry->width) {
        natural->unit = entry->offset;
        natural->unit_size = entry->size;
        unsigned end = entry->is_big ? entry->size * 8 - entry->bit : (unsigned)entry->bit + entry->width;
        natural->unit_bit = entry->bit == BIT_UNKNOWN ? BIT_UNKNOWN : end;
    }
}

#endif
