/*
 * Folds kernels into specs that only kernels attest. Such a spec is unfolded into the kernels that it was made of. They
 * are folded twice: alone, and together with the new kernels. The difference of both results is woven into the text of
 * the spec (spec/weave.h). So neither the order of kernels nor their number in an import changes the result.
 */
#ifndef FOLD_INTO_H
#define FOLD_INTO_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct kernel;
struct map;
struct model;
struct module;
struct program;

struct into_request {
    const struct kernel *const *kernels; /* sorted, see twins.h */
    size_t kernel_count;
    const struct model *model;   /* of the specs, which are read and checked */
    const struct module *module; /* the module of the kernels, in the model */
    const struct map *rejected; /* names of declarations that are not folded, and not put aside either; or NULL */
    /* For another module than the first: the model of the specs with whose first module it shares declarations; else
     * NULL. */
    const struct model *share;
};

/* Folds the kernels into all requested files that can be unfolded. Leaves out a kernel of an attested version, unless
 * its identity differs from the attested one. Appends the texts of changed and new files to `texts`, a buffer of struct
 * program_text. For each kernel, adds the names of the declarations that are finished to its map in `done`.
 * Declarations that cannot be unfolded keep their text, and the others of their group are folded without them. That is
 * reported, and their names are added to `aside`, with an array of bool: for each kernel, true if its version is
 * attested now and was not before. Without `aside`, such a declaration is an error. Reports errors and returns
 * false. */
bool kernel_into(struct program *program, const struct into_request *request, struct buffer *texts,
                 struct map *const *done, struct map *aside);

/* True if a kernel belongs to another program than a spec. `had`: structures that the spec has in the kernel's version;
 * `ended`: those of them that the kernel lacks. True if these are most, and more than a few. */
bool kernel_is_stranger(size_t had, size_t ended);

#endif
