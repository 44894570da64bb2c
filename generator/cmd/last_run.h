/*
 * What the last run did of a command that writes files with a --depfile, so that the next one can see at once that
 * there is nothing to do.
 *
 * FILE.state, beside the depfile FILE, says how the command was called, by which build of strata, and has a line with
 * the stamp of each file that was read or written, or was asked for and not there. When all is as it was, what a run
 * would write is what is there. Behind that stands what the run warned of, to be said again.
 */
#ifndef CMD_LAST_RUN_H
#define CMD_LAST_RUN_H

#include <stdbool.h>
#include <stddef.h>

#include "cmd/command.h"
#include "cmd/options.h"

/* A file that a run asked for. */
struct last_run_file {
    const char *path;
    const char *text; /* what was read from it; NULL where there is none */
    size_t size;
};

/* Whether a run that is called like this would do what the last one did; then what it would report is in run->summary.
 * `depfile` may be NULL. */
bool last_run_holds(struct command_run *run, const struct operands *specs, const char *depfile);

/* Writes FILE.state of a run that read the sources and wrote the targets and the depfile, unless a source has changed
 * meanwhile. False when that fails, which is reported. */
bool last_run_write(struct command_run *run, const struct operands *specs, const char *depfile,
                    const struct last_run_file *sources, size_t source_count, const char *const *targets,
                    size_t target_count);

/* The path of FILE.state. */
const char *last_run_path(struct command_run *run, const char *depfile);

#endif
