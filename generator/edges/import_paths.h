/*
 * What an importer does with paths, apart from the meaning of what is there.
 */
#ifndef EDGES_IMPORT_PATHS_H
#define EDGES_IMPORT_PATHS_H

struct arena;

/* How a file in the directory of `user` calls `path`, both as seen from `directory`, which is absolute. Without a
 * `user`: how one in `directory` does. */
const char *import_relative_path(struct arena *arena, const char *directory, const char *user, const char *path);

#endif
