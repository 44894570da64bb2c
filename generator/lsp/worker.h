/*
 * A process that checks texts and answers requests for the server. If it crashes or does not come to an end, the server
 * goes on.
 *
 * The server applies every change of texts to its session. The worker is a copy of the server, which is told of later
 * changes. So both have the same texts, and only the worker has findings and models. If it fails, the client gets an
 * error for the request that was being answered, and a message; requests that wait are answered by the next worker,
 * which is a copy of the server as it is then. See failure.h for the text that the worker failed on.
 */
#ifndef LSP_WORKER_H
#define LSP_WORKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/process.h"
#include "lsp/handle.h"

struct tree_library;

/* A worker process. All zeros is a worker that is never used. */
struct worker {
    struct handling *handling; /* state of the server, to which the worker belongs */
    const struct tree_library *library;
    uint64_t time_limit; /* milliseconds that one check or answer may take */
    struct handle_helper helper;
    struct process process;
    bool is_running;
    bool is_late;           /* the worker was stopped because its work took longer than the limit */
    bool has_sent;          /* the worker has sent a message to the client since its current work began */
    struct buffer checking; /* path of the text whose check began last in the current work; empty before the first */
};

/* Makes the worker the helper of the server, if the system can copy processes. The process starts when there is work
 * for it. */
void worker_begin(struct worker *worker, struct handling *handling, const struct tree_library *library,
                  uint64_t time_limit);

/* Notices if the worker ended while it had no work. */
void worker_watch(struct worker *worker);

void worker_end(struct worker *worker);

#endif
