#include "lsp/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "lsp/handle.h"
#include "lsp/session.h"
#include "lsp/stream.h"
#include "lsp/worker.h"

enum { QUEUE_MOST = 1000 };

/* Codes of errors that JSON-RPC and the protocol define. */
enum { PARSE_ERROR = -32700, REQUEST_CANCELLED = -32800 };

/* A message that has been read and waits to be handled. */
struct waiting {
    struct waiting *next;
    yajl_val tree;
    struct buffer text;
};

struct server {
    struct tree_library library;
    struct session session;
    struct handling handling;
    struct worker worker;
    struct stream stream;
    struct waiting *first, **end;
    size_t count;
    bool is_writing; /* somebody reads the answers; false under the fuzzer */
};

static void send_message(void *user, const struct buffer *message)
{
    struct server *server = user;
    if (server->is_writing)
        server->is_writing = stream_write(&server->stream, message);
}

static void publish_findings(void *user, const char *path, uint32_t hash, const struct buffer *message)
{
    (void)path;
    (void)hash;
    send_message(user, message);
}

static void begin_check(void *user, const char *path)
{
    (void)user;
    (void)path;
}

static void begin_server(struct server *server, const struct server_options *options, struct arena *arena)
{
    *server = (struct server){.session = {.options = options, .arena = arena}};
    server->stream.arena = arena;
    server->end = &server->first;
    server->handling.session = &server->session;
    server->handling.listener = (struct publish_listener){send_message, publish_findings, begin_check, server};
}

/* Removes a message from the queue and returns it. */
static struct waiting *take_message(struct server *server, struct waiting **at)
{
    struct waiting *waiting = *at;
    *at = waiting->next;
    server->count--;
    if (!*at)
        server->end = at;
    return waiting;
}

static void release_waiting(struct server *server, struct waiting *waiting)
{
    server->library.release(waiting->tree);
    buffer_free(&waiting->text);
    free(waiting);
}

static bool is_same_id(yajl_val a, yajl_val b)
{
    if (YAJL_IS_STRING(a) && YAJL_IS_STRING(b))
        return !strcmp(a->u.string, b->u.string);
    return YAJL_IS_NUMBER(a) && YAJL_IS_NUMBER(b) && !strcmp(YAJL_GET_NUMBER(a), YAJL_GET_NUMBER(b));
}

/* Answers a request that the client has cancelled, if it still waits. */
static void cancel_request(struct server *server, yajl_val id)
{
    struct waiting **at = &server->first;
    while (*at && !(tree_text((*at)->tree, "method") && is_same_id(tree_get((*at)->tree, "id"), id)))
        at = &(*at)->next;
    if (!*at)
        return;
    struct waiting *waiting = take_message(server, at);
    handle_fail(&server->handling, tree_get(waiting->tree, "id"), REQUEST_CANCELLED, "the request was cancelled");
    release_waiting(server, waiting);
}

/* Parses a message and adds it to the queue. Empties `text`. A cancellation is handled at once. */
static void receive_message(struct server *server, struct buffer *text)
{
    yajl_val tree = tree_parse(&server->library, text->data, text->size);
    const char *method = tree_text(tree, "method");
    if (!tree) {
        handle_fail(&server->handling, NULL, PARSE_ERROR, "the message is no JSON, or has too many values or levels");
        return;
    }
    if (method && !strcmp(method, "$/cancelRequest")) {
        cancel_request(server, tree_get(tree, "params.id"));
        server->library.release(tree);
        return;
    }
    struct waiting *waiting = memory_alloc(sizeof *waiting);
    *waiting = (struct waiting){NULL, tree, *text};
    *text = (struct buffer){0};
    *server->end = waiting;
    server->end = &waiting->next;
    server->count++;
}

static void handle_first(struct server *server)
{
    struct waiting *waiting = take_message(server, &server->first);
    worker_watch(&server->worker);
    handle_message(&server->handling, waiting->tree, &waiting->text);
    release_waiting(server, waiting);
}

static void end_server(struct server *server)
{
    while (server->first)
        release_waiting(server, take_message(server, &server->first));
    worker_end(&server->worker);
    session_end(&server->session);
    buffer_free(&server->stream.bytes);
}

/* Reads one message if one has arrived; waits for one if there is nothing else to do. Returns false at the end of the
 * input. */
static bool read_one(struct server *server, bool *has_arrived, const char **error)
{
    struct buffer message = {0};
    bool is_idle = !server->first && !handle_is_due(&server->handling);
    enum stream_result result =
        server->count < QUEUE_MOST ? stream_read(&server->stream, is_idle, &message) : STREAM_NOTHING;
    *has_arrived = result == STREAM_MESSAGE || result == STREAM_TOO_LARGE;
    if (result == STREAM_MESSAGE)
        receive_message(server, &message);
    else if (result == STREAM_TOO_LARGE)
        handle_fail(&server->handling, NULL, PARSE_ERROR, "the message has more than 64 MiB");
    else if (result == STREAM_BROKEN)
        *error = "a message begins with a header that has no Content-Length";
    buffer_free(&message);
    return result != STREAM_BROKEN && !(result == STREAM_END && !server->first);
}

bool server_run(const struct server_options *options, struct arena *arena, const char **error)
{
    struct server server;
    begin_server(&server, options, arena);
    *error = NULL;
    if (!tree_load(&server.library)) {
        *error = "reading JSON needs the library yajl, which is not installed";
        return false;
    }
    worker_begin(&server.worker, &server.handling, &server.library, options->time_limit);
    server.is_writing = file_open_standard(arena, &server.stream.input, error);
    while (!*error && server.is_writing && !server.handling.is_over) {
        bool has_arrived;
        if (!read_one(&server, &has_arrived, error))
            break;
        if (has_arrived)
            continue;
        if (server.first)
            handle_first(&server);
        else
            handle_due(&server.handling);
    }
    bool is_shut = server.handling.is_shut || !server.handling.is_initialized;
    end_server(&server);
    return is_shut && !*error;
}

void server_feed(const struct server_options *options, struct arena *arena, const char *messages, size_t size)
{
    struct server server;
    struct buffer line = {0};
    begin_server(&server, options, arena);
    if (!tree_load(&server.library))
        return;
    for (size_t at = 0; at < size && !server.handling.is_over;) {
        const char *end_of_line = memchr(messages + at, '\n', size - at);
        size_t length = end_of_line ? (size_t)(end_of_line - messages) - at : size - at;
        buffer_clear(&line);
        buffer_add(&line, messages + at, length);
        buffer_text(&line);
        receive_message(&server, &line);
        if (server.first)
            handle_first(&server);
        handle_due(&server.handling);
        at += length + 1;
    }
    buffer_free(&line);
    end_server(&server);
}
