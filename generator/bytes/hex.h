/*
 * Reads hexadecimal digits without addresses.
 */
#ifndef BYTES_HEX_H
#define BYTES_HEX_H

#include <stdbool.h>

struct reading;

/* Reads digits as bytes. Blanks and line ends may stand between bytes. */
bool hex_read_bytes(struct reading *reading);

/* Reads one part from each line. Blanks may stand between bytes; empty lines and comments after # are ignored. */
bool hex_read_lines(struct reading *reading);

/* Reads the digits of all lines as one part, as `xxd -p` writes it. All lines except the last must have the same number
 * of digits. */
bool hex_read_plain(struct reading *reading);

/* Reads the output of `od -An`: each group follows a blank, and is a byte, a little-endian word, or an octal word. */
bool hex_read_groups(struct reading *reading);

/* True if the first word of every line may be an address. */
bool hex_has_addresses(const struct reading *reading);

#endif
