/*
 * Reads bytes from source code: escapes in strings, and elements of C arrays.
 */
#ifndef BYTES_LITERAL_H
#define BYTES_LITERAL_H

#include <stdbool.h>

struct reading;

/* Reads strings with escapes of two digits, such as "\x4d\x5a", and joins them. They may be in quotes, also as the
 * value of a variable in C, Python or a shell, or may be escapes without quotes. There must be at least one escape. */
bool literal_read_string(struct reading *reading);

/* Reads a C array of bytes as `xxd -i` writes it, with or without its declaration, or only elements such as "0x4d,
 * 0x5a". */
bool literal_read_array(struct reading *reading);

#endif
