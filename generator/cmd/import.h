/*
 * The kinds of `strata import`. Several kinds may share a file.
 */
#ifndef CMD_IMPORT_H
#define CMD_IMPORT_H

#include "run/command.h"
#include "run/options.h"

extern const struct command import_table;
extern const struct command import_pdb;
extern const struct command import_isf;
extern const struct command import_vergilius;
extern const struct command import_text;
extern const struct command import_btf;
extern const struct command import_sparse;
extern const struct command import_c;

/* Options of the kinds that read kernels, and the function that runs these kinds. */
extern const struct option import_kernel_options[];
extern const struct option import_btf_options[];
enum status import_run_kernels(struct command_run *run);

#endif
