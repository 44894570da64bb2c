/*
 * Files, directories and terminals as POSIX has them.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* memory that processes share needs no file */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file_parts.h"
#include "base/path.h"

enum { PATH_SIZE_MOST = 4096 };

const struct path_rules *const file_path_rules = &path_posix;

static bool fail(struct arena *arena, const char **error, int number)
{
    const char *text = strerror(number);
    *error = arena_copy(arena, text, strlen(text));
    return false;
}

/* ---- Paths ---- */

static enum file_kind kind_of(const struct stat *status)
{
    if (S_ISREG(status->st_mode))
        return FILE_REGULAR;
    return S_ISDIR(status->st_mode) ? FILE_DIRECTORY : FILE_OTHER;
}

enum file_kind file_kind(const char *path)
{
    struct stat status;
    return stat(path, &status) ? FILE_ABSENT : kind_of(&status);
}

bool file_is_same(const char *left, const char *right)
{
    struct stat one, other;
    return !stat(left, &one) && !stat(right, &other) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

bool file_stamp(const char *path, struct file_stamp *stamp)
{
    struct stat status;
    if (stat(path, &status) || !S_ISREG(status.st_mode))
        return false;
    *stamp = (struct file_stamp){
        .size = (uint64_t)status.st_size,
        .identity = (uint64_t)status.st_ino,
        .changed = (uint64_t)status.st_ctim.tv_sec * 1000000000u + (uint64_t)status.st_ctim.tv_nsec,
    };
    return true;
}

const char *file_directory(struct arena *arena)
{
    char path[PATH_SIZE_MOST];
    return getcwd(path, sizeof path) ? arena_copy(arena, path, strlen(path)) : "/";
}

bool system_is_link(const char *path)
{
    struct stat status;
    return !lstat(path, &status) && S_ISLNK(status.st_mode);
}

bool system_is_writable(struct arena *arena, const char *path, const char **error)
{
    return !access(path, W_OK) || fail(arena, error, errno);
}

const char *system_follow(struct arena *arena, const char *path)
{
    char *found = system_is_link(path) ? realpath(path, NULL) : NULL; /* which asks of each directory above it */
    if (!found)
        return path;
    path = arena_copy(arena, found, strlen(found));
    free(found);
    return path;
}

/* ---- Open files ---- */

system_file system_standard(int descriptor)
{
    return descriptor;
}

bool system_open(struct arena *arena, const char *path, system_file *file, const char **error)
{
    *file = open(path, O_RDONLY | O_CLOEXEC);
    return *file >= 0 || fail(arena, error, errno);
}

bool system_create(struct arena *arena, const char *path, const char *like, system_file *file, const char **error)
{
    struct stat status;
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made < 0) {
        int number = errno;
        fail(arena, error, number);
        if (number == EEXIST)
            *error = system_exists;
        return false;
    }
    if (!stat(like, &status) && fchmod(made, status.st_mode & 0777)) {
        fail(arena, error, errno);
        close(made);
        file_remove(path);
        return false;
    }
    *file = made;
    return true;
}

bool system_status(struct arena *arena, system_file file, struct system_status *status, const char **error)
{
    struct stat found;
    if (fstat((int)file, &found))
        return fail(arena, error, errno);
    *status = (struct system_status){kind_of(&found), (uint64_t)found.st_size};
    return true;
}

bool system_read(struct arena *arena, system_file file, void *bytes, size_t size, size_t *got, const char **error)
{
    ssize_t count;
    do
        count = read((int)file, bytes, size);
    while (count < 0 && errno == EINTR);
    *got = count < 0 ? 0 : (size_t)count;
    return count >= 0 || fail(arena, error, errno);
}

/* A write of nothing counts as a full disk, so that there is an end to it. */
bool system_write(struct arena *arena, system_file file, const void *bytes, size_t size, size_t *put,
                  const char **error)
{
    ssize_t count;
    do
        count = write((int)file, bytes, size);
    while (count < 0 && errno == EINTR);
    if (count > 0) {
        *put = (size_t)count;
        return true;
    }
    int number = count ? errno : ENOSPC;
    fail(arena, error, number);
    if (number == EPIPE)
        *error = file_reader_gone;
    return false;
}

bool system_close(struct arena *arena, system_file file, const char **error)
{
    return !close((int)file) || fail(arena, error, errno);
}

/* ---- Directories ---- */

