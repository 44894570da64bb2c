/*
 * A map from versions to numbers, which is written range by range. A later range replaces what an earlier one said.
 *
 *     struct version_map map = {0};
 *     version_map_assign(&map, set, 7);
 *     for (size_t i = version_map_find(&map, from); i < map.count && map.pieces[i].in.from < to; i++)
 *         use(map.pieces[i]);
 *     version_map_free(&map);
 */
#ifndef MODEL_VERSION_MAP_H
#define MODEL_VERSION_MAP_H

#include "model/axis.h"

struct version_piece {
    struct version_range in;
    size_t value;
};

/* The pieces ascend and do not overlap. An empty map is all zero. */
struct version_map {
    struct version_piece *pieces; /* from malloc */
    size_t count, room;
};

/* Gives all versions of a set a value. */
void version_map_assign(struct version_map *map, struct version_set set, size_t value);

/* Returns the index of the first piece that ends after `version`. */
size_t version_map_find(const struct version_map *map, uint64_t version);

void version_map_free(struct version_map *map);

#endif
