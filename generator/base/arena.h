/*
 * Memory of a run: one arena, from which everything is taken and which is freed as a whole.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

#include "base/printf.h"

struct arena;

/* A new empty arena. Exits with status 2 and a message when memory is out, as every function here does. */
struct arena *arena_new(void);

/* One within another, with which it is freed; for what is taken back many times in a run. */
struct arena *arena_within(struct arena *arena);

/* Frees the arena and all that was taken from it. */
void arena_free(struct arena *arena);

/* Takes back all that was taken from the arena. */
void arena_clear(struct arena *arena);

/* `size` zeroed bytes, aligned for pointers and 64-bit integers; they live as long as the arena. */
void *arena_alloc(struct arena *arena, size_t size);

/* As arena_alloc, for `count` elements of `size` bytes each; a product that overflows counts as out of memory. */
void *arena_alloc_array(struct arena *arena, size_t count, size_t size);

/* A copy of `size` bytes with a NUL behind them. */
char *arena_copy(struct arena *arena, const void *bytes, size_t size);

/* A copy of `count` elements of `size` bytes; NULL when there are none. */
void *arena_copy_array(struct arena *arena, const void *elements, size_t count, size_t size);

/* Formatted text, as by printf. */
char *arena_format(struct arena *arena, const char *format, ...)
    LIKE_PRINTF(2, 3);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc_array((arena), (count), sizeof(type)))

/* Ends the run with exit status 2, after a message, and leaves no temporaries. */
_Noreturn void memory_out(void);

/* malloc and realloc that end the run with exit status 2 when memory is out. */
void *memory_alloc(size_t size);
void *memory_resize(void *block, size_t size);

#endif
