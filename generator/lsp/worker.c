#include "lsp/worker.h"

#include <string.h>

#include "base/arena.h"
#include "lsp/failure.h"
#include "lsp/session.h"
#include "lsp/tree.h"

enum { INTERNAL_ERROR = -32603 };

enum { SIZE_MOST = 256 * 1024 * 1024 };

/* ---- Frames: what the two processes say to each other */

enum frame_kind {
    FRAME_TELL,    /* to the worker: a message that changes texts; it is not answered */
    FRAME_ANSWER,  /* to the worker: a request */
    FRAME_CHECK,   /* to the worker: check the texts that are due */
    FRAME_SEND,    /* to the server: a message for the client */
    FRAME_PUBLISH, /* to the server: the hash of findings, the path of their file with a NUL, the message with them */
    FRAME_BEGIN,   /* to the server: the path of a text whose check begins */
    FRAME_DONE     /* to the server: the work is done */
};

/* The head of a frame. The bytes of the frame follow it. */
struct frame {
    uint32_t kind;
    uint32_t size;
};

static bool send_frame(const struct process *process, enum frame_kind kind, const void *bytes, size_t size,
                       uint64_t *left)
{
    struct buffer whole = {0};
    const struct frame frame = {kind, (uint32_t)size};
    if (size > SIZE_MOST)
        return false;
    buffer_add(&whole, &frame, sizeof frame);
    buffer_add(&whole, bytes, size);
    bool done = process_send(process, whole.data, whole.size, left);
    buffer_free(&whole);
    return done;
}

/* Receives a frame, and adds a NUL to its bytes. */
static bool receive_frame(const struct process *process, enum frame_kind *kind, struct buffer *bytes, uint64_t *left)
{
    struct frame frame;
    buffer_clear(bytes);
    if (!process_receive(process, &frame, sizeof frame, left) || frame.size > SIZE_MOST ||
        !process_receive(process, buffer_reserve(bytes, frame.size + 1), frame.size, left))
        return false;
    bytes->size = frame.size;
    buffer_text(bytes);
    *kind = (enum frame_kind)frame.kind;
    return true;
}

/* ---- The worker */

static void send_to_server(void *user, const struct buffer *message)
{
    struct worker *worker = user;
    send_frame(&worker->process, FRAME_SEND, message->data, message->size, NULL);
}

/* Sends findings and their hash to the server in one frame, so that server and client know the same findings even if
 * the worker ends here. */
static void publish_by_server(void *user, const char *path, uint32_t hash, const struct buffer *message)
{
    struct worker *worker = user;
    struct buffer bytes = {0};
    buffer_add(&bytes, &hash, sizeof hash);
    buffer_add(&bytes, path, strlen(path) + 1);
    buffer_add(&bytes, message->data, message->size);
    send_frame(&worker->process, FRAME_PUBLISH, bytes.data, bytes.size, NULL);
    buffer_free(&bytes);
}

static void tell_begin(void *user, const char *path)
{
    struct worker *worker = user;
    send_frame(&worker->process, FRAME_BEGIN, path, strlen(path), NULL);
}

/* Works for the server until that closes the pipe. This process is a copy of the server, so it begins with the same
 * session. */
static int serve_frames(void *user, const struct process *server)
{
    struct worker *worker = user;
    struct handling *handling = worker->handling;
    struct session *session = handling->session;
    struct buffer message = {0};
    enum frame_kind kind;
    worker->process = *server;
    handling->helper = NULL;
    handling->listener = (struct publish_listener){send_to_server, publish_by_server, tell_begin, worker};
    for (struct document *document = session->documents; document; document = document->next)
        /* the worker reads the workspace, so the server must know the `use` lines that it saw */
        document->uses = document_hash_uses(document);
    while (receive_frame(server, &kind, &message, NULL)) {
        if (kind == FRAME_CHECK) {
            handle_due(handling);
        } else {
            yajl_val tree = tree_parse(worker->library, message.data, message.size);
            handle_message(handling, tree, NULL);
            worker->library->release(tree);
        }
        if (kind != FRAME_TELL)
            send_frame(server, FRAME_DONE, NULL, 0, NULL);
    }
    buffer_free(&message);
    session_end(session);
    return 0;
}

/* ---- Failures */

static void show_message(struct worker *worker, const char *method, const char *text)
{
    enum { TYPE_ERROR = 1 };
    const struct publish_listener *listener = &worker->handling->listener;
    struct buffer message = {0};
    struct json json = {&message, false};
    json_open(&json, '{');
    json_member_text(&json, "jsonrpc", "2.0");
    json_member_text(&json, "method", method);
    json_member_open(&json, "params", '{');
    json_member_number(&json, "type", TYPE_ERROR);
    json_member_text(&json, "message", text);
    json_close(&json, '}');
    json_close(&json, '}');
    listener->send(listener->user, &message);
    buffer_free(&message);
}

/* Tells the client that `work` has failed and what happens next. With `is_shown` the client shows the message;
 * otherwise it is only in the log, because it may come with every edit. */
static void report_failure(struct worker *worker, bool is_shown, const char *work, const char *reason, const char *next)
{
    struct buffer text = {0};
    buffer_format(&text, "strata: %s %s%s", work, reason, next);
    if (is_shown)
        show_message(worker, "window/showMessage", buffer_text(&text));
    show_message(worker, "window/logMessage", buffer_text(&text));
    buffer_free(&text);
}

