/*
 * The folders of a client, and which of their specs use which. A spec is checked together with those that use it.
 */
#ifndef LSP_WORKSPACE_H
#define LSP_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct program;

/* A spec, and the specs with a `use` line for it. */
struct workspace_file {
    const char *path;
    const size_t *users; /* indices in the workspace's files */
    size_t user_count;
};

/* The specs below the client's folders. All zeros is an empty workspace. */
struct workspace {
    struct arena *arena; /* arena of the list; NULL before the first call of workspace_read */
    const struct workspace_file *files;
    size_t file_count;
};

/* Lists the specs in the folders, and with `is_deep` also in all directories below them, in the order of the folders
 * and then by name. Skips directories whose names begin with a dot. Stops after 20,000 specs or 200,000 entries of
 * directories. */
const char *const *workspace_search(struct arena *arena, const char *const *folders, size_t count, bool is_deep,
                                    size_t *path_count);

/* Takes over the files of a program that has read all specs. */
void workspace_take(struct workspace *workspace, const struct program *program);

/* Returns the specs that use a spec, directly or through other specs, in the order of the workspace. */
const char *const *workspace_find_users(const struct workspace *workspace, struct arena *arena, const char *path,
                                        size_t *count);

#endif
