/*
 * Specs of documents against specs of attested builds: every cell that a build contradicts.
 */
#ifndef RUN_AGAINST_H
#define RUN_AGAINST_H

#include <stdbool.h>

struct buffer;
struct command_run;
struct model;

/* Compares the structures of the requested files with those of the same name in the specs at `evidence`, in the builds
 * that these attest: offsets, bits, and stated sizes. Each cell that a build contradicts is reported (`contradiction`)
 * with both values. Appends a table with a line for each file to `out`, unless it is NULL. False, after a report, if
 * the evidence cannot be read. */
bool against_report(struct command_run *run, const struct model *model, const char *evidence, struct buffer *out);

#endif
