/*
 * A request for a PDB: its name, its GUID and its age. Together they are also its path on symbol servers.
 */
#ifndef FETCH_REQUEST_H
#define FETCH_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pdb/pdb.h"

struct arena;

/* A request for a PDB. */
struct request {
    const char *name;             /* "ntkrnlmp.pdb"; request_check_name accepts it */
    char guid[PDB_GUID_SIZE + 1]; /* GUID, in capital letters */
    uint32_t age;
    const char *path;    /* path on servers: "ntkrnlmp.pdb/1C9875F76C8F0FBF3EB9A9D7C1C274DF1/ntkrnlmp.pdb" */
    const char *image;   /* path of the image that names the PDB, or NULL */
    const char *version; /* version that the import gives to the PDB, or NULL */
};

/* Returns the reason why a file of a server or store cannot have this name; NULL if it can. A valid name is one part of
 * a path and means the same on every system. */
const char *request_check_name(const char *name);

/* Makes a request of the first words of a list, which are one of
 *
 *     ntkrnlmp.pdb 1C9875F76C8F0FBF3EB9A9D7C1C274DF1
 *     ntkrnlmp.pdb 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1
 *     ntkrnlmp.pdb {1C9875F7-6C8F-0FBF-3EB9-A9D7C1C274DF} 1
 *     ntkrnlmp.pdb/1C9875F76C8F0FBF3EB9A9D7C1C274DF1/ntkrnlmp.pdb
 *
 * The last one may be the end of an address or a path. The age is hexadecimal right after the GUID, else decimal, or
 * hexadecimal with 0x. Returns how many words were taken. Returns 0 if the first word begins no such form, with the
 * reason in `*error`, or NULL there if the word may be the path of an image. */
size_t request_read(struct arena *arena, const char *const *words, size_t count, struct request *request,
                    const char **error);

/* Makes a request for the PDB that an image names. Returns NULL, or the reason why that is not possible. */
const char *request_read_image(struct arena *arena, const void *bytes, size_t size, struct request *request);

#endif
