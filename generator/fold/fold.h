/*
 * Folds kernels: the type information of many kernels becomes the text of specs.
 *
 * A kernel speaks for the versions around its own (axis_find_bound). A record or enumeration is declared once, for all
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

/* A spec that is used. */
struct kernel_fold_use {
    const char *path;
    const char *searched; /* the path by which `use <PATH>` finds it, or NULL */
};

/* The kernels to fold and the specs to make of them. */
struct kernel_fold_request {
    const struct kernel *const *kernels; /* by arch, as the model has them, then ascending; none twice */
    size_t kernel_count;
    const char *module;        /* of the kernels and of what is written; NULL: the first one */
    const struct model *model; /* of the spec that what is written uses */
    const struct model *share; /* declarations of its first module are shared, where these kernels agree with them; or
                                  NULL */
    const struct kernel_fold_use *uses; /* the specs that are used; the first has the axis */
    size_t use_count;
    const char *base; /* normalised path of the spec whose types all files of a directory have; a file that holds a type
                         of another used spec uses that, too */
    const struct selection *selection; /* records, enumerations and members, with leading underscores or without; NULL:
                                          all */
    const char *directory; /* for a spec each; NULL: one spec, appended to `out` */
};

/* Writes specs of all that the kernels say, appended to `out`; or to a directory, all files or none, and a line that
 * counts them to `out`. False if something is wrong, which is reported. */
bool kernel_fold(struct program *program, const struct kernel_fold_request *request, struct buffer *out);

/* True if a text begins with the first line of a file. */
bool fold_is_made(const char *text);

#endif
