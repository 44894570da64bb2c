/*
 * The module that the files of an import belong to.
 */
#ifndef RUN_MODULE_H
#define RUN_MODULE_H

#include <stdbool.h>

struct command_run;
struct kernel_list;
struct model;
struct operands;
struct selection;

/* Finds the module of the kernels: `given`, or if that is NULL, the one that the names of their program databases mean.
 * `*module` is NULL for the first one of the axis. Returns false, after a report, if the files are of several. */
bool module_find(struct command_run *run, const struct model *model, const struct kernel_list *list, const char *given,
                 const char **module);

/* Takes the words of all --without, which are for a module that is new. Returns false after a report. */
bool module_take_without(struct command_run *run, const struct operands *files, bool is_new,
                         const struct selection **without);

#endif
