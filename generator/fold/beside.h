/*
 * Makes the specs of another module than the first one. It may share declarations with the first one.
 */
#ifndef FOLD_BESIDE_H
#define FOLD_BESIDE_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct fold;
struct kernel;
struct kernel_fold_use;
struct model;
struct program;

/* Finds the declarations that the module of the kernels shares with the first one. A shared declaration is the same in
 * all of these kernels, and all that it holds by value is shared. */
void fold_share_tags(struct fold *fold);

/* A module that the specs do not have yet. */
struct new_module {
    const char *name, *directory;
    const struct kernel_fold_use *use;   /* the spec that its files use */
    const struct kernel *const *kernels; /* sorted, see twins.h */
    size_t kernel_count;
    const struct model *model;  /* of the existing specs */
    const char *const *without; /* names and patterns of --without, sorted */
    size_t without_count;
};

/* Folds the kernels of a module, and appends the texts of the files of its directory. Reports errors and returns
 * false. */
bool kernel_into_new(struct program *program, const struct new_module *module, struct buffer *texts);

#endif
