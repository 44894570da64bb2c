/*
 * The kinds of files that a kernel was read from. A spec records them after the attested versions, as in `by "PDB"`.
 * Readers of the spec learn the kind of evidence; folding learns which kernels have the order of declaration.
 */
#ifndef KERNEL_SOURCE_H
#define KERNEL_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include "front/lacks.h"

struct arena;
struct kernel;
struct model;

/* The kinds that Strata reads. Specs may name others. */
#define KERNEL_BY_PDB "PDB"
#define KERNEL_BY_SYMBOL_FILE SOURCE_SYMBOL_FILE
#define KERNEL_BY_LINUX "symbol file of Linux"
#define KERNEL_BY_MACOS "symbol file of macOS"
#define KERNEL_BY_VERGILIUS "Vergilius Project"
#define KERNEL_BY_VOLATILITY SOURCE_VOLATILITY
#define KERNEL_BY_HEADER "C header"
#define KERNEL_BY_TEXT SOURCE_TEXT
#define KERNEL_BY_PAHOLE SOURCE_PAHOLE
#define KERNEL_BY_BTF "BTF"
#define KERNEL_BY_DWARF "DWARF"

/* Adds a kind to the kinds of a kernel, unless it has the kind already. `name` must live as long as the kernel. */
void kernel_add_source(struct arena *arena, struct kernel *kernel, const char *name);

/* Adds a kind of files that tell of the build of a kernel, but of no revision. */
void kernel_add_build_source(struct arena *arena, struct kernel *kernel, const char *name);

/* True if a kernel was read from files of a kind. */
bool kernel_has_source(const struct kernel *kernel, const char *name);

/* True if all kinds that a kernel was read from cannot tell a detail. A kernel of unknown kinds can tell all. */
bool kernel_lacks(const struct kernel *kernel, enum source_lack lack);

/* True if specs of a kernel use the file's names of integers, such as `pid_t`. Specs of Windows kernels do not. */
bool kernel_names_integers(const struct kernel *kernel);

/* Spelling of tags in specs. */
enum source_tags {
    SOURCE_TAGS_UNKNOWN, /* no kind of file tells */
    SOURCE_TAGS_WINDOWS, /* without leading underscores: `_EPROCESS` is EPROCESS */
    SOURCE_TAGS_KEPT,    /* as the files have them: `__kernel_timespec`, `task_struct` */
};

/* Returns the spelling of tags in the specs of a model to which kernels are added. `kernels` may be NULL. */
enum source_tags source_find_tags(const struct model *model, const struct kernel *const *kernels, size_t count);

/* Returns the word of symbol files for the system whose kernels a model attests, "linux" or "mac"; NULL if it attests
 * others or none. */
const char *source_find_system(const struct model *model);

/* True if the axis of a model is that of Windows. */
bool source_is_windows(const struct model *model);

#endif
