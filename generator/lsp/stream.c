#include "lsp/stream.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"

enum { BLOCK_SIZE = 64 * 1024, HEADER_SIZE_MOST = 4096, KEPT_MOST = 1024 * 1024 };

/* Reads more bytes. Returns false at the end of the input, or without `wait` if no byte has arrived. */
static bool read_more(struct stream *stream, bool wait)
{
    const char *error;
    size_t got = 0;
    if (stream->is_at_end || (!wait && !file_is_waiting(&stream->input)))
        return false;
    if (stream->taken) {
        memmove(stream->bytes.data, stream->bytes.data + stream->taken, stream->bytes.size - stream->taken);
        stream->bytes.size -= stream->taken;
        stream->taken = 0;
    }
    if (!stream->bytes.size && stream->bytes.capacity > KEPT_MOST)
        buffer_free(&stream->bytes);
    char *room = buffer_reserve(&stream->bytes, BLOCK_SIZE);
    if (!file_read_some(stream->arena, &stream->input, room, BLOCK_SIZE, &got, &error))
        got = 0;
    stream->bytes.size += got;
    stream->is_at_end = !got;
    return got > 0;
}

/* True if a line of a header is the field `name`. Sets `*value` to its value. */
static bool is_field(const char *line, size_t size, const char *name, const char **value)
{
    size_t length = strlen(name);
    if (size <= length || line[length] != ':')
        return false;
    for (size_t i = 0; i < length; i++)
        if (ascii_lower(line[i]) != name[i])
            return false;
    *value = line + length + 1;
    return true;
}

/* Reads a number up to the end of a line. Returns false if there is none. A number above SIZE_MAX / 16 becomes that
 * limit. */
static bool read_length(const char *at, const char *end, size_t *length)
{
    while (at < end && *at == ' ')
        at++;
    bool any = at < end && ascii_is_digit(*at);
    for (*length = 0; at < end && ascii_is_digit(*at); at++)
        *length = *length < SIZE_MAX / 16 ? *length * 10 + (size_t)(*at - '0') : *length;
    while (at < end && (*at == ' ' || *at == '\r'))
        at++;
    return any && at == end;
}

/* Reads the header at the beginning of the bytes. Returns its size; 0 if it is incomplete. Sets `*is_broken` if the
 * header lacks a length, or has a line that is no field. */
static size_t read_header(const char *text, size_t size, size_t *length, bool *is_broken)
{
    bool has_length = false;
    for (size_t at = 0; at < size;) {
        const char *line = text + at, *end = memchr(line, '\n', size - at), *value;
        if (!end)
            break;
        at = (size_t)(end + 1 - text);
        size_t line_size = (size_t)(end - line);
        if (!line_size || (line_size == 1 && *line == '\r')) {
            *is_broken = !has_length;
            return at;
        }
        if (is_field(line, line_size, "content-length", &value))
            has_length = read_length(value, end, length);
        else if (!memchr(line, ':', line_size))
            *is_broken = true;
    }
    *is_broken = *is_broken || size > HEADER_SIZE_MOST;
    return 0;
}

/* Skips the bytes of a message that is too large. */
static enum stream_result pass_over(struct stream *stream, size_t size)
{
    for (;;) {
        size_t waiting = stream->bytes.size - stream->taken;
        if (size <= waiting) {
            stream->taken += size;
            return STREAM_TOO_LARGE;
        }
        stream->taken = stream->bytes.size;
        size -= waiting;
        if (!read_more(stream, true))
            return STREAM_END;
    }
}

enum stream_result stream_read(struct stream *stream, bool wait, struct buffer *message)
{
    size_t length = 0, size;
    for (;;) {
        const char *text = stream->bytes.data ? stream->bytes.data + stream->taken : "";
        bool is_broken = false;
        size = stream->bytes.size - stream->taken;
        size_t header = read_header(text, size, &length, &is_broken);
        if (is_broken)
            return STREAM_BROKEN;
        if (header && length > MESSAGE_SIZE_MOST) {
            stream->taken += header;
            return pass_over(stream, length);
        }
        if (header && length <= size - header) {
            buffer_add(message, text + header, length);
            buffer_text(message);
            stream->taken += header + length;
            return STREAM_MESSAGE;
        }
        if (!read_more(stream, wait))
            return stream->is_at_end ? STREAM_END : STREAM_NOTHING;
    }
}

bool stream_write(struct stream *stream, const struct buffer *message)
{
    struct buffer bytes = {0};
    const char *error;
    buffer_format(&bytes, "Content-Length: %zu\r\n\r\n", message->size);
    buffer_add(&bytes, message->data, message->size);
    bool done = file_write_output(stream->arena, 1, bytes.data, bytes.size, &error);
    buffer_free(&bytes);
    return done;
}
