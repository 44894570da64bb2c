#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"
#include "model/axis.h"

/* Returns the index of the first range that ends after a version. */
static size_t find_range(const struct version_set *set, uint64_t version)
{
    size_t low;
    SEARCH_FIRST(low, set->count, i, set->ranges[i].to <= version);
    return low;
}

bool version_set_contains(const struct version_set *set, uint64_t version)
{
    if (set->count == 1) /* nearly all sets have one range */
        return version >= set->ranges->from && version < set->ranges->to;
    size_t at = find_range(set, version);
    return at < set->count && version >= set->ranges[at].from;
}

bool version_set_is_exact(const struct version_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        if (set->ranges[i].to - set->ranges[i].from > 1)
            return false;
    return set->count > 0;
}

bool version_set_equal(struct version_set a, struct version_set b)
{
    if (a.count != b.count)
        return false;
    if (a.ranges == b.ranges)
        return true;
    for (size_t i = 0; i < a.count; i++)
        if (a.ranges[i].from != b.ranges[i].from || a.ranges[i].to != b.ranges[i].to)
            return false;
    return true;
}

struct version_set version_set_range(struct arena *arena, uint64_t from, uint64_t to)
{
    if (from >= to)
        return (struct version_set){NULL, 0};
    struct version_range *range = ARENA_NEW(arena, struct version_range);
    *range = (struct version_range){from, to};
    return (struct version_set){range, 1};
}

static int compare_ranges(const void *left, const void *right)
{
    const struct version_range *a = left, *b = right;
    return a->from < b->from ? -1 : a->from > b->from;
}

struct version_set version_set_of(struct arena *arena, struct version_range *ranges, size_t count)
{
    size_t kept = 0;
    if (count)
        qsort(ranges, count, sizeof *ranges, compare_ranges);
    for (size_t i = 0; i < count; i++) {
        if (kept && ranges[i].from <= ranges[kept - 1].to) {
            if (ranges[i].to > ranges[kept - 1].to)
                ranges[kept - 1].to = ranges[i].to;
        } else if (ranges[i].from < ranges[i].to) {
            ranges[kept++] = ranges[i];
        }
    }
    return (struct version_set){arena_copy_array(arena, ranges, kept, sizeof *ranges), kept};
}

/* Operations on two sets. Bit n of an operation tells whether a version is in the result; bit 0 of n means that it is
 * in `a`, bit 1 that it is in `b`. */
enum combination { UNION = 0xE, INTERSECTION = 0x8, DIFFERENCE = 0x2 };

/* Returns the boundary of a set with an index: beginnings and ends of ranges alternate. */
static uint64_t boundary_at(struct version_set set, size_t index)
{
    if (index >= set.count * 2)
        return VERSION_END;
    const struct version_range *range = &set.ranges[index / 2];
    return index % 2 ? range->to : range->from;
}

/* Combines two sets by going through the boundaries of both. Between two boundaries membership does not change. */
static struct version_set combine_sets(struct arena *arena, struct version_set a, struct version_set b,
                                       enum combination rule)
{
    enum { FEW = 16 };
    struct version_range few[FEW], *ranges = few;
    size_t count = 0, i = 0, j = 0, most = a.count + b.count + 1;
    bool inside = false;
    if (most > FEW)
        ranges = ARENA_ARRAY(arena, struct version_range, most);
    while (i < a.count * 2 || j < b.count * 2) {
        uint64_t at_a = boundary_at(a, i), at_b = boundary_at(b, j);
        uint64_t at = at_a < at_b ? at_a : at_b;
        if (i < a.count * 2 && at_a == at)
            i++;
        if (j < b.count * 2 && at_b == at)
            j++;
        bool now = rule >> (i % 2 + 2 * (j % 2)) & 1;
        if (now && !inside)
            ranges[count].from = at;
        else if (!now && inside)
            ranges[count++].to = at;
        inside = now;
    }
    if (ranges == few)
        ranges = arena_copy_array(arena, few, count, sizeof *few);
    return (struct version_set){count ? ranges : NULL, count};
}

/* True if one range of `outer` contains all of `inner`, so that the intersection is `inner`. This is the usual case. */
static bool range_covers(struct version_set outer, struct version_set inner)
{
    return outer.count == 1 && inner.count && outer.ranges->from <= inner.ranges[0].from &&
           outer.ranges->to >= inner.ranges[inner.count - 1].to;
}

