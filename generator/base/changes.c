#include "base/changes.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/journal.h"
#include "base/path.h"

/* A temporary file and the file that it will replace. */
struct pending {
    const char *temporary;
    const char *path;   /* path as the caller gave it */
    const char *target; /* path of the file that `path` leads to, with links followed */
};

/* A directory below which files may be changed, or a single file that may be changed. */
struct root {
    const char *path; /* absolute and normalised path, without following links */
    const char *real; /* path with all links followed; NULL if it cannot be found out */
};

/* A text to write to a device or a pipe. */
struct stream {
    const char *path;
    const void *bytes;
    size_t size;
};

/* One rename of a commit. */
struct step {
    const struct pending *pending;
    const char *backup; /* second name of the old file, for restoring it; NULL if there is no old file */
    bool is_backed_up, is_done;
};

struct changes {
    struct arena *arena;
    struct intern *names;
    struct buffer roots;       /* array of struct root; if it is empty, any file may be changed */
    struct map *reals;         /* directory -> its real path */
    struct map *swept;         /* directories that changes_sweep has cleaned */
    struct map *existing;      /* directories that were seen or made */
    const char *here;          /* a file in the current directory, whose path is found once; NULL: not yet */
    const char *within;        /* the file that is_within has found to be within, or NULL */
    intptr_t lock;
    struct buffer pending;     /* array of struct pending */
    struct buffer streams;     /* array of struct stream */
    struct buffer directories; /* paths of the directories that were made, outer ones first */
    const char *journal;       /* path of the journal; NULL if the changes have none */
    struct buffer journal_text;
    uint32_t host;
};

struct changes *changes_new(struct arena *arena)
{
    struct changes *changes = ARENA_NEW(arena, struct changes);
    changes->arena = arena;
    changes->names = intern_new(arena);
    changes->swept = map_new(arena);
    changes->reals = map_new(arena);
    changes->existing = map_new(arena);
    changes->lock = FILE_NO_LOCK;
    changes->host = file_host();
    return changes;
}

static const struct pending *pending_of(const struct changes *changes, size_t *count)
{
    *count = changes->pending.size / sizeof(struct pending);
    return (const void *)changes->pending.data;
}

/* Returns the directory part of a path; "" is the current directory. */
static const char *directory_of(struct changes *changes, const char *path)
{
    return intern_name(changes->names, path, (size_t)(path_name(file_path_rules, path) - path));
}

static const char *or_here(const char *directory)
{
    return *directory ? directory : ".";
}

/* ---- Bounds ---- */

/* Returns a path as an absolute and normalised one. */
static const char *make_absolute(struct changes *changes, const char *path)
{
    if (!changes->here)
        changes->here = path_join(changes->arena, file_path_rules, file_directory(changes->arena), "x");
    return path_beside(changes->arena, file_path_rules, changes->here, path);
}

void changes_add_root(struct changes *changes, const char *path)
{
    struct root root = {make_absolute(changes, path), file_real(changes->arena, *path ? path : ".")};
    buffer_add(&changes->roots, &root, sizeof root);
}

/* Returns the real path of a file. The real path of its directory is cached, because few files are links. */
static const char *find_real(struct changes *changes, const char *path)
{
    const char *directory = directory_of(changes, path), *real = map_get(changes->reals, directory);
    if (file_is_link(path))
        return file_real(changes->arena, path);
    if (!real && (real = file_real(changes->arena, or_here(directory))) != NULL)
        map_set(changes->reals, directory, (void *)real);
    return real ? path_join(changes->arena, file_path_rules, real, path_name(file_path_rules, path)) : NULL;
}

/* Returns the innermost root that an absolute path lies below; NULL if there is none. */
static const struct root *find_root(const struct changes *changes, const char *path)
{
    const struct root *roots = (const void *)changes->roots.data, *inner = NULL;
    for (size_t i = 0; i < changes->roots.size / sizeof *roots; i++)
        if (path_is_within(roots[i].path, path) && (!inner || path_is_within(inner->path, roots[i].path)))
            inner = &roots[i];
    return inner;
}

/* True if a path is one of those that the user named. */
static bool is_named(struct changes *changes, const char *path)
{
    path = make_absolute(changes, path);
    const struct root *root = find_root(changes, path);
    return !changes->roots.size || (root && !strcmp(root->path, path));
}

/* True if a file may be changed: links do not lead out of the innermost root that it lies below. The steps of changing
 * a file ask one after the other, so the last answer is kept. */
