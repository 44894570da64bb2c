/*
 * Limits for the work on items, on POSIX.
 */
#define _GNU_SOURCE /* for MAP_ANONYMOUS */

#include "guard/limited.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "base/arena.h"
#include "base/file.h"

/* Room for the name of an item. */
enum { ITEM_SIZE = 4096 };

struct limited {
    struct limits limits;
    char *item;                /* name of the last item, in memory shared with the parent; NULL if there is no child */
    struct rlimit memory, cpu; /* limits of the process before the work */
    bool is_begun;
    int errors; /* descriptor of the standard error that is hidden; -1 if it is not */
};

/* The number of the child, for the handler of signals that end the parent. base/cleanup.h lists this variable. */
static volatile sig_atomic_t child;

/* Ends the child, which removes its temporaries. The signal handler calls it. */
static void end_child(void)
{
    int status;
    if (child > 0 && !kill((pid_t)child, SIGTERM))
        while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
            continue;
}

/* ---- The parent */

/* Ends this process in the way the child has ended. Returns if the child has failed. */
static void end_like(int status)
{
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (!number)
        _exit(WEXITSTATUS(status));
    if (number == SIGINT || number == SIGTERM || number == SIGHUP) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void wait_child(struct limited_failure *failure)
{
    int status;
    while (waitpid((pid_t)child, &status, 0) < 0 && errno == EINTR)
        continue;
    child = 0;
    end_like(status);
    const int number = WTERMSIG(status);
    failure->reason = number == SIGXCPU ? LIMITED_CPU_TIME : number == SIGALRM ? LIMITED_TIME : LIMITED_CRASH;
}

/* Makes the child end when its parent ends. Ends it at once if the parent has already ended. */
static void follow_parent(pid_t parent)
{
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGTERM);
#endif
    if (getppid() != parent)
        raise(SIGTERM);
}

struct limited *limited_start(struct arena *arena, const struct limits *limits, struct limited_failure *failure)
{
    struct limited *limited = ARENA_NEW(arena, struct limited);
    const pid_t parent = getpid();
    void *item = mmap(NULL, ITEM_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *limited = (struct limited){.limits = *limits, .item = item == MAP_FAILED ? NULL : item, .errors = -1};
    if (!limited->item)
        return limited;
    file_hold_signals(true);
    const pid_t made = fork();
    child = made > 0 ? (sig_atomic_t)made : 0;
    if (made > 0)
        file_handle_signals(end_child);
    file_hold_signals(false);
    if (!made)
        follow_parent(parent);
    if (made <= 0)
        return limited;
    wait_child(failure);
    failure->item = arena_copy(arena, limited->item, strlen(limited->item));
    munmap(limited->item, ITEM_SIZE);
    return NULL;
}

/* ---- The child */

/* Returns the size of the process's address space in bytes; 0 if it is unknown. */
static uint64_t find_memory(void)
{
    unsigned long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (uint64_t)pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Returns a limit that is at most `most`. */
static struct rlimit lower_limit(struct rlimit limit, uint64_t most)
{
    if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > (rlim_t)most)
        limit.rlim_cur = (rlim_t)most;
    return limit;
}

void limited_begin(struct limited *limited, const char *item)
{
    size_t size = strlen(item) < ITEM_SIZE ? strlen(item) : ITEM_SIZE - 1;
    struct rusage usage;
    if (!limited->item || getrusage(RUSAGE_SELF, &usage) || getrlimit(RLIMIT_AS, &limited->memory) ||
        getrlimit(RLIMIT_CPU, &limited->cpu))
        return;
    memcpy(limited->item, item, size);
    limited->item[size] = '\0';
    limited->is_begun = true;
    const uint64_t seconds = (uint64_t)usage.ru_utime.tv_sec + (uint64_t)usage.ru_stime.tv_sec + 1;
    const struct rlimit memory = lower_limit(limited->memory, find_memory() + limited->limits.memory);
    const struct rlimit cpu = lower_limit(limited->cpu, seconds + limited->limits.cpu_seconds);
    setrlimit(RLIMIT_AS, &memory);
    setrlimit(RLIMIT_CPU, &cpu);
    alarm(limited->limits.seconds);
}

/* True if memory is nearly used up. A library asks for large blocks, so that is the case if half of the limit is not
 * available in one block. */
static bool is_full(const struct limited *limited)
{
    const size_t size = (size_t)(limited->limits.memory / 2);
    void *piece = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED)
        return true;
    munmap(piece, size);
    return false;
}

bool limited_end(struct limited *limited)
{
    if (!limited->is_begun)
        return false;
    const bool full = is_full(limited);
    limited->is_begun = false;
    alarm(0);
    setrlimit(RLIMIT_AS, &limited->memory);
    setrlimit(RLIMIT_CPU, &limited->cpu);
    return full;
}

void limited_hush(struct limited *limited, bool hush)
{
    if (!hush && limited->errors >= 0) {
        dup2(limited->errors, 2);
        close(limited->errors);
        limited->errors = -1;
    }
    int nothing = hush && limited->errors < 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
    if (nothing < 0)
        return;
    limited->errors = fcntl(2, F_DUPFD_CLOEXEC, 3);
    dup2(nothing, 2);
    close(nothing);
}
