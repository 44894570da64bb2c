/*
 * The bytes of a file, piece by piece: those that it was made of, if it is an .xz or a .gz, and else its own. Which of
 * them it is, is told by how it begins. liblzma and zlib are loaded when there is such a file, and not before.
 */
#ifndef KERNEL_UNPACK_H
#define KERNEL_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct unpack;

/* Opens a file; `-` is standard input. NULL, and what is wrong in `*error`, when it cannot be read or expanded. What is
 * opened must be closed. */
struct unpack *unpack_open(struct arena *arena, const char *path, const char **error);

/* The next piece, which is valid until the next call; `*size` is 0 at the end. */
bool unpack_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error);

void unpack_close(struct unpack *unpack);

#endif
