/*
 * Bytes in the source code of programs: escapes of strings, and elements of C arrays.
 */
#ifndef BYTES_LITERAL_H
#define BYTES_LITERAL_H

#include <stdbool.h>

struct reading;

/* Reads strings with escapes of two digits, such as "\x4d\x5a", one after the other: quoted, also as the value of a
 * variable in C, Python or a shell; or escapes without quotes. At least one escape must be there. */
bool literal_read_string(struct reading *reading);

/* Reads a C array of bytes, with or without its declaration, as `xxd -i` writes it; or its elements alone, as
 * "0x4d, 0x5a". */
bool literal_read_array(struct reading *reading);

#endif
