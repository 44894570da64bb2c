#include "render/emit.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"

/* A temporary file and where it goes. */
struct pending {
    const char *temporary;
    const char *path;
};

struct emit {
    struct arena *arena;
    struct diags *diags;
    const char *directory;
    enum emit_mode mode;
    struct buffer pending;     /* of struct pending */
    struct buffer directories; /* paths of those made, outer before inner */
    struct emit_counts counts;
    bool failed;
};

static bool fail(struct emit *emit, const char *path, const char *error)
{
    if (!emit->failed)
        diag_report(emit->diags, DIAG_WRITE, (struct span){0, 0}, "%s: cannot be written: %s", path, error);
    emit->failed = true;
    return false;
}

struct emit *emit_new(struct arena *arena, struct diags *diags, const char *directory, enum emit_mode mode)
{
    struct emit *emit = ARENA_NEW(arena, struct emit);
    emit->arena = arena;
    emit->diags = diags;
    emit->directory = directory;
    emit->mode = mode;
    return emit;
}

/* Makes the directories that a file needs and that are not there. */
static bool make_directories(struct emit *emit, const char *path)
{
    const char *error;
    size_t size = strlen(path);
    for (size_t i = path_root_length(file_path_rules, path) + 1; i < size; i++) {
        if (!path_ends_part(file_path_rules, path, i + 1))
            continue;
        const char *directory = arena_copy(emit->arena, path, i);
        if (file_kind(directory) == FILE_DIRECTORY)
            continue;
        if (!file_make_directory(emit->arena, directory, &error)) {
            if (file_kind(directory) == FILE_DIRECTORY)
                continue; /* somebody else was quicker */
            return fail(emit, directory, error);
        }
        buffer_add(&emit->directories, &directory, sizeof directory);
    }
    return true;
}

static bool write_changed(struct emit *emit, const char *path, const void *bytes, size_t size)
{
    const char *error;
    struct pending pending = {NULL, path};
    if (file_kind(path) == FILE_ABSENT && !make_directories(emit, path))
        return false;
    if (!file_write_beside(emit->arena, path, bytes, size, &pending.temporary, &error))
        return fail(emit, path, error);
    buffer_add(&emit->pending, &pending, sizeof pending);
    return true;
}

bool emit_file(struct emit *emit, const char *path, const void *bytes, size_t size)
{
    if (emit->failed)
        return false;
    const char *full = path_join(emit->arena, file_path_rules, emit->directory, path);
    emit->counts.files++;
    if (file_equals(emit->arena, full, bytes, size))
        return true;
    emit->counts.changed++;
    if (emit->mode == EMIT_WRITE)
        return write_changed(emit, full, bytes, size);
    diag_report(emit->diags, DIAG_STALE, (struct span){0, 0}, "%s: %s", full,
                file_kind(full) == FILE_ABSENT ? "is not there" : "is not up to date");
    return true;
}

bool emit_prepare(struct emit *emit, const char *path)
{
    if (emit->failed || emit->mode != EMIT_WRITE)
        return !emit->failed;
    return make_directories(emit, path_join(emit->arena, file_path_rules, emit->directory, path));
}

/* A report is the counts, and texts with a NUL behind each: a temporary file and its path; empty ones end it. */
void emit_report(const struct emit *emit, struct buffer *report)
{
    const struct pending *pending = (const void *)emit->pending.data;
    buffer_add(report, &emit->counts, sizeof emit->counts);
    for (size_t i = 0; i < emit->pending.size / sizeof *pending; i++) {
        buffer_add(report, pending[i].temporary, strlen(pending[i].temporary) + 1);
        buffer_add(report, pending[i].path, strlen(pending[i].path) + 1);
    }
    buffer_add(report, "\0", 2);
}

static const char *next_text(struct arena *arena, const char **report)
{
    size_t size = strlen(*report);
    const char *text = arena_copy(arena, *report, size);
    *report += size + 1;
    return text;
}

