/*
 * Source texts and positions in them.
 *
 * All texts of a run share one range of byte positions, so a position is one number and a span is two. source_locate
 * finds the text, the line and the column. Position 0 belongs to no text.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct sources;

/* A range of text; `end` is excluded. {0,0} is no position. */
struct span {
    uint32_t begin;
    uint32_t end;
};

/* A text with its name. */
struct source {
    const char *path; /* as the user wrote it, or resolved from `use` */
    const char *text; /* `size` bytes, followed by two NULs */
    size_t size;
    uint32_t base; /* position of the first byte */
};

/* A position for people. Lines and columns count from 1; columns count UTF-8 characters, not bytes. */
struct place {
    const struct source *source;
    unsigned line;
    unsigned column;
    size_t line_begin; /* offset of the line's first byte in the text */
    size_t line_end;   /* offset of the byte after the line, without the line end */
};

/* Returns an empty collection of sources. */
struct sources *sources_new(struct arena *arena);

/* Adds a text. Two NULs must follow its `size` bytes, and it must live as long as the sources. Returns NULL if the
 * range of positions (4 GiB) is full. */
const struct source *source_add(struct sources *sources, const char *path, const char *text, size_t size);

/* Returns a copy of the sources, with the same texts and positions. */
struct sources *sources_copy(const struct sources *sources, struct arena *arena);

/* Returns the source that contains the position, or NULL. */
const struct source *source_find(const struct sources *sources, uint32_t position);

/* Finds the line and column of a position; false if no source contains it. */
bool source_locate(const struct sources *sources, uint32_t position, struct place *place);

#endif
