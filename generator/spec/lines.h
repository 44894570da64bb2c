/*
 * Which lines two texts do not have in common: the shortest way from one to the other.
 */
#ifndef SPEC_LINES_H
#define SPEC_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct line {
    const char *text;
    size_t size; /* with the end of the line; only the last may have none */
    uint32_t hash;
    bool changed; /* the other text does not have it here */
};

struct lines {
    struct line *items;
    size_t count;
};

/* How the lines of a text end: as its first one does. */
const char *lines_end(const char *text, size_t size);

/* The lines of a text, which must stay. */
struct lines lines_new(struct arena *arena, const char *text, size_t size);

/* Marks what changed. Where the texts have too little in common to be worth the time, that is all of it. */
void lines_compare(struct arena *arena, struct lines *before, struct lines *after);

#endif
