/*
 * Text that is safe to show on a terminal. Escapes characters that a terminal would obey: controls (\x1B, \u009B),
 * bytes that are not UTF-8 (\xFF), line separators, and marks that change the direction of text (\u202E). A backslash
 * is not escaped, so the result cannot be converted back.
 */
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;

/* Appends the first character of a text of `size` bytes. Returns its bytes; `*width` is the number of characters that
 * were appended. Tabs are escaped. */
size_t shown_add_character(struct buffer *out, const char *text, size_t size, size_t *width);

/* Appends a text that is part of a line. */
void shown_add(struct buffer *out, const char *text);

/* Appends lines; tabs and line feeds are kept. With `colours`, sequences that set a colour are kept, too. */
void shown_add_lines(struct buffer *out, const char *text, size_t size, bool colours);

#endif
