/*
 * A table of findings by cause, for `strata check --summary`.
 */
#ifndef RUN_SUMMARY_H
#define RUN_SUMMARY_H

struct buffer;
struct command_run;

/* Appends a table of the findings of a run: for each severity, code and kind of message the number of findings, the
 * number of files, and the first position. Errors come before warnings, and frequent kinds before rare ones. */
void summary_write(struct command_run *run, struct buffer *out);

#endif
