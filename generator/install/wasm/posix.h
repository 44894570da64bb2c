/*
 * The part of POSIX that file_posix.c uses and wasi-libc lacks. `make playground` includes this header before all files.
 * Programs in WebAssembly have one process without signals, terminals, locks and links, so each function says so.
 */
#ifndef WASM_POSIX_H
#define WASM_POSIX_H

#include <limits.h>
#include <signal.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <__typedef_sigset_t.h>

/* A name of limits.h that is another one here. */
#undef PAGE_SIZE

enum { SIG_BLOCK, SIG_UNBLOCK };
enum { SA_RESETHAND = 1 };
enum { TIOCGWINSZ = 0x5413 };

struct sigaction {
    void (*sa_handler)(int number);
    sigset_t sa_mask;
    int sa_flags;
};

struct winsize {
    unsigned short ws_col;
};

int sigemptyset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int kill(pid_t process, int number);
uid_t geteuid(void);
int fchmod(int file, mode_t mode);
int flock(int file, int operation);
int gethostname(char *name, size_t size);
char *realpath(const char *path, char *found);

#endif
