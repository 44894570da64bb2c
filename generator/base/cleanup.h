/*
 * Files and directories that must not outlive the run: temporaries that are not in place yet. `main` calls cleanup_run
 * at the end of the process, and so does the handler of signals that end it.
 *
 * A signal handler gets only a number, so the list is a variable of cleanup.c. The other mutable state outside of the
 * arenas also exists for handlers: in file_posix.c and file_windows.c the function that the handler calls, in
 * guard/limited_posix.c the child process, and in file_windows.c a lock. In file_posix.c it is also the observer of
 * files, which only `strata check` sets.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <stdbool.h>

/* Add a file or a directory to the list. Call it before the file is made. cleanup_run removes the file no matter which
 * process made it. */
void cleanup_add_file(const char *path);
void cleanup_add_directory(const char *path);

/* Removes all files of the list, then its empty directories, newest first. Signal handlers may call it. */
void cleanup_run(void);

/* Empties the list, because its files are in place or removed. Signals must be held back during the call. */
void cleanup_forget(void);

/* Returns a number that this process has not used before. */
unsigned long cleanup_take_number(void);

/* True if this process has used the number. */
bool cleanup_has_used(unsigned long number);

#endif
