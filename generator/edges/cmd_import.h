/*
 * What can be imported: a row each of the table in cmd_import.c, and a file of its own.
 */
#ifndef EDGES_CMD_IMPORT_H
#define EDGES_CMD_IMPORT_H

#include "edges/command.h"

enum status import_table_run(struct command_run *run);
enum status import_isf_run(struct command_run *run);

#endif
