/*
 * Files, directories, terminals and processes on POSIX.
 */
#define _GNU_SOURCE /* for the function syncfs */

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#ifdef __linux__
#include <sys/sysmacros.h>
#endif
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file_parts.h"
#include "base/lookup.h"
#include "base/path.h"

enum { PATH_SIZE_MOST = 4096, LOCK_WAIT_MOST = 10 * 1000 /* milliseconds */ };

const struct path_rules *const file_path_rules = &path_posix;
const char file_reader_gone[] = "its reader has closed it";
const char file_exists[] = "it already exists";

static bool set_system_error(struct arena *arena, const char **error, int number)
{
    *error = file_explain(arena, number);
    return false;
}

const char *file_explain(struct arena *arena, int number)
{
    if (number == ENOMEM)
        memory_out();
    const char *text = strerror(number);
    return arena_copy(arena, text, strlen(text));
}

/* ---- Paths ---- */

static enum file_kind kind_of(const struct stat *status)
{
    if (S_ISREG(status->st_mode))
        return FILE_REGULAR;
    if (S_ISCHR(status->st_mode) || S_ISFIFO(status->st_mode))
        return FILE_STREAM;
    return S_ISDIR(status->st_mode) ? FILE_DIRECTORY : FILE_OTHER;
}

/* The observer of file_observe. base/cleanup.h lists this variable. */
static struct {
    void (*observer)(void *user, const char *path);
    void *user;
} observation;

void file_observe(void (*observer)(void *user, const char *path), void *user)
{
    observation.observer = observer;
    observation.user = user;
}

static void report_path(const char *path)
{
    if (observation.observer)
        observation.observer(observation.user, path);
}

