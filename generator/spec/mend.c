#include "spec/mend.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/lookup.h"
#include "base/output.h"
#include "front/load.h"
#include "spec/format.h"
#include "spec/patch.h"

/* The edits that are taken so far, in ascending order and without overlaps. Positions count over all sources. */
struct taking {
    const struct program *program;
    struct buffer edits; /* of struct diag_edit */
    size_t fixed, left;
};

static struct diag_edit *edits_of(const struct taking *taking, size_t *count)
{
    *count = taking->edits.size / sizeof(struct diag_edit);
    return (void *)taking->edits.data;
}

/* Returns the index of the first edit that begins at a position or later. */
static size_t find_edit(const struct taking *taking, uint32_t position)
{
    size_t low, count;
    const struct diag_edit *edits = edits_of(taking, &count);
    SEARCH_FIRST(low, count, i, edits[i].span.begin < position);
    return low;
}

static bool same_edit(const struct diag_edit *a, const struct diag_edit *b)
{
    return a->span.begin == b->span.begin && a->span.end == b->span.end && !strcmp(a->replacement, b->replacement);
}

/* True if two edits share a byte, or begin at the same position, so that their order is undefined. */
static bool edits_meet(const struct diag_edit *a, const struct diag_edit *b)
{
    return a->span.begin == b->span.begin || (a->span.begin < b->span.end && b->span.begin < a->span.end);
}

/* True if an edit is within one source and conflicts with no edit that is already taken. An equal edit is no
 * conflict. */
static bool can_take(const struct taking *taking, const struct diag_edit *edit)
{
    size_t count, at = find_edit(taking, edit->span.begin);
    const struct diag_edit *edits = edits_of(taking, &count);
    const struct source *source = source_find(taking->program->sources, edit->span.begin);
    if (!source || edit->span.end < edit->span.begin || edit->span.end - source->base > source->size)
        return false;
    if (at < count && same_edit(&edits[at], edit))
        return true;
    return !(at > 0 && edits_meet(&edits[at - 1], edit)) && !(at < count && edits_meet(&edits[at], edit));
}

static void take_fix(void *user, const struct diag_edit *fix)
{
    struct taking *taking = user;
    for (const struct diag_edit *edit = fix; edit; edit = edit->next) {
        bool possible = can_take(taking, edit);
        for (const struct diag_edit *other = fix; other != edit; other = other->next)
            possible = possible && !edits_meet(other, edit);
        if (!possible) {
            taking->left++;
            return;
        }
    }
    for (const struct diag_edit *edit = fix; edit; edit = edit->next) {
        size_t count, at = find_edit(taking, edit->span.begin);
        struct diag_edit *edits = edits_of(taking, &count);
        if (at < count && same_edit(&edits[at], edit))
            continue;
        buffer_add(&taking->edits, edit, sizeof *edit);
        edits = edits_of(taking, &count);
        memmove(edits + at + 1, edits + at, (count - 1 - at) * sizeof *edits);
        edits[at] = *edit;
    }
    taking->fixed++;
}

/* Applies the taken edits of a source. Returns false if its text does not change. */
static bool mend_source(struct arena *arena, const struct taking *taking, const struct source *source,
                        struct mended_file *file)
{
    size_t count, first = find_edit(taking, source->base), last = first;
    const struct diag_edit *edits = edits_of(taking, &count);
    struct buffer text = {0};
    while (last < count && edits[last].span.begin - source->base <= source->size)
        last++;
    if (first == last)
        return false;
    patch_apply(&text, source, edits + first, last - first);
    *file = (struct mended_file){.path = source->path, .before = source->text, .before_size = source->size};
    /* Format the new text of a file if the old text was in canonical form. */
    struct buffer canonical = {0};
    if (format_spec(arena, file->before, file->before_size, &canonical) && canonical.size == file->before_size &&
        !memcmp(canonical.data, file->before, canonical.size)) {
        buffer_clear(&canonical);
        if (format_spec(arena, buffer_text(&text), text.size, &canonical)) {
            buffer_clear(&text);
            buffer_add(&text, canonical.data, canonical.size);
        }
    }
    buffer_free(&canonical);
    file->after = arena_copy(arena, text.data, text.size);
    file->after_size = text.size;
    file->edits = last - first;
    buffer_free(&text);
    return file->after_size != file->before_size || memcmp(file->after, file->before, file->after_size) != 0;
}

