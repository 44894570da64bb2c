/*
 * Files, directories, terminals and processes. This is the only interface to code that differs between systems. Paths,
 * arguments and names are UTF-8 on systems whose names have an encoding, and bytes elsewhere.
 *
 * Functions that can fail return false and set `*error` to the system's message, allocated from the arena.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buffer;
struct path_rules;

/* The rules for paths on this system. */
extern const struct path_rules *const file_path_rules;

/* A stream is a character device or a pipe. */
enum file_kind { FILE_ABSENT, FILE_REGULAR, FILE_DIRECTORY, FILE_STREAM, FILE_OTHER };

/* Returns the kind of a path, links followed. FILE_ABSENT also if the kind cannot be found out. */
enum file_kind file_kind(const char *path);

/* The state of a file, by which a later run sees whether a path leads to the same file with the same bytes. All zeros
 * if the path leads to nothing. Times are nanoseconds since 1970. `changed` is the time at which the system last wrote
 * the file or its attributes; no program can set it. */
struct file_state {
    uint64_t device, number, kind, size, written, changed;
};

/* Finds the state of a path, with links followed. Returns false if the system does not give all parts of a state. */
bool file_find_state(const char *path, struct file_state *state);

/* Returns the time of the system's clock in nanoseconds since 1970, as in struct file_state. */
uint64_t file_time(void);

/* Lets `observer` be called with each path that is looked at, opened for reading, or listed from now on. NULL ends
 * that. Only systems on which file_find_state works call it. */
void file_observe(void (*observer)(void *user, const char *path), void *user);

/* True if both paths lead to the same existing file. */
bool file_is_same(const char *left, const char *right);

/* Returns a text that all paths to one existing file share, and no path to another file. Returns NULL if there is no
 * such file, or if the system cannot tell its files apart. */
const char *file_identity(struct arena *arena, const char *path);

/* Returns the current directory with forward slashes; "/" if there is none. */
const char *file_directory(struct arena *arena);

/* Returns the arguments of main in UTF-8. */
char **file_arguments(struct arena *arena, int *count, char **arguments);

/* Returns the absolute path of this program with forward slashes, links followed; NULL if it cannot be found out.
 * `argument` is the name that the program was started by. */
const char *file_program(struct arena *arena, const char *argument);

/* Returns a variable of the environment; NULL if it is not set, or empty. */
const char *file_environment(struct arena *arena, const char *name);

/* Sets the signals up; call it once, early. Writing to a full file or a closed pipe becomes an error of the write.
 * Signals that end the process call `before` first, which may do only what a signal handler may. Windows asks no
 * questions about missing disks. */
void file_handle_signals(void (*before)(void));

/* Holds back the signals that end the process, or lets them come again. */
void file_hold_signals(bool hold);

/* Reads a whole file or pipe of at most 256 MiB. `*text` has `*size` bytes, followed by two NULs. If the file is
 * larger, `*error` is file_too_large itself. */
extern const char file_too_large[];
bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, const char **error);

/* Reads a file that the user did not name, as file_read does, but only if it is a regular file. Never waits. For
 * anything else, `*error` says what the path leads to. */
bool file_read_regular(struct arena *arena, const char *path, const char **text, size_t *size, const char **error);

/* Reads standard input, with the same rules as file_read. */
bool file_read_input(struct arena *arena, const char **text, size_t *size, const char **error);

/* A file that is read in pieces. It may be of any size. */
struct file_input {
    intptr_t file;
    bool is_standard;
};
bool file_open(struct arena *arena, const char *path, struct file_input *input, const char **error);
bool file_open_standard(struct arena *arena, struct file_input *input, const char **error);

/* Reads up to `size` of the next bytes and stores their number in `*got`; 0 at the end. */
bool file_read_some(struct arena *arena, const struct file_input *input, void *bytes, size_t size, size_t *got,
                    const char **error);
void file_close(struct arena *arena, const struct file_input *input);

/* Get the size of a regular file that is open, and read bytes from any offset of it: up to `size`; `*got` is 0 after
 * its end. file_size fails for a pipe. Calls of file_read_at and file_read_some do not mix. */
bool file_size(struct arena *arena, const struct file_input *input, uint64_t *size, const char **error);
bool file_read_at(struct arena *arena, const struct file_input *input, uint64_t offset, void *bytes, size_t size,
                  size_t *got, const char **error);

/* True if a read of a pipe would return at once, with bytes or at the end. False also if that cannot be found out. */
bool file_is_waiting(const struct file_input *input);

/* Writes to standard output (1) or standard error (2). If the reader of the pipe has closed it, `*error` is
 * file_reader_gone itself. */
extern const char file_reader_gone[];
bool file_write_output(struct arena *arena, int descriptor, const void *bytes, size_t size, const char **error);

/* Writes to a character device or a pipe, without truncating it. */
bool file_write_stream(struct arena *arena, const char *path, const void *bytes, size_t size, const char **error);

/* True if the path is a regular file with exactly these bytes. */
bool file_equals(struct arena *arena, const char *path, const void *bytes, size_t size);

/* Finds all files below a directory whose names end in `suffix`. Returns their paths, which begin with `directory`,
 * sorted bytewise within each directory. Skips names that begin with a dot, and links to directories. */
