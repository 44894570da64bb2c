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

/* The maximum size of a file, in bytes: the same as an import allows. */
enum { FETCH_SIZE_MOST = 256 << 20 };

/* A PDB that was found. */
struct fetched {
    const char *bytes;
    size_t size;
    const struct server *server; /* the server that has the PDB */
    /* Path or address of the file that was read: the PDB, the compressed PDB, or the target of a file.ptr. */
    const char *place;
    bool is_plain;      /* the file at `place` is not compressed */
    struct buffer held; /* owns the bytes, unless an arena does; fetch_release frees it */
};

/* Begins a run with some servers. A server of the network may stay silent for `seconds`. */
struct fetch *fetch_begin(struct arena *arena, const struct server *servers, size_t count, unsigned seconds);

/* Finds the PDB of a request. The bytes are allocated in `arena`. For each server without the file, appends the reason
 * to `reasons`, of const char *. A cache without the file adds no reason. */
bool fetch_find(struct fetch *fetch, struct arena *arena, const struct request *request, struct fetched *fetched,
                struct buffer *reasons);
void fetch_release(struct fetched *fetched);

/* Returns the path of a request's PDB on a server. A server with three tiers gets the directory of two letters in
 * front. */
const char *fetch_path(struct fetch *fetch, size_t server, const struct request *request);

/* Ends all connections. */
void fetch_end(struct fetch *fetch);

#endif
