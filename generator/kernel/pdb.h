/*
 * Reads PDBs of kernels and other programs. Their types become an isf_file, of which isf_kernel.c makes a kernel. pdb/
 * reads the bytes.
 */
#ifndef KERNEL_PDB_H
#define KERNEL_PDB_H

#include <stdbool.h>
#include <stddef.h>

struct isf_file;

/* Reads a PDB into an isf_file. If it cannot be read, sets the reason and returns false. */
bool pdb_read_file(struct isf_file *file, const void *bytes, size_t size, const char **error);

#endif
