/*
 * The folders of a client, and which of their specs use which. A spec is checked together with those that use it.
 */
#ifndef LSP_WORKSPACE_H
#define LSP_WORKSPACE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct program;

/* A spec, and the specs that use it directly. */
struct workspace_file {
    const char *path;
    const size_t *users; /* indices */
    size_t user_count;
};

/* The specs below the folders. All zeros is an empty workspace. */
struct workspace {
    struct arena *arena; /* of the list; NULL before the first workspace_read */
    const struct workspace_file *files;
    size_t file_count;
};

/* Lists the specs in the folders and (`is_deep`) below them, in the order of the folders and then by name. Folders
 * whose names begin with a dot are passed over, and so is all that comes after 20,000 specs or 200,000 entries. */
const char *const *workspace_search(struct arena *arena, const char *const *folders, size_t count, bool is_deep,
                                    size_t *path_count);

/* Takes the files of a program that has read all specs. */
void workspace_take(struct workspace *workspace, const struct program *program);

/* Returns the specs that use a spec, directly or through others, in the order of the workspace. */
const char *const *workspace_find_users(const struct workspace *workspace, struct arena *arena, const char *path,
                                        size_t *count);

#endif
