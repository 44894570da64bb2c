/*
 * The kinds of files that a kernel is from. A spec keeps them behind the attested versions, as in `by "PDB"`: whoever
 * reads it learns who saw a kernel, and folding it again learns which kernels have the order of declaration.
 */
#ifndef KERNEL_SOURCE_H
#define KERNEL_SOURCE_H

#include <stdbool.h>

struct arena;
struct kernel;

/* The kinds that are read. Specs may name others. */
#define KERNEL_BY_PDB "PDB"
#define KERNEL_BY_SYMBOL_FILE "symbol file"
#define KERNEL_BY_VERGILIUS "Vergilius Project"
#define KERNEL_BY_HEADER "C header"
#define KERNEL_BY_TEXT "text"
#define KERNEL_BY_BTF "BTF"
#define KERNEL_BY_DWARF "DWARF"

/* Adds a kind to those of a kernel, unless it is there. `name` lives as long as the kernel. */
void kernel_add_source(struct arena *arena, struct kernel *kernel, const char *name);

/* True if a kernel is of a kind. */
bool kernel_has_source(const struct kernel *kernel, const char *name);

/* True if a kernel is of symbol files alone, which have no order of declaration, no qualifiers and no prototypes. One
 * of unknown kinds may have them. */
bool kernel_lacks_details(const struct kernel *kernel);

/* True if specs of a kernel have the names that its file gives to integers, as `pid_t`. Those of Windows never do. */
bool kernel_names_integers(const struct kernel *kernel);

#endif
