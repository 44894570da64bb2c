#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/path.h"
#include "spec/format.h"
#include "base/output.h"
#include "base/progress.h"
#include "spec/write.h"


static const char types_name[] = "types", used_name[] = "used", suffix[] = ".strata";

/* ---- Names of files */

/* True for file names with another meaning: types.strata, X_assert.h that gen makes from X, and devices of Windows. */
static bool is_taken_name(const char *lower)
{
    static const char *const names[] = {types_name, used_name, "con", "prn", "aux", "nul", NULL};
    static const char *const endings[] = {"_assert", "_print", "_identity", NULL};
    size_t length = strlen(lower);
    for (const char *const *name = names; *name; name++)
        if (!strcmp(lower, *name))
            return true;
    for (const char *const *ending = endings; *ending; ending++)
        if (length > strlen(*ending) && !strcmp(lower + length - strlen(*ending), *ending))
            return true;
    bool is_port = !strncmp(lower, "com", 3) || !strncmp(lower, "lpt", 3);
    return is_port && length == 4 && ascii_is_digit(lower[3]);
}

static const char *lower_case(struct fold *fold, const char *name)
{
    size_t size = strlen(name);
    char *lower = arena_copy(fold->arena, name, size);
    for (size_t i = 0; i < size; i++)
        lower[i] = ascii_lower(lower[i]);
    return intern_name(fold->intern, lower, size);
}

void fold_take_file(struct fold *fold, struct map *taken, const char *name)
{
    map_set(taken, lower_case(fold, name), (void *)(uintptr_t)1);
}

/* True if a name begins in lower case like a variable, such as "tlgProvider". Kernels have such names beside
 * "TlgProvider". */
static bool is_camel(const char *name)
{
    size_t i = 0;
    while (ascii_is_letter(name[i]) && name[i] == ascii_lower(name[i]))
        i++;
    return i && ascii_is_letter(name[i]);
}

/* Names files after tags without leading underscores, in the order of the tags' names. All names differ even without
 * regard to case. A name gets a number if it is taken, has another meaning, or begins in lower case; in the last two
 * cases always, so that it does not depend on other names. An underscore instead would not do: header names that differ
 * only in final underscores clash. `taken` has the last number that was tried for each name. */
void fold_name_files(struct fold *fold, struct map *taken)
{
    for (size_t i = 0; i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        const char *plain = fold_without_underscores(tag->name);
        if (tag->file)
            continue;
        if (is_taken_name(lower_case(fold, plain)) || is_camel(plain) || !*plain)
            plain = arena_format(fold->arena, "%s_2", plain);
        const char *key = lower_case(fold, plain);
        uintptr_t number = (uintptr_t)map_get(taken, key);
        tag->file = plain;
        while (map_get(taken, lower_case(fold, tag->file)))
            tag->file = arena_format(fold->arena, "%s_%lu", plain, (unsigned long)++number);
        fold_take_file(fold, taken, tag->file);
        map_set(taken, key, (void *)(number ? number : 1));
    }
}


/* ---- One spec */

/* Sizes of texts that are formatted together. A piece is so long that starting on it takes little time. */
enum { PIECE_SIZE = 64 * 1024, PIECES_MOST = 32, BATCH_MOST = 1024 };

/* Formats pieces of declarations, and appends them. */
static void add_pieces(struct buffer *pieces, size_t count, struct buffer *out)
{
    format_spelled_all(pieces, count);
    for (size_t i = 0; i < count; i++) {
        buffer_add_char(out, '\n');
        buffer_add(out, pieces[i].data, pieces[i].size);
        buffer_free(&pieces[i]);
    }
}

/* Writes all declarations. */
static void write_tags(struct fold *fold, struct buffer *out)
{
    struct buffer pieces[PIECES_MOST] = {{0}};
    size_t count = 0;
    for (size_t i = 0; i < fold->all.count; i++) {
        if (!fold_is_declared(fold->all.items[i]))
            continue;
        if (pieces[count].size)
            buffer_add_char(&pieces[count], '\n');
        fold_write_tag(fold, fold->all.items[i], &pieces[count]);
        if (pieces[count].size < PIECE_SIZE || ++count < PIECES_MOST)
            continue;
        add_pieces(pieces, count, out);
        count = 0;
    }
    if (count < PIECES_MOST && pieces[count].size)
        count++;
    add_pieces(pieces, count, out);
}

