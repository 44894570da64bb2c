/*
 * Remembers checks that found nothing. The next run with the same words, in the same directory and with the same
 * program only looks whether each file and directory is unchanged, and reads none of them.
 *
 * A remembered check is one of a few files in file_cache_directory, which may be removed at any time. It has the state
 * (file_state) of the program, and of each path that the check asked the system about, also of paths that lead to
 * nothing. If a file was written shortly before the check or during it, the check may have read other bytes, so it is
 * not remembered. A check of few files is not remembered either, because it takes no longer than looking at their
 * states. With STRATA_CACHE=no in the environment nothing is remembered.
 */
#ifndef RUN_CLEAN_H
#define RUN_CLEAN_H

#include <stdbool.h>

struct clean;
struct command_run;
struct operands;

/* Returns the directory for remembered checks of these operands, and makes it. Returns NULL if there can be none, or if
 * the check is not to be remembered: no operand is a directory, or one is standard input. */
const char *clean_directory(struct command_run *run, const struct operands *operands);

/* Returns the place for a remembered check of this run; NULL if there can be none. Call it before anything is read. */
struct clean *clean_find(struct command_run *run, const struct operands *operands);

/* True if an earlier check with the same words found nothing, and everything that it looked at is unchanged. */
bool clean_is_known(const struct clean *clean);

/* Records the paths that the run asks the system about, until clean_end. */
void clean_begin(struct clean *clean);

/* Ends the recording. Remembers the check if it is clean. */
void clean_end(struct clean *clean, bool is_clean);

#endif
