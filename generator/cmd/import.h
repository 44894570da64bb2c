/*
 * What can be imported: a row each of the table in cmd_import.c, and a file of its own.
 */
#ifndef CMD_IMPORT_H
#define CMD_IMPORT_H

#include "cmd/command.h"

struct model;

/* The model of the spec that an import uses, which is `usual` where nobody says which. NULL, and it is reported, when
 * there is none, or none that a spec can use. */
const struct model *import_load_used(struct command_run *run, const char *spec, const char *usual);

enum status import_table_run(struct command_run *run);
enum status import_isf_run(struct command_run *run);

#endif