/* Appends the canonical form of a text, and empties the text. */
static void add_formatted(struct buffer *text, struct buffer *out)
{
    format_spelled(text->data, text->size, out);
    buffer_clear(text);
}

static void write_one(struct fold *fold, struct buffer *out)
{
    struct buffer head = {0};
    fold_make_head(fold, false, &head);
    add_formatted(&head, out);
    buffer_free(&head);
    write_tags(fold, out);
}

/* ---- One spec per declaration */

static const char *types_path(const struct fold *fold)
{
    return path_join(fold->arena, file_path_rules, fold->request->directory, "types.strata");
}

/* Returns the text of the existing types.strata, or NULL. */
static const char *read_types(const struct fold *fold)
{
    const char *text, *error;
    size_t size;
    return file_read(fold->arena, types_path(fold), &text, &size, &error) ? text : NULL;
}

/* True if this run writes the file of the tag that a word of an earlier run names. */
static bool is_replaced(const struct fold *fold, const char *word)
{
    size_t length = strcspn(word, ".");
    for (size_t i = 0; i < fold->all.count; i++) {
        const struct fold_tag *tag = fold->all.items[i];
        if (tag->is_chosen && !strncmp(tag->name, word, length) && !tag->name[length])
            return true;
    }
    return false;
}

/* Adds the words of --struct for which the directory was made before, if it is of the same kernels. Returns false if it
 * was made for all structures. */
static bool choose_former(struct fold *fold, const char *types)
{
    const char *before = read_types(fold);
    size_t count;
    if (!before || strcmp(fold_without_choice(fold, before), types))
        return true;
    const char *const *choice = fold_read_choice(fold, before, &count);
    for (size_t i = 0; i < count; i++)
        if (!is_replaced(fold, choice[i]))
            buffer_add(&fold->words, &choice[i], sizeof choice[i]);
    return count > 0;
}

static void write_types_file(struct fold *fold, struct buffer *out)
{
    struct buffer text = {0};
    fold_make_types(fold, types_path(fold), fold_comment(fold), &text);
    add_formatted(&text, out);
    if (fold->request->selection && choose_former(fold, buffer_text(out))) {
        buffer_clear(out);
        fold_make_types(fold, types_path(fold), fold_comment_choice(fold, fold_comment(fold)), &text);
        add_formatted(&text, out);
    }
    buffer_free(&text);
}

/* Writes the file that uses the specs of --use after the first one. A later import into the directory needs it to find
 * their declarations. */
static void write_used_file(struct fold *fold, struct buffer *out)
{
    struct buffer text = {0};
    fold_make_used(fold, types_path(fold), &text);
    add_formatted(&text, out);
    buffer_free(&text);
}

static bool write_text(struct fold *fold, struct output *output, const char *name, const struct buffer *text)
{
    return output_file(output, arena_format(fold->arena, "%s.strata", name), text->data, text->size);
}

/* Files that are formatted together. */
struct batch {
    struct fold_tag *tags[BATCH_MOST];
    struct buffer texts[BATCH_MOST];
    size_t count;
};

/* Formats and writes the files of a batch, which is empty afterwards. */
static bool write_batch(struct fold *fold, struct output *output, struct batch *batch)
{
    bool is_written = true;
    format_spelled_all(batch->texts, batch->count);
    for (size_t i = 0; i < batch->count; i++) {
        is_written = is_written && write_text(fold, output, batch->tags[i]->file, &batch->texts[i]);
        buffer_free(&batch->texts[i]);
    }
    batch->count = 0;
    return is_written;
}

/* True if an earlier import wrote a file into the directory that this import does not write. */
static bool is_left(struct fold *fold, const struct map *written, const char *path)
{
    const char *name = path_name(file_path_rules, path), *text, *error;
    size_t size;
    return !map_get(written, intern_name(fold->intern, name, strlen(name) - strlen(suffix))) &&
           !strcmp(path, path_join(fold->arena, file_path_rules, fold->request->directory, name)) &&
           file_read(fold->arena, path, &text, &size, &error) && fold_is_made(text);
}

/* True if the directory would keep specs of other kernels, which is reported. The new `attest` lines would hold for
 * these specs, though nobody compared them with these kernels. `types` is the text of types.strata. */
