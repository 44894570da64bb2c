/*
 * Hexadecimal digits without addresses.
 */
#ifndef BYTES_HEX_H
#define BYTES_HEX_H

#include <stdbool.h>

struct reading;

/* Appends the bytes of digits, between which blanks and line ends may stand. */
bool hex_read_bytes(struct reading *reading);

/* Reads one part from each line. Blanks may stand between bytes; empty lines and comments after # are ignored. */
bool hex_read_lines(struct reading *reading);

/* Reads the digits of all lines as one part, as `xxd -p` writes it: all lines but the last have the same number. */
bool hex_read_plain(struct reading *reading);

/* Reads the output of `od -An`: a blank before each group; groups of bytes, or little-endian words, or octal words. */
bool hex_read_groups(struct reading *reading);

/* True if the first word of the lines may be an address. */
bool hex_has_addresses(const struct reading *reading);

#endif
