/*
 * Positions of the protocol: a line and a character in it, both from 0. A character is a unit of UTF-16, or a byte if
 * the client agrees. Lines end in LF, CR LF or CR.
 */
#ifndef LSP_POSITION_H
#define LSP_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

enum position_encoding { POSITION_UTF16, POSITION_UTF8 };

struct position {
    uint32_t line;
    uint32_t character;
};

/* A text with the beginnings of its lines. */
struct position_map {
    const char *text;
    size_t size;
    const uint32_t *lines;
    size_t line_count;
    enum position_encoding encoding;
    size_t seen; /* offset of the last position that was found, and the position: the next one in its line is near */
    struct position seen_position;
};

/* Returns the map of a text, which must stay and has less than 4 GiB. A byte order mark at the beginning is no
 * character. */
struct position_map position_map_new(struct arena *arena, const char *text, size_t size,
                                     enum position_encoding encoding);

/* Returns the position of an offset in bytes, which may be that of the end. */
struct position position_find(struct position_map *map, size_t offset);

/* Returns the offset of a position. A position behind the end of its line is that end, and one within a character is
 * the beginning of it. */
size_t position_offset(const struct position_map *map, struct position position);

/* Does the same for a text without a map. */
size_t position_seek(const char *text, size_t size, enum position_encoding encoding, struct position position);

#endif