static uint64_t nanoseconds_of(struct timespec time)
{
    return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

bool file_find_state(const char *path, struct file_state *state)
{
    struct stat found;
    *state = (struct file_state){0};
    if (stat(path, &found))
        return errno == ENOENT || errno == ENOTDIR;
    *state = (struct file_state){found.st_dev,
                                 found.st_ino,
                                 found.st_mode,
                                 (uint64_t)found.st_size,
                                 nanoseconds_of(found.st_mtim),
                                 nanoseconds_of(found.st_ctim)};
    return true;
}

uint64_t file_time(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    return nanoseconds_of(now);
}

enum file_kind file_kind(const char *path)
{
    struct stat status;
    report_path(path);
    return stat(path, &status) ? FILE_ABSENT : kind_of(&status);
}

bool file_is_same(const char *left, const char *right)
{
    struct stat one, other;
    return !stat(left, &one) && !stat(right, &other) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

const char *file_identity(struct arena *arena, const char *path)
{
    struct stat status;
    report_path(path);
    if (stat(path, &status))
        return NULL;
    return arena_format(arena, "%ju:%ju", (uintmax_t)status.st_dev, (uintmax_t)status.st_ino);
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
    return !access(path, W_OK) || set_system_error(arena, error, errno);
}

const char *system_real(struct arena *arena, const char *path)
{
    char found[PATH_SIZE_MOST]; /* large enough: POSIX promises that realpath needs no more bytes */
    return realpath(path, found) ? arena_copy(arena, found, strlen(found)) : NULL;
}

const char *system_read_link(struct arena *arena, const char *path)
{
    char target[PATH_SIZE_MOST];
    ssize_t size = readlink(path, target, sizeof target);
    return size > 0 && (size_t)size < sizeof target ? arena_copy(arena, target, (size_t)size) : NULL;
}

/* ---- Open files ---- */

system_file system_standard(int descriptor)
{
    return descriptor;
}

bool system_open(struct arena *arena, const char *path, system_file *file, const char **error)
{
    report_path(path);
    *file = open(path, O_RDONLY | O_CLOEXEC);
    return *file >= 0 || set_system_error(arena, error, errno);
}

/* Fails for all but a regular file, and says what it is. */
static bool check_regular(const struct stat *status, const char **error)
{
    mode_t mode = status->st_mode;
    if (S_ISDIR(mode))
        *error = "Is a directory";
    else if (S_ISFIFO(mode))
        *error = "it is a pipe, not a regular file";
    else if (S_ISSOCK(mode))
        *error = "it is a socket, not a regular file";
    else
        *error = "it is a device, not a regular file";
    return S_ISREG(mode);
}

/* Opens a regular file. Opening a device may have an effect, so the path is checked first. The open file is checked
 * again, because the path may lead to another one by then. */
bool system_open_regular(struct arena *arena, const char *path, system_file *file, const char **error)
{
    struct stat status;
    report_path(path);
    if (stat(path, &status))
        return set_system_error(arena, error, errno);
    if (!check_regular(&status, error))
        return false;
    int opened = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (opened < 0)
        return set_system_error(arena, error, errno);
    *file = opened;
    if (!fstat(opened, &status) && check_regular(&status, error))
        return true;
    close(opened);
    return false;
}

bool system_open_stream(struct arena *arena, const char *path, system_file *file, const char **error)
{
    *file = open(path, O_WRONLY | O_NOCTTY | O_CLOEXEC);
    return *file >= 0 || set_system_error(arena, error, errno);
}

bool system_create(struct arena *arena, const char *path, const char *like, system_file *file, const char **error)
{
    struct stat status;
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (made < 0) {
        int number = errno;
        set_system_error(arena, error, number);
        if (number == EEXIST)
            *error = file_exists;
        return false;
    }
    if (!stat(like, &status) && fchmod(made, status.st_mode & 0777)) {
        set_system_error(arena, error, errno);
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
        return set_system_error(arena, error, errno);
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
    return count >= 0 || set_system_error(arena, error, errno);
}

bool system_read_at(struct arena *arena, system_file file, uint64_t offset, void *bytes, size_t size, size_t *got,
                    const char **error)
{
    ssize_t count;
    do
        count = pread((int)file, bytes, size, (off_t)offset);
    while (count < 0 && errno == EINTR);
    *got = count < 0 ? 0 : (size_t)count;
    return count >= 0 || set_system_error(arena, error, errno);
}

bool system_is_waiting(system_file file)
{
    struct pollfd polled = {.fd = (int)file, .events = POLLIN};
    return poll(&polled, 1, 0) > 0;
}

/* Fails with ENOSPC if write returns 0, so that callers do not loop forever. */
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
    set_system_error(arena, error, number);
    if (number == EPIPE)
        *error = file_reader_gone;
    return false;
}

bool system_close(struct arena *arena, system_file file, const char **error)
{
    return !close((int)file) || set_system_error(arena, error, errno);
}

/* ---- Directories ---- */

bool file_list(struct arena *arena, const char *directory, struct buffer *entries, const char **error)
{
    report_path(directory);
    DIR *stream = opendir(directory);
    if (!stream)
        return set_system_error(arena, error, errno);
    struct dirent *found;
    while (errno = 0, (found = readdir(stream))) {
        struct file_entry entry = {arena_copy(arena, found->d_name, strlen(found->d_name)), false};
#ifdef DT_REG
        entry.is_regular = found->d_type == DT_REG;
#endif
        buffer_add(entries, &entry, sizeof entry);
    }
    int number = errno;
    closedir(stream);
    return !number || set_system_error(arena, error, number);
}

bool file_make_directory(struct arena *arena, const char *path, const char **error)
{
    return !mkdir(path, 0777) || set_system_error(arena, error, errno);
}

bool file_make_private_directory(struct arena *arena, const char *path, const char **error)
{
    return !mkdir(path, 0700) || set_system_error(arena, error, errno);
}

const char *file_state_directory(struct arena *arena)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (state && *state == '/')
        return arena_format(arena, "%s/strata", state);
    return home && *home == '/' ? arena_format(arena, "%s/.local/state/strata", home) : NULL;
}

const char *file_cache_directory(struct arena *arena)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && *cache == '/')
        return arena_format(arena, "%s/strata", cache);
    return home && *home == '/' ? arena_format(arena, "%s/.cache/strata", home) : NULL;
}

bool file_is_private(const char *path, enum file_kind kind)
{
    struct stat status;
    return !lstat(path, &status) && !S_ISLNK(status.st_mode) && kind_of(&status) == kind &&
           status.st_uid == geteuid() && (kind != FILE_DIRECTORY || !(status.st_mode & (S_IRWXG | S_IRWXO)));
}

/* ---- Locks ---- */

