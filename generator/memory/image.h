/*
 * The image of the kernel in a dump: its place comes from the list of drivers, its identity from the headers of the
 * image in memory.
 */
#ifndef MEMORY_IMAGE_H
#define MEMORY_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct kernel_dump;
struct kernel_dump_error;

/* The image of the kernel in a dump. */
struct kernel_image {
    uint64_t base;
    uint32_t size;          /* size in bytes; SizeOfImage of its headers */
    uint32_t timestamp;     /* TimeDateStamp of its headers, if has_timestamp */
    unsigned char guid[16]; /* GUID of its program database, if has_pdb, in the byte order of the debug directory */
    uint32_t age;
    bool has_timestamp, has_pdb;
};

/* Finds the kernel: the first driver in the list of a triage dump, or in PsLoadedModuleList. Fails if the dump does not
 * hold the list. If the dump lacks parts of the image, their fields stay unset. */
bool kernel_image_find(const struct kernel_dump *dump, struct kernel_image *image, struct kernel_dump_error *error);

#endif
