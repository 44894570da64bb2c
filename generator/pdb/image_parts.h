/*
 * Shared by the readers of images: finds headers, directories and offsets. image.c reads identities, image_version.c
 * versions.
 */
#ifndef PDB_IMAGE_PARTS_H
#define PDB_IMAGE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The bytes of a file, and the positions of the image's headers in them. */
struct image_headers {
    const unsigned char *bytes;
    size_t size;
    const unsigned char *file, *optional, *sections;
    uint32_t optional_size, section_count;
};

/* Finds the headers. Returns false if the bytes are no image. */
bool image_find_headers(const void *bytes, size_t size, struct image_headers *headers);

/* Returns `count` bytes at an offset in the file, or NULL if they are not all there. */
const unsigned char *image_take(const struct image_headers *headers, uint64_t offset, uint64_t count);

/* Finds a directory of the image by its number: its offset in the file and its size. Returns false if there is none. */
bool image_find_directory(const struct image_headers *headers, uint32_t number, uint64_t *offset, uint32_t *size);

/* Returns the offset in the file of a relative address of the image; UINT64_MAX if no section contains the address. */
uint64_t image_find_offset(const struct image_headers *headers, uint32_t address);

#endif
