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

/* All zeros is a worker that is never used. */
struct worker {
    struct handling *handling; /* of the server */
    const struct tree_library *library;
    uint64_t time_limit;       /* milliseconds for a check or an answer */
    struct handle_helper helper;
    struct process process;
    bool is_running;
    bool is_late;              /* the last work took longer than the limit */
    bool has_sent;             /* it sent a message to the client, of this work */
    struct buffer checking;    /* path of the text whose check it began last, of this work; empty without one */
};

/* Makes the worker the helper of the server, if the system can copy processes. It starts when there is work. */
void worker_begin(struct worker *worker, struct handling *handling, const struct tree_library *library,
                  uint64_t time_limit);

/* Notices if the worker ended while there was no work. */
void worker_watch(struct worker *worker);

void worker_end(struct worker *worker);

#endif
