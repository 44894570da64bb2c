#include "base/output.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"

struct output {
    struct arena *arena;
    struct diags *diags;
    const char *directory;
    enum output_mode mode;
    struct changes *changes;
    struct output_counts counts;
    bool failed;
};

static bool report_output(struct output *output, const char *path, const char *error)
{
    if (!output->failed)
        diag_report(output->diags, DIAG_WRITE, (struct span){0, 0}, "%s: cannot be written: %s", path, error);
    output->failed = true;
    return false;
}

struct output *output_new(struct arena *arena, struct diags *diags, const char *directory, enum output_mode mode)
{
    struct output *output = ARENA_NEW(arena, struct output);
    output->arena = arena;
    output->diags = diags;
    output->directory = directory;
    output->mode = mode;
    output->changes = changes_new(arena);
    if (*directory)
        changes_add_root(output->changes, directory);
    struct changes_failure failure;
    if (*directory && mode == OUTPUT_WRITE && !changes_lock(output->changes, directory, &failure))
        report_output(output, failure.path, failure.error);
    return output;
}

void output_keep_journal(struct output *output, const char *path, const char *tree)
{
    changes_keep_journal(output->changes, path, tree);
}

void output_add_root(struct output *output, const char *path)
{
    changes_add_root(output->changes, path);
}

static bool make_directories(struct output *output, const char *path)
{
    struct changes_failure failure;
    changes_sweep(output->changes, path);
    return changes_make_directories(output->changes, path, &failure) ||
           report_output(output, failure.path, failure.error);
}

/* Takes a file whose path is relative to the current directory. */
static bool take_file(struct output *output, const char *full, const void *bytes, size_t size,
                      struct output_counts *counts)
{
    counts->files++;
    if (output->mode == OUTPUT_WRITE)
        changes_sweep(output->changes, full);
    enum file_kind kind = file_kind(full);
    if (kind == FILE_REGULAR && file_equals(output->arena, full, bytes, size))
        return true;
    counts->changed++;
    if (output->mode == OUTPUT_WRITE) {
        const char *error;
        if (kind == FILE_ABSENT && !make_directories(output, full))
            return false;
        return changes_add_output(output->changes, full, bytes, size, &error) || report_output(output, full, error);
    }
    diag_report(output->diags, DIAG_STALE, (struct span){0, 0}, "%s: %s", full,
                kind == FILE_ABSENT ? "does not exist" : "is not up to date");
    return true;
}

bool output_file(struct output *output, const char *path, const void *bytes, size_t size)
{
    const char *full = path_join(output->arena, file_path_rules, output->directory, path);
    return !output->failed && take_file(output, full, bytes, size, &output->counts);
}

void output_abandon(struct output *output)
{
    changes_abandon(output->changes);
}

bool output_commit(struct output *output, struct output_counts *counts)
{
    struct changes_failure failure;
    *counts = output->counts;
    if (output->failed) {
        output_abandon(output);
        return false;
    }
    if (!changes_commit(output->changes, &failure)) {
        const char *left = "";
        if (failure.left)
            left = arena_format(output->arena, "; %zu files are new and could not be restored", failure.left);
        return report_output(output, failure.path, arena_format(output->arena, "%s%s", failure.error, left));
    }
    return output->mode == OUTPUT_WRITE || !output->counts.changed;
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

void output_add_rule(struct arena *arena, struct buffer *out, const char *const *targets, size_t target_count,
                     const char *const *sources, size_t source_count)
{
    add_make_names(arena, out, targets, target_count, true);
    buffer_add_text(out, source_count ? ": \\\n  " : ":");
    add_make_names(arena, out, sources, source_count, false);
    buffer_add_char(out, '\n');
    for (size_t i = 0; i < source_count; i++) {
        buffer_add_char(out, '\n');
        add_make_name(arena, out, sources[i], true);
        buffer_add_text(out, ":\n");
    }
}

bool output_depfile(struct output *output, const char *path, const struct buffer *rule)
{
    struct output_counts not_counted = {0};
    if (*output->directory)
        changes_add_root(output->changes, path);
    return !output->failed && take_file(output, path, rule->data, rule->size, &not_counted);
}
