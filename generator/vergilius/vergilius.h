/*
 * Reads kernels of the Vergilius Project, https://github.com/VergiliusProject/kernels-data: YAML files that list the
 * types of a kernel, each with a number, and the members of each type. They become the content of an isf_file, from
 * which kernel/isf_kernel.c makes a kernel.
 */
#ifndef VERGILIUS_VERGILIUS_H
#define VERGILIUS_VERGILIUS_H

struct isf_format;

/* The format of such files, one of isf_import.others. */
extern const struct isf_format vergilius_format;

#endif
