/*
 * The names that completions offer: versions, structures and others with their members, and shipped templates. Each
 * function appends lines to run->out, sorted, each line once.
 */
#ifndef RUN_OFFER_H
#define RUN_OFFER_H

#include <stdbool.h>
#include <stddef.h>

#include "run/command.h"

/* Appends the texts that mean one version of the shipped axis. False if it cannot be read, which is reported. */
bool offer_versions(struct command_run *run);

/* Appends the words of --struct that begin with a word, in either case and with or without leading underscores:
 * structures, enumerations, events and globals for "EPRO" or "ntdll!PE", members for "EPROCESS.To". Of a list, as in
 * "GUID,EPRO", the last word is completed. `specs` are the specs of the command line; if there are none, the shipped
 * ones. These are searched without being resolved, so that a shell need not wait. False if specs have errors, which are
 * reported. */
bool offer_names(struct command_run *run, const char *word, const char *const *specs, size_t count);

/* Appends the names of the shipped templates. */
void offer_templates(struct command_run *run);

#endif
