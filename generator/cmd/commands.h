/*
 * All subcommands. main.c has them in a table; each of the others has a file of its name.
 */
#ifndef CMD_COMMANDS_H
#define CMD_COMMANDS_H

#include "run/command.h"

extern const struct command command_check;
extern const struct command command_explain;
extern const struct command command_gen;
extern const struct command command_bundle;
extern const struct command command_pack;
extern const struct command command_render;
extern const struct command command_list;
extern const struct command command_coverage;
extern const struct command command_show;
extern const struct command command_site;
extern const struct command command_table;
extern const struct command command_dump;
extern const struct command command_export;
extern const struct command command_decode;
extern const struct command command_diff;
extern const struct command command_fmt;
extern const struct command command_lsp;
extern const struct command command_import;
extern const struct command command_fetch;
extern const struct command command_completion;

#endif
