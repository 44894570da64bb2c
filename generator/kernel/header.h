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
struct isf_file;
struct isf_import;
struct kernel;
struct kernel_choices;

/* Reads a header for an arch. Returns NULL after a report if it cannot be read. `import` must live until it is closed.
 */
struct isf_file *kernel_open_header(const struct isf_import *import, const struct clang_run *run,
                                    const struct clang_header *header, const struct arch *arch);

/* Returns the choices of the reader, with the claims of the header that clang's layout denies. */
const struct kernel_choices *kernel_choices_of_header(const struct isf_file *file);

/* Makes a kernel of a header: sets all of `kernel` except its version. Returns false after a report if it makes no
 * sense. With NULL the header is only closed. */
bool kernel_close_header(struct isf_file *file, struct kernel *kernel);

#endif
