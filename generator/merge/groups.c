/*
 * Folds all kernels at once into the declarations that only kernels attest. Declarations in which the result would have
 * errors keep their texts, and the others are folded without them.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "check/check.h"
#include "fold/into.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"
#include "model/evidence.h"

void merge_forget(struct merge *merge)
{
    buffer_clear(&merge->texts);
    merge->shared_begin = merge->shared_end = 0;
    merge->aside = map_new(merge->arena);
    merge->is_aside = merge->is_changed = false;
    for (size_t i = 0; i < merge->request->kernel_count; i++) {
        merge->done[i] = map_new(merge->arena);
        merge->is_merged[i] = false;
    }
}

void merge_fall_back(struct merge *merge, const char *why)
{
    diag_report(merge->user->diags, DIAG_BY_ROWS, (struct span){0, 0},
                "all declarations of '%s' are edited row by row: %s", merge->request->spec, why);
    merge_forget(merge);
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
    edit_find_declaration(merge->specs.program, view->span.begin, &wrong.name);
    wrong.name = intern_text(merge->user->intern, wrong.name);
    wrong.why = arena_format(merge->arena, "%s [%s]", view->text, diag_code_name(view->code));
    buffer_add(&merge->wrongs, &wrong, sizeof wrong);
}

bool merge_check_all(struct merge *merge)
{
    struct merge_specs *specs = &merge->specs;
    merge_load(specs, &merge->texts, NULL);
    struct diags *diags = diags_beside(specs->program->diags);
    if (specs->model)
        check_run(specs->model, diags);
    buffer_clear(&merge->wrongs);
    if (specs->program != merge->user)
        diags_each_view(specs->program->diags, note_error, merge);
    diags_each_view(diags, note_error, merge);
    return !merge->wrongs.size;
}

const char *merge_first_wrong(const struct merge *merge)
{
    const struct wrong *first = (const void *)merge->wrongs.data;
    return arena_format(merge->arena, "the folded '%s' has an error: %s", first->name, first->why);
}

/* ---- Declarations that keep their text because the folded one would be wrong */

/* Rejects a declaration. Returns false if it is rejected already, or is not folded. */
static bool reject_declaration(const struct merge *merge, const char *name, const char *why, struct map *rejected)
{
    bool is_folded = false;
    for (size_t i = 0; i < merge->request->kernel_count && !is_folded; i++)
        is_folded = map_get(merge->done[i], name) != NULL;
    if (!is_folded || map_get(rejected, name))
        return false;
    map_set(rejected, name, (void *)(uintptr_t)why);
    return true;
}

/* Rejects the declarations that rows hold by value. Looks into those that cannot be rejected. Returns true if there are
 * any. */
static bool reject_held(const struct merge *merge, const struct row *rows, const char *why, struct map *rejected)
{
    bool any = false;
    for (const struct row *row = rows; row; row = row->next) {
        const struct type *type = row->type;
        bool is_held = type && type->record && !row_spelled(row)->pointer_depth && !row_spelled(row)->parameters;
        any |= reject_held(merge, row->children, why, rejected);
        if (is_held)
            any |= reject_declaration(merge, type->name, why, rejected) ||
                   reject_held(merge, type->record->rows, why, rejected);
    }
    return any;
}

/* Rejects the declarations with errors. If one of them cannot be rejected, rejects those that it holds by value.
 * Returns false if an error rejects none: an enumeration has no `attest` lines of its own, so it cannot stay behind the
 * lines of its file. */
static bool reject_wrong(const struct merge *merge, const struct model *model, struct map *rejected)
{
    const struct wrong *wrongs = (const void *)merge->wrongs.data;
    for (size_t i = 0; i < merge->wrongs.size / sizeof *wrongs; i++) {
        const struct wrong *wrong = &wrongs[i];
        const struct type *type = map_get(model->type_names, wrong->name);
        if (!type || !type->record)
            return false;
        if (!reject_declaration(merge, wrong->name, wrong->why, rejected) &&
            !reject_held(merge, type->record->rows, wrong->why, rejected))
            return false;
    }
    return true;
}

/* True if a record is attested in the versions of an `attest` line's range. */
static bool is_attested(const struct model *model, const struct record *record, const struct attest *attest)
{
    bool any = false;
    for (size_t i = 0; i < model->arch_count; i++)
        any |= (!attest->arch || attest->arch->index == i) &&
               version_set_contains(&record->on[i].attested, attest->range.from);
    return any;
}