void emit_adopt(struct emit *emit, const struct buffer *reports)
{
    if (!reports->size)
        return; /* nothing was reported, and there may be no text to point into */
    for (const char *report = reports->data, *end = report + reports->size; report < end;) {
        struct emit_counts counts;
        memcpy(&counts, report, sizeof counts);
        report += sizeof counts;
        emit->counts.files += counts.files;
        emit->counts.changed += counts.changed;
        for (;;) {
            struct pending pending = {.temporary = next_text(emit->arena, &report)};
            pending.path = next_text(emit->arena, &report);
            if (!*pending.path)
                break;
            buffer_add(&emit->pending, &pending, sizeof pending);
        }
    }
}

static void free_lists(struct emit *emit)
{
    buffer_free(&emit->pending);
    buffer_free(&emit->directories);
}

/* Removes the temporary files from the `first` on, then the directories that were made, as far as they are empty. */
static void remove_pending(struct emit *emit, size_t first)
{
    const struct pending *pending = (const void *)emit->pending.data;
    const char *const *directories = (const void *)emit->directories.data;
    for (size_t i = first; i < emit->pending.size / sizeof *pending; i++)
        file_remove(pending[i].temporary);
    for (size_t i = emit->directories.size / sizeof *directories; i-- > 0;)
        file_remove_directory(directories[i]);
    free_lists(emit);
}

void emit_abandon(struct emit *emit)
{
    remove_pending(emit, 0);
}

bool emit_commit(struct emit *emit, struct emit_counts *counts)
{
    const struct pending *pending = (const void *)emit->pending.data;
    const char *error;
    *counts = emit->counts;
    if (emit->failed) {
        emit_abandon(emit);
        return false;
    }
    for (size_t i = 0; i < emit->pending.size / sizeof *pending; i++) {
        if (file_replace(emit->arena, pending[i].temporary, pending[i].path, &error))
            continue;
        diag_report(emit->diags, DIAG_WRITE, (struct span){0, 0}, "%s: cannot be replaced: %s; %zu other files were",
                    pending[i].path, error, i);
        remove_pending(emit, i);
        return false;
    }
    free_lists(emit);
    return emit->mode == EMIT_WRITE || !emit->counts.changed;
}

/* make takes forward slashes on Windows too, and there a drive's colon as it is. */
static void add_make_name(struct arena *arena, struct buffer *out, const char *path)
{
    const char *name = path_with_slashes(arena, file_path_rules, path);
    size_t drive = path_root_length(file_path_rules, name) > 1 && name[1] == ':' ? 2 : 0;
    buffer_add(out, name, drive);
    name += drive;
    for (; *name; name++) {
        size_t backslashes = strspn(name, "\\");
        bool special = name[backslashes] && strchr(" \t#:", name[backslashes]);
        for (size_t i = 0; i < (special ? 2 * backslashes : backslashes); i++)
            buffer_add_char(out, '\\');
        name += backslashes;
        if (!*name)
            break;
        if (special)
            buffer_add_char(out, '\\');
        if (*name == '$')
            buffer_add_char(out, '$');
        buffer_add_char(out, *name);
    }
}

static void add_make_names(struct arena *arena, struct buffer *out, const char *const *names, size_t count,
                           const char *before)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add_text(out, before);
        add_make_name(arena, out, names[i]);
    }
}

bool emit_depfile(struct arena *arena, struct diags *diags, const char *path, const char *const *targets,
                  size_t target_count, const char *const *sources, size_t source_count)
{
    struct buffer text = {0};
    struct emit_counts counts;
    add_make_names(arena, &text, targets, target_count, " \\\n  ");
    buffer_add_text(&text, source_count ? ": \\\n  " : ":");
    add_make_names(arena, &text, sources, source_count, " \\\n  ");
    buffer_add_char(&text, '\n');
    for (size_t i = 0; i < source_count; i++) {
        buffer_add_char(&text, '\n');
        add_make_name(arena, &text, sources[i]);
        buffer_add_text(&text, ":\n");
    }
    struct emit *emit = emit_new(arena, diags, "", EMIT_WRITE);
    emit_file(emit, path, text.data, text.size);
    buffer_free(&text);
    return emit_commit(emit, &counts);
}
