/*
 * Images of kernels, as ntoskrnl.exe: what their headers and debug directory say of their identity.
 */
#ifndef PDB_IMAGE_H
#define PDB_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct identity_numbers;

/* True if the bytes begin like an executable of DOS, as images do. */
bool image_is(const void *bytes, size_t size);

/* Reads machine, TimeDateStamp and SizeOfImage of an image, and GUID and age of its program database if the debug
 * directory has them. The bytes may be anything; nothing is read outside of them. Returns NULL, or why they are no
 * image. */
const char *image_read(const void *bytes, size_t size, uint32_t *machine, struct identity_numbers *numbers);

#endif
