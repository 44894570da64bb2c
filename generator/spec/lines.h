/*
 * Finds the lines that two texts do not have in common: the shortest way from one to the other.
 */
#ifndef SPEC_LINES_H
#define SPEC_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* A line of a text. */
struct line {
    const char *text;
    size_t size; /* with the end of the line; only the last may have none */
    uint32_t hash;
    bool changed; /* the other text does not have it here */
};

/* The lines of a text. */
struct lines {
    struct line *items;
    size_t count;
};

/* Returns the line end of a text: that of its first line. */
const char *lines_end(const char *text, size_t size);

/* Splits a text into lines. The text must stay. */
struct lines lines_new(struct arena *arena, const char *text, size_t size);

/* Marks the lines that changed; all of them if the texts have too little in common. */
void lines_compare(struct arena *arena, struct lines *before, struct lines *after);

/* Lines of one text that became lines of the other; either may be empty. */
struct lines_change {
    size_t before, before_end;
    size_t after, after_end;
};

/* Returns the changes between two texts that were compared, in their order. */
struct lines_change *lines_find_changes(struct arena *arena, const struct lines *before, const struct lines *after,
                                        size_t *count);

#endif
