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
struct layout;
struct layout_member;
struct map;
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
    /* struct type -> the reason why a declaration is not unfolded. Unfolding adds those that cannot be: an offset is
     * unknown, or they have members that no kernel can have. */
    struct map *refused;
    /* struct type -> not NULL if somebody has changed the size of the structure: those that hold it by value have the
     * room that it had. NULL if there are none. */
    const struct map *resized;
};

struct unfolding;

/* Returns the next entry of a layout that lies behind an entry: no alternative of a union with it. NULL if there is
 * none. */
const struct layout_member *unfold_find_next(const struct layout *layout, const struct layout_member *entry);

/* Prepares to unfold. Allocates from the arena of the program. */
struct unfolding *unfold_begin(const struct unfold_request *request);

/* Sets the records and enumerations of a kernel to those of a version and an arch. */
void unfold_kernel(struct unfolding *unfolding, const struct arch *arch, uint64_t version, struct kernel *kernel);

/* Refuses the declarations with a member or a value that exists in no unfolded kernel: somebody has added it by hand.
 * Also refuses the unnamed records to which the pointers of refused ones lead. */
void unfold_end(struct unfolding *unfolding);

/* Return one of the declarations in a version on an arch; NULL if it does not exist there, or cannot be unfolded. */
const struct kernel_record *unfold_record(struct unfolding *unfolding, const struct type *type, const struct arch *arch,
                                          uint64_t version);
const struct kernel_enum *unfold_enumeration(struct unfolding *unfolding, const struct type *type,
                                             const struct arch *arch, uint64_t version);

#endif
