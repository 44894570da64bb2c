/*
 * The files of a command line to kernels: each file with its version, its architecture and its identity.
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

/* The kernels of the files, and what is needed to read them. */
struct kernels {
    struct command_run *run;
    const struct model *model;
    const struct map *versions; /* NULL: none */
    struct kernel_store *store;
    const char *base; /* the file with the BTF of the kernel that modules are for; NULL: none */
    struct kernel_list list;
    struct buffer images;       /* of struct identity_numbers: those of --identity, and of images beside the files */
    struct buffer builds;       /* of struct build_given: those of --build-id */
    struct map *image_versions; /* as `versions`, of these images */
    struct choices choices;
    bool takes_symbols; /* their symbols are what is wanted */
};

/* True if each --version and --build-id is that of one file; else reports it. */
bool intake_check_options(struct command_run *run, const struct operands *files);

/* Replaces each --version by its numbers: `26100.1742` and `XP SP3` are full versions, too. */
bool intake_take_versions(struct kernels *kernels, const struct operands *files);

/* Reads the table of --versions, if there is one. */
bool intake_read_versions(struct kernels *kernels, const char *path);

/* Reads the images and tables of --identity, and what --build-id gives. */
bool intake_read_identities(struct kernels *kernels, const struct operands *files);

/* Finds the version of the file of that index, of an arch if that is known; false if it is unknown, which is reported.
 * `*version` is that of the system, if the file has it, else 0. */
bool intake_find_version(struct kernels *kernels, const struct operands *files, size_t index, const char *path,
                         const struct arch *arch, const char *pdb, uint64_t *version);

/* True if the version of a file is one of the axis; else reports it. */
bool intake_is_on_axis(struct kernels *kernels, const char *path, uint64_t version);

/* True if the version of a kernel is one of its architecture; else reports it. */
bool intake_fits_arch(struct kernels *kernels, const struct kernel *kernel);

/* Returns what the readers of files share. */
struct isf_import intake_begin(const struct kernels *kernels);

/* Reads all files, so that all that is wrong with them is reported, up to the second one that is standard input. */
bool intake_read_kernels(struct kernels *kernels, const struct operands *files);

/* Sorts the kernels that were read. */
bool intake_sort_kernels(struct kernels *kernels, bool makes_arches);

#endif
