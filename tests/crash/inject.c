/*
 * A library to preload. It makes one call of a process fail, or ends the process there.
 *
 *   INJECT_CALL   which function: the first word of a row of `calls`
 *   INJECT_AT     which call of it, from 1 on; 0 only counts
 *   INJECT_HOW    what happens: "kill", "term", "int", "hup", or the number for errno of a call that fails
 *   INJECT_COUNT  a file for the number of calls, if the process ends by itself
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *block, size_t size);

enum call {
    CALL_RENAME, CALL_LINK, CALL_UNLINK, CALL_MKDIR, CALL_OPEN, CALL_READ, CALL_WRITE, CALL_CLOSE, CALL_SYNC,
    CALL_MEMORY, CALL_COUNT
};

static const char *const calls[CALL_COUNT] = {
    "rename", "link", "unlink", "mkdir", "open", "read", "write", "close", "sync", "memory",
};

static const struct {
    const char *name;
    int number;
} ends[] = {{"kill", SIGKILL}, {"term", SIGTERM}, {"int", SIGINT}, {"hup", SIGHUP}};

static struct {
    enum call call;
    long at;
    _Atomic long seen; /* several threads call */
    int signal, error;
    FILE *count; /* open before the process cannot open files any more */
} plan = {.call = CALL_COUNT};

__attribute__((constructor)) static void begin(void)
{
    const char *call = getenv("INJECT_CALL"), *how = getenv("INJECT_HOW");
    if (!call)
        return;
    plan.count = getenv("INJECT_COUNT") ? fopen(getenv("INJECT_COUNT"), "w") : NULL;
    plan.at = getenv("INJECT_AT") ? atol(getenv("INJECT_AT")) : 0;
    plan.error = how ? atoi(how) : 0;
    for (size_t i = 0; how && i < sizeof ends / sizeof *ends; i++)
        if (!strcmp(ends[i].name, how))
            plan.signal = ends[i].number;
    for (int i = 0; i < CALL_COUNT; i++)
        if (!strcmp(calls[i], call))
            plan.call = (enum call)i;
}

__attribute__((destructor)) static void end(void)
{
    plan.call = CALL_COUNT;
    if (plan.count) {
        fprintf(plan.count, "%ld\n", (long)plan.seen);
        fclose(plan.count);
    }
}

/* True if this call is to fail. */
static int fails(enum call call)
{
    if (call != plan.call || ++plan.seen != plan.at)
        return 0;
    if (plan.signal)
        raise(plan.signal);
    else
        errno = plan.error;
    return !plan.signal;
}

/* Calls the real function, or fails. The call is over by the time that a signal comes that is handled. */
#define REPLACE(call, type, name, parameters, arguments) \
    type name parameters \
    { \
        static type(*real) parameters; \
        if (!real) \
            *(void **)&real = dlsym(RTLD_NEXT, #name); \
        return fails(call) ? (type)-1 : real arguments; \
    }

REPLACE(CALL_RENAME, int, rename, (const char *from, const char *to), (from, to))
REPLACE(CALL_LINK, int, link, (const char *from, const char *to), (from, to))
REPLACE(CALL_UNLINK, int, unlink, (const char *path), (path))
REPLACE(CALL_MKDIR, int, mkdir, (const char *path, mode_t mode), (path, mode))
REPLACE(CALL_READ, ssize_t, read, (int file, void *bytes, size_t size), (file, bytes, size))
REPLACE(CALL_CLOSE, int, close, (int file), (file))
REPLACE(CALL_SYNC, int, fsync, (int file), (file))
REPLACE(CALL_SYNC, int, fdatasync, (int file), (file))
REPLACE(CALL_SYNC, int, syncfs, (int file), (file))

/* A message about a failure is a write, too. */
ssize_t write(int file, const void *bytes, size_t size)
{
    static ssize_t (*real)(int, const void *, size_t);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "write");
    return file > 2 && fails(CALL_WRITE) ? -1 : real(file, bytes, size);
}

int open(const char *path, int flags, ...)
{
    static int (*real)(const char *, int, ...);
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "open");
    return fails(CALL_OPEN) ? -1 : real(path, flags, mode);
}

void *malloc(size_t size)
{
    return fails(CALL_MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return fails(CALL_MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *block, size_t size)
{
    return fails(CALL_MEMORY) ? NULL : __libc_realloc(block, size);
}
