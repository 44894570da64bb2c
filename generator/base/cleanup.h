/*
 * Files and directories that a run has made and that must not outlive it: temporaries, until they are in place. A run
 * that is ended by a signal, or that has no memory left, removes them.
 *
 * A signal handler is given nothing but a number, so the list is kept in a variable of cleanup.c, and beside it what
 * handlers need of each system, in file_posix.c the copies of the process, in file_windows.c a lock. There is no other
 * mutable state outside of a run's arena.
 */
#ifndef BASE_CLEANUP_H
#define BASE_CLEANUP_H

#include <stdbool.h>

/* Adds a file, or a directory, that is about to be made. It is removed whoever has made it. */
void cleanup_add_file(const char *path);
void cleanup_add_directory(const char *path);

/* Removes all files of the list, and the directories that are empty then; newest first. A signal handler may call
 * it. */
void cleanup_run(void);

/* Empties the list: everything on it is in place, or removed. No signal may be handled meanwhile. */
void cleanup_forget(void);

/* Returns a number that this process has not used so far. */
unsigned long cleanup_take_number(void);

/* True if this process has used the number. */
bool cleanup_has_used(unsigned long number);

/* Empties the list of a process that is a copy of another, whose files the list has. */
void cleanup_begin_copy(void);
bool cleanup_is_copy(void);

#endif
