/*
 * The options that change what becomes of a check: `-W CODE`, `--error CODE`, `--no-CODE`. CODE may be `all`.
 */
#ifndef CMD_SEVERITY_H
#define CMD_SEVERITY_H

#include <stdbool.h>

#include "cmd/command.h"
#include "cmd/options.h"

/* Names of the checks, and "all"; NULL at the end. */
extern const char *const severity_checks[];

/* The rows of a command's option table. */
#define SEVERITY_OPTIONS                                                                                               \
    {"warn", 'W', TAKES_WORD, OPTION_NO_FIELD, severity_checks},                                                       \
    {"error", 0, TAKES_WORD, OPTION_NO_FIELD, severity_checks},                                                        \
    {"no-", 0, TAKES_WORD, OPTION_NO_FIELD, severity_checks}

/* Their lines of a command's help. */
#define SEVERITY_HELP                                                                                                  \
    "  -W, --warn CODE   report a check as a warning; -W all: also checks that are off by default\n"                   \
    "  --error CODE      report a check as an error; --error all: all checks that are on\n"                            \
    "  --no-CODE         do not report a check; --no-all: only those of later options\n"

/* Switches warnings off, for commands that only show layouts. */
void severity_silence_warnings(struct diags *diags);

/* Does what the options say, in their order: later ones win. False for a code that is no check, which is reported;
 * the exit status is then in run->status. */
bool severity_take_options(struct command_run *run, const struct operands *operands);

#endif
