#include "lsp/workspace.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"

enum { SPECS_MOST = 20 * 1000, ENTRIES_MOST = 200 * 1000, DEPTH_MOST = 32 };

/* ---- Searching folders */

struct search {
    struct arena *arena;
    struct buffer paths; /* list of const char * */
    size_t spec_count, entry_count;
};

static int compare_entries(const void *left, const void *right)
{
    const struct file_entry *a = left, *b = right;
    return strcmp(a->name, b->name);
}

static bool is_spec(const char *name)
{
    static const char suffix[] = ".strata";
    size_t size = strlen(name), end = strlen(suffix);
    return size > end && !strcmp(name + size - end, suffix);
}

static void search_folder(struct search *search, const char *folder, unsigned depth)
{
    struct buffer found = {0};
    const char *error;
    bool done = file_list(search->arena, folder, &found, &error);
    struct file_entry *entries = (void *)found.data;
    size_t count = done ? found.size / sizeof *entries : 0;
    if (count)
        qsort(entries, count, sizeof *entries, compare_entries);
    for (size_t i = 0; i < count; i++) {
        if (search->spec_count == SPECS_MOST || ++search->entry_count > ENTRIES_MOST)
            break;
        if (*entries[i].name == '.' || (entries[i].is_regular && !is_spec(entries[i].name)))
            continue;
        const char *path = path_join(search->arena, file_path_rules, folder, entries[i].name);
        enum file_kind kind = entries[i].is_regular ? FILE_REGULAR : file_kind(path);
        if (kind == FILE_DIRECTORY && depth < DEPTH_MOST && file_follow(search->arena, path) == path) {
            search_folder(search, path, depth + 1);
        } else if (kind == FILE_REGULAR && is_spec(entries[i].name)) {
            buffer_add(&search->paths, &path, sizeof path);
            search->spec_count++;
        }
    }
    buffer_free(&found);
}

const char *const *workspace_search(struct arena *arena, const char *const *folders, size_t count, bool is_deep,
                                    size_t *path_count)
{
    struct search search = {.arena = arena};
    for (size_t i = 0; i < count; i++)
        search_folder(&search, folders[i], is_deep ? 0 : DEPTH_MOST);
    const char *const *paths = arena_copy_array(arena, search.paths.data, search.spec_count, sizeof *paths);
    buffer_free(&search.paths);
    *path_count = search.spec_count;
    return paths;
}

/* ---- Who uses whom */

void workspace_take(struct workspace *workspace, const struct program *program)
{
    arena_free(workspace->arena);
    struct arena *arena = workspace->arena = arena_new();
    size_t count = workspace->file_count = program->file_count;
    struct workspace_file *files = ARENA_ARRAY(arena, struct workspace_file, count);
    for (size_t i = 0; i < count; i++) {
        files[i].path = arena_copy(arena, program->files[i].path, strlen(program->files[i].path));
        for (size_t k = 0; k < program->files[i].use_count; k++)
            files[program->files[i].uses[k]].user_count++;
    }
    size_t **users = ARENA_ARRAY(arena, size_t *, count);
    for (size_t i = 0; i < count; i++) {
        files[i].users = users[i] = ARENA_ARRAY(arena, size_t, files[i].user_count);
        files[i].user_count = 0;
    }
    for (size_t i = 0; i < count; i++) {
        for (size_t k = 0; k < program->files[i].use_count; k++) {
            size_t used = program->files[i].uses[k];
            users[used][files[used].user_count++] = i;
        }
    }
    workspace->files = files;
}

const char *const *workspace_find_users(const struct workspace *workspace, struct arena *arena, const char *path,
                                        size_t *count)
{
    const char **paths = ARENA_ARRAY(arena, const char *, workspace->file_count);
    bool *reached = ARENA_ARRAY(arena, bool, workspace->file_count);
    size_t first = 0;
    *count = 0;
    while (first < workspace->file_count && strcmp(workspace->files[first].path, path) != 0)
        first++;
    if (first < workspace->file_count)
        reached[first] = true;
    /* A file comes after those that it uses, so later files are enough. */
    for (size_t i = first; i < workspace->file_count; i++) {
        if (reached[i] && i != first)
            paths[(*count)++] = workspace->files[i].path;
        for (size_t k = 0; reached[i] && k < workspace->files[i].user_count; k++)
            reached[workspace->files[i].users[k]] = true;
    }
    return paths;
}
