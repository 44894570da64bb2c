/*
 * UTF-8, as far as a compiler needs it: to refuse what is not, and to step over what is.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* The bytes of the character that begins at `text`, of which `size` bytes are there; 0 when it is not well formed
 * (overlong, a surrogate, beyond U+10FFFF, or cut short). */
size_t utf8_length(const char *text, size_t size);

/* The bytes before the first that is not well formed; `size` when all are. */
size_t utf8_valid_prefix(const char *text, size_t size);

#endif
