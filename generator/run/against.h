/*
 * Compares specs of documents with specs of attested builds.
 */
#ifndef RUN_AGAINST_H
#define RUN_AGAINST_H

#include <stdbool.h>

struct buffer;
struct command_run;
struct model;

/* Compares the structures of the requested files with structures of the same names in the specs at `evidence`, in the
 * builds that those specs attest: offsets, bits and stated sizes. Reports each cell that a build contradicts, with both
 * values, as `contradiction`. Appends a table with a line for each file to `out`, unless that is NULL. If the evidence
 * cannot be read, reports that and returns false. */
bool against_report(struct command_run *run, const struct model *model, const char *evidence, struct buffer *out);

#endif
