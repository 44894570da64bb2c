/*
 * Opens a kernel dump of the command line: the file, its memory and its kernel.
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
    bool has_kernel; /* `image` is set, because the dump holds the list of drivers */
    struct kernel_memory_file *file;
};

/* Opens a regular file of any size that begins as a kernel dump. `*memory` is NULL if it does not begin so, or if the
 * file cannot be read. If it is a dump that cannot be used, sets `*error` to the reason and returns false. The result
 * is in the arena. Close the file with kernel_memory_close. */
bool kernel_memory_open(struct arena *arena, const char *path, struct kernel_memory **memory, const char **error);

/* Opens a kernel dump in memory, as kernel_memory_open opens a file. The bytes must live as long as `*memory`. */
bool kernel_memory_open_bytes(struct arena *arena, const char *bytes, size_t size, struct kernel_memory **memory,
                              const char **error);

/* Closes the file. */
void kernel_memory_close(const struct kernel_memory *memory);

#endif
