/*
 * Symbol servers, as users name them: an address, a directory in the form of a symbol store, or several of them in the
 * form that debuggers take:
 *
 *     https://symbols.example.com/download
 *     /srv/symbols
 *     srv*CACHE*DIRECTORY;srv*https://symbols.example.com/download
 *
 * A `;` separates elements. The last part of `srv*...` is a server. Directories before it are caches: they are searched
 * before the server, and get the PDBs that come from servers.
 */
#ifndef FETCH_SERVER_H
#define FETCH_SERVER_H

#include <stdbool.h>
#include <stdint.h>

struct arena;
struct buffer;

/* A server. */
struct server {
    const char *place; /* an address without slashes at its end, or a directory */
    const char *shown; /* the place as messages show it: an address without its user and password */
    bool is_address;
    bool is_cache;
};

/* Appends the servers of a text, as struct server. Returns NULL, or the reason why the text names no server. */
const char *server_read(struct arena *arena, const char *text, struct buffer *servers);

/* Returns the port of an address; 0 if the port is invalid. */
uint16_t server_port(const char *address);

/* Returns the address or path of a file on a server. `path` is relative and separated by slashes. */
const char *server_join(struct arena *arena, const struct server *server, const char *path);

#endif
