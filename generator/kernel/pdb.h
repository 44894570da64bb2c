/*
 * PDBs of kernels, and of any other program: their types become the content of an isf_file, from which isf_kernel.c
 * makes a kernel. pdb/ reads the bytes.
 */
#ifndef KERNEL_PDB_H
#define KERNEL_PDB_H

#include <stdbool.h>
#include <stddef.h>

struct isf_file;

/* Reads a PDB into a file. Returns false, and the reason, if it cannot be read. */
bool pdb_read_file(struct isf_file *file, const void *bytes, size_t size, const char **error);

#endif
