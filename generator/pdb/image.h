/*
 * Images of kernels, as ntoskrnl.exe: what their headers and debug directory say of their identity, and their version
 * resource of their version. The bytes may be anything; nothing is read outside of them.
 */
#ifndef PDB_IMAGE_H
#define PDB_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct identity_numbers;

/* True if the bytes begin like an executable of DOS, as images do. */
bool image_is(const void *bytes, size_t size);

/* Reads machine, TimeDateStamp and SizeOfImage of an image, and GUID and age of its program database if the debug
 * directory has them. Returns NULL, or why the bytes are no image. */
const char *image_read(const void *bytes, size_t size, uint32_t *machine, struct identity_numbers *numbers);

/* Returns the name of the program database, without its directories; NULL if the debug directory has none. */
const char *image_find_database(struct arena *arena, const void *bytes, size_t size);

/* Reads the version of the file in the version resource, see model/axis.h. Returns false if there is none. */
bool image_read_version(const void *bytes, size_t size, uint64_t *version);

#endif
