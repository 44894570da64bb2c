/*
 * The kernel in a dump: its image as the list of drivers has it, and its identity as the headers of the image in memory
 * have it.
 */
#ifndef MEMORY_IMAGE_H
#define MEMORY_IMAGE_H

#include <stdbool.h>
#include <stdint.h>

struct kernel_dump;
struct kernel_dump_error;

/* The image of the kernel. */
struct kernel_image {
    uint64_t base;
    uint32_t size;           /* SizeOfImage */
    uint32_t timestamp;      /* TimeDateStamp, if has_timestamp */
    unsigned char guid[16];  /* of the program database, if has_pdb; bytes as in the debug directory */
    uint32_t age;
    bool has_timestamp, has_pdb;
};

/* Finds the kernel: the first driver in the list of a triage dump, or in PsLoadedModuleList. Fails if the dump does not
 * hold the list; what it does not hold of the image is left out. */
bool kernel_image_find(const struct kernel_dump *dump, struct kernel_image *image, struct kernel_dump_error *error);

#endif
