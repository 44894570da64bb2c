/*
 * Images of kernels, such as ntoskrnl.exe: their identity from the headers and the debug directory, and their version
 * from the version resource. The bytes may be anything; nothing outside of them is read.
 */
#ifndef PDB_IMAGE_H
#define PDB_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct identity_numbers;

/* True if the bytes begin as an executable of DOS, as all images do. */
bool image_is(const void *bytes, size_t size);

/* Reads the machine, TimeDateStamp and SizeOfImage of an image. Also reads GUID and age of its program database, if the
 * debug directory has them. Returns NULL, or the reason why the bytes are no image. */
const char *image_read(const void *bytes, size_t size, uint32_t *machine, struct identity_numbers *numbers);

/* Returns the file name of the program database, without directories; NULL if the debug directory names none. */
const char *image_find_database(struct arena *arena, const void *bytes, size_t size);

/* Reads the version of the file from the version resource, packed as in model/axis.h. Returns false if there is
 * none. */
bool image_read_version(const void *bytes, size_t size, uint64_t *version);

#endif
