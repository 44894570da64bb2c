#include "lsp/position.h"

#include <string.h>

#include "base/arena.h"
#include "base/utf8.h"

static const char mark[] = "\xEF\xBB\xBF";

enum { MARK_SIZE = sizeof mark - 1 };

/* Returns the length of the line end at an offset; 0 if there is none. */
static size_t line_end(const char *text, size_t size, size_t at)
{
    if (at + 1 < size && text[at] == '\r' && text[at + 1] == '\n')
        return 2;
    return at < size && (text[at] == '\n' || text[at] == '\r');
}

struct position_map position_map_new(struct arena *arena, const char *text, size_t size,
                                     enum position_encoding encoding)
{
    size_t count = 1, end;
    for (size_t i = 0; i < size; i += end ? end : 1)
        count += (end = line_end(text, size, i)) > 0;
    uint32_t *lines = ARENA_ARRAY(arena, uint32_t, count);
    count = 1;
    if (size >= MARK_SIZE && !memcmp(text, mark, MARK_SIZE))
        lines[0] = MARK_SIZE;
    for (size_t i = 0; i < size; i += end ? end : 1)
        if ((end = line_end(text, size, i)) > 0)
            lines[count++] = (uint32_t)(i + end);
    return (struct position_map){text, size, lines, count, encoding, lines[0], {0, 0}};
}

/* Returns the bytes of the character at an offset; `*units` is its length in the encoding. */
static size_t step(const struct position_map *map, size_t at, uint32_t *units)
{
    size_t length = utf8_length(map->text + at, map->size - at);
    if (!length)
        length = 1; /* a byte that is not UTF-8, which editors show as U+FFFD */
    *units = map->encoding == POSITION_UTF8 ? (uint32_t)length : length == 4 ? 2 : 1;
    return length;
}

struct position position_find(struct position_map *map, size_t offset)
{
    size_t low = 0, high = map->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (map->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    struct position position = {(uint32_t)low, 0};
    size_t at = map->lines[low];
    uint32_t units;
    if (map->seen >= at && map->seen <= offset) {
        at = map->seen;
        position = map->seen_position;
    }
    for (; at < offset && at < map->size; position.character += units)
        at += step(map, at, &units);
    map->seen = at;
    map->seen_position = position;
    return position;
}

size_t position_offset(const struct position_map *map, struct position position)
{
    if (position.line >= map->line_count)
        return map->size;
    size_t at = map->lines[position.line];
    uint32_t character = 0, units;
    while (at < map->size && !line_end(map->text, map->size, at)) {
        size_t length = step(map, at, &units);
        if (character + units > position.character)
            break;
        character += units;
        at += length;
    }
    return at;
}
