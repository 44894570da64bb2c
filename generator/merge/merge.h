/*
 * Folds kernels into specs that are there, written by hand or by import: edits the texts so that they say what the
 * kernels say, and keeps everything else.
 *
 * A kernel speaks for the versions up to the attested ones beside it. Interpolations and extrapolations of the spec
 * give way there. Attested versions stand; a kernel that contradicts them is reported.
 */
#ifndef MERGE_MERGE_H
#define MERGE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct kernel;
struct kernel_fold_use;
struct kernel_store;
struct model;
struct program;
struct selection;

struct merge_request {
    const struct kernel *const *kernels;
    size_t kernel_count;
    const char *spec;          /* a file, or a directory of such */
    const struct model *model; /* of the spec, which the program has read and checked; */
    struct arena *models;      /* its memory, with nothing else in it. It is cleared. */
    const char *module;        /* of the kernels; NULL: the first one */
    bool is_new;               /* the specs do not have the module yet, or no builds of the first one; */
    const struct kernel_fold_use *use; /* then it is the spec that those of the module use */
    const struct selection *without;   /* what a new module leaves out; NULL: nothing */
    const struct selection *selection; /* as in fold.h; NULL: all that the spec declares */
    struct kernel_store *store; /* of the kernels */
};

/* Folds the kernels in and writes the files that change, all of them or none, with a line in `out` for each. False if
 * something is wrong, which is reported. */
bool merge_kernels(struct program *program, const struct merge_request *request, struct buffer *out);

#endif
