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

/* A text and the offsets at which its lines begin. */
struct position_map {
    const char *text;
    size_t size;
    const uint32_t *lines;
    size_t line_count;
    enum position_encoding encoding;
    size_t seen; /* the last position that was found and its offset in bytes; a search in the same line starts there */
    struct position seen_position;
};

/* Returns the map of a text. The text must live as long as the map, and have less than 4 GiB. A byte order mark at its
 * beginning does not count as a character. */
struct position_map position_map_new(struct arena *arena, const char *text, size_t size,
                                     enum position_encoding encoding);

/* Returns the position of a byte offset, which may be the end of the text. */
struct position position_find(struct position_map *map, size_t offset);

/* Returns the byte offset of a position. For a position after the end of its line, returns the end of the line. For a
 * position within a character, returns the beginning of the character. */
size_t position_offset(const struct position_map *map, struct position position);

/* Returns the byte offset of a position, as position_offset does, in a text without a map. */
size_t position_seek(const char *text, size_t size, enum position_encoding encoding, struct position position);

#endif
