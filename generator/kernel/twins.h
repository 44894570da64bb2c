/*
 * Kernels of one version and architecture ("twins"). Kernels with the same content become one kernel with several
 * identities. Kernels that differ get architectures of their own: see "Identities" in grammar/README.md.
 */
#ifndef KERNEL_TWINS_H
#define KERNEL_TWINS_H

#include <stdbool.h>
#include <stddef.h>

struct kernel;
struct kernel_record;
struct kernel_store;
struct model;
struct program;

/* Kernels to sort. */
struct kernel_list {
    struct kernel **items;
    size_t count;
};

/* Sorts kernels by architecture, version and identity; twin architectures come last. The result does not depend on the
 * original order. Removes kernels that are equal to another one. With `makes_arches` different kernels of one version
 * get architectures of their own; new ones come after those of the model. Reports kernels of one version without
 * identities, and identities that belong to two versions. Returns false if any of these was reported.
 *
 * Weak kernels (weak.h) get the types of others from `store`. If they or texts contradict another kernel of their
 * version, that one is taken. */
bool kernel_sort(struct program *program, const struct model *model, bool makes_arches, struct kernel_store *store,
                 struct kernel_list *kernels);

/* Returns the first name of a record or enumeration whose content differs between two kernels, or NULL. */
const char *kernel_find_difference(const struct kernel *a, const struct kernel *b);

/* True if two records mean the same. Those from a spec have no underscores before their tags and do not distinguish
 * `int` and `long`. */
bool kernel_records_agree(const struct kernel_record *a, const struct kernel_record *b);

/* Compares two kernels by their first identity. A kernel without an identity comes first. */
int kernel_compare_identities(const struct kernel *a, const struct kernel *b);

#endif
