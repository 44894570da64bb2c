/*
 * Choices that a run of import makes for kernels whose files leave something open, and one report of all of them.
 */
#ifndef KERNEL_CHOICES_H
#define KERNEL_CHOICES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

struct diags;
struct kernel;

/* The choices of a run. */
struct choices {
    size_t bit_field_count;  /* bit-fields that were placed by their order */
    size_t sized_count;      /* structures whose size follows from their members */
    size_t short_count;      /* those of them that end in a type of unknown size, */
    const char *shortest;    /* and the first of these */
    size_t value_count;      /* members whose types are unknown, since a text has values in their places */
    size_t left_count;       /* parts of texts that are left out, */
    const char *left;        /* the first of them, for a message, */
    const char *left_path;   /* and the file that it is in */
    struct buffer larger;    /* names of structures of which the larger definition was taken, of const char * */
    size_t system_count;     /* files with a version of the system that runs the kernel of another one, */
    uint64_t system, kernel; /* and the versions of the first of them */
    size_t nameless_count;   /* symbol files that name no program, so that their kernels have no identity, */
    const char *nameless;    /* and the first of them */
    size_t named_count;      /* files whose names have words for a version, */
    const char *named;       /* the first of them, */
    uint64_t named_version;  /* and its version */
};

/* Add the choices of a kernel, the version that a file has by the words of its name, and the version of the kernel that
 * a version of the system runs. */
void choices_add(struct choices *choices, const struct kernel *kernel);
void choices_add_named(struct choices *choices, const char *path, uint64_t version);
void choices_add_system(struct choices *choices, uint64_t system, uint64_t kernel);

/* Reports all choices of a run as one finding, if there are any, and forgets them. */
void choices_report(struct diags *diags, struct choices *choices);

#endif
