/*
 * The container of PDBs, MSF 7.00: a file of blocks, and streams that are lists of blocks. Every number of the file is
 * checked before it is used.
 */
#ifndef PDB_MSF_H
#define PDB_MSF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct msf;

/* The first bytes of every container of this format. */
#define MSF_MAGIC "Microsoft C/C++ MSF 7.00\r\n\x1A" "DS\0\0\0"
enum { MSF_MAGIC_SIZE = 32 };

/* Opens a container. Its bytes must live as long as the result. If it is damaged, sets the reason and returns NULL. */
struct msf *msf_open(struct arena *arena, const void *bytes, size_t size, const char **error);

/* Returns a stream in one piece; `*size` is 0 if there is no such stream. Returns NULL if blocks of the stream do not
 * exist. */
const uint8_t *msf_stream(const struct msf *msf, uint32_t index, size_t *size);

#endif
