/*
 * What nearly every subcommand begins with: specs to a model that the checks find no error in; and the names that
 * users give for what is in it.
 */
#ifndef EDGES_LOAD_SPECS_H
#define EDGES_LOAD_SPECS_H

#include <stddef.h>
#include <stdint.h>

#include "edges/command.h"

struct arch;
struct model;
struct record;

/* Reads the specs, resolves and checks them. NULL when they have errors, which were reported, or when there are none to
 * read; the exit status is then in run->status. */
const struct model *load_specs(struct command_run *run, const char *const *paths, size_t count);

/* The record that `--struct` names. NULL, a usage error and run->status when there is none, or no name. */
const struct record *load_find_record(struct command_run *run, const struct model *model, const char *name);

/* Takes "6.1/x64" apart; on failure the same. */
const struct arch *load_find_target(struct command_run *run, const struct model *model, const char *text,
                                    uint64_t *version);

#endif
