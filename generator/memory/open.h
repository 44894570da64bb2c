/*
 * A kernel dump of the command line: the file, its memory and its kernel.
 */
#ifndef MEMORY_OPEN_H
#define MEMORY_OPEN_H

#include "memory/dump.h"
#include "memory/image.h"

struct arena;
struct kernel_memory_file;

/* A kernel dump that is open. */
struct kernel_memory {
    struct kernel_dump dump;
    struct kernel_image kernel;
    bool has_kernel;      /* the dump holds the list of drivers */
    struct kernel_memory_file *file;
};

/* Opens a regular file that begins like a kernel dump, however large. `*memory` is NULL if it does not, or if the file
 * cannot be read. Returns false, with the reason in `*error`, if it is a dump that cannot be read as one. Memory is the
 * arena's. Close the file with kernel_memory_close. */
bool kernel_memory_open(struct arena *arena, const char *path, struct kernel_memory **memory, const char **error);

/* Does the same with bytes, which must last as long as the memory. */
bool kernel_memory_open_bytes(struct arena *arena, const char *bytes, size_t size, struct kernel_memory **memory,
                              const char **error);

/* Closes the file. */
void kernel_memory_close(const struct kernel_memory *memory);

#endif
