#include "merge/documents.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "check/check.h"
#include "fold/fold.h"
#include "front/load.h"
#include "merge/against.h"
#include "merge/merge_parts.h"
#include "model/model.h"

const char merge_documents_directory[] = "documents/";

static const char *find_directory(struct arena *arena, const char *directory)
{
    const char *path = path_join(arena, file_path_rules, directory, merge_documents_directory);
    return path_join(arena, file_path_rules, path_normalise(arena, file_path_rules, path), "");
}

bool merge_takes_documents(struct arena *arena, const char *directory)
{
    const char *text, *error;
    size_t size;
    return file_read(arena, path_join(arena, file_path_rules, directory, "types.strata"), &text, &size, &error) &&
           fold_is_made(text);
}

void merge_leave_out_documents(struct program *program, const char *directory)
{
    program->left_out = find_directory(program->arena, directory);
}

/* ---- Comparison */

/* Loads the specs below a path, and new files that exist only as texts. Skips files below `left_out`. */
static struct program *load_specs(const struct program *user, const struct buffer *texts, const char *path,
                                  const char *left_out)
{
    struct program *program = merge_program_with(user, texts);
    const struct program_text *list = (const void *)texts->data;
    const char *const *paths, *error;
    size_t count;
    program->left_out = left_out;
    if (file_kind(path) == FILE_DIRECTORY && file_search(user->arena, path, ".strata", &paths, &count, &error) && count)
        program_add_path(program, path);
    for (size_t i = 0; i < texts->size / sizeof *list; i++)
        if (file_kind(list[i].path) == FILE_ABSENT && !strncmp(list[i].path, path, strlen(path)) &&
            (!left_out || strncmp(list[i].path, left_out, strlen(left_out)) != 0))
            program_add_path(program, list[i].path);
    return program;
}

/* Returns the model of loaded specs. Returns NULL, and reports it, if they have errors. */
static const struct model *resolve_specs(const struct program *user, struct program *program)
{
    const struct model *model = diags_error_count(program->diags) ? NULL : model_resolve(program);
    if (!diags_error_count(program->diags))
        return model;
    diags_add(user->diags, program->diags);
    return NULL;
}

/* True if no two files of the tree declare the same name; files with `default;` do not count. Otherwise reports the
 * duplicates. */
static bool are_distinct(const struct program *user, const char *directory, struct program *program)
{
    const struct model *model = resolve_specs(user, program);
    if (model)
        check_run(model, program->diags);
    if (!model || !diags_has(program->diags, DIAG_DUPLICATE))
        return model != NULL;
    struct diag *diag = diag_report(user->diags, DIAG_NOT_FOLDED, (struct span){0, 0},
                                    "'%s' declares the same as the pages or as the specs that they use", directory);
    diag_help(diag, "import the kernels with the specs that the pages use, as with --use nt/nt.strata, and pages that "
                    "describe one structure together");
    diags_add(user->diags, program->diags);
    return false;
}

bool merge_compare_documents(const struct program *user, const char *directory, const struct buffer *texts,
                       const struct kernel *const *kernels, size_t kernel_count)
{
    struct arena *arena = user->arena;
    const char *tree = path_join(arena, file_path_rules, path_normalise(arena, file_path_rules, directory), "");
    const char *below = find_directory(arena, directory);
    struct against_request request = {.diags = user->diags, .kernels = kernels, .kernel_count = kernel_count};
    request.model = resolve_specs(user, load_specs(user, texts, below, NULL));
    request.evidence = request.model ? resolve_specs(user, load_specs(user, texts, tree, below)) : NULL;
    if (!request.evidence || (!kernels && !are_distinct(user, directory, load_specs(user, texts, tree, NULL))))
        return false;
    size_t count = request.model->program->file_count;
    request.tallies = ARENA_ARRAY(arena, struct against_tally, count + 1);
    memset(request.tallies, 0, (count + 1) * sizeof *request.tallies);
    against_compare(&request);
    return true;
}
