/*
 * Messages on standard input and output: a header with their length in bytes, and JSON.
 */
#ifndef LSP_STREAM_H
#define LSP_STREAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "base/file.h"

struct arena;

enum { MESSAGE_SIZE_MOST = 64 * 1024 * 1024 };

struct stream {
    struct arena *arena; /* for errors of the system */
    struct file_input input;
    struct buffer bytes; /* read, and not yet taken */
    size_t taken;        /* of them */
    bool is_at_end;
};

enum stream_result {
    STREAM_MESSAGE,
    STREAM_TOO_LARGE, /* a message of more than MESSAGE_SIZE_MOST bytes was passed over */
    STREAM_NOTHING,   /* no message is waiting */
    STREAM_END,
    STREAM_BROKEN     /* that is no header */
};

/* Takes the next message, with a NUL after it; the bytes are the caller's, who calls buffer_free. Without `wait`, takes
 * only a message that has arrived. */
enum stream_result stream_read(struct stream *stream, bool wait, struct buffer *message);

/* Writes a message to standard output. False if nobody reads it any more. */
bool stream_write(struct stream *stream, const struct buffer *message);

#endif
