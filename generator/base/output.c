#include "base/output.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"

struct emit {
    struct arena *arena;
    struct diags *diags;
    const char *directory;
    enum emit_mode mode;
    struct changes *changes;
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
    emit->changes = changes_new(arena);
    return emit;
}

void emit_keep_journal(struct emit *emit, const char *path)
{
    changes_keep_journal(emit->changes, path);
}

static bool make_directories(struct emit *emit, const char *path)
{
    struct changes_failure failure;
    changes_sweep(emit->changes, path);
    return changes_make_directories(emit->changes, path, &failure) || fail(emit, failure.path, failure.error);
}

static bool write_changed(struct emit *emit, const char *path, const void *bytes, size_t size)
{
    const char *error;
    if (file_kind(path) == FILE_ABSENT && !make_directories(emit, path))
        return false;
    return changes_add_output(emit->changes, path, bytes, size, &error) || fail(emit, path, error);
}

/* Takes a file whose path is relative to the current directory. */
static bool emit_full(struct emit *emit, const char *full, const void *bytes, size_t size, struct emit_counts *counts)
{
    counts->files++;
    if (emit->mode == EMIT_WRITE)
        changes_sweep(emit->changes, full);
    if (file_equals(emit->arena, full, bytes, size))
        return true;
    counts->changed++;
    if (emit->mode == EMIT_WRITE)
        return write_changed(emit, full, bytes, size);
    diag_report(emit->diags, DIAG_STALE, (struct span){0, 0}, "%s: %s", full,
                file_kind(full) == FILE_ABSENT ? "does not exist" : "is not up to date");
    return true;
}

bool emit_file(struct emit *emit, const char *path, const void *bytes, size_t size)
{
    const char *full = path_join(emit->arena, file_path_rules, emit->directory, path);
    return !emit->failed && emit_full(emit, full, bytes, size, &emit->counts);
}

void emit_abandon(struct emit *emit)
{
    changes_abandon(emit->changes);
}

bool emit_commit(struct emit *emit, struct emit_counts *counts)
{
    struct changes_failure failure;
    *counts = emit->counts;
    if (emit->failed) {
        emit_abandon(emit);
        return false;
    }
    if (!changes_commit(emit->changes, &failure)) {
        const char *left = "";
        if (failure.left)
            left = arena_format(emit->arena, "; %zu files are new and could not be restored", failure.left);
        return fail(emit, failure.path, arena_format(emit->arena, "%s%s", failure.error, left));
    }
    return emit->mode == EMIT_WRITE || !emit->counts.changed;
}

/* Writes a file name for make, with forward slashes also on Windows. A drive's colon is not escaped there. In a target,
 * % is escaped, because it would make the rule a pattern. */
static void add_make_name(struct arena *arena, struct buffer *out, const char *path, bool is_target)
{
    const char *specials = is_target ? " \t#:%" : " \t#:";
    const char *name = path_with_slashes(arena, file_path_rules, path);
    size_t drive = path_root_length(file_path_rules, name) > 1 && name[1] == ':' ? 2 : 0;
    buffer_add(out, name, drive);
    name += drive;
    for (; *name; name++) {
        size_t backslashes = strspn(name, "\\");
        bool special = name[backslashes] && strchr(specials, name[backslashes]);
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
                           bool are_targets)
{
    for (size_t i = 0; i < count; i++) {
        if (i)
            buffer_add_text(out, " \\\n  ");
        add_make_name(arena, out, names[i], are_targets);
    }
}

bool emit_depfile(struct emit *emit, const char *path, const char *const *targets, size_t target_count,
                  const char *const *sources, size_t source_count)
{
    struct arena *arena = emit->arena;
    struct buffer text = {0};
    struct emit_counts not_counted = {0};
    if (emit->failed)
        return false;
    add_make_names(arena, &text, targets, target_count, true);
    buffer_add_text(&text, source_count ? ": \\\n  " : ":");
    add_make_names(arena, &text, sources, source_count, false);
    buffer_add_char(&text, '\n');
    for (size_t i = 0; i < source_count; i++) {
        buffer_add_char(&text, '\n');
        add_make_name(arena, &text, sources[i], true);
        buffer_add_text(&text, ":\n");
    }
    bool done = emit_full(emit, path, text.data, text.size, &not_counted);
    buffer_free(&text);
    return done;
}
