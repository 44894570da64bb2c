/*
 * Folds all kernels at once into the declarations that only kernels attest. Declarations in which the result would have
 * errors keep their texts, and the others are folded without them.
 */
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "check/check.h"
#include "fold/into.h"
#include "merge/merge_parts.h"

void merge_release(struct merge *merge)
{
    arena_clear(merge->request->models);
    merge->is_released = true;
    merge->model = NULL;
}

/* Forgets what kernel_into() folded. */
static void forget_groups(struct merge *merge)
{
    buffer_clear(&merge->texts);
    merge->shared_begin = merge->shared_end = 0;
    merge->aside = map_new(merge->arena);
    for (size_t i = 0; i < merge->request->kernel_count; i++) {
        merge->done[i] = map_new(merge->arena);
        merge->is_merged[i] = false;
    }
}

void merge_fall_back(struct merge *merge, const char *why)
{
    diag_report(merge->user->diags, DIAG_BY_ROWS, (struct span){0, 0},
                "all declarations of '%s' are edited row by row: %s", merge->request->spec, why);
    forget_groups(merge);
    merge->is_changed = true;
}

/* An error in the new texts, and the name of the declaration that it is in. */
struct wrong {
    const char *name, *why;
};

static void note_error(void *user, const struct diag_view *view)
{
    struct merge *merge = user;
    struct wrong wrong;
    if (view->severity != DIAG_SEVERITY_ERROR)
        return;
    edit_find_declaration(merge->checked, view->span.begin, &wrong.name);
    wrong.name = intern_text(merge->user->intern, wrong.name);
    wrong.why = arena_format(merge->arena, "%s [%s]", view->text, diag_code_name(view->code));
    buffer_add(&merge->wrongs, &wrong, sizeof wrong);
}

bool merge_check_all(struct merge *merge)
{
    struct program *program = merge_program_with(merge->user, &merge->texts);
    merge_add_files(program, merge->request->spec, &merge->texts);
    merge_release(merge);
    if (!diags_error_count(program->diags))
        check_run(model_resolve_within(program, merge->request->models), program->diags);
    merge->checked = program;
    buffer_clear(&merge->wrongs);
    diags_each_view(program->diags, note_error, merge);
    return !merge->wrongs.size;
}

const char *merge_first_wrong(const struct merge *merge)
{
    const struct wrong *first = (const void *)merge->wrongs.data;
    return arena_format(merge->arena, "the folded '%s' has an error: %s", first->name, first->why);
}

/* ---- Declarations that keep their text because the folded one would be wrong */

static bool is_folded(const struct merge *merge, const char *name)
{
    bool is_done = false;
    for (size_t i = 0; i < merge->request->kernel_count && !is_done; i++)
        is_done = map_get(merge->done[i], name) != NULL;
    return is_done;
}

/* Rejects the declarations that rows hold by value. Looks into those that are not folded. Returns true if there are
 * any. */
static bool reject_held(const struct merge *merge, const struct row *rows, const char *why, struct map *rejected)
{
    bool any = false;
    for (const struct row *row = rows; row; row = row->next) {
        const struct type *type = row->type;
        bool is_held = type && type->record && !row_spelled(row)->pointer_depth && !row_spelled(row)->parameters;
        any |= reject_held(merge, row->children, why, rejected);
        if (!is_held)
            continue;
        bool is_new = is_folded(merge, type->name) && !map_get(rejected, type->name);
        if (is_new)
            map_set(rejected, type->name, (void *)(uintptr_t)why);
        any |= is_new || reject_held(merge, type->record->rows, why, rejected);
    }
    return any;
}

/* Rejects the declarations with errors. If one of them is not folded, or is rejected already, rejects those that it
 * holds by value. Returns false if an error rejects none. */
static bool reject_wrong(const struct merge *merge, const struct model *model, struct map *rejected)
{
    const struct wrong *wrongs = (const void *)merge->wrongs.data;
    for (size_t i = 0; i < merge->wrongs.size / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        const struct type *type = map_get(model->type_names, wrong->name);
        bool is_new = is_folded(merge, wrong->name) && !map_get(rejected, wrong->name);
        if (is_new)
            map_set(rejected, wrong->name, (void *)(uintptr_t)wrong->why);
        else if (!type || !type->record || !reject_held(merge, type->record->rows, wrong->why, rejected))
            return false;
    }
    return true;
}

/* Reports the rejected declarations, and settles them for all kernels. */
static void report_rejected(struct merge *merge, const struct model *model, const struct map *rejected)
{
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        const char *why = merge_is_declaration(type) ? map_get(rejected, type->name) : NULL;
        if (!why)
            continue;
        struct diag *diag = diag_report(merge->user->diags, DIAG_NOT_FOLDED, type->span,
                                        "'%s' cannot be edited to match the kernels", type->name);
        diag_note(diag, (struct span){0, 0}, "the edits would leave: %s", why);
        diag_help(diag, "all other declarations are edited; import the kernels again when that is mended");
        for (size_t k = 0; k < merge->request->kernel_count; k++)
            map_set(merge->done[k], type->name, merge);
    }
}

/* Returns the kernels of the request, with the architectures of a model that was resolved anew. */
static const struct kernel *const *renew_kernels(const struct merge *merge, const struct model *model)
{
    const struct kernel **kernels = ARENA_ARRAY(merge->arena, const struct kernel *, merge->request->kernel_count);
    for (size_t i = 0; i < merge->request->kernel_count; i++) {
        struct kernel *kernel = arena_copy_array(merge->arena, merge->request->kernels[i], 1, sizeof *kernel);
        kernel->arch = model_find_arch(model, kernel->arch->name);
        kernel->exact = kernel->exact ? model_find_arch(model, kernel->exact->name) : NULL;
        kernels[i] = kernel;
    }
    return kernels;
}

bool merge_fold_groups(struct merge *merge, const char *const *names, size_t name_count)
{
    const struct model *model = merge->request->model;
    const struct kernel *const *kernels = merge->request->kernels;
    struct map *rejected = map_new(merge->arena);
    for (bool is_first = true;; is_first = false) {
        const struct into_request into = {.kernels = kernels,
                                          .kernel_count = merge->request->kernel_count,
                                          .model = model,
                                          .module = model->modules,
                                          .rejected = rejected};
        if (!kernel_into(merge->user, &into, &merge->texts, merge->done, merge->aside))
            return false;
        if (!is_first)
            report_rejected(merge, model, rejected);
        if (!merge->texts.size)
            return true;
        merge->shared_begin = merge->texts.size / sizeof(struct program_text);
        merge->is_unshared = !merge_share_again(merge->user, model, merge->request->spec, &merge->texts);
        merge->shared_end = merge->texts.size / sizeof(struct program_text);
        for (size_t i = 0; i < name_count; i++)
            merge->is_aside |= map_get(merge->aside, names[i]) != NULL;
        if (merge->is_aside) {
            merge_release(merge);
            return true;
        }
        if (merge_check_all(merge))
            return true;
        model = model_resolve_within(merge->user, merge->request->models);
        if (!reject_wrong(merge, model, rejected)) {
            merge_fall_back(merge, merge_first_wrong(merge));
            return true;
        }
        kernels = renew_kernels(merge, model);
        forget_groups(merge);
    }
}
