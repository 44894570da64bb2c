#define _XOPEN_SOURCE 700

#include "base/file.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/path.h"

enum { FILE_SIZE_MOST = 256 * 1024 * 1024, BLOCK_SIZE = 64 * 1024, SEARCH_DEPTH_MOST = 64, ATTEMPTS_MOST = 100 };
enum { PATH_SIZE_MOST = 4096 };

const struct path_rules *const file_path_rules = &path_posix;
const char file_too_large[] = "it has more than 256 MiB";

static bool fail(struct arena *arena, const char **error, int number)
{
    const char *text = strerror(number);
    *error = arena_copy(arena, text, strlen(text));
    return false;
}

enum file_kind file_kind(const char *path)
{
    struct stat status;
    if (stat(path, &status))
        return FILE_ABSENT;
    if (S_ISREG(status.st_mode))
        return FILE_REGULAR;
    return S_ISDIR(status.st_mode) ? FILE_DIRECTORY : FILE_OTHER;
}

bool file_is_same(const char *left, const char *right)
{
    struct stat one, other;
    return !stat(left, &one) && !stat(right, &other) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

const char *file_directory(struct arena *arena)
{
    char path[PATH_SIZE_MOST];
    return getcwd(path, sizeof path) ? arena_copy(arena, path, strlen(path)) : "/";
}

void file_ignore_signals(void)
{
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
}

/* read() that is not bothered by signals. */
static ssize_t read_some(int file, void *bytes, size_t size)
{
    ssize_t got;
    do
        got = read(file, bytes, size);
    while (got < 0 && errno == EINTR);
    return got;
}

/* Reads to the end; the size that the system states is a hint, and pipes have none. Returns 0 or an errno. */
static int read_all(int file, struct buffer *text)
{
    struct stat status;
    if (fstat(file, &status))
        return errno;
    if (S_ISDIR(status.st_mode))
        return EISDIR;
    if (S_ISREG(status.st_mode) && status.st_size > FILE_SIZE_MOST)
        return EFBIG;
    buffer_reserve(text, S_ISREG(status.st_mode) ? (size_t)status.st_size + 1 : BLOCK_SIZE);
    for (;;) {
        if (text->size == text->capacity)
            buffer_reserve(text, BLOCK_SIZE);
        ssize_t got = read_some(file, text->data + text->size, text->capacity - text->size);
        if (got < 0)
            return errno;
        if (!got)
            return 0;
        text->size += (size_t)got;
        if (text->size > FILE_SIZE_MOST)
            return EFBIG;
    }
}

static bool read_text(struct arena *arena, int file, const char **text, size_t *size, const char **error)
{
    struct buffer read = {0};
    int number = read_all(file, &read);
    if (number) {
        buffer_free(&read);
        fail(arena, error, number);
        if (number == EFBIG)
            *error = file_too_large;
        return false;
    }
    buffer_add(&read, "", 1);
    *size = read.size - 1;
    *text = arena_copy(arena, read.data, read.size);
    buffer_free(&read);
    return true;
}

bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, const char **error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return fail(arena, error, errno);
    bool done = read_text(arena, file, text, size, error);
    close(file);
    return done;
}

bool file_read_input(struct arena *arena, const char **text, size_t *size, const char **error)
{
    return read_text(arena, STDIN_FILENO, text, size, error);
}

bool file_equals(const char *path, const void *bytes, size_t size)
{
    char block[BLOCK_SIZE];
    struct stat status;
    const char *next = bytes;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    bool same = !fstat(file, &status) && S_ISREG(status.st_mode) && (uintmax_t)status.st_size == size;
    while (same && size) {
        size_t most = size < sizeof block ? size : sizeof block;
        ssize_t got = read_some(file, block, most);
        same = got > 0 && !memcmp(block, next, (size_t)got);
        if (same) {
            next += got;
            size -= (size_t)got;
        }
    }
    close(file);
    return same;
}

/* Paths found so far, in a buffer of pointers. */
struct search {
    struct arena *arena;
    const char *suffix;
    struct buffer paths;
    const char **error;
};

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* The names in a directory, sorted. */
static bool list_names(struct search *search, const char *directory, struct buffer *names)
{
    DIR *stream = opendir(directory);
    if (!stream)
        return fail(search->arena, search->error, errno);
    struct dirent *entry;
    while (errno = 0, (entry = readdir(stream))) {
        if (entry->d_name[0] == '.')
            continue;
        const char *name = arena_copy(search->arena, entry->d_name, strlen(entry->d_name));
        buffer_add(names, &name, sizeof name);
    }
    int number = errno;
    closedir(stream);
    if (number)
        return fail(search->arena, search->error, number);
    if (names->size)
        qsort(names->data, names->size / sizeof(char *), sizeof(char *), compare_texts);
    return true;
}

