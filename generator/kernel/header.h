/*
 * Reads C headers: clang lays out their structures for one target, and the layouts become an isf_file, of which
 * isf_kernel.c makes a kernel. clang/ does the parsing.
 */
#ifndef KERNEL_HEADER_H
#define KERNEL_HEADER_H

#include <stdbool.h>

struct arch;
struct clang_header;
struct clang_run;
struct isf_file;
struct isf_import;
struct kernel;
struct kernel_choices;

/* Reads a header for an architecture. Returns NULL after a report if the header cannot be read. `import` must live
 * until the file is closed. */
struct isf_file *kernel_open_header(const struct isf_import *import, const struct clang_run *run,
                                    const struct clang_header *header, const struct arch *arch);

/* Returns the choices that the reader made. They include claims of the header that clang's layout contradicts. */
const struct kernel_choices *kernel_choices_of_header(const struct isf_file *file);

/* Makes a kernel of a header, and closes the header. Sets all of `kernel` except its version. Returns false after a
 * report if the header is invalid. If `kernel` is NULL, only closes the header. */
bool kernel_close_header(struct isf_file *file, struct kernel *kernel);

#endif