bool system_list(struct arena *arena, const char *directory, struct buffer *names, const char **error)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return fail(arena, error, errno);
    struct dirent *entry;
    while (errno = 0, (entry = readdir(stream))) {
        const char *name = arena_copy(arena, entry->d_name, strlen(entry->d_name));
        buffer_add(names, &name, sizeof name);
    }
    int number = errno;
    closedir(stream);
    return !number || fail(arena, error, number);
}

bool file_make_directory(struct arena *arena, const char *path, const char **error)
{
    return !mkdir(path, 0777) || fail(arena, error, errno);
}

void file_remove_directory(const char *path)
{
    (void)rmdir(path);
}

void file_remove(const char *path)
{
    (void)unlink(path);
}

bool file_replace(struct arena *arena, const char *temporary, const char *path, const char **error)
{
    return !rename(temporary, system_follow(arena, path)) || fail(arena, error, errno);
}

/* ---- The process ---- */

char **file_arguments(struct arena *arena, int *count, char **arguments)
{
    (void)arena;
    (void)count;
    return arguments;
}

void file_ignore_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

bool file_is_terminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

unsigned file_processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

/* In memory that all of the team see. */
struct file_team {
    atomic_size_t next;
};

size_t file_team_take(struct file_team *team)
{
    return atomic_fetch_add(&team->next, 1);
}

/* What a copy does. It ends without any of what the end of the process itself has to do. */
static _Noreturn void team_work(bool (*work)(void *user, struct file_team *team, struct buffer *report), void *user,
                                struct file_team *team, int report_to)
{
    struct buffer report = {0};
    bool done = work(user, team, &report);
    size_t put = 0;
    for (ssize_t count; done && put < report.size; put += (size_t)count) {
        count = write(report_to, report.data + put, report.size - put);
        done = count > 0;
        count = done ? count : 0;
    }
    _exit(done ? 0 : 1);
}

/* Starts one copy; its report comes from the descriptor that is returned, or -1. */
static int team_start(bool (*work)(void *user, struct file_team *team, struct buffer *report), void *user,
                      struct file_team *team, pid_t *child)
{
    int ends[2];
    if (pipe(ends))
        return -1;
    *child = fork();
    if (*child == 0)
        team_work(work, user, team, ends[1]);
    close(ends[1]);
    if (*child > 0)
        return ends[0];
    close(ends[0]);
    return -1;
}

/* Reads a report to its end, and waits for the process that wrote it. */
static bool team_collect(int from, pid_t child, struct buffer *reports)
{
    int status;
    ssize_t count;
    pid_t ended;
    size_t before = reports->size;
    while ((count = read(from, buffer_reserve(reports, PATH_SIZE_MOST), PATH_SIZE_MOST)) > 0)
        reports->size += (size_t)count;
    close(from);
    do
        ended = waitpid(child, &status, 0);
    while (ended < 0 && errno == EINTR);
    bool done = !count && ended == child && WIFEXITED(status) && !WEXITSTATUS(status);
    reports->size = done ? reports->size : before;
    return done;
}

bool file_team_run(unsigned count, bool (*work)(void *user, struct file_team *team, struct buffer *report), void *user,
                   struct buffer *reports)
{
    enum { MOST = 256 };
    int reports_from[MOST];
    pid_t children[MOST];
    unsigned started = 0;
    struct file_team *team = mmap(NULL, sizeof *team, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (team == MAP_FAILED)
        return false;
    atomic_init(&team->next, 0);
    signal(SIGCHLD, SIG_DFL); /* who was started to ignore it could not wait for a copy */
    while (started < count && started < MOST &&
           (reports_from[started] = team_start(work, user, team, &children[started])) >= 0)
        started++;
    bool done = started > 0;
    for (unsigned i = 0; i < started; i++)
        done = team_collect(reports_from[i], children[i], reports) && done;
    munmap(team, sizeof *team);
    return done;
}

unsigned long system_process(void)
{
    return (unsigned long)getpid();
}

file_function file_find_function(const char *const *libraries, const char *name)
{
    void *library = NULL, *address;
    file_function function = NULL;
    while (!library && *libraries)
        library = dlopen(*libraries++, RTLD_NOW | RTLD_LOCAL);
    /* POSIX promises that a function's address fits an object's, which C does not. */
    if (library && (address = dlsym(library, name)))
        memcpy(&function, &address, sizeof function);
    return function;
}
