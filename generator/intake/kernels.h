/*
 * Reads the files of a command line as kernels, and finds the version, the architecture and the identity of each file.
 */
#ifndef INTAKE_KERNELS_H
#define INTAKE_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "kernel/choices.h"
#include "kernel/isf.h"
#include "kernel/twins.h"

struct arch;
struct command_run;
struct kernel;
struct kernel_store;
struct map;
struct model;
struct operands;

/* The kernels of a command line, and the data for reading them. */
struct kernels {
    struct command_run *run;
    const struct model *model;
    /* version of a file by its identity, from the table of --versions; NULL without the table */
    const struct map *versions;
    struct kernel_store *store;
    const char *base; /* path of the BTF of the kernel that the modules belong to; NULL if it is not given */
    struct kernel_list list;
    struct buffer images;       /* struct identity_numbers: of --identity, and of images beside the files */
    struct buffer builds;       /* values of --build-id as struct build_given */
    struct map *image_versions; /* versions of these images, in the form of `versions` */
    struct choices choices;
    bool takes_symbols; /* the command needs the symbols of the files, and not their types */
};

/* True if each --version and each --build-id belongs to one file. Otherwise reports it. */
bool intake_check_options(struct command_run *run, const struct operands *files);

/* Replaces the value of each --version by its four numbers. Also accepts names such as `26100.1742` and `XP SP3`. */
bool intake_take_versions(struct kernels *kernels, const struct operands *files);

/* Reads the table of --versions, unless `path` is NULL. */
bool intake_read_versions(struct kernels *kernels, const char *path);

/* Reads the images and tables of --identity, and the values of --build-id. */
bool intake_read_identities(struct kernels *kernels, const struct operands *files);

/* Finds the version of the file with an index. `arch` is the arch of the file, or NULL if it is unknown. If the version
 * is unknown, reports that and returns false. `*version` is the version of the system that the file states, or 0. */
bool intake_find_version(struct kernels *kernels, const struct operands *files, size_t index, const char *path,
                         const struct arch *arch, const char *pdb, uint64_t *version);

/* True if the axis knows the version of a file. Otherwise reports it. */
bool intake_is_on_axis(struct kernels *kernels, const char *path, uint64_t version);

/* True if the version of a kernel exists on its architecture. Otherwise reports it. */
bool intake_fits_arch(struct kernels *kernels, const struct kernel *kernel);

/* Returns the options that all readers of files get. */
struct isf_import intake_begin(const struct kernels *kernels);

/* Reads all files, and reports every error in them. Stops only at the second file that is standard input. */
bool intake_read_kernels(struct kernels *kernels, const struct operands *files);

/* Sorts the kernels that were read by arch and version. */
bool intake_sort_kernels(struct kernels *kernels, bool makes_arches);

#endif
