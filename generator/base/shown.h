/*
 * Text as a terminal may have it. Characters that it would obey instead of showing them are escaped: controls (\x1B,
 * \u009B), bytes that are no UTF-8 (\xFF), separators of lines, and marks that turn the direction of text (\u202E). A
 * backslash stands for itself, so what is shown is not to be read back.
 */
#ifndef BASE_SHOWN_H
#define BASE_SHOWN_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;

/* Appends one character of a text, of which `size` bytes are left; returns its bytes, and in `*width` the characters
 * that were appended. A tab is one that is escaped. */
size_t shown_add_character(struct buffer *out, const char *text, size_t size, size_t *width);

/* Appends a text that is part of a line. */
void shown_add(struct buffer *out, const char *text);

/* The same as a text of its own; the text itself where nothing is escaped. */
const char *shown_text(struct arena *arena, const char *text);

/* Appends lines, whose tabs and line feeds stay. With `colours`, so do sequences that set a colour. */
void shown_add_lines(struct buffer *out, const char *text, size_t size, bool colours);

#endif