static bool ends_in(const char *text, const char *suffix)
{
    size_t size = strlen(text), suffix_size = strlen(suffix);
    return size >= suffix_size && !strcmp(text + size - suffix_size, suffix);
}

static bool search_directory(struct search *search, const char *directory, unsigned depth)
{
    struct buffer names = {0};
    if (depth > SEARCH_DEPTH_MOST)
        return fail(search->arena, search->error, ELOOP);
    bool done = list_names(search, directory, &names);
    for (size_t i = 0; done && i < names.size / sizeof(char *); i++) {
        const char *path =
            path_join(search->arena, file_path_rules, directory, ((const char **)(void *)names.data)[i]);
        struct stat status;
        if (!lstat(path, &status) && S_ISDIR(status.st_mode))
            done = search_directory(search, path, depth + 1);
        else if (ends_in(path, search->suffix) && file_kind(path) == FILE_REGULAR)
            buffer_add(&search->paths, &path, sizeof path);
    }
    buffer_free(&names);
    return done;
}

bool file_search(struct arena *arena, const char *directory, const char *suffix, const char *const **paths,
                 size_t *count, const char **error)
{
    struct search search = {.arena = arena, .suffix = suffix, .error = error};
    bool done = search_directory(&search, directory, 0);
    *count = search.paths.size / sizeof(char *);
    *paths = arena_copy_array(arena, search.paths.data, *count, sizeof(char *));
    buffer_free(&search.paths);
    return done;
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

/* Returns 0 or an errno. A write of nothing counts as a full disk, so that this ends. */
static int write_all(int file, const char *bytes, size_t size)
{
    while (size) {
        ssize_t put = write(file, bytes, size);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return put ? errno : ENOSPC;
        bytes += put;
        size -= (size_t)put;
    }
    return 0;
}

/* The file that a path leads to in the end, so that a link stays one. */
static const char *follow_links(struct arena *arena, const char *path)
{
    char *found = realpath(path, NULL);
    if (!found)
        return path;
    path = arena_copy(arena, found, strlen(found));
    free(found);
    return path;
}

/* Creates a file beside `path` that was not there; -1 and errno when that fails. */
static int create_beside(struct arena *arena, const char *path, const char **temporary)
{
    int file = -1;
    for (unsigned i = 0; file < 0 && i < ATTEMPTS_MOST; i++) {
        *temporary = arena_format(arena, "%s.%ld-%u.tmp", path, (long)getpid(), i);
        file = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0 && errno != EEXIST)
            break;
    }
    return file;
}

/* Whether a file may be put in the place of what is at `path`: of what is a file itself, and may be written, which a
 * rename would not ask. */
static bool may_replace(struct arena *arena, const char *path, const char **error)
{
    switch (file_kind(path)) {
    case FILE_ABSENT:
        return true;
    case FILE_DIRECTORY:
        *error = "it is a directory";
        return false;
    case FILE_OTHER:
        *error = "it is not a regular file";
        return false;
    case FILE_REGULAR:
        break;
    }
    return !access(path, W_OK) || fail(arena, error, errno);
}

bool file_write_beside(struct arena *arena, const char *path, const void *bytes, size_t size, const char **temporary,
                       const char **error)
{
    struct stat status;
    path = follow_links(arena, path);
    if (!may_replace(arena, path, error))
        return false;
    int number = 0, file = create_beside(arena, path, temporary);
    if (file < 0)
        return fail(arena, error, errno);
    if (!stat(path, &status) && fchmod(file, status.st_mode & 0777))
        number = errno;
    if (!number)
        number = write_all(file, bytes, size);
    if (close(file) && !number)
        number = errno;
    if (!number)
        return true;
    file_remove(*temporary);
    return fail(arena, error, number);
}

bool file_replace(struct arena *arena, const char *temporary, const char *path, const char **error)
{
    return !rename(temporary, follow_links(arena, path)) || fail(arena, error, errno);
}

const char *file_path_here(struct arena *arena, const char *path)
{
    const char *here = file_directory(arena);
    size_t size = strlen(here);
    bool below = !strncmp(path, here, size) && path[size] == '/';
    return below ? arena_copy(arena, path + size + 1, strlen(path + size + 1)) : path;
}

bool file_is_terminal(int descriptor)
{
    return isatty(descriptor) == 1;
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
