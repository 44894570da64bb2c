/*
 * Versions and architectures on command lines: "11-24H2/x64", "win11-24h2". Suggests names if a text means several
 * versions or none.
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

/* Parses a target such as "6.1/x64". The architecture may be missing if the structures that `words` select have layouts
 * of their own on only one architecture; NULL for `words` stands for the specs that the user named. The version may be
 * any text that version_name_find knows (see axis_find_version). `*text` becomes the target with the name of the
 * version on the axis. If it is no target, reports a usage error, sets run->status and returns NULL. */
const struct arch *target_parse(struct command_run *run, const struct model *model, const struct selection *words,
                                const char **text, uint64_t *version);

/* Finds the full version of a kernel in a text that means one version (version_name_find) and has its revision.
 * Otherwise reports a usage error, sets run->status and returns false. */
bool target_find_kernel(struct command_run *run, const struct model *model, const char *text, uint64_t *version);

/* Returns the module of the build that a target of the command line names by GUID and age; NULL if there is no such
 * target. */
const struct module *target_find_module(const struct model *model, const struct operands *operands);

/* Reports an error about a target. If the target names a release, adds which point it stands for. */
enum status target_fail(struct command_run *run, const struct model *model, const char *target, const char *message);

/* Returns the architecture with that name. If there is none, reports a usage error, sets run->status and returns
 * NULL. */
const struct arch *target_find_arch(struct command_run *run, const struct model *model, const char *name);

#endif
