/*
 * Kernels from files that know little of types (SOURCE_LACKS_TYPES in source.h): an integer stands for an enumeration,
 * VOID for the target of a pointer, a structure for a union, and signs are guesses. Such a kernel is evidence of names,
 * offsets, sizes and bits. It agrees with any richer type of the same size at the same place.
 */
#ifndef KERNEL_WEAK_H
#define KERNEL_WEAK_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct kernel;
struct kernel_enum;
struct kernel_record;
struct kernel_store;
struct program;

/* True if a kernel knows little of types. */
bool kernel_is_weak(const struct kernel *kernel);

/* Ranks kernels of one version: of those that contradict each other, the lowest rank is taken. The copied ones are
 * texts of some structures, which people may have edited. */
enum kernel_rank { KERNEL_WHOLE, KERNEL_COPIED, KERNEL_WEAK };
enum kernel_rank kernel_rank(const struct kernel *kernel);

/* Gives the members of weak kernels the types that other kernels have for them: those of the nearest version that
 * has a member of this name with such a type, on the same architecture or, as x86 for x86pae, on the one beside it. A
 * record that they do not have is a union if it is one on another architecture. A weak kernel without enumerations gets
 * those of the nearest version. */
void kernel_refine(struct program *program, struct kernel_store *store, struct kernel *const *kernels, size_t count);

/* True if two records have the same size, and members of the same names, sizes and bits at the same offsets. */
bool kernel_records_coincide(const struct kernel_record *a, const struct kernel_record *b);

/* True if two enumerations mean the same. Those from a spec have no underscores before their tags. */
bool kernel_enums_agree(const struct kernel_enum *a, const struct kernel_enum *b);

/* Counts the records and enumerations of a weak or copied kernel that differ from those of another kernel. Sets `name`
 * to the first of them. Those that only one of both has do not count. */
size_t kernel_count_contradictions(const struct kernel *weak, const struct kernel *other, const char **name);

/* Adds those records and enumerations of a weak or copied kernel that another kernel of the same version does not
 * have. */
void kernel_absorb(struct arena *arena, struct kernel *kernel, const struct kernel *weak);

#endif
