/*
 * Folds kernels: the type information of many kernels becomes the text of specs.
 *
 * A kernel stands for the versions around its own (axis_find_bound). A record or enumeration is declared once, for all
 * kernels that have it. A member is a row; differences between kernels are alternatives of its cells. A member with
 * several types, or several places among the others, is several rows.
 */
#ifndef FOLD_FOLD_H
#define FOLD_FOLD_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct kernel;
struct model;
struct program;
struct selection;

/* A used spec. */
struct kernel_fold_use {
    const char *path;
    const char *searched; /* the path by which `use <PATH>` finds it, or NULL */
};

/* The kernels to fold and the specs to make of them. */
struct kernel_fold_request {
    const struct kernel *const *kernels; /* sorted by arch in the model's order, then by version; none twice */
    size_t kernel_count;
    const char *module;        /* the module of the kernels and of the written specs; NULL: the first one */
    const struct model *model; /* of the spec that the written specs use */
    /* Its first module has declarations that are shared if the kernels agree with them; or NULL. */
    const struct model *share;
    const struct kernel_fold_use *uses; /* the used specs; the first has the axis */
    size_t use_count;
    /* Normalised path of the spec whose types all files of a directory have. A file with a type of another used spec
     * uses that spec, too. */
    const char *base;
    /* The structures, enumerations and members to write, with or without leading underscores; NULL: all. */
    const struct selection *selection;
    const char *directory; /* for one spec per declaration; NULL: one spec for all, appended to `out` */
};

/* Writes specs of all declarations of the kernels. Appends the text to `out`. Or, with a directory, writes all files or
 * none, and appends a line that counts them. Reports errors and returns false. */
bool kernel_fold(struct program *program, const struct kernel_fold_request *request, struct buffer *out);

/* True if a text begins with the first line of a file that import writes. */
bool fold_is_made(const char *text);

#endif
