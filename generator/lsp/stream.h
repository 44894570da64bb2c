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
    struct arena *arena; /* arena for messages of the system about errors */
    struct file_input input;
    struct buffer bytes; /* bytes that were read from standard input */
    size_t taken;        /* number of `bytes` that are already taken as messages */
    bool is_at_end;
};

enum stream_result {
    STREAM_MESSAGE,
    STREAM_TOO_LARGE, /* a message of more than MESSAGE_SIZE_MOST bytes was passed over */
    STREAM_NOTHING,   /* no message is waiting */
    STREAM_END,
    STREAM_BROKEN /* the input is not a message of the protocol */
};

/* Takes the next message, and adds a NUL. The caller frees it with buffer_free. Without `wait`, takes only a message
 * that has arrived. */
enum stream_result stream_read(struct stream *stream, bool wait, struct buffer *message);

/* Writes a message to standard output. Returns false if the client has closed it. */
bool stream_write(struct stream *stream, const struct buffer *message);

#endif