#ifdef __linux__
/* Says which process has a lock, from the list that the system keeps. */
static const char *explain_lock(struct arena *arena, const struct stat *status)
{
    unsigned long process = 0, found, node;
    unsigned high, low;
    char line[256];
    FILE *locks = fopen("/proc/locks", "re");
    while (locks && fgets(line, sizeof line, locks))
        if (sscanf(line, "%*u: FLOCK %*s %*s %lu %x:%x:%lu", &found, &high, &low, &node) == 4 &&
            node == status->st_ino && high == major(status->st_dev) && low == minor(status->st_dev))
            process = found;
    if (locks)
        fclose(locks);
    return process ? arena_format(arena, "process %lu is writing to it", process) : "another run is writing to it";
}
#else
static const char *explain_lock(struct arena *arena, const struct stat *status)
{
    (void)arena;
    (void)status;
    return "another run is writing to it";
}
#endif

bool file_lock(struct arena *arena, const char *directory, intptr_t *lock, const char **error)
{
    static const struct timespec pause = {.tv_nsec = 5 * 1000 * 1000};
    const uint64_t begun = file_ticks();
    struct stat own, there;
    *lock = FILE_NO_LOCK;
    for (;;) {
        int file = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (file < 0)
            return true;
        bool has_lock = !flock(file, LOCK_EX | LOCK_NB), is_taken = !has_lock && errno == EWOULDBLOCK;
        bool is_known = !fstat(file, &own) && !stat(directory, &there);
        bool is_other = is_known && (own.st_ino != there.st_ino || own.st_dev != there.st_dev);
        if (has_lock && is_known && !is_other) {
            *lock = file;
            return true;
        }
        if (is_taken && file_ticks() - begun >= LOCK_WAIT_MOST)
            *error = explain_lock(arena, &own);
        close(file);
        if (is_taken && file_ticks() - begun >= LOCK_WAIT_MOST)
            return false;
        if (!is_taken && !is_other)
            return true;
        nanosleep(&pause, NULL);
    }
}

void file_unlock(intptr_t lock)
{
    if (lock != FILE_NO_LOCK)
        close((int)lock);
}

void file_remove_directory(const char *path)
{
    (void)rmdir(path);
}

void file_remove(const char *path)
{
    (void)unlink(path);
}

int file_rename(const char *path, const char *name)
{
    return rename(path, name) ? errno : 0;
}

int file_link(const char *path, const char *name)
{
    return link(path, name) ? errno : 0;
}

/* Returns the error number of a sync, or 0 if the file system cannot sync: that is no error. */
static int sync_result(int result)
{
    return result && errno != EINVAL && errno != ENOTSUP && errno != ENOSYS && errno != EROFS ? errno : 0;
}

/* True unless STRATA_SYNC is `no`. Tests and builds set it to save time: they write their files again after a crash. */
static bool wants_sync(void)
{
    const char *value = getenv("STRATA_SYNC");
    return !value || strcmp(value, "no");
}

static int sync_path(const char *path, int flags, int (*sync_file)(int file))
{
    if (!wants_sync())
        return 0;
    int file = open(path, O_RDONLY | O_CLOEXEC | flags);
    if (file < 0)
        return errno;
    int number = sync_result(sync_file(file));
    close(file);
    return number;
}

/* Syncs a directory. A directory that is writable but not readable cannot be opened, and is not synced. */
int file_sync_directory(const char *path)
{
    int number = sync_path(path, O_DIRECTORY, fsync);
    return number == EACCES ? 0 : number;
}

#ifdef __linux__
/* Syncs the file system of each file, each file system once. Returns 0, or an error number for file `*at`. */
static int sync_file_systems(const char *const *paths, size_t count, size_t *at)
{
    enum { KNOWN_MOST = 8 };
    dev_t known[KNOWN_MOST];
    size_t known_count = 0;
    for (*at = 0; *at < count; ++*at) {
        struct stat status;
        size_t i = 0;
        if (stat(paths[*at], &status))
            return errno;
        while (i < known_count && known[i] != status.st_dev)
            i++;
        if (i < known_count)
            continue;
        int number = sync_path(paths[*at], 0, syncfs);
        if (number)
            return number;
        if (known_count < KNOWN_MOST)
            known[known_count++] = status.st_dev;
    }
    return 0;
}
#else
static int sync_file_systems(const char *const *paths, size_t count, size_t *at)
{
    int number = 0;
    for (*at = 0; *at < count && !(number = sync_path(paths[*at], 0, fsync));)
        ++*at;
    return number;
}
#endif

bool file_sync(struct arena *arena, const char *const *paths, size_t count, const char **path, const char **error)
{
    enum { SINGLE_MOST = 64 };
    int number = 0;
    size_t at = 0;
    if (count > SINGLE_MOST)
        number = sync_file_systems(paths, count, &at);
    else
        while (at < count && !(number = sync_path(paths[at], 0, fsync)))
            at++;
    if (!number)
        return true;
    *path = paths[at];
    return set_system_error(arena, error, number);
}

