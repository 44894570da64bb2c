/*
 * Unfolds a spec: the reverse of folding. The layouts of an attested version become a kernel again, with the members,
 * the unnamed aggregates and the order of the text. Folding such kernels gives the same layouts.
 */
#ifndef FOLD_UNFOLD_H
#define FOLD_UNFOLD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/kernel.h"

struct kernel_store;
struct model;
struct program;
struct type;

/* The declarations to unfold. */
struct unfold_request {
    struct program *program;
    const struct model *model;
    struct kernel_store *store;      /* the store of the kernels below */
    const struct type *const *types; /* the declared structures, unions and enumerations */
    size_t type_count;
    const struct type *const *held; /* structures of other files that `types` hold by value */
    size_t held_count;
    /* Kernels from files; they give the original spelling of names that specs change. */
    const struct kernel *const *kernels;
    size_t kernel_count;
};

struct unfolding;

/* Prepares to unfold. Allocates from the arena of the program. */
struct unfolding *unfold_begin(const struct unfold_request *request);

/* Sets the records and enumerations of a kernel to those of a version and an arch. Returns false if a declaration
 * cannot be unfolded: an offset is unknown, or it has members that no kernel can have. */
bool unfold_kernel(struct unfolding *unfolding, const struct arch *arch, uint64_t version, struct kernel *kernel);

/* Return one of the declarations in a version on an arch; NULL if it does not exist there, or cannot be unfolded. */
const struct kernel_record *unfold_record(struct unfolding *unfolding, const struct type *type, const struct arch *arch,
                                          uint64_t version);
const struct kernel_enum *unfold_enumeration(struct unfolding *unfolding, const struct type *type,
                                             const struct arch *arch, uint64_t version);

/* True if each member and each value of the declarations exists in an unfolded kernel. If not, somebody has added one
 * by hand. */
bool unfold_is_whole(const struct unfolding *unfolding);

#endif
