/*
 * Choices that a run of import makes for kernels whose files leave something open, and one report of all of them; and
 * the module that the files belong to.
 */
#ifndef CMD_IMPORT_CHOICES_H
#define CMD_IMPORT_CHOICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"

struct command_run;
struct kernel_choices;
struct kernel_list;
struct model;
struct operands;
struct selection;

/* The choices of a run. */
struct import_choices {
    size_t bit_field_count; /* bit-fields that were placed by their order */
    struct buffer larger;   /* names of structures of which the larger definition was taken, of const char * */
    size_t system_count; /* files with a version of the system that runs the kernel of another one, */
    uint64_t system, kernel; /* and the versions of the first of them */
};

/* Add the choices of a kernel, and the version of the kernel that a version of the system runs. */
void import_note_choices(struct import_choices *choices, const struct kernel_choices *made);
void import_note_system(struct import_choices *choices, uint64_t system, uint64_t kernel);

/* Reports all choices of a run as one finding, if there are any, and forgets them. */
void import_report_choices(struct command_run *run, struct import_choices *choices);

/* Finds the module of the kernels: `given`, or if that is NULL, the one that the names of their program databases mean.
 * `*module` is NULL for the first one of the axis. Returns false, after a report, if the files are of several. */
bool import_find_module(struct command_run *run, const struct model *model, const struct kernel_list *list,
                        const char *given, const char **module);

/* Takes the words of all --without, which are for a module that is new. Returns false after a report. */
bool import_take_without(struct command_run *run, const struct operands *files, bool is_new,
                         const struct selection **without);

#endif
