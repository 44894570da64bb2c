/*
 * Compares two texts line by line and finds the lines that differ. The number of differing lines is as small as
 * possible.
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
    size_t size; /* including the line end; only the last line may lack one */
    uint32_t hash;
    bool changed; /* the line is removed or added */
};

/* The lines of a text. */
struct lines {
    struct line *items;
    size_t count;
};

/* Returns the line end of a text's first line: LF or CR LF. */
const char *lines_end(const char *text, size_t size);

/* Splits a text into lines, which point into the text. */
struct lines lines_new(struct arena *arena, const char *text, size_t size);

/* Marks the lines that changed. If the texts have too little in common, marks all lines of the parts that differ. */
void lines_compare(struct arena *arena, struct lines *before, struct lines *after);

/* Lines of one text that are replaced by lines of the other. Either range may be empty. */
struct lines_change {
    size_t before, before_end;
    size_t after, after_end;
};

/* Returns the changes between two texts that were compared, in their order. */
struct lines_change *lines_find_changes(struct arena *arena, const struct lines *before, const struct lines *after,
                                        size_t *count);

#endif
