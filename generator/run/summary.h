/*
 * Findings by cause, for `strata check --summary`.
 */
#ifndef RUN_SUMMARY_H
#define RUN_SUMMARY_H

struct buffer;
struct command_run;

/* Appends a table of the findings of a run: a line for each severity, code and kind of message, with their number, the
 * number of files, and the first place. The most frequent ones come first, errors before warnings. */
void summary_write(struct command_run *run, struct buffer *out);

#endif
