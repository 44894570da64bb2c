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
struct isf_file;
struct kernel;
struct kernel_store;
struct map;
struct unpack;

/* Another format of files with the types of a kernel. */
struct isf_format {
    /* True if a file of this format may begin so. */
    bool (*is_meant)(const void *piece, size_t size);
    const char *source; /* the kind of its kernels; see source.h */
    /* Reads a file from its first piece on. Returns false, with file->error, if it cannot be read. */
    bool (*read)(struct isf_file *file, struct unpack *unpack, const void *piece, size_t size);
};

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
    const struct isf_format *const *others; /* formats besides PDBs and symbol files, with a NULL; or NULL */
    const char *base; /* the file with the BTF of the kernel that modules are for; NULL: none */
    const struct arch *const *given; /* by file, for those that do not tell their arch; NULL each, or NULL: none */
    bool takes_symbols; /* a file may have symbols alone, which the kernels get */
};

/* Reads a file, which may be an .xz or a .gz; `-` is standard input. Sets all of `kernel`. Its version is 0 if the file
 * does not have it, as PDBs and symbol files; `*pdb` becomes the "GUID-age" of the program database, the build ID of
 * an ELF file, or NULL. False if the file cannot be read or is no symbol file, which is reported. */
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