/* ---- The process ---- */

char **file_arguments(struct arena *arena, int *count, char **arguments)
{
    (void)arena;
    (void)count;
    return arguments;
}

const char *file_environment(struct arena *arena, const char *name)
{
    const char *value = getenv(name);
    return value && *value ? arena_copy(arena, value, strlen(value)) : NULL;
}

/* Searches the directories of PATH for a program, as the shell does. */
static const char *search_program(struct arena *arena, const char *name)
{
    const char *list = file_environment(arena, "PATH");
    while (list && *list) {
        size_t length = strcspn(list, ":");
        const char *path = path_join(arena, &path_posix, arena_copy(arena, list, length), name);
        if (!access(path, X_OK) && file_kind(path) == FILE_REGULAR)
            return path;
        list += length + (list[length] == ':');
    }
    return name;
}

/* Returns the path of this program. Linux has a link to it; on other systems the program's name is searched in PATH. */
const char *file_program(struct arena *arena, const char *argument)
{
    char found[PATH_SIZE_MOST];
    const char *path = argument && !strchr(argument, '/') ? search_program(arena, argument) : argument;
    if (!realpath("/proc/self/exe", found) && !(path && realpath(path, found)))
        return NULL;
    return arena_copy(arena, found, strlen(found));
}

uint32_t file_host(void)
{
    char name[256] = "";
    struct stat numbers; /* status of the namespace of process numbers, of which each container has its own */
    gethostname(name, sizeof name - 1);
    uint32_t hash = hash_add(HASH_NOTHING, name, strlen(name));
    if (!stat("/proc/self/ns/pid", &numbers))
        hash = hash_add(hash, (const char *)&numbers.st_ino, sizeof numbers.st_ino);
    return hash;
}

unsigned long file_process(void)
{
    return (unsigned long)getpid();
}

bool file_is_running(unsigned long process)
{
    pid_t number = (pid_t)process;
    return number <= 0 || (unsigned long)number != process || !kill(number, 0) || errno != ESRCH;
}

/* ---- Signals ---- */

static const int ending_signals[] = {SIGINT, SIGTERM, SIGHUP};

enum { ENDING_COUNT = sizeof ending_signals / sizeof *ending_signals };

/* The function that the handler calls first. base/cleanup.h lists this variable. */
static void (*before_ending)(void);

/* Handles a signal. SA_RESETHAND has removed the handler, so raising the signal again ends the process. */
static void on_ending(int number)
{
    before_ending();
    raise(number);
}

static void fill_ending(sigset_t *set)
{
    sigemptyset(set);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        sigaddset(set, ending_signals[i]);
}

void file_hold_signals(bool hold)
{
    sigset_t set;
    fill_ending(&set);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

/* Sets up the signals. A signal that is ignored stays ignored, as under nohup. */
void file_handle_signals(void (*before)(void))
{
    struct sigaction action = {.sa_handler = on_ending, .sa_flags = (int)SA_RESETHAND}, old;
    before_ending = before;
    fill_ending(&action.sa_mask);
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (!sigaction(ending_signals[i], NULL, &old) && old.sa_handler != SIG_IGN)
            sigaction(ending_signals[i], &action, NULL);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

/* ---- Terminals and libraries ---- */

bool file_is_terminal(int descriptor)
{
    return isatty(descriptor) == 1;
}

size_t file_terminal_width(int descriptor)
{
    struct winsize size = {0};
    return !ioctl(descriptor, TIOCGWINSZ, &size) && size.ws_col ? size.ws_col : 80;
}

uint64_t file_ticks(void)
{
    struct timespec now = {0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

/* Finds a function of a library. Ends the run if memory runs out: the library must not count as missing. */
file_function file_find_function(const char *const *libraries, const char *name)
{
    void *library = NULL, *address;
    file_function function = NULL;
    while (!library && *libraries) {
        errno = 0;
        library = dlopen(*libraries++, RTLD_NOW | RTLD_LOCAL);
        if (!library && errno == ENOMEM)
            memory_out();
    }
    /* C does not promise that a void pointer can hold a function's address, but POSIX does */
    if (library && (address = dlsym(library, name)))
        memcpy(&function, &address, sizeof function);
    return function;
}
