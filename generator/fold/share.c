#include "fold/fold_parts.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/lookup.h"
#include "check/bit_holes.h"

struct fold_extent fold_extent_of(uint32_t offset, uint64_t size, unsigned bit, unsigned width)
{
    struct fold_extent extent = {.begin = offset, .end = offset + size};
    if (width) {
        extent.first = offset * UINT64_C(8) + bit;
        extent.last = extent.first + width;
    }
    return extent;
}

/* Sorts extents by their ends. If the ends are equal, bit-fields come first, since they can stand next to each other in
 * one unit. Then the extent that begins last comes first, then unnamed records. */
static int compare_ends(const void *left, const void *right)
{
    const struct fold_extent *a = left, *b = right;
    uint64_t a_end = a->last ? a->last : a->end * 8, b_end = b->last ? b->last : b->end * 8;
    if (a_end != b_end)
        return a_end < b_end ? -1 : 1;
    if (!a->last != !b->last)
        return a->last ? -1 : 1;
    if (a->begin != b->begin)
        return a->begin > b->begin ? -1 : 1;
    if (a->has_rows != b->has_rows)
        return a->has_rows ? -1 : 1;
    return (a->index > b->index) - (a->index < b->index);
}

static void raise_end(uint64_t *end, uint64_t to)
{
    *end = to > *end ? to : *end;
}

/* Takes the extents that end first. This leaves the most extents that share nothing. */
void fold_share(struct fold_extent *extents, size_t count)
{
    /* Ends of extents that allow nothing: of other members, of the units of bit-fields, and of bit-fields in bits. */
    uint64_t end = 0, units_end = 0, bits_end = 0;
    if (count)
        qsort(extents, count, sizeof *extents, compare_ends);
    for (size_t i = 0; i < count; i++) {
        struct fold_extent *extent = &extents[i];
        if (extent->begin < end || (!extent->last && extent->begin < units_end))
            extent->allows |= FOLD_OVERLAP;
        if (!(extent->allows & FOLD_OVERLAP))
            raise_end(extent->last ? &units_end : &end, extent->end);
        if (extent->first < bits_end && extent->last)
            extent->allows |= FOLD_BIT_OVERLAP;
        if (!(extent->allows & FOLD_BIT_OVERLAP))
            raise_end(&bits_end, extent->last);
    }
}

/* Returns the member of a row in a run, or NULL. */
static const struct kernel_member *member_in(const struct fold_row *row, const struct fold_run *run)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->places[i].run == run)
            return row->places[i].member;
    return NULL;
}

/* Lets a zero-sized member allow an overlap if it is strictly inside another member. */
static void share_empty(struct fold *fold, const struct fold_rows *rows, const struct fold_run *run,
                        const struct fold_extent *extents, size_t count)
{
    for (size_t i = 0; i < rows->count; i++) {
        const struct kernel_member *member = member_in(rows->items[i], run);
        if (!member || fold_member_size(fold, run->column, member))
            continue;
        for (size_t k = 0; k < count; k++)
            if (!(extents[k].allows & FOLD_OVERLAP) && extents[k].begin < member->offset &&
                member->offset < extents[k].end)
                rows->items[i]->allows |= FOLD_OVERLAP;
    }
}

/* Lets members allow an overlap with an anonymous union or structure, which then need not allow it. `extents` has these
 * sorted by offset, and they do not overlap each other. */
static void share_groups(struct fold_extent *extents, size_t count)
{
    const struct fold_extent **groups = memory_alloc((count + 1) * sizeof *groups);
    size_t group_count = 0;
    for (size_t i = 0; i < count; i++)
        if (extents[i].is_anonymous)
            groups[group_count++] = &extents[i];
    for (size_t i = 0; i < count && group_count; i++) {
        size_t first;
        SEARCH_FIRST(first, group_count, middle, groups[middle]->end <= extents[i].begin);
        if (first < group_count && groups[first]->begin < extents[i].end && !extents[i].is_anonymous)
            extents[i].allows |= FOLD_OVERLAP;
    }
    free(groups);
}

void fold_share_rows(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t run_count)
{
    struct fold_extent *extents = memory_alloc((rows->count + 1) * sizeof *extents);
    for (const struct fold_run *run = runs; run < runs + run_count; run++) {
        size_t count = 0;
        for (size_t i = 0; i < rows->count; i++) {
            const struct kernel_member *member = member_in(rows->items[i], run);
            uint64_t size = member ? fold_member_size(fold, run->column, member) : 0;
            const struct fold_tag *tag = member ? fold_shape_of(fold, member->type)->tag : NULL;
            if (!size || (size == FOLD_UNKNOWN && tag && tag->is_elsewhere))
                continue;
            size = size == FOLD_UNKNOWN ? 1 : size; /* a type that nobody declares counts as one byte */
            extents[count] = fold_extent_of(member->offset, size, kernel_first_bit(member), member->width);
            extents[count].has_rows = fold_is_nested(rows->items[i]);
            extents[count].is_anonymous = fold_is_anonymous(member);
            extents[count].allows = rows->items[i]->allows;
            extents[count++].index = i;
        }
        share_groups(extents, count);
        fold_share(extents, count);
        for (size_t i = 0; i < count; i++)
            rows->items[extents[i].index]->allows |= extents[i].allows;
        share_empty(fold, rows, run, extents, count);
    }
    free(extents);
}

static bool has_bits(const struct fold_rows *rows)
{
    for (size_t i = 0; i < rows->count; i++)
        if (rows->items[i]->places[0].member->width)
            return true;
    return false;
}

void fold_allow_bit_gaps(struct fold *fold, const struct fold_rows *rows, const struct fold_run *runs, size_t count)
{
    if (!has_bits(rows))
        return;
    struct bit_field *fields = memory_alloc(rows->count * sizeof *fields);
    struct bit_hole *holes = memory_alloc(rows->count * sizeof *holes);
    for (const struct fold_run *run = runs; run < runs + count; run++) {
        size_t field_count = 0;
        for (size_t i = 0; i < rows->count; i++) {
            const struct kernel_member *member = member_in(rows->items[i], run);
            uint64_t size = member ? fold_member_size(fold, run->column, member) : FOLD_UNKNOWN;
            if (size <= UINT32_MAX)
                fields[field_count++] =
                    (struct bit_field){member->offset, (uint32_t)size, kernel_first_bit(member), member->width, i};
        }
        size_t hole_count = bit_holes_find(fields, field_count, holes);
        for (size_t i = 0; i < hole_count; i++)
            rows->items[holes[i].behind]->allows |= FOLD_BIT_GAP;
    }
    free(fields);
    free(holes);
}
