#include "posix.h"

#include <dlfcn.h>
#include <errno.h>
#include <string.h>

int sigemptyset(sigset_t *set)
{
    *set = 0;
    return 0;
}

int sigaddset(sigset_t *set, int number)
{
    (void)number;
    *set = 1;
    return 0;
}

int sigprocmask(int how, const sigset_t *set, sigset_t *old)
{
    (void)how;
    (void)set;
    (void)old;
    return 0;
}

/* Signals never come, so each is as good as ignored. */
int sigaction(int number, const struct sigaction *action, struct sigaction *old)
{
    (void)number;
    (void)action;
    if (old)
        *old = (struct sigaction){.sa_handler = SIG_IGN};
    return 0;
}

/* This process is the only one. */
int kill(pid_t process, int number)
{
    (void)process;
    (void)number;
    errno = ESRCH;
    return -1;
}

uid_t geteuid(void)
{
    return 1;
}

int fchmod(int file, mode_t mode)
{
    (void)file;
    (void)mode;
    return 0;
}

int flock(int file, int operation)
{
    (void)file;
    (void)operation;
    return 0;
}

int gethostname(char *name, size_t size)
{
    if (size)
        *name = '\0';
    return 0;
}

/* Paths have no links. */
char *realpath(const char *path, char *found)
{
    struct stat status;
    if (stat(path, &status))
        return NULL;
    return strcpy(found, path);
}

void *dlopen(const char *path, int mode)
{
    (void)path;
    (void)mode;
    return NULL;
}

void *dlsym(void *library, const char *name)
{
    (void)library;
    (void)name;
    return NULL;
}