static bool is_within(struct changes *changes, const char *path, const char **error)
{
    const char *absolute = make_absolute(changes, path);
    const struct root *inner = find_root(changes, absolute);
    if (!changes->roots.size || (inner && !strcmp(inner->path, absolute)) ||
        (changes->within && !strcmp(changes->within, path)))
        return true;
    const char *real = find_real(changes, path);
    if (real && inner && inner->real && path_is_within(inner->real, real)) {
        changes->within = path;
        return true;
    }
    *error = real ? arena_format(changes->arena, "a link leads out of the directory, to '%s'",
                                 file_path_here(changes->arena, real))
                  : "its links cannot be followed";
    return false;
}

bool changes_lock(struct changes *changes, const char *directory, struct changes_failure *failure)
{
    enum { ATTEMPTS_MOST = 100 };
    failure->path = directory;
    for (unsigned i = 0; i < ATTEMPTS_MOST; i++) {
        if (!changes_make_directories(changes, path_join(changes->arena, file_path_rules, directory, ""), failure) ||
            !file_lock(changes->arena, directory, &changes->lock, &failure->error))
            return false;
        if (file_kind(directory) == FILE_DIRECTORY)
            return true; /* otherwise a run that failed has removed the directory again */
        file_unlock(changes->lock);
        changes->lock = FILE_NO_LOCK;
        changes->existing = map_new(changes->arena);
    }
    failure->error = "another run removes it";
    return false;
}

/* ---- Temporaries ---- */

static const char *name_temporary(const struct changes *changes, const char *directory, unsigned long number)
{
    return arena_format(changes->arena, "%sstrata-%08lx-%lu-%lu.tmp", directory, (unsigned long)changes->host,
                        file_process(), number);
}

/* Reads a decimal number and moves `*text` past it. */
static bool take_number(const char **text, unsigned long *number)
{
    const char *begin = *text;
    for (*number = 0; ascii_is_digit(**text) && *text - begin < 10; ++*text)
        *number = *number * 10 + (unsigned long)(**text - '0');
    return *text > begin && (*begin != '0' || *text == begin + 1);
}

/* True if a name is that of a temporary whose process has ended. An earlier process may have had the number of this
 * one. */
static bool is_stale(const struct changes *changes, const char *name)
{
    const char *begin = arena_format(changes->arena, "strata-%08lx-", (unsigned long)changes->host);
    unsigned long process, number;
    size_t size = strlen(begin);
    if (strncmp(name, begin, size) != 0)
        return false;
    name += size;
    if (!take_number(&name, &process) || *name++ != '-' || !take_number(&name, &number) || strcmp(name, ".tmp") != 0)
        return false;
    return process == file_process() ? !cleanup_has_used(number) : !file_is_running(process);
}

static void sweep_directory(struct changes *changes, const char *directory)
{
    struct buffer found = {0};
    const char *ignored;
    if (map_get(changes->swept, directory))
        return;
    map_set(changes->swept, directory, changes);
    bool done = file_list(changes->arena, or_here(directory), &found, &ignored);
    const struct file_entry *entries = (const void *)found.data;
    for (size_t i = 0; done && i < found.size / sizeof *entries; i++)
        if (!strncmp(entries[i].name, "strata-", 7) && is_stale(changes, entries[i].name))
            file_remove(arena_format(changes->arena, "%s%s", directory, entries[i].name));
    buffer_free(&found);
}

void changes_sweep(struct changes *changes, const char *path)
{
    const char *ignored;
    if (is_within(changes, path, &ignored))
        sweep_directory(changes, directory_of(changes, path));
}

void changes_keep_journal(struct changes *changes, const char *path, const char *tree)
{
    changes->journal = path;
    sweep_directory(changes, directory_of(changes, path));
    journal_begin(&changes->journal_text, tree);
}

bool changes_make_directories(struct changes *changes, const char *path, struct changes_failure *failure)
{
    size_t size = strlen(path);
    failure->path = path;
    if (!is_within(changes, path, &failure->error))
        return false;
    const char *parent = directory_of(changes, path);
    if (map_get(changes->existing, parent))
        return true;
    for (size_t i = path_root_length(file_path_rules, path) + 1; i < size; i++) {
        if (!path_ends_part(file_path_rules, path, i + 1))
            continue;
        const char *directory = arena_copy(changes->arena, path, i);
        if (file_kind(directory) == FILE_DIRECTORY)
            continue;
        cleanup_add_directory(directory);
        if (!file_make_directory(changes->arena, directory, &failure->error)) {
            if (file_kind(directory) == FILE_DIRECTORY)
                continue; /* another process made it meanwhile */
            failure->path = directory;
            return false;
        }
        buffer_add(&changes->directories, &directory, sizeof directory);
    }
    map_set(changes->existing, parent, changes);
    return true;
}

