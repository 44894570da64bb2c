/*
 * Reads files from servers of the network with libcurl. The library is loaded for the first request. Addresses begin
 * with http or https. A redirect may only lead to such addresses, and from https only to https.
 */
#ifndef FETCH_HTTP_H
#define FETCH_HTTP_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct http;

/* Results of a request. */
enum http_result {
    HTTP_FOUND,
    HTTP_ABSENT, /* the server has no such file */
    HTTP_FAILED,
    HTTP_UNREACHABLE /* all further requests to the server would fail, too */
};

/* Loads the library. A server may stay silent for `seconds`. If there is no library, returns NULL and sets the
 * reason. */
struct http *http_open(struct arena *arena, unsigned seconds, const char **error);

/* Appends a file of at most `most` bytes to `bytes`. If `bytes` is NULL, only asks whether the file exists. Sets
 * `*error` unless the result is HTTP_FOUND. */
enum http_result http_get(struct http *http, const char *address, size_t most, struct buffer *bytes,
                          const char **error);

/* Closes all connections. NULL is allowed. */
void http_close(struct http *http);

#endif
