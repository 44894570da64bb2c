/*
 * Kernels of one version and arch. If they have the same content, they are one kernel with several identities. If they
 * differ, each gets an arch of its own: see "Identities" in grammar/README.md.
 */
#ifndef KERNEL_TWINS_H
#define KERNEL_TWINS_H

#include <stdbool.h>
#include <stddef.h>

struct kernel;
struct kernel_enum;
struct kernel_record;
struct model;
struct program;

/* Kernels to sort. */
struct kernel_list {
    struct kernel **items;
    size_t count;
};

/* Sorts kernels by arch, those that are twins last, by version and identity, whatever their order was. Kernels that
 * another one is equal to are left out. Others of one version get arches if `makes_arches`; those that the model does
 * not declare come after its own ones. Reports kernels of one version without identities, and identities that stand
 * for two versions. Returns false if something was reported. */
bool kernel_sort(struct program *program, const struct model *model, bool makes_arches, struct kernel_list *kernels);

/* Returns the first name of a record or enumeration that two kernels have otherwise, or NULL. */
const char *kernel_find_difference(const struct kernel *a, const struct kernel *b);

/* True if two records or enumerations mean the same. Those that were unfolded from a spec have no underscores before
 * their tags, and do not know whether an integer is an `int` or a `long`. */
bool kernel_records_agree(const struct kernel_record *a, const struct kernel_record *b);
bool kernel_enums_agree(const struct kernel_enum *a, const struct kernel_enum *b);

/* Compares the first identity of each. A kernel without one comes first. */
int kernel_compare_identities(const struct kernel *a, const struct kernel *b);

#endif
