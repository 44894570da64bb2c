#include "base/arena.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Chunks grow with the arena: a small run takes little memory, and a large run few pages of the largest kind. */
enum {
    CHUNK_LEAST = 64 * 1024,
    CHUNK_MOST = 16 * 1024 * 1024,
    CHUNK_GROWTH = 4,
    /* bytes of a huge page; a chunk of two or more of them begins at the boundary of one */
    HUGE_PAGE = 2 * 1024 * 1024,
    LARGE = CHUNK_LEAST / 4 /* bytes; a larger block for which no chunk has room gets a chunk of its own */
};

struct chunk {
    struct chunk *previous;
    void *block; /* memory from calloc in which the chunk lies; free it */
    size_t size;
    uint64_t bytes[];
};

void memory_out(void)
{
    memory_end_alone();
    fputs("strata: error: out of memory\n", stderr);
    exit(2);
}

void *memory_alloc(size_t size)
{
    void *block = malloc(size ? size : 1);
    if (!block)
        memory_out();
    return block;
}

void *memory_resize(void *block, size_t size)
{
    block = realloc(block, size ? size : 1);
    if (!block)
        memory_out();
    return block;
}

struct arena *arena_new(void)
{
    struct arena *arena = memory_alloc(sizeof *arena);
    *arena = (struct arena){0};
    return arena;
}

struct arena *arena_within(struct arena *arena)
{
    struct arena *inner = arena_new();
    inner->next_inner = arena->inner;
    arena->inner = inner;
    return inner;
}

static void free_chunks(struct chunk *chunk)
{
    for (struct chunk *previous; chunk; chunk = previous) {
        previous = chunk->previous;
        free(chunk->block);
    }
}

void arena_free(struct arena *arena)
{
    if (!arena)
        return;
    for (struct arena *inner = arena->inner, *next; inner; inner = next) {
        next = inner->next_inner;
        arena_free(inner);
    }
    free_chunks(arena->chunks);
    free(arena);
}

/* Clears an arena. Keeps the newest chunk for reuse, unless a single large block fills it. */
void arena_clear(struct arena *arena)
{
    struct chunk *kept = arena->next ? arena->chunks : NULL;
    free_chunks(kept ? kept->previous : arena->chunks);
    arena->chunks = kept;
    if (kept) {
        kept->previous = NULL;
        memory_open(kept->bytes, kept->size);
        memset(kept->bytes, 0, kept->size - arena->left);
        memory_close(kept->bytes, kept->size);
        arena->next = (unsigned char *)kept->bytes;
        arena->left = kept->size;
    }
}

/* Returns a zeroed chunk, closed except for its header. All memory of an arena is zeroed, because arena_clear zeroes
 * the chunk that it keeps. calloc is cheaper than memset, because new pages are zero already. */
static struct chunk *chunk_new(size_t size)
{
    size_t spare = size >= 2 * HUGE_PAGE ? HUGE_PAGE : 0;
    size_t whole = sizeof(struct chunk) + size + spare;
    unsigned char *block = calloc(1, whole);
    if (!block)
        memory_out();
    struct chunk *chunk = (void *)(spare ? block + (HUGE_PAGE - (uintptr_t)block % HUGE_PAGE) : block);
    /* before the first write: otherwise the first page would be a small one, and could not become a huge one */
    if (spare)
        memory_use_huge_pages(chunk, sizeof *chunk + size);
    chunk->block = block;
    chunk->size = size;
    memory_close(chunk->bytes, (size_t)(block + whole - (unsigned char *)chunk->bytes));
    return chunk;
}

void *arena_alloc_more(struct arena *arena, size_t size)
{
    if (size > LARGE) {
        /* Give a large block its own chunk and links it after the newest one, so that the newest one stays in use. */
        if (size > SIZE_MAX - sizeof(struct chunk) - HUGE_PAGE - MEMORY_RED_ZONE)
            memory_out();
        struct chunk *chunk = chunk_new(MEMORY_RED_ZONE + size);
        if (arena->chunks) {
            chunk->previous = arena->chunks->previous;
            arena->chunks->previous = chunk;
        } else {
            chunk->previous = NULL;
            arena->chunks = chunk;
        }
        void *block = (unsigned char *)chunk->bytes + MEMORY_RED_ZONE;
        memory_open(block, size);
        return block;
    }
    struct chunk *chunk = chunk_new(arena->next_size ? arena->next_size : CHUNK_LEAST);
    chunk->previous = arena->chunks;
    arena->chunks = chunk;
    arena->next = (unsigned char *)chunk->bytes;
    arena->left = chunk->size;
    arena->next_size = chunk->size < CHUNK_MOST ? chunk->size * CHUNK_GROWTH : CHUNK_MOST;
    return arena_alloc(arena, size);
}

void *arena_alloc_array(struct arena *arena, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        memory_out();
    return arena_alloc(arena, count * size);
}

char *arena_copy(struct arena *arena, const void *bytes, size_t size)
{
    if (size == SIZE_MAX)
        memory_out();
    char *copy = arena_alloc(arena, size + 1);
    if (size)
        memcpy(copy, bytes, size);
    copy[size] = '\0';
    return copy;
}

void *arena_copy_array(struct arena *arena, const void *elements, size_t count, size_t size)
{
    if (!count)
        return NULL;
    return memcpy(arena_alloc_array(arena, count, size), elements, count * size);
}

char *arena_join(struct arena *arena, const char *const *texts, size_t count)
{
    size_t size = 0;
    for (size_t i = 0; i < count; i++) {
        size_t more = strlen(texts[i]);
        if (more >= SIZE_MAX - size)
            memory_out();
        size += more;
    }
    char *joined = arena_alloc(arena, size + 1), *end = joined;
    for (size_t i = 0; i < count; i++) {
        size = strlen(texts[i]);
        memcpy(end, texts[i], size);
        end += size;
    }
    *end = '\0';
    return joined;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    char brief[256]; /* enough for nearly all texts, so most are formatted once */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(brief, sizeof brief, format, arguments);
    va_end(arguments);
    if (length < 0)
        memory_out();
    if ((size_t)length < sizeof brief)
        return arena_copy(arena, brief, (size_t)length);
    char *text = arena_alloc(arena, (size_t)length + 1);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}
