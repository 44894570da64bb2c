/*
 * Work on several threads. On POSIX there is one for each processor; on Windows the caller's thread does all of it.
 *
 * The result does not depend on the number of threads: results are taken one by one, in the order of the items, on the
 * caller's thread. Work on two items shares no data, except data that a lock guards.
 */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stddef.h>

struct arena;
struct thread_lock;

enum { THREAD_MOST = 8 };

/* Returns the number of threads that this process may use at the same time, from 1 to THREAD_MOST: STRATA_THREADS of
 * the environment, or the number of processors that the process may use. */
size_t thread_count(void);

/* Items to work on, by index from 0. */
struct thread_work {
    size_t count;

    /* Works on an item, on any thread. Threads have numbers from 0 on; one works on one item at a time. */
    void (*work)(void *user, size_t thread, size_t index);

    /* Takes the result of an item, on the caller's thread and in the order of the items. */
    void (*take)(void *user, size_t index);
    void *user;
};

/* Works on all items, and takes their results. At most `threads` + THREAD_AHEAD results wait to be taken. Fewer threads
 * than `threads` may run. If a thread runs out of memory, the process ends. */
enum { THREAD_AHEAD = 2 };
void thread_run(const struct thread_work *work, size_t threads);

/* Returns a lock, which lives as long as the arena. */
struct thread_lock *thread_lock_new(struct arena *arena);

/* Take and release a lock. thread_lock_take waits until no other thread has it. */
void thread_lock_take(struct thread_lock *lock);
void thread_lock_release(struct thread_lock *lock);

#endif
