/*
 * Finds the module that the files of an import belong to.
 */
#ifndef RUN_MODULE_H
#define RUN_MODULE_H

#include <stdbool.h>

struct command_run;
struct kernel_list;
struct model;
struct operands;
struct selection;

/* Finds the module of the kernels: `given`, or if that is NULL, the module that the names of their program databases
 * mean. `*module` becomes NULL for the first module of the axis. If the files belong to several modules, reports that
 * and returns false. */
bool module_find(struct command_run *run, const struct model *model, const struct kernel_list *list, const char *given,
                 const char **module);

/* Reads the words of all --without options. They are allowed only for a new module (`is_new`). Returns false if they
 * are wrong, which is reported. */
bool module_take_without(struct command_run *run, const struct operands *files, bool is_new,
                         const struct selection **without);

#endif
