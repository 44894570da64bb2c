/*
 * Kernels of the Vergilius Project, https://github.com/VergiliusProject/kernels-data: YAML with the types of a kernel,
 * each with a number, in the order of their members. They become the content of an isf_file, from which
 * kernel/isf_kernel.c makes a kernel.
 */
#ifndef VERGILIUS_VERGILIUS_H
#define VERGILIUS_VERGILIUS_H

struct isf_format;

/* Reads such files, for isf_import.others. */
extern const struct isf_format vergilius_format;

#endif
