/*
 * Copies this process, so that the copy can work for it; two pipes join both processes. process_posix.c and
 * process_windows.c implement it. Windows cannot copy a process.
 */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The other process, as the maker sees its copy, and as the copy sees its maker. */
struct process {
    long number;
    int from, to; /* descriptors of pipes: `from` to read what the other process sends, `to` to send bytes to it */
};

/* True if this system can copy a process. */
extern const bool process_can_start;

/* Copies this process. The copy calls `run` and exits with the status that `run` returns. The copy's standard input is
 * empty, and its standard output goes nowhere. It ends when its maker ends: on Linux at once, elsewhere when it next
 * receives or sends. Returns false if the system has no process or pipe left. */
bool process_start(struct process *copy, int (*run)(void *user, const struct process *maker), void *user);

/* Send or receive all of `size` bytes. Return false if the other process is gone, or `*left` milliseconds of waiting
 * are over. The time that a call waits is taken from `*left`; NULL waits forever. */
bool process_send(const struct process *process, const void *bytes, size_t size, uint64_t *left);
bool process_receive(const struct process *process, void *bytes, size_t size, uint64_t *left);

/* True if the copy can send nothing more. */
bool process_is_gone(const struct process *copy);

/* How a copy ended: by a signal, or with an exit status. */
struct process_end {
    int signal, status;
};

/* Closes the pipes, so that the copy ends when it next receives, and waits for its end. Kills the copy if it still runs
 * after `left` milliseconds. Returns how the copy ended. */
struct process_end process_end(const struct process *copy, uint64_t left);

#endif