/* Returns the `attest` lines that hold for a structure, as text, without versions in which it does not exist. Returns
 * NULL if the structure has lines of its own. */
static const char *lines_of(const struct merge *merge, const struct model *model, const struct record *record)
{
    const struct edits user = {.arena = merge->arena, .program = merge->user};
    const struct ast_file *file = NULL;
    const struct ast_decl *line = NULL;
    struct buffer text = {0};
    size_t count;
    for (size_t i = 0; i < model->arch_count; i++)
        if (record->on[i].evidence && record->on[i].evidence->file_index != EVIDENCE_OWN)
            file = merge->user->files[record->on[i].evidence->file_index].ast;
    if (!file)
        return NULL;
    struct attest *attests = model_list_attests(model, file, NULL, &count);
    for (size_t i = 0; i < count; i++) {
        const struct attest *attest = &attests[i], *next = i + 1 < count ? attest + 1 : NULL;
        if (is_attested(model, record, attest)) {
            if (line != attest->decl)
                buffer_format(&text, "\n    attest %s%s", attest->arch ? attest->arch->name : "",
                              attest->arch ? " " : "");
            buffer_format(&text, "%s%s", line == attest->decl ? ", " : "", edit_text(&user, attest->span));
            line = attest->decl;
        }
        if (line != attest->decl || (next && next->decl == line))
            continue;
        if (attest->source)
            buffer_format(&text, " by \"%s\"", attest->source);
        buffer_add_text(&text, ";");
    }
    const char *lines = arena_copy(merge->arena, text.data, text.size);
    buffer_free(&text);
    free(attests);
    return lines;
}

/* Gives rejected structures `attest` lines of their own: those that held for them before. So they do not attest the new
 * kernels. `lines` has the texts by name. */
static void keep_attested(struct merge *merge, const struct map *lines)
{
    const struct model *model = merge->specs.model;
    struct edits edits = {.arena = merge->arena, .program = merge->specs.program};
    struct buffer changed = {0};
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        bool is_own = type->module == model->modules && merge_is_declaration(type) && type->record;
        const char *text = is_own ? map_get(lines, type->name) : NULL;
        if (text)
            edit_insert(&edits, record_body_begin(type->record), text);
    }
    edit_apply(&edits, &changed);
    merge_set_texts(&merge->texts, &changed);
    buffer_free(&changed);
    buffer_free(&edits.list);
}

/* Reports the rejected declarations, and settles them for all kernels. Notes the `attest` lines that they need; returns
 * true if some need any. */
static bool report_rejected(struct merge *merge, const struct model *model, const struct map *rejected,
                            struct map *lines)
{
    bool any = false;
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
        const char *text = lines_of(merge, model, type->record);
        if (text)
            map_set(lines, type->name, (void *)(uintptr_t)text);
        any |= text != NULL;
    }
    return any;
}

bool merge_fold_groups(struct merge *merge, const char *const *names, size_t name_count)
{
    const struct model *model = merge->request->model;
    struct map *rejected = merge->rejected, *lines = map_new(merge->arena);
    for (;;) {
        const struct into_request into = {.kernels = merge->request->kernels,
                                          .kernel_count = merge->request->kernel_count,
                                          .model = model,
                                          .module = model->modules,
                                          .rejected = rejected};
        if (!kernel_into(merge->user, &into, &merge->texts, merge->done, merge->aside))
            return false;
        bool is_behind = report_rejected(merge, model, rejected, lines);
        if (!merge->texts.size)
            return true;
        merge->shared_begin = merge->texts.size / sizeof(struct program_text);
        merge->is_unshared = !merge_share_again(merge->user, model, &merge->specs, &merge->texts);
        merge->shared_end = merge->texts.size / sizeof(struct program_text);
        for (size_t i = 0; i < name_count; i++)
            merge->is_aside |= map_get(merge->aside, names[i]) != NULL;
        if (merge->is_aside)
            return true;
        if (merge_check_all(merge)) {
            if (is_behind)
                keep_attested(merge, lines);
            return true;
        }
        if (!reject_wrong(merge, model, rejected)) {
            merge_fall_back(merge, merge_first_wrong(merge));
            return true;
        }
        merge_forget(merge);
    }
}
