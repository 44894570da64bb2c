/*
 * Decides whether a file is text, and decodes UTF-16, which the redirection of PowerShell writes.
 */
#ifndef BYTES_TEXT_H
#define BYTES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Returns true if the bytes are text: UTF-8, or UTF-16 with a byte order mark, without control characters other than
 * tabs, line ends and the escape sequences of terminals. Text with characters beyond ASCII must have a line end.
 *
 * Sets the text as UTF-8 without a byte order mark, and its size. Two NULs follow it. It is the input, which two NULs
 * must follow too, or lies in the arena. */
bool text_find(struct arena *arena, const char *bytes, size_t size, const char **text, size_t *text_size);

#endif
