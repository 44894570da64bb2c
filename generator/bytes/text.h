/*
 * Decides whether a file is text, and decodes UTF-16, which the redirection of PowerShell writes.
 */
#ifndef BYTES_TEXT_H
#define BYTES_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Returns true if the bytes are text: UTF-8, or UTF-16 with a byte order mark, without control characters other than
 * tabs, line ends and the escape sequences of terminals. Text with characters outside of ASCII must have a line end.
 *
 * Sets `*text` to the text as UTF-8 without a byte order mark, and `*text_size`. Two NULs follow the text. It points
 * into `bytes`, which two NULs must follow, too, or into the arena. */
bool text_find(struct arena *arena, const char *bytes, size_t size, const char **text, size_t *text_size);

#endif
