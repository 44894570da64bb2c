/*
 * Source texts and positions in them.
 *
 * All texts of a run share one space of byte positions, so that a position is one number and a span two; which text
 * and which line a position is in is worked out only when somebody asks. Position 0 belongs to no text.
 */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct sources;

/* A stretch of text, end excluded. The all-zero span is nowhere. */
struct span {
    uint32_t begin;
    uint32_t end;
};

struct source {
    const char *path; /* as the user wrote it, or as put together from `use` */
    const char *text; /* `size` bytes and two NULs behind them */
    size_t size;
    uint32_t base; /* position of the first byte */
};

/* A place as people count: from 1; columns count characters of UTF-8, not bytes. */
struct place {
    const struct source *source;
    unsigned line;
    unsigned column;
    size_t line_begin; /* bytes into the text */
    size_t line_end;   /* without the line's end */
};

struct sources *sources_new(struct arena *arena);

/* Adds a text; `text` must have two NULs behind its `size` bytes (they are not part of it) and live as long as the
 * sources. Returns NULL when the space of positions (4 GiB) is full. */
const struct source *source_add(struct sources *sources, const char *path, const char *text, size_t size);

/* The source that `position` lies in, or NULL. */
const struct source *source_find(const struct sources *sources, uint32_t position);

/* Finds line and column of a position; false when it is nowhere. */
bool source_locate(const struct sources *sources, uint32_t position, struct place *place);

#endif
