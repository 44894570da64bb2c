/*
 * Versions and architectures on command lines, and guesses for those that are not on the axis: "24H2" for 11-24H2,
 * "win7" for 6.1, "amd64" for x64.
 */
#ifndef RUN_TARGET_H
#define RUN_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "run/command.h"

struct arch;
struct model;

/* Takes "6.1/x64" apart; "6.1" if the specs have only one architecture. NULL, a usage error and run->status if it is
 * not a target. See axis_find_version. */
const struct arch *target_parse(struct command_run *run, const struct model *model, const char *text,
                                uint64_t *version);

/* Reports an error about a target, and the point that its release stands for. */
enum status target_fail(struct command_run *run, const struct model *model, const char *target, const char *message);

/* Returns the architecture of that name. NULL, a usage error and run->status if there is none. */
const struct arch *target_find_arch(struct command_run *run, const struct model *model, const char *name);

#endif
