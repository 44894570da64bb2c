/*
 * Paths as text: what can be said of them without looking at any file. How a system writes them is data, so that the
 * rules of each hold, and are tested, on all. What is made here has forward slashes, which every system reads.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

struct path_rules {
    const char *separators;
    bool has_drives; /* and shares */
};

/* base/file.h says which ones hold here. */
extern const struct path_rules path_posix, path_windows;

/* The length of what a path begins with that no `..` leaves: "/", "C:/", "C:" (what follows counts from the current
 * directory of that drive), "//server/share/". 0: the path counts from the current directory. */
size_t path_root_length(const struct path_rules *rules, const char *path);

/* Whether there is a separator at the end of the first `size` bytes. */
bool path_ends_part(const struct path_rules *rules, const char *path, size_t size);

/* The last part of a path. */
const char *path_name(const struct path_rules *rules, const char *path);

/* The path of what a directory calls `name`, with slashes as the directory has them. */
const char *path_join(struct arena *arena, const struct path_rules *rules, const char *directory, const char *name);

/* The path with forward slashes, otherwise as it is. */
const char *path_with_slashes(struct arena *arena, const struct path_rules *rules, const char *path);

/* The path without `.`, doubled slashes, and `x/..`; "." when nothing is left. */
const char *path_normalise(struct arena *arena, const struct path_rules *rules, const char *path);

/* The path, normalised, of what a file in the directory of `user` calls `path`. */
const char *path_beside(struct arena *arena, const struct path_rules *rules, const char *user, const char *path);

/* The length of the directories, with the slash behind them, that two normalised paths begin with. */
size_t path_common_length(const char *one, const char *other);

/* How a file at `from` calls the one at `to`, both normalised and as seen from one directory that is above them. */
const char *path_between(struct arena *arena, const char *from, const char *to);

/* How a file in the directory of `user` calls `path`, both as seen from `directory`, which is absolute. Without a
 * `user`: how one in `directory` does. An absolute path where no other leads there, as from one drive to another. */
const char *path_relative(struct arena *arena, const struct path_rules *rules, const char *directory, const char *user,
                          const char *path);

#endif