bool changes_add(struct changes *changes, const char *path, const void *bytes, size_t size, const char **error)
{
    enum { ATTEMPTS_MOST = 100 };
    struct pending pending = {.path = path, .target = file_follow(changes->arena, path)};
    const char *directory = directory_of(changes, pending.target);
    if (!is_within(changes, path, error) || !file_may_replace(changes->arena, pending.target, error))
        return false;
    sweep_directory(changes, directory);
    bool done = false;
    *error = file_exists;
    for (unsigned i = 0; !done && *error == file_exists && i < ATTEMPTS_MOST; i++) {
        pending.temporary = name_temporary(changes, directory, cleanup_take_number());
        cleanup_add_file(pending.temporary);
        done = file_write_new(changes->arena, pending.temporary, pending.target, bytes, size, error);
    }
    if (!done)
        return false;
    buffer_add(&changes->pending, &pending, sizeof pending);
    if (changes->journal)
        journal_add(changes->arena, &changes->journal_text, pending.target, bytes, size);
    return true;
}

bool changes_add_output(struct changes *changes, const char *path, const void *bytes, size_t size, const char **error)
{
    if (changes->journal || !is_named(changes, path) || file_kind(path) != FILE_STREAM)
        return changes_add(changes, path, bytes, size, error);
    struct stream stream = {path, arena_copy(changes->arena, bytes, size), size};
    buffer_add(&changes->streams, &stream, sizeof stream);
    return true;
}

static bool write_streams(struct changes *changes, struct changes_failure *failure)
{
    const struct stream *streams = (const void *)changes->streams.data;
    for (size_t i = 0; i < changes->streams.size / sizeof *streams; i++) {
        failure->path = streams[i].path;
        if (!file_write_stream(changes->arena, streams[i].path, streams[i].bytes, streams[i].size, &failure->error))
            return false;
    }
    return true;
}

/* Empties the list of pending changes. The caller must hold signals back. */
static void forget_pending(struct changes *changes)
{
    cleanup_forget();
    file_unlock(changes->lock);
    changes->lock = FILE_NO_LOCK;
    buffer_free(&changes->roots);
    buffer_free(&changes->streams);
    buffer_free(&changes->pending);
    buffer_free(&changes->directories);
    buffer_free(&changes->journal_text);
}

void changes_abandon(struct changes *changes)
{
    size_t count;
    const struct pending *pending = pending_of(changes, &count);
    const char *const *directories = (const void *)changes->directories.data;
    for (size_t i = 0; i < count; i++)
        file_remove(pending[i].temporary);
    for (size_t i = changes->directories.size / sizeof *directories; i-- > 0;)
        file_remove_directory(directories[i]);
    file_hold_signals(true);
    forget_pending(changes);
    file_hold_signals(false);
}

/* ---- Putting it in place ---- */

/* Plans the renames: new files first, then replaced ones in the order of adding. Makes all names now, so that the
 * commit needs no memory once it has renamed a file. */
static struct step *plan_steps(struct changes *changes)
{
    size_t count, planned = 0;
    const struct pending *pending = pending_of(changes, &count);
    struct step *steps = ARENA_ARRAY(changes->arena, struct step, count);
    bool *is_new = ARENA_ARRAY(changes->arena, bool, count);
    for (size_t i = 0; i < count; i++) {
        is_new[i] = file_kind(pending[i].target) == FILE_ABSENT;
        if (is_new[i])
            steps[planned++].pending = &pending[i];
    }
    for (size_t i = 0; i < count; i++) {
        if (is_new[i])
            continue;
        steps[planned].pending = &pending[i];
        steps[planned].backup =
            name_temporary(changes, directory_of(changes, pending[i].target), cleanup_take_number());
        cleanup_add_file(steps[planned++].backup);
    }
    return steps;
}

/* Lists the directories whose entries change: those of the files, and the parents of new directories. */
static const char *const *list_directories(struct changes *changes, size_t *count)
{
    size_t pending_count;
    struct buffer found = {0};
    struct map *known = map_new(changes->arena);
    const struct pending *pending = pending_of(changes, &pending_count);
    const char *const *made = (const void *)changes->directories.data;
    size_t made_count = changes->directories.size / sizeof *made;
    for (size_t i = 0; i < pending_count + made_count; i++) {
        const char *path = i < pending_count ? pending[i].target : made[i - pending_count];
        const char *directory = directory_of(changes, path);
        if (map_get(known, directory))
            continue;
        map_set(known, directory, changes);
        directory = or_here(directory);
        buffer_add(&found, &directory, sizeof directory);
    }
    *count = found.size / sizeof(char *);
    const char *const *directories = arena_copy_array(changes->arena, found.data, *count, sizeof *directories);
    buffer_free(&found);
    return directories;
}

