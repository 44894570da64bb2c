#include "base/buffer.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"

void buffer_grow(struct buffer *buffer, size_t more)
{
    size_t needed = more <= SIZE_MAX - buffer->size ? buffer->size + more : SIZE_MAX;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity < needed && capacity <= SIZE_MAX / 2)
        capacity *= 2;
    if (capacity < needed)
        capacity = needed;
    memory_open(buffer->data, buffer->capacity);
    buffer->data = memory_resize(buffer->data, capacity);
    buffer->capacity = capacity;
    memory_close(buffer->data + buffer->size, capacity - buffer->size);
}

void buffer_format_list(struct buffer *buffer, const char *format, va_list arguments)
{
    va_list again;
    va_copy(again, arguments);
    size_t room = 128;
    int length = vsnprintf(buffer_reserve(buffer, room), room, format, arguments);
    if (length >= 0 && (size_t)length >= room)
        vsnprintf(buffer_reserve(buffer, (size_t)length + 1), (size_t)length + 1, format, again);
    va_end(again);
    if (length > 0)
        buffer->size += (size_t)length;
}

void buffer_format(struct buffer *buffer, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(buffer, format, arguments);
    va_end(arguments);
}

const char *buffer_text(struct buffer *buffer)
{
    *buffer_reserve(buffer, 1) = '\0';
    return buffer->data;
}

char *buffer_take(struct buffer *buffer, struct arena *arena)
{
    char *text = arena_copy(arena, buffer->data, buffer->size);
    buffer_free(buffer);
    return text;
}

void buffer_clear(struct buffer *buffer)
{
    buffer->size = 0;
}

void buffer_free(struct buffer *buffer)
{
    free(buffer->data);
    *buffer = (struct buffer){0};
}
