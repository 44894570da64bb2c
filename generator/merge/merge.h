/*
 * Folds kernels into existing specs, written by hand or by import. Edits the texts so that they agree with the kernels,
 * and keeps everything else.
 *
 * A kernel determines the layouts from its own version on, up to the next attested version. There it replaces values
 * that the spec only interpolates or extrapolates. Attested versions never change; a kernel that contradicts them is
 * reported.
 */
#ifndef MERGE_MERGE_H
#define MERGE_MERGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct kernel;
struct kernel_fold_use;
struct model;
struct program;
struct selection;

struct merge_request {
    const struct kernel *const *kernels;
    size_t kernel_count;
    const char *spec;                  /* a spec, or a directory of specs */
    const struct model *model;         /* of the spec; the program has read and checked it */
    const char *module;                /* module of the kernels; NULL: the first module */
    bool is_new;                       /* there are no specs of the module yet, or the first module has no builds */
    const struct kernel_fold_use *use; /* if `is_new`: the spec that new specs use */
    const struct selection *without;   /* declarations that a new module leaves out; NULL: none */
    const struct selection *selection; /* declarations to fold, as in fold.h; NULL: all that the spec declares */
};

/* Folds the kernels in, writes all changed files or none, and appends a line about each to `out`. Returns false if
 * there was an error, which is reported. */
bool merge_kernels(struct program *program, const struct merge_request *request, struct buffer *out);

#endif
