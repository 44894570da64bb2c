/*
 * Volatility 3's symbol files, ISF: JSON with the types from the debugging information of a kernel.
 */
#ifndef KERNEL_ISF_H
#define KERNEL_ISF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arch;
struct arena;
struct diags;
struct intern;
struct kernel;
struct kernel_store;
struct map;

/* Shared by all files of a run. */
struct isf_import {
    struct arena *arena;
    struct intern *intern;
    struct diags *diags;
    struct kernel_store *store;
    const struct arch *const *arches; /* possible arches of a kernel */
    size_t arch_count;
    const struct map *types; /* by interned name, those that specs declare; NULL: none */
    const char *input;       /* the name of standard input in messages; NULL: "standard input" */
};

/* Reads a file, which may be an .xz or a .gz; `-` is standard input. Sets all of `kernel` except its version, which
 * files do not have; `*pdb` becomes the "GUID-age" of the program database. False if the file cannot be read or is no
 * symbol file, which is reported. */
bool kernel_read_isf(const struct isf_import *import, const char *path, struct kernel *kernel, const char **pdb);

/* Reads several files as kernel_read_isf does, at the same time on all processors. `take` gets the kernels one by one,
 * in the order of the paths. */
struct isf_taker {
    void (*take)(void *user, size_t index, bool is_read, const struct kernel *kernel, const char *pdb);
    void *user;
};
void kernel_read_all(const struct isf_import *import, const char *const *paths, size_t count,
                     const struct isf_taker *taker);

/* Finds the machine number of executables for an architecture, and a program database by whose name kernel_read_isf
 * tells it from others of that machine. Returns false if it knows no such architecture. */
bool isf_find_machine(const char *arch, uint32_t *machine, const char **database);

#endif
