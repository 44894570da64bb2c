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

#endif
