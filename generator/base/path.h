/*
 * Paths as text; no function here looks at a file. The rules of each system are data, so that both are tested on either
 * system. Results have forward slashes, which every system reads.
 */
#ifndef BASE_PATH_H
#define BASE_PATH_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Rules of a system's paths. */
struct path_rules {
    const char *separators;
    bool has_drives; /* drives (C:) and shares (//server/share) */
};

/* Rules of POSIX and of Windows. file_path_rules (base/file.h) points to those of this system. */
extern const struct path_rules path_posix, path_windows;

/* Returns the length of the root, which `..` does not leave: "/", "C:/", "C:" (the rest is relative to that drive's
 * current directory) or "//server/share/". 0 for a relative path. */
size_t path_root_length(const struct path_rules *rules, const char *path);

/* True if the first `size` bytes end in a separator. */
bool path_ends_part(const struct path_rules *rules, const char *path, size_t size);

/* True if a path is relative and has no part `..`. */
bool path_stays_below(const struct path_rules *rules, const char *path);

/* Returns the last part of a path. */
const char *path_name(const struct path_rules *rules, const char *path);

/* Returns the path of `name` in a directory. */
const char *path_join(struct arena *arena, const struct path_rules *rules, const char *directory, const char *name);

/* Returns the path with forward slashes. */
const char *path_with_slashes(struct arena *arena, const struct path_rules *rules, const char *path);

/* Returns the path without `.`, doubled slashes and `x/..`; "." if nothing is left. */
const char *path_normalise(struct arena *arena, const struct path_rules *rules, const char *path);

/* Resolves `path` relative to the directory of the file `user`, and normalises it. */
const char *path_beside(struct arena *arena, const struct path_rules *rules, const char *user, const char *path);

/* Returns the length of the directories, with the slash, that two normalised paths have in common. */
size_t path_common_length(const char *one, const char *other);

/* True if a path is that of a directory or lies below it. Both are normalised and absolute. */
bool path_is_within(const char *directory, const char *path);

/* Returns the path of file `to` relative to the directory of file `from`. Both are normalised and relative to the same
 * directory above them. */
const char *path_between(struct arena *arena, const char *from, const char *to);

/* Returns `path` relative to the directory of the file `user`, or relative to `directory` if `user` is NULL. Both paths
 * are relative to `directory`, which is absolute. Returns an absolute path if no relative one exists, for example
 * between drives. */
const char *path_relative(struct arena *arena, const struct path_rules *rules, const char *directory, const char *user,
                          const char *path);

#endif
