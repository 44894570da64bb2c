/*
 * The fence of a run (guard/sandbox.h), made of its command line before anything is read. The run reads
 *
 * - operands and files of options; below them if they are directories, and else beside them and below
 * - below the directories of -I, the shipped specs and the shipped templates
 *
 * and writes below a directory of -o, beside a file of -o and below, and beside specs that it changes. If these use
 * others, it also writes below the directories of -I and the shipped specs. The rows of options and commands say what
 * they read and write (run/option.h). STRATA_SANDBOX=no in the environment leaves the fence out.
 *
 * `strata fetch` alone may connect to servers, if some are named and it does not only print. It also reads directories
 * that are named as servers, and writes to those that are named as caches. When it goes on to import, a second fence
 * closes the network.
 */
#ifndef RUN_FENCE_H
#define RUN_FENCE_H

struct command_run;
struct operands;

/* Encloses the run. `operands` is NULL if the command has none. Makes the directory of -o first if it does not
 * exist. */
void fence_enter(struct command_run *run, const struct operands *operands);

/* Removes the directories that fence_enter has made and that are still empty. */
void fence_leave(const struct command_run *run);

/* Encloses the process, and returns a sentence that says which parts of the fence stand. */
const char *fence_describe(struct command_run *run);

#endif
