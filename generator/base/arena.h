/*
 * Memory of a run. Everything is allocated from one arena and freed together with it.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/printf.h"

struct chunk;

/* An arena. Its fields are for this header and arena.c. */
struct arena {
    unsigned char *next; /* first free byte of the newest chunk */
    size_t left;         /* free bytes from `next` on */
    size_t next_size;    /* bytes of the next chunk; 0: there is none yet */
    struct chunk *chunks;
    struct arena *inner; /* arenas within this one */
    struct arena *next_inner;
};

enum { ARENA_ALIGNMENT = sizeof(uint64_t) };

/* Returns a new empty arena. If memory runs out, this and every other function here prints a message and exits with
 * status 2. */
struct arena *arena_new(void);

/* Returns an arena that is freed with the outer one. Use it for memory that is cleared many times in a run. */
struct arena *arena_within(struct arena *arena);

/* Frees the arena, the arenas within it, and everything allocated from them. NULL is allowed. */
void arena_free(struct arena *arena);

/* Releases everything allocated from the arena, but not the arena itself. */
void arena_clear(struct arena *arena);

/* Allocates `size` bytes from a new chunk. arena_alloc calls it if the newest chunk has no room; the result is the
 * same. */
void *arena_alloc_more(struct arena *arena, size_t size);

/* Returns `size` zeroed bytes, aligned for pointers and 64-bit integers. They live as long as the arena. Under
 * AddressSanitizer, the bytes before and after them are closed. */
static inline void *arena_alloc(struct arena *arena, size_t size)
{
    if (size > SIZE_MAX - MEMORY_RED_ZONE - ARENA_ALIGNMENT)
        return arena_alloc_more(arena, size);
    size_t taken = MEMORY_RED_ZONE + (size + ARENA_ALIGNMENT - 1) / ARENA_ALIGNMENT * ARENA_ALIGNMENT;
    if (taken > arena->left || !arena->next)
        return arena_alloc_more(arena, size);
    void *block = arena->next + MEMORY_RED_ZONE;
    arena->next += taken;
    arena->left -= taken;
    memory_open(block, size);
    return block;
}

/* Returns zeroed memory for `count` elements of `size` bytes each. If the product exceeds SIZE_MAX, the process ends as
 * it does when memory runs out. */
void *arena_alloc_array(struct arena *arena, size_t count, size_t size);

/* Returns a copy of `size` bytes, followed by a NUL. */
char *arena_copy(struct arena *arena, const void *bytes, size_t size);

/* Returns a copy of `count` elements of `size` bytes each, or NULL if `count` is 0. */
void *arena_copy_array(struct arena *arena, const void *elements, size_t count, size_t size);

/* Returns `count` texts, joined. It is much faster than arena_format; ARENA_JOIN takes the texts as arguments. */
char *arena_join(struct arena *arena, const char *const *texts, size_t count);

#define ARENA_JOIN(arena, ...)                                                                                         \
    arena_join((arena), (const char *const[]){__VA_ARGS__},                                                            \
               sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* Returns the text that printf would print. */
char *arena_format(struct arena *arena, const char *format, ...)
    LIKE_PRINTF(2, 3);

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), sizeof(type)))
#define ARENA_ARRAY(arena, type, count) ((type *)arena_alloc_array((arena), (count), sizeof(type)))

/* Removes temporary files, prints a message and exits with status 2. */
_Noreturn void memory_out(void);

/* Call malloc and realloc, and memory_out if these fail. The caller frees the block. */
void *memory_alloc(size_t size);
void *memory_resize(void *block, size_t size);

#endif