/* Returns the part of a set within a range. Shares the ranges of the set, unless the range cuts one of them. */
static struct version_set take_part(struct arena *arena, struct version_set set, struct version_range range)
{
    size_t first = find_range(&set, range.from), last = find_range(&set, range.to - 1);
    size_t count = last - first + (last < set.count && set.ranges[last].from < range.to);
    if (!count)
        return (struct version_set){NULL, 0};
    const struct version_range *ranges = set.ranges + first;
    if (ranges[0].from < range.from || ranges[count - 1].to > range.to) {
        struct version_range *cut = arena_copy_array(arena, ranges, count, sizeof *ranges);
        if (cut[0].from < range.from)
            cut[0].from = range.from;
        if (cut[count - 1].to > range.to)
            cut[count - 1].to = range.to;
        ranges = cut;
    }
    return (struct version_set){ranges, count};
}

struct version_set version_set_union(struct arena *arena, struct version_set a, struct version_set b)
{
    if (!a.count || range_covers(b, a))
        return b;
    if (!b.count || range_covers(a, b) || version_set_equal(a, b))
        return a;
    return combine_sets(arena, a, b, UNION);
}

struct version_set version_set_intersect(struct arena *arena, struct version_set a, struct version_set b)
{
    if (!a.count || range_covers(b, a))
        return a;
    if (!b.count || range_covers(a, b) || version_set_equal(a, b))
        return b;
    if (b.count == 1)
        return take_part(arena, a, *b.ranges);
    if (a.count == 1)
        return take_part(arena, b, *a.ranges);
    return combine_sets(arena, a, b, INTERSECTION);
}

struct version_set version_set_subtract(struct arena *arena, struct version_set a, struct version_set b)
{
    if (!a.count || !b.count || b.ranges[b.count - 1].to <= a.ranges[0].from ||
        b.ranges[0].from >= a.ranges[a.count - 1].to)
        return a;
    if (range_covers(b, a) || version_set_equal(a, b))
        return (struct version_set){NULL, 0};
    if (a.count == 1 && b.count == 1 && b.ranges->from <= a.ranges->from)
        return version_set_range(arena, b.ranges->to, a.ranges->to);
    if (a.count == 1 && b.count == 1 && b.ranges->to >= a.ranges->to)
        return version_set_range(arena, a.ranges->from, b.ranges->from);
    return combine_sets(arena, a, b, DIFFERENCE);
}

void version_list_add(struct version_list *list, uint64_t from, uint64_t to)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 64;
        list->items = memory_resize(list->items, list->room * sizeof *list->items);
    }
    list->items[list->count++] = (struct version_range){from, to};
}

void version_list_add_set(struct version_list *list, struct version_set set)
{
    for (size_t i = 0; i < set.count; i++)
        version_list_add(list, set.ranges[i].from, set.ranges[i].to);
}

struct version_set version_list_take(struct version_list *list, struct arena *arena)
{
    struct version_set set = version_set_of(arena, list->items, list->count);
    free(list->items);
    *list = (struct version_list){0};
    return set;
}

/* ---- Maps */

size_t version_map_find(const struct version_map *map, uint64_t version)
{
    size_t first;
    SEARCH_FIRST(first, map->count, i, map->pieces[i].range.to <= version);
    return first;
}

/* Replaces the pieces of a map within a range by one piece. The parts of pieces outside of the range stay. */
static void assign_range(struct version_map *map, struct version_range in, size_t value)
{
    struct version_piece put[3];
    size_t first = version_map_find(map, in.from), end = version_map_find(map, in.to), count = 0;
    if (first < map->count && map->pieces[first].range.from < in.from)
        put[count++] = (struct version_piece){{map->pieces[first].range.from, in.from}, map->pieces[first].value};
    put[count++] = (struct version_piece){in, value};
    if (end < map->count && map->pieces[end].range.from < in.to) {
        put[count++] = (struct version_piece){{in.to, map->pieces[end].range.to}, map->pieces[end].value};
        end++;
    }
    if (map->count + count > map->room) {
        map->room = map->room ? map->room * 2 : 16;
        map->pieces = memory_resize(map->pieces, map->room * sizeof *map->pieces);
    }
    memmove(map->pieces + first + count, map->pieces + end, (map->count - end) * sizeof *map->pieces);
    memcpy(map->pieces + first, put, count * sizeof *put);
    map->count = map->count - (end - first) + count;
}

void version_map_assign(struct version_map *map, struct version_set set, size_t value)
{
    for (size_t i = 0; i < set.count; i++)
        assign_range(map, set.ranges[i], value);
}

void version_map_free(struct version_map *map)
{
    free(map->pieces);
    *map = (struct version_map){0};
}