static bool sync_temporaries(struct changes *changes, struct changes_failure *failure)
{
    size_t count, at = 0;
    const struct pending *pending = pending_of(changes, &count);
    const char **paths = ARENA_ARRAY(changes->arena, const char *, count), *path;
    for (size_t i = 0; i < count; i++)
        paths[i] = pending[i].temporary;
    if (file_sync(changes->arena, paths, count, &path, &failure->error))
        return true;
    while (pending[at].temporary != path)
        at++;
    failure->path = pending[at].path;
    return false;
}

/* Writes the journal to a temporary and stores its path in `*temporary`, or NULL if the commit needs no journal. A
 * single file needs none. */
static bool write_journal(struct changes *changes, const char **temporary, struct changes_failure *failure)
{
    size_t count;
    const struct pending *pending = pending_of(changes, &count);
    bool is_wanted = changes->journal && count > 1;
    for (size_t i = 0; i < count; i++)
        is_wanted = is_wanted && journal_takes(changes->arena, file_real(changes->arena, pending[i].target));
    *temporary = NULL;
    if (!is_wanted)
        return true;
    journal_end(&changes->journal_text);
    failure->path = changes->journal;
    *temporary = name_temporary(changes, directory_of(changes, changes->journal), cleanup_take_number());
    cleanup_add_file(*temporary);
    return file_write_new(changes->arena, *temporary, *temporary, changes->journal_text.data,
                          changes->journal_text.size, &failure->error) &&
           file_sync(changes->arena, temporary, 1, &failure->path, &failure->error);
}

/* Renames all files. Returns 0, or the error number of the rename that failed, with its path in `*path`. */
static int take_steps(struct step *steps, size_t count, const char **path)
{
    int number = 0;
    for (size_t i = 0; i < count && !number; i++) {
        struct step *step = &steps[i];
        step->is_backed_up = step->backup && !file_link(step->pending->target, step->backup);
        number = file_rename(step->pending->temporary, step->pending->target);
        step->is_done = !number;
        *path = step->pending->path;
    }
    return number;
}

/* Restores the old files. Returns the number of files that could not be restored. */
static size_t undo_steps(const struct step *steps, size_t count)
{
    size_t lost = 0;
    for (size_t i = count; i-- > 0;) {
        const struct step *step = &steps[i];
        if (!step->is_done)
            continue;
        if (!step->backup)
            file_remove(step->pending->target);
        else
            lost += !step->is_backed_up || file_rename(step->backup, step->pending->target);
    }
    return lost;
}

static int sync_directories(const char *const *directories, size_t count, const char **path)
{
    for (size_t i = 0; i < count; i++) {
        int number = file_sync_directory(directories[i]);
        *path = directories[i];
        if (number)
            return number;
    }
    return 0;
}

/* Renames the files while signals are held back. The journal is on disk before the first rename, and removed after the
 * last. */
static bool replace_files(struct changes *changes, const char *journal_temporary, struct changes_failure *failure)
{
    size_t count = changes->pending.size / sizeof(struct pending), directory_count;
    struct step *steps = plan_steps(changes);
    const char *const *directories = list_directories(changes, &directory_count);
    const char *journal_directory = changes->journal ? or_here(directory_of(changes, changes->journal)) : NULL;
    bool has_journal = false;
    int number = 0;
    file_hold_signals(true);
    if (journal_temporary) {
        failure->path = changes->journal;
        number = file_rename(journal_temporary, changes->journal);
        has_journal = !number;
        number = number ? number : file_sync_directory(journal_directory);
    }
    number = number ? number : take_steps(steps, count, &failure->path);
    number = number ? number : sync_directories(directories, directory_count, &failure->path);
    failure->left = number ? undo_steps(steps, count) : 0;
    for (size_t i = 0; i < count; i++)
        if (steps[i].is_backed_up)
            file_remove(steps[i].backup);
    /* if files could not be restored, the next run completes the changes from the journal */
    if (has_journal && !failure->left)
        file_remove(changes->journal);
    if (number)
        failure->error = file_explain(changes->arena, number);
    else
        forget_pending(changes);
    file_hold_signals(false);
    return !number;
}

bool changes_commit(struct changes *changes, struct changes_failure *failure)
{
    const char *journal_temporary = NULL;
    *failure = (struct changes_failure){0};
    bool done = write_streams(changes, failure);
    buffer_free(&changes->streams);
    if (done && !changes->pending.size) {
        changes_abandon(changes);
        return true;
    }
    if (done && sync_temporaries(changes, failure) && write_journal(changes, &journal_temporary, failure) &&
        replace_files(changes, journal_temporary, failure))
        return true;
    if (journal_temporary)
        file_remove(journal_temporary);
    changes_abandon(changes);
    return false;
}
