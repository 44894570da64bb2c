/*
 * The names that shell completions offer: versions, declarations and members, and shipped templates. Each function
 * appends lines to run->out, sorted and without duplicates.
 */
#ifndef RUN_OFFER_H
#define RUN_OFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "run/command.h"

/* Appends the texts that mean one version of the shipped axis. Returns false if the axis cannot be read, which is
 * reported. */
bool offer_versions(struct command_run *run);

/* Appends the words of --struct that begin with `word`: structures, enumerations, events and globals for "EPRO" or
 * "ntdll!PE", members for "EPROCESS.To". Ignores case and leading underscores. In a list such as "GUID,EPRO" completes
 * the last word. `specs` are the specs of the command line; if there are none, searches the shipped specs. Specs are
 * searched without being resolved, so that the shell need not wait. Returns false if specs have errors, which are
 * reported. */
bool offer_names(struct command_run *run, const char *word, const char *const *specs, size_t count);

/* Appends the names of the shipped templates. */
void offer_templates(struct command_run *run);

#endif
