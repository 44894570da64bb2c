/*
 * Growing array of bytes, for output and for lists of unknown length. A buffer of all zeros is empty.
 */
#ifndef BASE_BUFFER_H
#define BASE_BUFFER_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"
#include "base/printf.h"

struct arena;

/* A growing array of bytes. All zeros is an empty buffer. */
struct buffer {
    char *data; /* from malloc; NUL-terminated only after buffer_text */
    size_t size;
    size_t capacity;
};

/* Makes room for `more` bytes after the contents, and for at least one. */
void buffer_grow(struct buffer *buffer, size_t more);

/* Makes room for `more` bytes and returns the address to write them to. The caller then adds the number of bytes that
 * it wrote to `size`. Under AddressSanitizer, the bytes after them are closed. */
static inline char *buffer_reserve(struct buffer *buffer, size_t more)
{
    if (more > buffer->capacity - buffer->size || !buffer->data)
        buffer_grow(buffer, more);
    char *end = buffer->data + buffer->size;
    memory_open(end, more);
    memory_close_zone(end + more, buffer->capacity - buffer->size - more);
    return end;
}

/* Append bytes, and a NUL-terminated text without its NUL. */
static inline void buffer_add(struct buffer *buffer, const void *bytes, size_t size)
{
    if (!size)
        return;
    memcpy(buffer_reserve(buffer, size), bytes, size);
    buffer->size += size;
}

static inline void buffer_add_text(struct buffer *buffer, const char *text)
{
    buffer_add(buffer, text, strlen(text));
}

static inline void buffer_add_char(struct buffer *buffer, char c)
{
    *buffer_reserve(buffer, 1) = c;
    buffer->size++;
}

/* Appends a number in decimal, several times as fast as printf. */
static inline void buffer_add_decimal(struct buffer *buffer, uint64_t number)
{
    char digits[20], *end = digits + sizeof digits, *begin = end;
    do
        *--begin = (char)('0' + number % 10);
    while (number /= 10);
    buffer_add(buffer, begin, (size_t)(end - begin));
}

/* Append text formatted as by printf. */
void buffer_format_list(struct buffer *buffer, const char *format, va_list arguments);
void buffer_format(struct buffer *buffer, const char *format, ...)
    LIKE_PRINTF(2, 3);

/* Returns the contents as NUL-terminated text. It is valid until the next change. */
const char *buffer_text(struct buffer *buffer);

/* Empties the buffer and keeps its memory. */
void buffer_clear(struct buffer *buffer);

/* Returns the contents as a text in an arena, with a NUL after them, and frees the buffer. */
char *buffer_take(struct buffer *buffer, struct arena *arena);

/* Frees the memory. The buffer is empty afterwards and can be used again. */
void buffer_free(struct buffer *buffer);

#endif
