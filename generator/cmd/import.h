/*
 * The kinds of import: each is a row of the table in import.c and has a file of its own.
 */
#ifndef CMD_IMPORT_H
#define CMD_IMPORT_H

#include "cmd/command.h"

enum status import_run_table(struct command_run *run);
enum status import_run_isf(struct command_run *run);

#endif
