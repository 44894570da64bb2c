/*
 * A library to preload: the worker of `strata lsp` fails when it opens a file in a directory `.traps`. The first word
 * of the file's name tells how: `crash`, `exit` or `hang`. `crash-3.strata` makes a process fail that opens it for the
 * third time.
 *
 * The worker is a copy of a process, so its number is not that of the process that was started. That one never fails.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pid_t started, last;
static int seen;

__attribute__((constructor)) static void begin(void)
{
    started = last = getpid();
}

static void spring(const char *name)
{
    if (!strncmp(name, "crash", 5))
        *(volatile int *)0 = 0;
    if (!strncmp(name, "exit", 4))
        _exit(3);
    while (!strncmp(name, "hang", 4))
        pause();
}

static void open_trap(const char *path)
{
    const char *trap = strstr(path, "/.traps/");
    if (!trap || getpid() == started)
        return;
    const char *name = trap + strlen("/.traps/"), *number = strchr(name, '-');
    seen = getpid() == last ? seen : 0;
    last = getpid();
    if (!number || ++seen == atoi(number + 1))
        spring(name);
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
    open_trap(path);
    return real(path, flags, mode);
}
