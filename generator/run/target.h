/*
 * Versions and architectures on command lines: "11-24H2/x64", "win11-24h2", and guesses for what means several versions
 * or none.
 */
#ifndef RUN_TARGET_H
#define RUN_TARGET_H

#include <stdbool.h>
#include <stdint.h>

#include "run/command.h"

struct arch;
struct model;
struct module;
struct operands;
struct selection;

/* Takes "6.1/x64" apart; "6.1" if the structures that the words select (NULL: those of the specs that the user named)
 * have layouts of their own on one architecture alone. The version may be any that version_name_find finds; `*text`
 * becomes the target by its name on the axis. NULL, a usage error and run->status if it is not a target. See
 * axis_find_version. */
const struct arch *target_parse(struct command_run *run, const struct model *model, const struct selection *words,
                                const char **text, uint64_t *version);

/* Finds the full version of a kernel: a text that means one version (version_name_find), with its revision. False, a
 * usage error and run->status if it is none. */
bool target_find_kernel(struct command_run *run, const struct model *model, const char *text, uint64_t *version);

/* Returns the module of the build whose GUID and age an option names as a target, or NULL. */
const struct module *target_find_module(const struct model *model, const struct operands *operands);

/* Reports an error about a target, and the point that its release stands for. */
enum status target_fail(struct command_run *run, const struct model *model, const char *target, const char *message);

/* Returns the architecture of that name. NULL, a usage error and run->status if there is none. */
const struct arch *target_find_arch(struct command_run *run, const struct model *model, const char *name);

#endif
