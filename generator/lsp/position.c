#include "lsp/position.h"

#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"
#include "base/utf8.h"

static const char mark[] = "\xEF\xBB\xBF";

enum { MARK_SIZE = sizeof mark - 1 };

/* Returns the end of the line that contains an offset, before its LF, CR LF or CR. */
static size_t find_line_end(const char *text, size_t size, size_t at)
{
    const char *feed = size > at ? memchr(text + at, '\n', size - at) : NULL;
    size_t end = feed ? (size_t)(feed - text) : size;
    const char *carriage = end > at ? memchr(text + at, '\r', end - at) : NULL;
    return carriage ? (size_t)(carriage - text) : end;
}

/* Moves an offset to the beginning of the next line. Returns false if there is none. */
static bool find_next_line(const char *text, size_t size, size_t *at)
{
    size_t end = find_line_end(text, size, *at);
    if (end == size)
        return false;
    *at = end + (text[end] == '\r' && end + 1 < size && text[end + 1] == '\n' ? 2 : 1);
    return true;
}

/* Returns the beginning of the first line. */
static size_t find_first_line(const char *text, size_t size)
{
    return size >= MARK_SIZE && !memcmp(text, mark, MARK_SIZE) ? MARK_SIZE : 0;
}

struct position_map position_map_new(struct arena *arena, const char *text, size_t size,
                                     enum position_encoding encoding)
{
    size_t count = 1, first = find_first_line(text, size);
    for (size_t at = first; find_next_line(text, size, &at);)
        count++;
    uint32_t *lines = ARENA_ARRAY(arena, uint32_t, count);
    lines[0] = (uint32_t)first;
    count = 1;
    for (size_t at = first; find_next_line(text, size, &at);)
        lines[count++] = (uint32_t)at;
    return (struct position_map){text, size, lines, count, encoding, lines[0], {0, 0}};
}

/* Returns the number of bytes of the character at an offset. `*units` becomes its length in units of the encoding. */
static size_t step_character(const char *text, size_t size, enum position_encoding encoding, uint32_t *units)
{
    size_t length = utf8_length(text, size);
    if (!length)
        length = 1; /* an invalid byte, which editors show as U+FFFD */
    *units = encoding == POSITION_UTF8 ? (uint32_t)length : length == 4 ? 2 : 1;
    return length;
}

struct position position_find(struct position_map *map, size_t offset)
{
    size_t next;
    SEARCH_FIRST(next, map->line_count, i, map->lines[i] <= offset);
    size_t line = next ? next - 1 : 0;
    struct position position = {(uint32_t)line, 0};
    size_t at = map->lines[line];
    uint32_t units;
    if (map->seen >= at && map->seen <= offset) {
        at = map->seen;
        position = map->seen_position;
    }
    for (; at < offset && at < map->size; position.character += units)
        at += step_character(map->text + at, map->size - at, map->encoding, &units);
    map->seen = at;
    map->seen_position = position;
    return position;
}

/* Returns the offset of a character in the line that begins at `at`. */
static size_t find_character(const char *text, size_t size, enum position_encoding encoding, size_t at,
                             uint32_t wanted)
{
    size_t end = find_line_end(text, size, at);
    uint32_t character = 0, units;
    while (at < end) {
        size_t length = step_character(text + at, size - at, encoding, &units);
        if (character + units > wanted)
            break;
        character += units;
        at += length;
    }
    return at;
}

size_t position_offset(const struct position_map *map, struct position position)
{
    if (position.line >= map->line_count)
        return map->size;
    return find_character(map->text, map->size, map->encoding, map->lines[position.line], position.character);
}

size_t position_seek(const char *text, size_t size, enum position_encoding encoding, struct position position)
{
    size_t at = find_first_line(text, size);
    for (uint32_t line = 0; line < position.line; line++)
        if (!find_next_line(text, size, &at))
            return size;
    return find_character(text, size, encoding, at, position.character);
}