static bool has_others(struct fold *fold, struct buffer *types)
{
    const char *directory = fold->request->directory, *const *paths, *error, *first = NULL, *before = read_types(fold);
    struct map *written = map_new(fold->arena);
    size_t count, left = 0;
    if ((before && !strcmp(fold_without_choice(fold, before), fold_without_choice(fold, buffer_text(types)))) ||
        !file_search(fold->arena, directory, suffix, &paths, &count, &error))
        return false;
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold_is_declared(fold->all.items[i]))
            map_set(written, intern_text(fold->intern, fold->all.items[i]->file), fold);
    map_set(written, intern_text(fold->intern, types_name), fold);
    map_set(written, intern_text(fold->intern, used_name), fold);
    for (size_t i = 0; i < count; i++) {
        if (!is_left(fold, written, paths[i]))
            continue;
        first = first ? first : paths[i];
        left++;
    }
    if (!left)
        return false;
    const char *which = left == 1 ? arena_format(fold->arena, "'%s' is", first)
                                  : arena_format(fold->arena, "'%s' and %zu others are", first, left - 1);
    struct diag *diag = diag_report(fold->program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                                    "%s of other kernels, and would be left beside the new ones", which);
    diag_help(diag, "--into %s merges kernels into the existing specs", directory);
    return true;
}

/* True if the import would replace a used spec, which is reported. The new specs would use themselves. */
static bool replaces_used(struct fold *fold)
{
    const struct program *program = fold->program;
    struct map *written = map_new(fold->arena);
    map_set(written, intern_text(fold->intern, types_name), fold);
    if (fold->request->use_count > 1)
        map_set(written, intern_text(fold->intern, used_name), fold);
    for (size_t i = 0; i < fold->all.count; i++)
        if (fold_is_declared(fold->all.items[i]))
            map_set(written, intern_text(fold->intern, fold->all.items[i]->file), fold);
    for (size_t i = 0; i < program->file_count; i++) {
        const char *path = program->files[i].path, *name = path_name(file_path_rules, path);
        const char *other = path_join(fold->arena, file_path_rules, fold->request->directory, name);
        size_t length = strlen(name), ending = strlen(suffix);
        if (length <= ending || !map_get(written, intern_name(fold->intern, name, length - ending)) ||
            !file_is_same(path, other))
            continue;
        struct diag *diag = diag_report(program->diags, DIAG_USAGE, (struct span){0, 0},
                                        "'%s' is a spec that --use reads, and the import would replace it", path);
        diag_help(diag, "write to another directory, or merge by --into %s", fold->request->directory);
        return true;
    }
    return false;
}

static bool write_specs(struct fold *fold, struct buffer *text, struct buffer *out)
{
    struct output *output = output_new(fold->arena, fold->program->diags, fold->request->directory, OUTPUT_WRITE);
    struct output_counts counts;
    struct batch batch = {.count = 0};
    size_t size = 0;
    if (replaces_used(fold) || has_others(fold, text)) {
        output_abandon(output);
        return false;
    }
    bool is_written = write_text(fold, output, types_name, text);
    buffer_clear(text);
    if (fold->request->use_count > 1 && is_written) {
        write_used_file(fold, text);
        is_written = write_text(fold, output, used_name, text);
    }
    for (size_t i = 0; i < fold->all.count && is_written; i++) {
        if (!fold_is_declared(fold->all.items[i]))
            continue;
        progress_step(fold->program->progress, "writing", i, fold->all.count, fold->all.items[i]->name);
        batch.tags[batch.count] = fold->all.items[i];
        fold_make_file(fold, &fold->all.items[i], 1, types_path(fold), &batch.texts[batch.count]);
        size += batch.texts[batch.count++].size;
        if (batch.count < BATCH_MOST && size < PIECES_MOST * PIECE_SIZE)
            continue;
        is_written = write_batch(fold, output, &batch);
        size = 0;
    }
    write_batch(fold, output, &batch);
    if (!output_commit(output, &counts))
        return false;
    buffer_format(out, "%s: %zu files, %zu written\n", fold->request->directory, counts.files, counts.changed);
    return true;
}

static bool write_files(struct fold *fold, struct buffer *out)
{
    struct buffer text = {0};
    fold_name_files(fold, map_new(fold->arena));
    write_types_file(fold, &text);
    bool is_written = write_specs(fold, &text, out);
    buffer_free(&text);
    return is_written;
}

bool fold_write(struct fold *fold, struct buffer *out)
{
    if (fold->request->directory)
        return write_files(fold, out);
    write_one(fold, out);
    return true;
}
