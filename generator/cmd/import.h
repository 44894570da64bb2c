/*
 * The kinds of import. Each has a file of its own.
 */
#ifndef CMD_IMPORT_H
#define CMD_IMPORT_H

#include "run/command.h"

extern const struct command import_table;
extern const struct command import_pdb;
extern const struct command import_isf;
extern const struct command import_c;

#endif