struct mending mend(struct arena *arena, struct program *program)
{
    struct taking taking = {.program = program};
    struct mending mending = {0};
    struct mended_file *files = ARENA_ARRAY(arena, struct mended_file, program->file_count);
    diags_each_fix(program->diags, take_fix, &taking);
    for (size_t i = 0; i < program->file_count; i++)
        if (mend_source(arena, &taking, program->files[i].ast->source, &files[mending.file_count]))
            mending.file_count++;
    mending.files = files;
    mending.fixed = taking.fixed;
    mending.left = taking.left;
    buffer_free(&taking.edits);
    return mending;
}

void mend_write_patch(struct arena *arena, const struct mending *mending, struct buffer *out)
{
    for (size_t i = 0; i < mending->file_count; i++) {
        const struct mended_file *file = &mending->files[i];
        const char *path = file_path_here(arena, file->path);
        patch_write(arena, out, path, file->before, file->before_size, file->after, file->after_size);
    }
}

bool mend_write_files(struct arena *arena, struct program *program, const struct mending *mending, const char *spec,
                      struct buffer *out)
{
    struct output *output = output_new(arena, program->diags, "", OUTPUT_WRITE);
    struct output_counts counts;
    /* Allow the output to change specs in all directories that the run may read. */
    for (const struct program_root *root = program->roots; root; root = root->next)
        output_add_root(output, root->path);
    if (program->roots && program->shipped)
        output_add_root(output, program->shipped);
    if (mending->file_count > 1) {
        /* Keep a journal in the directory tree of a spec. If that fails, say so in `out`. */
        const char *tree = journal_tree(arena, spec), *path = journal_path(arena, tree), *error;
        if (journal_make_directory(arena, path, &error))
            output_keep_journal(output, path, tree);
        else
            buffer_format(
                out, "no journal is kept, since %s; a run that is killed leaves some files new and some old\n", error);
    }
    for (size_t i = 0; i < mending->file_count; i++) {
        const struct mended_file *file = &mending->files[i];
        if (file->before ? !file_equals(arena, file->path, file->before, file->before_size)
                         : file_kind(file->path) != FILE_ABSENT) {
            diag_report(program->diags, DIAG_WRITE, (struct span){0, 0},
                        "%s: another program changed it during this run", file->path);
            output_abandon(output);
            return false;
        }
        output_file(output, file->path, file->after, file->after_size);
    }
    if (!output_commit(output, &counts))
        return false;
    for (size_t i = 0; i < mending->file_count; i++) {
        const struct mended_file *file = &mending->files[i];
        if (file->before)
            buffer_format(out, "%s: written, with %zu edit%s\n", file->path, file->edits, file->edits == 1 ? "" : "s");
        else
            buffer_format(out, "%s: written, a new file\n", file->path);
    }
    return true;
}

bool mend_write_texts(struct program *program, const struct program_text *texts, size_t count, const char *spec,
                      struct buffer *out)
{
    struct mended_file *files = ARENA_ARRAY(program->arena, struct mended_file, count);
    struct mending mending = {.files = files};
    for (size_t i = 0; i < count; i++) {
        struct mended_file *file = &files[mending.file_count];
        *file = (struct mended_file){.path = texts[i].path, .after = texts[i].text, .after_size = texts[i].size};
        file->edits = texts[i].edits;
        for (size_t k = 0; k < program->file_count; k++) {
            if (strcmp(program->files[k].path, file->path))
                continue;
            file->before = program->files[k].ast->source->text;
            file->before_size = program->files[k].ast->source->size;
        }
        bool is_same = file->before && file->before_size == file->after_size &&
                       !memcmp(file->before, file->after, file->after_size);
        mending.file_count += !is_same;
    }
    return mend_write_files(program->arena, program, &mending, spec, out);
}
