/*
 * Volatility 3's symbol files, ISF: JSON that says what the debugging information of a kernel says of its types.
 */
#ifndef KERNEL_ISF_H
#define KERNEL_ISF_H

#include <stdbool.h>
#include <stddef.h>

struct arch;
struct arena;
struct diags;
struct intern;
struct kernel;
struct kernel_store;
struct map;

/* What all files of a run share. */
struct isf_import {
    struct arena *arena;
    struct intern *intern;
    struct diags *diags;
    struct kernel_store *store;
    const struct arch *const *arches; /* those that a kernel may be of */
    size_t arch_count;
    const struct map *types; /* by interned name, those that specs declare; NULL: none */
};

/* Reads a file, which may be an .xz or a .gz; `-` is standard input. All of `kernel` is set but its version, which such
 * files do not say; `*pdb` becomes what they say instead, "GUID-age" of the program database. False when the file
 * cannot be read or is not what it should be, which is reported. */
bool kernel_read_isf(const struct isf_import *import, const char *path, struct kernel *kernel, const char **pdb);

#endif