/* Ends the worker after a failure, so that a new one begins. Returns the reason, in words that follow the name of the
 * work. */
static const char *end_failed(struct worker *worker, struct arena *arena)
{
    if (!worker->is_running)
        return "failed: no process could be started";
    struct process_end end = process_end(&worker->process, 0);
    worker->is_running = false;
    worker->handling->session->is_everything_old = true;
    if (worker->is_late)
        return arena_format(arena, "took longer than %ju s", (uintmax_t)(worker->time_limit / 1000));
    if (end.signal)
        return arena_format(arena, "was ended by signal %d", end.signal);
    return arena_format(arena, "failed with exit status %d", end.status);
}

/* Ends a worker that failed while it had no work. */
static void report_loss(struct worker *worker, bool is_late)
{
    struct arena *arena = arena_new();
    worker->is_late = is_late;
    report_failure(worker, true, "the process that checks texts", end_failed(worker, arena), "; another one begins");
    arena_free(arena);
}

/* ---- Work for the worker */

static void take_findings(struct worker *worker, struct buffer *bytes)
{
    struct handling *handling = worker->handling;
    uint32_t hash;
    if (bytes->size < sizeof hash)
        return;
    const char *path = bytes->data + sizeof hash;
    size_t before = sizeof hash + strlen(path) + 1;
    if (before > bytes->size)
        return;
    struct buffer message = {.data = bytes->data + before, .size = bytes->size - before};
    memcpy(&hash, bytes->data, sizeof hash);
    publish_keep(handling->session, path, hash);
    handling->listener.send(handling->listener.user, &message);
}

/* Gives work to the worker, and waits until it is done. The time limit begins anew with each frame from the worker.
 * Returns false if the worker failed. */
static bool give_work(struct worker *worker, enum frame_kind kind, const struct buffer *message)
{
    uint64_t left = worker->time_limit;
    struct buffer bytes = {0};
    buffer_clear(&worker->checking);
    worker->has_sent = false;
    if (!worker->is_running) {
        /* a new worker has no findings, so everything must be checked */
        worker->handling->session->is_everything_old = true;
        worker->is_running = process_start(&worker->process, serve_frames, worker);
    }
    bool done = worker->is_running && send_frame(&worker->process, kind, message ? message->data : NULL,
                                                 message ? message->size : 0, &left);
    while (done && (done = receive_frame(&worker->process, &kind, &bytes, &left)) && kind != FRAME_DONE) {
        /* Handle the frames that the worker sends while it works. */
        struct handling *handling = worker->handling;
        if (kind == FRAME_SEND) {
            worker->has_sent = true;
            handling->listener.send(handling->listener.user, &bytes);
        } else if (kind == FRAME_BEGIN) {
            buffer_clear(&worker->checking);
            buffer_add(&worker->checking, bytes.data, bytes.size);
        } else if (kind == FRAME_PUBLISH) {
            take_findings(worker, &bytes);
        }
        left = worker->time_limit;
    }
    worker->is_late = !left;
    buffer_free(&bytes);
    return done;
}

static void tell_worker(void *user, const struct buffer *text)
{
    struct worker *worker = user;
    uint64_t left = worker->time_limit;
    if (worker->is_running && !send_frame(&worker->process, FRAME_TELL, text->data, text->size, &left))
        report_loss(worker, !left);
}

static void check_in_worker(void *user)
{
    struct worker *worker = user;
    struct session *session = worker->handling->session;
    if (give_work(worker, FRAME_CHECK, NULL)) {
        failure_end_check(session);
        return;
    }
    struct arena *arena = arena_new();
    const char *reason = end_failed(worker, arena);
    const char *path = worker->checking.size ? buffer_text(&worker->checking) : NULL;
    bool is_again;
    const struct document *cause = failure_note(session, path, &is_again);
    if (cause)
        report_failure(worker, !is_again, arena_format(arena, "the check of %s", cause->path), reason,
                       "; the text is checked again when it is edited");
    else
        report_failure(worker, true, "the check of the open texts", reason, "; now each is checked alone");
    arena_free(arena);
}

static void answer_in_worker(void *user, yajl_val message, const struct buffer *text)
{
    struct worker *worker = user;
    if (give_work(worker, FRAME_ANSWER, text))
        return;
    if (worker->has_sent) { /* the answer was sent, so only findings may be missing */
        report_loss(worker, worker->is_late);
        return;
    }
    struct arena *arena = arena_new();
    const char *what = arena_format(arena, "the answer to %s", tree_text(message, "method"));
    const char *reason = end_failed(worker, arena);
    handle_fail(worker->handling, tree_get(message, "id"), INTERNAL_ERROR, ARENA_JOIN(arena, what, " ", reason));
    report_failure(worker, true, what, reason, "");
    arena_free(arena);
}

/* ---- The life of the worker */

void worker_begin(struct worker *worker, struct handling *handling, const struct tree_library *library,
                  uint64_t time_limit)
{
    *worker = (struct worker){.handling = handling,
                              .library = library,
                              .time_limit = time_limit,
                              .helper = {tell_worker, answer_in_worker, check_in_worker, worker}};
    handling->helper = process_can_start ? &worker->helper : NULL;
}

void worker_watch(struct worker *worker)
{
    if (worker->is_running && !worker->handling->is_shut && process_is_gone(&worker->process))
        report_loss(worker, false);
}

void worker_end(struct worker *worker)
{
    if (worker->is_running)
        process_end(&worker->process, worker->time_limit);
    buffer_free(&worker->checking);
}
