/*
 * Compressed files of symbol stores, such as ntkrnlmp.pd_: a cabinet with one file, or the output of compress.exe. They
 * are expanded in memory by libmspack. The library is loaded when the first such file is found.
 */
#ifndef FETCH_EXPAND_H
#define FETCH_EXPAND_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;

/* True if the bytes begin like a compressed file. */
bool expand_is_meant(const void *bytes, size_t size);

/* Appends the expanded file. It may have at most `most` bytes. Returns NULL, or the reason of a failure. */
const char *expand_file(struct arena *arena, const void *bytes, size_t size, size_t most, struct buffer *expanded);

#endif
