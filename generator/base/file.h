/*
 * Files, directories and terminals: what systems do differently, and nothing else may. Paths, arguments and names are
 * UTF-8 where the system knows what letters its names are made of, and else bytes.
 *
 * Functions that can fail return false and set `*error` to what the system says, in words, from the arena.
 */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct buffer;
struct path_rules;

/* How paths are written here. */
extern const struct path_rules *const file_path_rules;

enum file_kind { FILE_ABSENT, FILE_REGULAR, FILE_DIRECTORY, FILE_OTHER };

/* What there is at that path, links followed; FILE_ABSENT also when that cannot be found out. */
enum file_kind file_kind(const char *path);

/* Whether two paths lead to one file, which is there. */
bool file_is_same(const char *left, const char *right);

/* The directory that relative paths are in, with forward slashes; "/" when it has none. */
const char *file_directory(struct arena *arena);

/* The arguments of main, in UTF-8. */
char **file_arguments(struct arena *arena, int *count, char **arguments);

/* Turns the signals of a full file and of a closed pipe into errors of the write, and the questions of Windows about
 * missing disks into errors, too. Signals that end the process call `before` first, which may do only what a signal
 * handler may. To be called once, early. */
void file_handle_signals(void (*before)(void));

/* Makes the signals that end the process wait, or lets them come again. */
void file_hold_signals(bool hold);

/* Reads a whole file of at most 256 MiB; a pipe will do. `*text` has two NULs behind its `*size` bytes. For more than
 * that, `*error` is file_too_large itself. */
extern const char file_too_large[];
bool file_read(struct arena *arena, const char *path, const char **text, size_t *size, const char **error);

/* The same of standard input. */
bool file_read_input(struct arena *arena, const char **text, size_t *size, const char **error);

/* The same piece by piece, so that a file need not fit into memory, and has no limit. */
struct file_input {
    intptr_t file;
    bool is_standard;
};
bool file_open(struct arena *arena, const char *path, struct file_input *input, const char **error);
bool file_open_standard(struct arena *arena, struct file_input *input, const char **error);

/* Some of the next bytes; none at the end. */
bool file_read_some(struct arena *arena, const struct file_input *input, void *bytes, size_t size, size_t *got,
                    const char **error);
void file_close(struct arena *arena, const struct file_input *input);

/* Writes to standard output (1) or standard error (2). Where the reader of a pipe has gone, `*error` is
 * file_reader_gone itself. */
extern const char file_reader_gone[];
bool file_write_output(struct arena *arena, int descriptor, const void *bytes, size_t size, const char **error);

/* Whether there is a regular file with exactly these bytes. */
bool file_equals(struct arena *arena, const char *path, const void *bytes, size_t size);

/* All files below a directory whose names end in `suffix`: their paths, which begin with `directory`, in the order of
 * their bytes, directory by directory. Names that begin with a dot are passed over, and links to directories. */
bool file_search(struct arena *arena, const char *directory, const char *suffix, const char *const **paths,
                 size_t *count, const char **error);

/* Makes one directory; it is an error when it is there already. */
bool file_make_directory(struct arena *arena, const char *path, const char **error);

/* Removes a directory if it is empty, or a file; failure is not reported. */
void file_remove_directory(const char *path);
void file_remove(const char *path);

/* Returns the file that a path leads to in the end; the path itself if there is none. */
const char *file_follow(struct arena *arena, const char *path);

/* True if a file may be put in the place of the one at `path`: if none is there, or a regular one that may be written,
 * which a rename would not ask. */
bool file_may_replace(struct arena *arena, const char *path, const char **error);

/* Writes a file that is not there yet, with the permissions of the one at `like` if there is one. If it is there,
 * `*error` is file_exists itself. On failure nothing is left behind. */
extern const char file_exists[];
bool file_write_new(struct arena *arena, const char *path, const char *like, const void *bytes, size_t size,
                    const char **error);

/* Gives a file another name, in the place of what has that name; and a second name. Both report a system's number, for
 * file_explain, so that they need no memory; 0 is success. */
int file_rename(const char *path, const char *name);
int file_link(const char *path, const char *name);
const char *file_explain(struct arena *arena, int number);

/* Brings files, or a directory's names, to the disk. `*path` is the one that fails. Systems that cannot do it for a
 * directory do nothing. Thousands of files are brought there by all that their file system has to write, which is ten
 * times as fast. */
bool file_sync(struct arena *arena, const char *const *paths, size_t count, const char **path, const char **error);
int file_sync_directory(const char *path);

/* Numbers of this host and of this process, and whether a process of this host is running. Processes that do not see
 * each other's numbers are on different hosts. */
uint32_t file_host(void);
unsigned long file_process(void);
bool file_is_running(unsigned long process);

/* The names of what is in a directory, as pointers to texts of the arena, in any order. */
bool file_list(struct arena *arena, const char *directory, struct buffer *names, const char **error);

/* The path of a file as seen from the current directory, where it lies below that; else the path itself. */
const char *file_path_here(struct arena *arena, const char *path);

/* A function of a shared library, which is loaded when it is first asked for and then stays: of the first of
 * `libraries`, which NULL ends, that is there. NULL where there is none, or the function is not in it. The caller knows
 * its type. */
typedef void (*file_function)(void);
file_function file_find_function(const char *const *libraries, const char *name);

/* The same of several: each is stored where its `function`, the address of a pointer to one, says. False when one of
 * them is missing. */
struct file_wanted {
    const char *name;
    void *function;
};
bool file_find_functions(const char *const *libraries, const struct file_wanted *wanted, size_t count);

/* Whether a descriptor (1: standard output, 2: standard error) is a terminal, and one that can show colours. */
bool file_is_terminal(int descriptor);

#endif
