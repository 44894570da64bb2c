/*
 * Text that grows: for output and for lists whose length is not known beforehand. An all-zero buffer is an empty one.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stddef.h>

#include "base/printf.h"

struct buffer {
    char *data; /* from malloc; not NUL-terminated but by buffer_text */
    size_t size;
    size_t capacity;
};

/* Makes room where there is too little. */
void buffer_grow(struct buffer *buffer, size_t more);

/* Makes room for `more` bytes and returns where they go. */
static inline char *buffer_reserve(struct buffer *buffer, size_t more)
{
    if (more > buffer->capacity - buffer->size)
        buffer_grow(buffer, more);
    return buffer->data + buffer->size;
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t size);
void buffer_add_text(struct buffer *buffer, const char *text);

static inline void buffer_add_char(struct buffer *buffer, char c)
{
    *buffer_reserve(buffer, 1) = c;
    buffer->size++;
}

void buffer_format_list(struct buffer *buffer, const char *format, va_list arguments);
void buffer_format(struct buffer *buffer, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* The contents with a NUL behind them; valid until the next change. */
const char *buffer_text(struct buffer *buffer);

/* Empties the buffer and keeps its memory. */
void buffer_clear(struct buffer *buffer);

/* Gives the memory back and leaves an empty buffer. */
void buffer_free(struct buffer *buffer);

#endif
