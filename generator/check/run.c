#include "base/arena.h"
#include "base/intern.h"
#include "check/check_parts.h"

uint64_t run_codes_of(const struct map *map, const void *key)
{
    const uint64_t *codes = map_get(map, key);
    return codes ? *codes : 0;
}

void run_add_codes(struct check_run *run, struct map *map, const void *key, uint64_t more)
{
    uint64_t *codes = map_get(map, key);
    if (!codes) {
        codes = ARENA_NEW(run->arena, uint64_t);
        map_set(map, key, codes);
    }
    *codes |= more;
}
