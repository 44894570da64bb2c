/*
 * The choices that an import makes when files leave something open, collected for one report.
 */
#ifndef KERNEL_CHOICES_H
#define KERNEL_CHOICES_H

#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

struct diags;
struct kernel;

/* The choices made during a run. */
struct choices {
    size_t bit_field_count; /* bit-fields whose positions were computed from their order */
    size_t sized_count;     /* structures whose size was computed from their members */
    size_t short_count;     /* structures of these that end in a member of unknown size, */
    const char *shortest;   /* and the first such structure */
    size_t value_count;     /* members of unknown type, because the text shows their values instead */
    size_t left_count;      /* parts of texts that were left out, */
    const char *left;       /* the first such part, for a message, */
    const char *left_path;  /* and the path of its file */
    /* Names of structures with several definitions, of which the larger one was taken, of const char *. */
    struct buffer larger;
    size_t system_count;     /* files named after a version of the system that runs the kernel of another version, */
    uint64_t system, kernel; /* and both versions of the first such file */
    size_t nameless_count;   /* symbol files that name no program, so that their kernels have no identity, */
    const char *nameless;    /* and the first such file */
    size_t named_count;      /* files whose version was taken from words in their names, */
    const char *named;       /* the first such file, */
    uint64_t named_version;  /* and its version */
};

/* Add choices: those of a kernel; the version taken from the words of a file's name; the kernel version that a system
 * version runs. */
void choices_add(struct choices *choices, const struct kernel *kernel);
void choices_add_named(struct choices *choices, const char *path, uint64_t version);
void choices_add_system(struct choices *choices, uint64_t system, uint64_t kernel);

/* Reports all collected choices as one finding, if there are any, and then clears them. */
void choices_report(struct diags *diags, struct choices *choices);

#endif
