/*
 * A language server for specs: the Language Server Protocol 3.17 on standard input and output.
 *
 * The server reads all messages that have arrived, so that a client can cancel requests that wait, and then answers one
 * after the other. Edits are checked when no message waits, or when a request needs the model. Each check has an arena
 * of its own; between checks only open texts, findings and the names of files stay.
 *
 * The server never reads specs itself: a copy of the process does (worker.h), whose failures it survives. On Windows,
 * which cannot copy a process, and under the fuzzer the server does everything.
 */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct diags;

/* The options of the command line. */
struct server_options {
    const char *shipped;         /* directory of the shipped specs; NULL if there is none */
    const char *const *includes; /* directories that `use <PATH>` searches */
    size_t include_count;
    const struct diags *diags; /* has the severities of the checks */
    const char *version;       /* version of the program */
    uint64_t time_limit;       /* milliseconds that one check or answer may take */
};

/* Serves until the client sends `exit` or closes the input. Returns false if the client initialized the session and
 * left without `shutdown`, or broke the protocol. `*error` is then a message, or NULL. */
bool server_run(const struct server_options *options, struct arena *arena, const char **error);

/* Serves messages in memory, one a line, and throws the answers away. For the fuzzer. */
void server_feed(const struct server_options *options, struct arena *arena, const char *messages, size_t size);

#endif
