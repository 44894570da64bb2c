/*
 * Specs of a module beside those of the first one, with which it may share declarations.
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

/* Finds the declarations that the module of the kernels shares with the first one: those that say the same of all of
 * these kernels, and hold nothing by value that is not shared. */
void fold_share_tags(struct fold *fold);

/* A module that the specs do not have yet. */
struct new_module {
    const char *name, *directory;
    const struct kernel_fold_use *use;   /* the spec that its files use */
    const struct kernel *const *kernels; /* sorted, see twins.h */
    size_t kernel_count;
    const struct model *model;  /* of the specs that are there */
    const char *const *without; /* names and patterns of declarations that are left out, in order */
    size_t without_count;
};

/* Folds the kernels of a module into its directory: appends the texts of its files. Returns false if something is
 * wrong, which is reported. */
bool kernel_into_new(struct program *program, const struct new_module *module, struct buffer *texts);

#endif
