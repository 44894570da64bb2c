/*
 * Folds kernels into specs that only kernels attest: such a spec is unfolded into the kernels that it was made of, and
 * folded again together with the new ones. The difference between both results is woven into its text (spec/weave.h).
 * So it does not matter in which order kernels come, or how many at once.
 */
#ifndef FOLD_INTO_H
#define FOLD_INTO_H

#include <stdbool.h>
#include <stddef.h>

struct buffer;
struct kernel;
struct kernel_store;
struct map;
struct model;
struct module;
struct program;

struct into_request {
    const struct kernel *const *kernels; /* sorted, see twins.h */
    size_t kernel_count;
    const struct model *model;  /* of the specs, which the program has read and checked */
    struct kernel_store *store; /* of the kernels */
    const struct module *module; /* of the model: that of the kernels */
    const struct model *share;   /* of another module: what it shares is found anew, by the declarations of the first
                                    module in this model of the specs. Else NULL */
};

/* Folds the kernels into all files that are requested and can be unfolded. A kernel of a version that is attested, and
 * that no identity tells from the attested one, is left out. Appends texts of files that change, and of new ones, to
 * `texts`, a buffer of struct program_text. The names of declarations that are done for a kernel become keys of its map
 * in `done`. Returns false if something is wrong, which is reported. */
bool kernel_into(struct program *program, const struct into_request *request, struct buffer *texts,
                 struct map *const *done);

/* True if a kernel belongs to another program than a spec: of the structures that the spec has in its version, it would
 * end most, and more than a few. */
bool kernel_is_stranger(size_t had, size_t ended);

#endif
