/*
 * Validates UTF-8, steps over its characters, and writes them. Reads the characters of UTF-16.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns the length in bytes of the character at `text`, which has `size` bytes. Returns 0 if it is not well formed:
 * overlong, a surrogate, beyond U+10FFFF, or cut short. */
size_t utf8_length(const char *text, size_t size);

/* Returns the number of well-formed bytes at the beginning; `size` if all are. */
size_t utf8_valid_prefix(const char *text, size_t size);

/* Writes a character of up to U+10FFFF to `out`. Returns its length, up to 4 bytes. */
size_t utf8_write(uint32_t c, char *out);

/* Takes the next unit of UTF-16. `*high` begins as 0. It becomes the first half of a character if the second one must
 * follow, and 0 if `*c` is a whole character. Returns false if a half has no other one. */
bool utf16_take(uint32_t unit, uint32_t *high, uint32_t *c);

#endif
