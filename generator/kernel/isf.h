/*
 * Reads the symbol files of Volatility 3 (ISF): JSON with the types from the debugging information of a kernel.
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
struct isf_file;
struct kernel;
struct kernel_store;
struct map;
struct unpack;

/* Another file format that describes the types of a kernel. */
struct isf_format {
    /* True if a file of this format may begin with these bytes. */
    bool (*is_meant)(const void *piece, size_t size);
    const char *source; /* name of the kind of source; see source.h */
    /* Reads a file whose first piece has already been read. If the file cannot be read, sets file->error and returns
     * false. */
    bool (*read)(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size);
};

/* Settings that are shared by all files of a run. */
struct isf_import {
    struct arena *arena;
    struct intern *intern;
    struct diags *diags;
    struct kernel_store *store;
    const struct arch *const *arches; /* architectures that a kernel may have */
    size_t arch_count;
    const struct map *types;                /* interned name -> type that specs declare; NULL: none */
    const char *input;                      /* name for standard input in messages; NULL: "standard input" */
    const struct isf_format *const *others; /* further formats besides PDBs and symbol files, ended by NULL; or NULL */
    const char *base;                       /* file with the BTF of the kernel that modules belong to; NULL: none */
    /* For each file: architecture given by the user, for files that do not tell theirs; NULL elements, or NULL:
     * none. */
    const struct arch *const *given;
    bool takes_symbols; /* kernels get the symbols of their files; a file may have symbols and no types */
};

/* Reads a file, which may be compressed as .xz or .gz; `-` is standard input. Sets all of `kernel`. The version is 0 if
 * the file does not have it; PDBs and symbol files do not. Sets `*pdb` to the "GUID-age" of the program database, to
 * the build ID of an ELF file, or to NULL. Reports a file that cannot be read or is no symbol file, and then returns
 * false. */
bool kernel_read_isf(const struct isf_import *import, const char *path, struct kernel *kernel, const char **pdb);

/* Reads several files as kernel_read_isf does, in parallel on all processors. `take` receives the kernels one by one,
 * in the order of the paths. */
struct isf_taker {
    void (*take)(void *user, size_t index, bool is_read, const struct kernel *kernel, const char *pdb);
    void *user;
};
void kernel_read_all(const struct isf_import *import, const char *const *paths, size_t count,
                     const struct isf_taker *taker);

/* Finds the machine number of executables for an architecture, and the name of a program database by which
 * kernel_read_isf recognizes the architecture if others share the machine number. Returns false for an unknown
 * architecture. */
bool isf_find_machine(const char *arch, uint32_t *machine, const char **database);

#endif