bool file_search(struct arena *arena, const char *directory, const char *suffix, const char *const **paths,
                 size_t *count, const char **error);

/* Make one directory. Fail if it exists. Others have no access to a private one. */
bool file_make_directory(struct arena *arena, const char *path, const char **error);
bool file_make_private_directory(struct arena *arena, const char *path, const char **error);

/* Makes a private directory and the missing directories above it. If that is not possible, sets the reason and returns
 * false, for example for NULL (a user without a directory) or if others have access to it. */
bool file_make_private_path(struct arena *arena, const char *directory, const char **error);

/* Returns the directory for files that this user's runs keep for the next ones, which may not exist; NULL if the user
 * has no home directory. On POSIX it is $XDG_STATE_HOME/strata, or else ~/.local/state/strata; on Windows it is
 * %LOCALAPPDATA%/strata. */
const char *file_state_directory(struct arena *arena);

/* Returns the directory for files that only save time and may be removed at any time: on POSIX $XDG_CACHE_HOME/strata,
 * or else ~/.cache/strata. Returns NULL on other systems, and if the user has no home directory. The directory need not
 * exist. */
const char *file_cache_directory(struct arena *arena);

/* True if a path is no link, belongs to this user, and is a directory to which others have no access, or a file.
 * Windows leaves it to the permissions of the user's directory. */
bool file_is_private(const char *path, enum file_kind kind);

/* Locks a directory against other runs, until file_unlock or the end of the process. Waits some seconds for another run
 * and then fails, with the number of its process in `*error` if the system knows it. Leaves no file. Directories that
 * cannot be locked, as on some network file systems, and those that do not exist are not locked. */
enum { FILE_NO_LOCK = -1 };
bool file_lock(struct arena *arena, const char *directory, intptr_t *lock, const char **error);
void file_unlock(intptr_t lock);

/* Remove an empty directory, or a file. Failures are ignored. */
void file_remove_directory(const char *path);
void file_remove(const char *path);

/* Returns the real path: absolute and without links. Its last parts need not exist, also if a link leads there. Returns
 * NULL if it cannot be found out, for example if links form a circle. */
const char *file_real(struct arena *arena, const char *path);

/* Returns the real path of a link, and every other path as it is. */
const char *file_follow(struct arena *arena, const char *path);

/* True if the path is that of a link. */
bool file_is_link(const char *path);

/* True if a new file may replace the one at `path`: there is none, or it is a regular file that is writable. The call
 * is needed because a rename replaces read-only files, too. */
bool file_may_replace(struct arena *arena, const char *path, const char **error);

/* Writes a new file, with the permissions of the file at `like` if there is one. If `path` exists, `*error` is
 * file_exists itself. A failed call leaves no file. */
extern const char file_exists[];
bool file_write_new(struct arena *arena, const char *path, const char *like, const void *bytes, size_t size,
                    const char **error);

/* Rename a file, replacing a file with the new name; or give a file a second name (a hard link). Return 0 or an error
 * number for file_explain. They allocate no memory. */
int file_rename(const char *path, const char *name);
int file_link(const char *path, const char *name);
const char *file_explain(struct arena *arena, int number);

/* Sync files, or a directory's entries, to disk. On failure `*path` is the file that failed. The call for a directory
 * does nothing on systems that cannot do it. For thousands of files, the POSIX version syncs the whole file system,
 * which is ten times as fast. With STRATA_SYNC=no in the environment, the POSIX version syncs nothing. */
bool file_sync(struct arena *arena, const char *const *paths, size_t count, const char **path, const char **error);
int file_sync_directory(const char *path);

/* Return numbers of this host and this process, and tell if a process of this host is running. Processes that cannot
 * see each other's numbers have different hosts. */
uint32_t file_host(void);
unsigned long file_process(void);
bool file_is_running(unsigned long process);

/* An entry of a directory. Without `is_regular` it may be anything. */
struct file_entry {
    const char *name;
    bool is_regular;
};

/* Appends a directory's entries to `entries`, in any order, as struct file_entry with names in the arena. */
bool file_list(struct arena *arena, const char *directory, struct buffer *entries, const char **error);

/* Returns the path relative to the current directory if the file lies below it, else the path itself. */
const char *file_path_here(struct arena *arena, const char *path);

/* Returns a function of the first of `libraries` (NULL at the end) that exists. The library is loaded at the first call
 * and stays loaded. Returns NULL if there is no library or it lacks the function. The caller casts the result to the
 * function's type. */
typedef void (*file_function)(void);
file_function file_find_function(const char *const *libraries, const char *name);

/* Finds several functions. Each is stored at `function`, the address of a function pointer. False if one is missing. */
struct file_wanted {
    const char *name;
    void *function;
};
bool file_find_functions(const char *const *libraries, const struct file_wanted *wanted, size_t count);

/* True if a descriptor (1: standard output, 2: standard error) is a terminal that shows colours. */
bool file_is_terminal(int descriptor);

/* Returns the number of columns of a terminal; 80 if it is unknown. */
size_t file_terminal_width(int descriptor);

/* Returns a clock in milliseconds, for measuring intervals. It counts from an arbitrary moment. */
uint64_t file_ticks(void);

#endif
