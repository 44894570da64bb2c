/*
 * PDBs from symbol servers, and from directories in the form of symbol stores:
 *
 *     ntkrnlmp.pdb/GUIDAGE/ntkrnlmp.pdb       the file
 *     ntkrnlmp.pdb/GUIDAGE/ntkrnlmp.pd_       the file, compressed
 *     ntkrnlmp.pdb/GUIDAGE/file.ptr           PATH:FILE, a file elsewhere, or MSG:TEXT, why there is none
 *     index2.txt                              all of that lies below nt/ here: two letters of each name
 *
 * The first server that has a file with the GUID and the age of the request gives it.
 */
#ifndef FETCH_FETCH_H
#define FETCH_FETCH_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"

struct arena;
struct fetch;
struct request;
struct server;

/* The largest file, in bytes: as large as an import reads. */
enum { FETCH_SIZE_MOST = 256 << 20 };

/* A PDB that was found. */
struct fetched {
    const char *bytes;
    size_t size;
    const struct server *server; /* which has it */
    const char *place;  /* its path or address; that of the compressed file or of a file elsewhere, if it is one */
    bool is_plain;      /* the file at `place` has these bytes */
    struct buffer held; /* the memory of the bytes, unless an arena has it; fetch_release frees it */
};

/* Begins with some servers. A server of the network may keep silent for `seconds`. */
struct fetch *fetch_begin(struct arena *arena, const struct server *servers, size_t count, unsigned seconds);

/* Finds the PDB of a request. `arena` is for its bytes. Appends to `reasons`, of const char *, why each server that was
 * asked before does not give it; a cache that does not have it gives no reason. */
bool fetch_find(struct fetch *fetch, struct arena *arena, const struct request *request, struct fetched *fetched,
                struct buffer *reasons);
void fetch_release(struct fetched *fetched);

/* Returns the path of a request in a server, with the directory of two letters if it has these. */
const char *fetch_path(struct fetch *fetch, size_t server, const struct request *request);

/* Ends all connections. */
void fetch_end(struct fetch *fetch);

#endif
