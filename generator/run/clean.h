/*
 * Remembers checks that found nothing. The next run with the same words, in the same directory and of the same program
 * looks whether each file and directory is as it was, and reads none of them.
 *
 * What is remembered lies in file_cache_directory, in one of a few files, which may be removed at any time. It holds
 * the state (file_state) of each path that the check asked the system about, also of those that led to nothing, and of
 * the program. A file that was written shortly before the check, or during it, may have other bytes than the check has
 * read; then nothing is remembered. Neither is a check of few files, which takes no longer than the look.
 * STRATA_CACHE=no in the environment has nothing remembered.
 */
#ifndef RUN_CLEAN_H
#define RUN_CLEAN_H

#include <stdbool.h>

struct clean;
struct command_run;
struct operands;

/* Returns the directory for what is remembered of these operands, which is made; NULL if there is none, or if nothing
 * is remembered: no operand is a directory, or one is standard input. */
const char *clean_directory(struct command_run *run, const struct operands *operands);

/* Returns what is remembered of such a run; NULL if nothing can be. Call it before anything is read. */
struct clean *clean_find(struct command_run *run, const struct operands *operands);

/* True if a check with the same words was clean, and all that it looked at is as it was. */
bool clean_is_known(const struct clean *clean);

/* Notes which paths the run asks about, until clean_end. */
void clean_begin(struct clean *clean);

/* Ends the notes, and remembers them if the check was clean. */
void clean_end(struct clean *clean, bool is_clean);

#endif
