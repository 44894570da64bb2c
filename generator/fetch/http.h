/*
 * Files of servers of the network, by libcurl, which is loaded when one is asked for. Addresses have http or https; a
 * server leads to others of these alone, and from https only to https.
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
    HTTP_UNREACHABLE /* also all further requests would fail */
};

/* Loads the library. A server may keep silent for `seconds`. Returns NULL, and the reason, if there is no library. */
struct http *http_open(struct arena *arena, unsigned seconds, const char **error);

/* Appends a file of at most `most` bytes to `bytes`; NULL only asks whether there is one. Sets `*error` unless the
 * result is HTTP_FOUND. */
enum http_result http_get(struct http *http, const char *address, size_t most, struct buffer *bytes,
                          const char **error);

/* Closes all connections. NULL is allowed. */
void http_close(struct http *http);

#endif
