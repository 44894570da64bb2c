/*
 * Kernels folded into specs that are there, by hand or by import: the texts get the edits that have them say what the
 * kernels say, and keep everything else.
 *
 * A kernel speaks for the versions up to the attested ones beside it. What the spec says there as an interpolation or
 * extrapolation gives way; what it says of attested versions stands, and a kernel that says otherwise is reported.
 */
#ifndef MERGE_MERGE_H
#define MERGE_MERGE_H

#include <stddef.h>

#include "cmd/command.h"

struct kernel;
struct model;

struct import_into_request {
    const struct kernel *const *kernels;
    size_t kernel_count;
    const char *spec;          /* a file, or a directory of such */
    const struct model *model; /* of the spec, which the run's program has read */
    const char *const *names;  /* of records and enumerations, as in fold.h; none: all that the spec declares */
    size_t name_count;
};

/* Folds them in and writes what changes, all of it or nothing. What is wrong is reported; the exit status is then
 * run->status. */
enum status import_into(struct command_run *run, const struct import_into_request *request);

#endif
