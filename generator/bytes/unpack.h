/*
 * Reads the bytes of a file piece by piece. An .xz, .gz, .zst, or lz4 in its old format, which its first bytes tell, is
 * expanded. liblzma, zlib, libzstd and liblz4 are loaded with the first such file. Text that begins with a byte order
 * mark becomes UTF-8 without it.
 */
#ifndef BYTES_UNPACK_H
#define BYTES_UNPACK_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct unpack;

/* Opens a file; `-` is standard input. If it cannot be read or expanded, sets `*error` to the reason and returns NULL.
 * Close the result with unpack_close. */
struct unpack *unpack_open(struct arena *arena, const char *path, const char **error);

/* Opens bytes as unpack_open opens a file. They must live as long as the result. Bytes that are not compressed and
 * have no byte order mark are returned unchanged. */
struct unpack *unpack_open_bytes(struct arena *arena, const void *bytes, size_t size, const char **error);

/* Reads the next piece, which is valid until the next call; `*size` is 0 at the end. */
bool unpack_read(struct unpack *unpack, const void **bytes, size_t *size, const char **error);

/* Closes a file. */
void unpack_close(struct unpack *unpack);

#endif
