/*
 * C headers: the layouts of clang for one target become the content of an isf_file, from which isf_kernel.c makes a
 * kernel. clang/ parses them.
 */
#ifndef KERNEL_HEADER_H
#define KERNEL_HEADER_H

#include <stdbool.h>

struct arch;
struct clang_header;
struct clang_run;
struct isf_import;
struct kernel;

/* Reads a header for an arch. Sets all of `kernel` except its version. Returns false after a report if it cannot be
 * read. */
bool kernel_read_header(const struct isf_import *import, const struct clang_run *run, const struct clang_header *header,
                        const struct arch *arch, struct kernel *kernel);

#endif
