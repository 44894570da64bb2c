#include "model/holes.h"

#include <stdlib.h>

#include "base/arena.h"

struct aggregate aggregate_of_layout(const struct layout *layout)
{
    return (struct aggregate){.first = layout->members,
                              .end = layout_members_end(layout),
                              .size = layout->size,
                              .align = layout->align,
                              .is_union = layout->record->is_union,
                              .is_partial = layout->record->is_partial};
}

struct aggregate aggregate_of_member(const struct layout_member *member)
{
    return (struct aggregate){.first = member + 1,
                              .end = member + 1 + member->descendants,
                              .begin = member->offset,
                              .size = member->size,
                              .align = member->align,
                              .is_union = member->row->form == FORM_UNION,
                              .is_partial = member->row->record->is_partial};
}

static bool has_bits(const struct layout_member *member)
{
    return member->width && member->bit != BIT_UNKNOWN && member->size != LAYOUT_UNKNOWN;
}

uint64_t holes_first_bit(const struct layout_member *member)
{
    return member->offset * 8ULL + (has_bits(member) ? layout_first_bit(member) : 0);
}

/* Returns the bit after the bytes of a member; for a bit-field, after its storage unit. */
static uint64_t end_of_bytes(const struct layout_member *member)
{
    return (member->offset + (member->size == LAYOUT_UNKNOWN ? 0ULL : member->size)) * 8;
}

static uint64_t end_bit(const struct layout_member *member)
{
    return has_bits(member) ? holes_first_bit(member) + member->width : end_of_bytes(member);
}

static int compare_members(const void *left, const void *right)
{
    const struct layout_member *a = *(const struct layout_member *const *)left;
    const struct layout_member *b = *(const struct layout_member *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (!a->width != !b->width)
        return a->width ? 1 : -1;
    if (a->bit != b->bit && a->width)
        return layout_first_bit(a) < layout_first_bit(b) ? -1 : 1;
    return a < b ? -1 : a > b;
}

static int compare_first_bits(const void *left, const void *right)
{
    const struct layout_member *one = *(const struct layout_member *const *)left;
    const struct layout_member *other = *(const struct layout_member *const *)right;
    uint64_t a = holes_first_bit(one), b = holes_first_bit(other);
    return a != b ? (a > b) - (a < b) : (one > other) - (one < other);
}

/* Returns the number of direct members of an aggregate. */
static size_t count_members(const struct aggregate *aggregate)
{
    size_t count = 0;
    for (const struct layout_member *m = aggregate->first; m < aggregate->end; m += m->descendants + 1)
        count++;
    return count;
}

const struct layout_member **aggregate_sort_members(struct arena *arena, const struct aggregate *aggregate,
                                                    size_t *count)
{
    const struct layout_member **members =
        ARENA_ARRAY(arena, const struct layout_member *, count_members(aggregate));
    *count = 0;
    for (const struct layout_member *m = aggregate->first; m < aggregate->end; m += m->descendants + 1)
        members[(*count)++] = m;
    if (*count)
        qsort(members, *count, sizeof(*members), compare_members);
    return members;
}

static void add_hole(struct holes *holes, uint64_t *from, uint64_t to, const struct layout_member *unit)
{
    if (*from >= to)
        return;
    holes->items[holes->count++] = (struct hole){*from, to, unit, false};
    *from = to;
}

/* Adds the holes between two members. `before` is the bit-field before the hole whose storage unit ends last, `next`
 * the member after the hole. Either may be NULL. */
static void add_holes(struct holes *holes, uint64_t from, uint64_t to, const struct layout_member *before,
                      const struct layout_member *next)
{
    bool in_unit = next && has_bits(next);
    if (before)
        add_hole(holes, &from, end_of_bytes(before) < to ? end_of_bytes(before) : to, before);
    add_hole(holes, &from, in_unit && next->offset * 8ULL < to ? next->offset * 8ULL : to, NULL);
    add_hole(holes, &from, to, next);
}

struct holes holes_find(struct arena *arena, const struct aggregate *aggregate)
{
    /* at most three holes before a member: the rest of a storage unit, whole bytes, and the first bits of another
     * unit */
    enum { MOST = 3 };
    size_t most = count_members(aggregate), placed = 0, inner;
    struct holes holes = {ARENA_ARRAY(arena, struct hole, MOST * (most + 1)), 0};
    const struct layout_member **sorted = ARENA_ARRAY(arena, const struct layout_member *, most + 1);
    const struct layout_member *unit = NULL;
    if (aggregate->begin == LAYOUT_UNKNOWN || aggregate->is_partial)
        return holes;
    uint64_t end = aggregate->begin * 8ULL;
    for (const struct layout_member *m = aggregate->first; m < aggregate->end; m += m->descendants + 1)
        if (m->offset != LAYOUT_UNKNOWN)
            sorted[placed++] = m;
    qsort(sorted, placed, sizeof *sorted, compare_first_bits);
    for (size_t i = 0; i < placed; i++) {
        bool is_union = aggregate->is_union;
        uint64_t reach = is_union ? end_of_bytes(sorted[i]) : end_bit(sorted[i]);
        if (!is_union)
            add_holes(&holes, end, holes_first_bit(sorted[i]), unit, sorted[i]);
        end = reach > end ? reach : end;
        if (!is_union && has_bits(sorted[i]) && (!unit || end_of_bytes(unit) < end_of_bytes(sorted[i])))
            unit = sorted[i];
    }
    inner = holes.count;
    if (most && aggregate->size != LAYOUT_UNKNOWN)
        add_holes(&holes, end, (aggregate->begin + (uint64_t)aggregate->size) * 8, unit, NULL);
    struct hole *last = holes.count > inner ? &holes.items[holes.count - 1] : NULL;
    if (last && !last->unit)
        last->is_padding = (last->to - last->from) / 8 < aggregate->align;
    return holes;
}
