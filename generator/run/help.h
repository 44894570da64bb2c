/*
 * Writes the help of commands: their text, and lists of their options, which are made from the rows of the tables.
 */
#ifndef RUN_HELP_H
#define RUN_HELP_H

#include "base/buffer.h"
#include "run/command.h"

/* Appends what `strata NAME --help` prints: the help of the command and of its kinds, with the options of all commands
 * before the exit status. */
void help_write(const struct command *command, struct buffer *out);

/* Appends the list of the options of all commands, with a title. */
void help_write_common(struct buffer *out);

#endif
