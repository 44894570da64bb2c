/*
 * What base/file.c needs of a system. file_posix.c and file_windows.c each have it for theirs, and of base/file.h what
 * is not in file.c.
 */
#ifndef BASE_FILE_PARTS_H
#define BASE_FILE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"

struct buffer;

/* A file that is open: a descriptor, or a HANDLE. */
typedef intptr_t system_file;

/* What an open file is; its size is nothing but a hint where it is not a regular one. */
struct system_status {
    enum file_kind kind;
    uint64_t size;
};

/* One of the files that every program is given: 0, 1 or 2. */
system_file system_standard(int descriptor);

/* Opens what is there, for reading. */
bool system_open(struct arena *arena, const char *path, system_file *file, const char **error);

/* Creates a file, for writing, with the permissions of the one at `like` if there is one. Where there is a file of that
 * name, `*error` is file_exists itself. */
bool system_create(struct arena *arena, const char *path, const char *like, system_file *file, const char **error);

bool system_status(struct arena *arena, system_file file, struct system_status *status, const char **error);

/* Some of the next bytes; none at the end. */
bool system_read(struct arena *arena, system_file file, void *bytes, size_t size, size_t *got, const char **error);

/* Writes some of the bytes, at least one. */
bool system_write(struct arena *arena, system_file file, const void *bytes, size_t size, size_t *put,
                  const char **error);

bool system_close(struct arena *arena, system_file file, const char **error);

/* Whether a path is that of a link to something. */
bool system_is_link(const char *path);

/* Whether the file at a path may be written. */
bool system_is_writable(struct arena *arena, const char *path, const char **error);

#endif
