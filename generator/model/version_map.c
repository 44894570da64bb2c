#include "model/version_map.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

size_t version_map_find(const struct version_map *map, uint64_t version)
{
    size_t low = 0, high = map->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (map->pieces[middle].in.to <= version)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Replaces the pieces that share a version with the range; what they have outside of it stays. */
static void assign_range(struct version_map *map, struct version_range in, size_t value)
{
    struct version_piece put[3];
    size_t first = version_map_find(map, in.from), end = version_map_find(map, in.to), count = 0;
    if (first < map->count && map->pieces[first].in.from < in.from)
        put[count++] = (struct version_piece){{map->pieces[first].in.from, in.from}, map->pieces[first].value};
    put[count++] = (struct version_piece){in, value};
    if (end < map->count && map->pieces[end].in.from < in.to) {
        put[count++] = (struct version_piece){{in.to, map->pieces[end].in.to}, map->pieces[end].value};
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
