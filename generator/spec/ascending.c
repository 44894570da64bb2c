#include "spec/ascending.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/lookup.h"

size_t ascending_mark_moved(const uint64_t *keys, size_t count, bool *moved)
{
    /* `last` holds, for each length, the index of the last key of an ascending selection of that length. Of several
     * selections it takes the one with the smallest last key. `above` holds, for each key, the index of the key before
     * it in its selection. */
    size_t *last = memory_alloc((count + 1) * 2 * sizeof *last), *above = last + count + 1, length = 0;
    for (size_t i = 0; i < count; i++) {
        size_t first;
        SEARCH_FIRST(first, length, middle, keys[last[middle]] <= keys[i]);
        above[i] = first ? last[first - 1] : SIZE_MAX;
        last[first] = i;
        if (first == length)
            length++;
        moved[i] = true;
    }
    for (size_t i = length ? last[length - 1] : SIZE_MAX; i != SIZE_MAX; i = above[i])
        moved[i] = false;
    free(last);
    return count - length;
}
