/*
 * Debugging information of ELF files: BTF, as the Linux kernel describes its types, and DWARF of C and C++. It becomes
 * the content of an isf_file, from which kernel/isf_kernel.c makes a kernel.
 */
#ifndef DEBUG_DEBUG_H
#define DEBUG_DEBUG_H

struct isf_format;

/* The format of such files, one of isf_import.others. */
extern const struct isf_format debug_format;

#endif
