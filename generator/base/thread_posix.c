/*
 * Threads on POSIX.
 */
#define _GNU_SOURCE /* for the function sched_getaffinity */

#include "base/thread.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"

struct thread_lock {
    pthread_mutex_t mutex;
};

/* Size of the ring of results that are not taken yet. */
enum { RING = THREAD_MOST + THREAD_AHEAD };

/* The state of thread_run. `mutex` guards it. */
struct running {
    const struct thread_work *work;
    size_t ahead;   /* number of results that may wait to be taken */
    size_t threads; /* number of threads that have begun */
    size_t next;    /* index of the next item to work on */
    size_t taken;   /* number of items whose results are taken */
    bool is_done[RING];
    pthread_mutex_t mutex;
    pthread_cond_t is_new;   /* signalled when an item is done */
    pthread_cond_t has_room; /* signalled when a result is taken */
};

size_t thread_count(void)
{
    const char *wanted = getenv("STRATA_THREADS");
    long count = wanted ? atol(wanted) : 0;
    if (count > 0)
        return count > THREAD_MOST ? THREAD_MOST : (size_t)count;
#ifdef __linux__
    cpu_set_t set;
    count = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
#else
    count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > THREAD_MOST ? THREAD_MOST : (size_t)count;
}

/* ---- Work */

static void *run_thread(void *user)
{
    struct running *running = user;
    const struct thread_work *work = running->work;
    pthread_mutex_lock(&running->mutex);
    size_t thread = running->threads++;
    for (;;) {
        while (running->next < work->count && running->next >= running->taken + running->ahead)
            pthread_cond_wait(&running->has_room, &running->mutex);
        if (running->next >= work->count)
            break;
        size_t index = running->next++;
        pthread_mutex_unlock(&running->mutex);
        work->work(work->user, thread, index);
        pthread_mutex_lock(&running->mutex);
        running->is_done[index % RING] = true;
        pthread_cond_signal(&running->is_new);
    }
    pthread_mutex_unlock(&running->mutex);
    return NULL;
}

static void take_all(struct running *running)
{
    const struct thread_work *work = running->work;
    for (size_t i = 0; i < work->count; i++) {
        pthread_mutex_lock(&running->mutex);
        while (!running->is_done[i % RING])
            pthread_cond_wait(&running->is_new, &running->mutex);
        running->is_done[i % RING] = false;
        pthread_mutex_unlock(&running->mutex);
        work->take(work->user, i);
        pthread_mutex_lock(&running->mutex);
        running->taken = i + 1;
        pthread_cond_broadcast(&running->has_room);
        pthread_mutex_unlock(&running->mutex);
    }
}

/* Begins threads, in which signals are blocked: the caller's thread handles them. Returns the number of threads that
 * could be begun. */
static size_t begin_threads(struct running *running, pthread_t *threads, size_t count)
{
    size_t begun = 0;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (begun < count && !pthread_create(&threads[begun], NULL, run_thread, running))
        begun++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return begun;
}

void thread_run(const struct thread_work *work, size_t threads)
{
    pthread_t begun[THREAD_MOST];
    struct running running = {.work = work};
    threads = threads < work->count ? threads : work->count;
    threads = threads < THREAD_MOST ? threads : THREAD_MOST;
    running.ahead = threads + THREAD_AHEAD;
    pthread_mutex_init(&running.mutex, NULL);
    pthread_cond_init(&running.is_new, NULL);
    pthread_cond_init(&running.has_room, NULL);
    size_t count = threads > 1 ? begin_threads(&running, begun, threads) : 0;
    if (count)
        take_all(&running);
    for (size_t i = 0; !count && i < work->count; i++) {
        work->work(work->user, 0, i);
        work->take(work->user, i);
    }
    for (size_t i = 0; i < count; i++)
        pthread_join(begun[i], NULL);
    pthread_cond_destroy(&running.has_room);
    pthread_cond_destroy(&running.is_new);
    pthread_mutex_destroy(&running.mutex);
}

/* ---- Locks */

struct thread_lock *thread_lock_new(struct arena *arena)
{
    struct thread_lock *lock = ARENA_NEW(arena, struct thread_lock);
    pthread_mutex_init(&lock->mutex, NULL);
    return lock;
}

void thread_lock_take(struct thread_lock *lock)
{
    pthread_mutex_lock(&lock->mutex);
}

void thread_lock_release(struct thread_lock *lock)
{
    pthread_mutex_unlock(&lock->mutex);
}
