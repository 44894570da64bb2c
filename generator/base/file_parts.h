/*
 * System calls that base/file.c needs. file_posix.c and file_windows.c implement them, and the functions of base/file.h
 * that are not in file.c.
 */
#ifndef BASE_FILE_PARTS_H
#define BASE_FILE_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/file.h"

struct buffer;

/* An open file: a descriptor, or a HANDLE. */
typedef intptr_t system_file;

/* Kind and size of an open file. The size is only a hint unless the file is regular. */
struct system_status {
    enum file_kind kind;
    uint64_t size;
};

/* Returns standard input (0), output (1) or error (2). */
system_file system_standard(int descriptor);

/* Opens an existing file for reading. */
bool system_open(struct arena *arena, const char *path, system_file *file, const char **error);

/* Opens a regular file for reading, without waiting and without an effect on a device. `*error` says what else the path
 * leads to. */
bool system_open_regular(struct arena *arena, const char *path, system_file *file, const char **error);

/* Opens a stream for writing. */
bool system_open_stream(struct arena *arena, const char *path, system_file *file, const char **error);

/* Creates a file for writing, with the permissions of the file at `like` if there is one. If `path` exists, `*error` is
 * file_exists itself. */
bool system_create(struct arena *arena, const char *path, const char *like, system_file *file, const char **error);

/* Gets the status of an open file. */
bool system_status(struct arena *arena, system_file file, struct system_status *status, const char **error);

/* Reads up to `size` of the next bytes; `*got` is 0 at the end. */
bool system_read(struct arena *arena, system_file file, void *bytes, size_t size, size_t *got, const char **error);

/* Reads up to `size` bytes of a regular file, from `offset` on; `*got` is 0 at the end. */
bool system_read_at(struct arena *arena, system_file file, uint64_t offset, void *bytes, size_t size, size_t *got,
                    const char **error);

/* True if a read would return at once, with bytes or at the end. False also if that cannot be found out. */
bool system_is_waiting(system_file file);

/* Writes at least one of the bytes; `*put` is their number. */
bool system_write(struct arena *arena, system_file file, const void *bytes, size_t size, size_t *put,
                  const char **error);

/* Closes a file. Fails if data could not be written. */
bool system_close(struct arena *arena, system_file file, const char **error);

/* True if the path is that of a link. */
bool system_is_link(const char *path);

/* Returns the absolute path of an existing file, without links and with forward slashes; NULL if it cannot be found
 * out. */
const char *system_real(struct arena *arena, const char *path);

/* Returns the path that a link has as its text; NULL if the system cannot tell. */
const char *system_read_link(struct arena *arena, const char *path);

/* True if the file at the path may be written. */
bool system_is_writable(struct arena *arena, const char *path, const char **error);

#endif
