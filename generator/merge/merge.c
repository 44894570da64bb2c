#include "merge/merge.h"

#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "check/check.h"
#include "fold/into.h"
#include "kernel/twins.h"
#include "merge/documents.h"
#include "merge/merge_parts.h"
#include "spec/mend.h"

/* ---- Texts and models */

static void set_program(struct merge *merge, const struct program *program, const struct model *model)
{
    merge->program = program;
    merge->model = model;
    merge->edits.program = program;
    merge->arch = model_find_arch(model, merge->kernel->arch->name);
    merge->exact = merge->kernel->exact ? model_find_arch(model, merge->kernel->exact->name) : merge->arch;
    merge->lines = ARENA_ARRAY(merge->arena, struct merge_lines, program->file_count * MERGE_LINES);
}

/* True if specs name a version near another one, so that attesting that one changes the ranges of builds. */
static bool has_near_build(const struct axis *axis, uint64_t version)
{
    struct version_range near = {version, version + 1};
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].range.from <= near.from && near.from < axis->points[i].range.to)
            near = axis->points[i].range;
    for (size_t i = 0; i < axis->attested_count; i++)
        if (axis->attested[i] >= near.from && axis->attested[i] < near.to && axis->attested[i] != version)
            return true;
    return false;
}

static bool is_attested(const struct axis *axis, uint64_t version)
{
    for (size_t i = 0; i < axis->attested_count; i++)
        if (axis->attested[i] == version)
            return true;
    return false;
}

/* Takes the specs with their current texts. On their axis, the kernel's version counts as attested: it ends the build
 * before it. */
static void take_specs(struct merge *merge)
{
    struct merge_specs *specs = &merge->specs;
    uint64_t version = merge->kernel->version;
    bool is_loaded = merge_is_loaded(specs, &merge->texts);
    const struct model *model = specs->model;
    if (!is_loaded || (!is_attested(&model->axis, version) && has_near_build(&model->axis, version))) {
        merge_load(specs, &merge->texts,
                   arena_format(merge->arena, "attest %s;", axis_version_text(merge->arena, &merge->axis, version)));
        model = specs->model;
    } else if (!is_attested(&model->axis, version)) {
        struct model *copy = arena_copy_array(merge->arena, model, 1, sizeof *model);
        struct axis *axis = &copy->axis;
        axis->attested = ARENA_ARRAY(merge->arena, uint64_t, model->axis.attested_count + 1);
        for (size_t i = 0; i < axis->attested_count; i++)
            axis->attested[i] = model->axis.attested[i];
        axis->attested[axis->attested_count] = version;
        axis->attested_count = version_sort(axis->attested, axis->attested_count + 1);
        model = copy;
    }
    set_program(merge, specs->program, model);
    merge->alone.model = merge->model;
}

/* ---- Folding one kernel */

static const char contradicted[] = "contradicted", unchanged[] = "the result differs from the kernel";

/* ---- One kernel */

static void begin_kernel(struct merge *merge, const struct kernel *kernel)
{
    merge->kernel = kernel;
    take_specs(merge);
    merge->alone = (struct kernel_fold_request){.kernels = &merge->kernel,
                                                .kernel_count = 1,
                                                .model = merge->model,
                                                .base = merge_types_path(merge),
                                                .directory = merge->request->spec};
    merge->tags = map_new(merge->arena);
    merge->refused = map_new(merge->arena);
    merge->unnatural = map_new(merge->arena);
    merge->is_lost = merge->is_again = merge->is_refused = false;
    fold_begin(&merge->fold, merge->user, &merge->alone);
    for (size_t i = 0; i < merge->fold.all.count; i++) {
        struct fold_tag *tag = merge->fold.all.items[i];
        if (tag->runs.count)
            map_set(merge->tags, tag->name, tag);
    }
    merge_select_members(merge);
}

/* Loads and resolves the result of an attempt. */
static void load_result(struct merge *merge, const struct buffer *texts, struct merge *result)
{
    struct merge_specs *specs = &merge->specs;
    merge_load(specs, texts, NULL);
    *result = *merge;
    result->is_quiet = true;
    result->edits.list = (struct buffer){0};
    result->is_lost = !specs->model;
    if (specs->model)
        set_program(result, specs->program, specs->model);
}

/* True if every folded declaration agrees with the kernel. A declaration that does not is marked as unnatural, and its
 * rows state their offsets in the next attempt. If it was marked before, it is refused. */
static bool verify_folded(struct merge *merge, struct merge *result)
{
    bool all = true;
    for (size_t i = 0; i < result->model->type_count; i++) {
        const struct type *type = result->model->types[i];
        if (!merge_is_declaration(type) || !merge_is_taken(result, type) || map_get(merge->settled, type->name) ||
            !merge_is_known(merge, type) || !merge_has_column(result, type) || merge_type(result, type))
            continue;
        struct map *marked = map_get(merge->unnatural, type->name) ? merge->refused : merge->unnatural;
        map_set(marked, type->name, (void *)(uintptr_t)unchanged);
        merge->is_refused |= marked == merge->refused;
        all = false;
    }
    buffer_clear(&result->edits.list);
    return all;
}

/* Checks the result of an attempt. Adds and removes `allow` clauses of imports. Refuses declarations with other new
 * findings, and returns false if there are any. */
static bool check_result(struct merge *merge, struct merge *result, struct buffer *texts)
{
    bool all = true;
    struct buffer changed = {0};
    merge_renew_digests(result);
    merge_excuse_findings(result);
    edit_apply(&result->edits, &changed);
    merge_set_texts(texts, &changed);
    buffer_free(&changed);
    for (size_t i = 0; i < result->model->type_count; i++) {
        const char *name = result->model->types[i]->name, *why = map_get(result->findings.doubted, name);
        bool is_folded = merge->is_aside && map_get(merge->settled_names, name); /* other kernels in it may follow */
        if (!why || is_folded)
            continue;
        merge->is_lost |= map_get(merge->refused, name) != NULL;
        map_set(merge->refused, name, (void *)(uintptr_t)why);
        merge->is_refused = true;
        all = false;
    }
    return all;
}

/* True if the kernel has a declaration whose columns lack its architecture. */
static bool lacks_column(const struct merge *merge, const struct type *type)
{
    return merge_is_taken(merge, type) && merge_is_declaration(type) && merge_is_known(merge, type) &&
           !merge_has_column(merge, type);
}

/* Reports how many declarations of the kernel have no column for its architecture, at the first of them. */
static void report_columns(struct merge *merge)
{
    const struct type *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < merge->model->type_count; i++) {
        if (!lacks_column(merge, merge->model->types[i]))
            continue;
        if (!count++)
            first = merge->model->types[i];
    }
    if (!count)
        return;
    const char *text = intern_text(merge->program->intern, arena_format(merge->arena, "'%s' has no column for %s",
                                                                        first->name, merge->arch->name));
    struct diag *diag = map_get(merge->said, text);
    if (!diag) {
        diag = diag_report(merge->user->diags, DIAG_NO_COLUMN, first->decl->name_span, "%s", text);
        diag_help(diag, "to merge it, add %s to `columns`, and a `?` to each cell with several columns",
                  merge->arch->name);
        map_set(merge->said, text, diag);
    }
    diag_note(diag, (struct span){0, 0}, "%s: it is missing in %zu declaration%s", merge->kernel->path, count,
              count == 1 ? "" : "s");
}

/* Tries to fold the kernel into all declarations that are not refused. Returns false if that fails for some of them.
 * These are then marked as unnatural or refused, for the next attempt. */
static bool attempt_fold(struct merge *merge, struct buffer *texts)
{
    struct merge result;
    struct buffer changed = {0};
    bool *met = ARENA_ARRAY(merge->arena, bool, merge->program->file_count);
    merge->settled = map_new(merge->arena);
    merge->is_settled = false;
    merge->noted = map_new(merge->arena);
    merge->is_open = ARENA_ARRAY(merge->arena, bool, merge->program->file_count);
    if (!merge_begin_tags(merge)) {
        merge->is_lost = true;
        return false;
    }
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        if (merge_is_taken(merge, type) && !merge_type(merge, type)) {
            map_set(merge->settled, type->name, (void *)(uintptr_t)contradicted);
            merge->is_settled = true;
            merge->is_failed |= merge_is_pending(merge, type, merge->arch, merge->kernel->version);
        }
    }
    merge_find_open(merge, met);
    merge_add(merge, texts, met);
    merge_attest_all(merge, met);
    edit_apply(&merge->edits, &changed);
    merge_set_texts(texts, &changed);
    size_t change_count = changed.size;
    buffer_free(&changed);
    if (!merge->is_again)
        report_columns(merge);
    if (!change_count)
        return true;
    load_result(merge, texts, &result);
    merge->is_lost |= result.is_lost;
    bool is_sound = !merge->is_lost && verify_folded(merge, &result) && check_result(merge, &result, texts);
    buffer_free(&result.edits.list);
    return is_sound;
}

/* Reports why declarations, or everything, stay as they were before this kernel. */
static void report_refused(struct merge *merge)
{
    size_t before = diags_error_count(merge->user->diags);
    take_specs(merge);
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        const char *why = map_get(merge->refused, type->name);
        if (!why)
            continue;
        map_set(merge->failed, type->name, (void *)(uintptr_t)why);
        struct diag *diag = diag_report(merge->user->diags, DIAG_NOT_FOLDED, type->span,
                                        "'%s' cannot be edited to match %s", type->name, merge->kernel->path);
        diag_note(diag, (struct span){0, 0}, "the edits would leave: %s", why);
        if (merge->is_lost)
            diag_help(diag, "other declarations depend on it, so nothing of that file was merged");
    }
    if (merge->is_lost && diags_error_count(merge->user->diags) == before)
        diag_report(merge->user->diags, DIAG_NOT_FOLDED, (struct span){0, 0}, "'%s' cannot be merged into '%s'",
                    merge->kernel->path, merge->request->spec);
}

/* True if the kernel seems to belong to another program: it lacks most structures of earlier kernels. Reports that. */
static bool is_stranger(struct merge *merge)
{
    size_t had = 0, ended = 0, owner;
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        const struct record *record = type->record;
        if (!record || record->parent_row || !merge_is_taken(merge, type) ||
            !record_layout_at(record, merge->arch, merge->kernel->version))
            continue;
        struct version_set attested = merge_attested(merge, merge->arch, record, record->file_index, &owner);
        if (!version_set_is_exact(&attested))
            continue;
        had++;
        ended += !merge_find_record(merge, type->name);
    }
    if (!kernel_is_stranger(had, ended))
        return false;
    struct diag *diag = diag_report(merge->user->diags, DIAG_NOT_FOLDED, (struct span){0, 0},
                                    "'%s' has %zu of the %zu structures that '%s' has from kernels",
                                    merge->kernel->path, had - ended, had, merge->request->spec);
    diag_help(diag, "import another program into a directory of its own; --struct merges some structures anyway");
    return true;
}

/* Folds one kernel into all declarations that can take it. Repeats the attempt without declarations that fail. */
static void take_kernel(struct merge *merge, const struct kernel *kernel)
{
    bool is_done = false, is_edited = false;
    struct buffer before = {0};
    begin_kernel(merge, kernel);
    if ((!merge->name_count && is_stranger(merge)) || !merge_check_identities(merge)) {
        fold_end(&merge->fold);
        merge->is_failed = true;
        return;
    }
    buffer_add(&before, merge->texts.data, merge->texts.size);
    const struct kernel *exact = merge_tell_twin(merge, &is_edited);
    if (exact != kernel || is_edited) {
        fold_end(&merge->fold);
        begin_kernel(merge, exact);
    }
    while (!is_done && !merge->is_lost) {
        struct buffer texts = {0};
        if (merge->is_again)
            take_specs(merge);
        buffer_add(&texts, merge->texts.data, merge->texts.size);
        is_done = attempt_fold(merge, &texts);
        merge->is_again = true;
        if (is_done) {
            merge->is_changed |= texts.size != merge->texts.size ||
                                 memcmp(buffer_text(&texts), buffer_text(&merge->texts), texts.size) != 0;
            buffer_clear(&merge->texts);
            buffer_add(&merge->texts, texts.data, texts.size);
        }
        buffer_free(&texts);
    }
    merge->is_failed |= merge->is_refused || merge->is_lost;
    if (merge->is_refused || merge->is_lost)
        report_refused(merge);
    if (merge->is_lost && is_edited) {
        buffer_clear(&merge->texts);
        buffer_add(&merge->texts, before.data, before.size);
    }
    buffer_free(&before);
    fold_end(&merge->fold);
}

static int compare_kernels(const void *left, const void *right)
{
    const struct kernel *a = *(const struct kernel *const *)left, *b = *(const struct kernel *const *)right;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if (a->arch != b->arch)
        return a->arch->index < b->arch->index ? -1 : 1;
    int order = kernel_compare_identities(a, b);
    return order ? order : strcmp(a->path, b->path);
}

/* Finds the shared types of modules again after kernels were merged one by one. Returns false, and reports it, if the
 * result has errors. */
static bool share_rest(struct merge *merge)
{
    struct program_text *texts = (void *)merge->texts.data;
    size_t count = merge->texts.size / sizeof *texts, kept = 0;
    for (size_t i = 0; i < count; i++)
        if (i < merge->shared_begin || i >= merge->shared_end)
            texts[kept++] = texts[i];
    merge->texts.size = kept * sizeof *texts;
    bool is_sound = merge_share_again(merge->user, merge->request->model, &merge->specs, &merge->texts);
    texts = (void *)merge->texts.data;
    count = merge->texts.size / sizeof *texts;
    return is_sound && (count == kept || check_texts(merge->user, merge->request->spec, texts, count));
}

/* True if some of the names are not folded yet for a kernel. */
static bool has_rest(struct merge *merge, size_t index, const char *const *names, size_t count)
{
    merge->settled_names = merge->done[index];
    for (size_t i = 0; i < count; i++)
        if (!map_get(merge->settled_names, names[i]))
            return true;
    return false;
}

/* Merges kernels one by one, in ascending order. */
static void merge_each(struct merge *merge, const char *const *names, size_t name_count)
{
    size_t count = merge->request->kernel_count;
    const struct kernel **kernels = arena_copy_array(merge->arena, merge->request->kernels, count, sizeof *kernels);
    qsort(kernels, count, sizeof *kernels, compare_kernels);
    for (size_t i = 0; i < count; i++) {
        size_t index = 0;
        while (merge->request->kernels[index] != kernels[i])
            index++;
        if (has_rest(merge, index, names, name_count)) {
            progress_step(merge->user->progress, "merging", i, count, path_name(file_path_rules, kernels[i]->path));
            take_kernel(merge, kernels[i]);
        }
        merge->is_merged[index] = true;
    }
}

/* Merges kernels into the declarations that kernel_into() has left. If that fails, returns the reason, and reports
 * nothing; else NULL. It fails if the result has errors; beside folded declarations, also if a kernel is not merged. */
static const char *merge_left(struct merge *merge, const char *const *names, size_t name_count)
{
    struct diags *shown = merge->user->diags;
    size_t count = merge->texts.size;
    struct program_text *before = arena_copy_array(merge->arena, merge->texts.data, count, 1);
    merge->user->diags = diags_beside(shown);
    merge->said = map_new(merge->arena);
    merge->is_failed = false;
    merge_each(merge, names, name_count);
    bool is_changed = merge->texts.size != count || (count && memcmp(before, merge->texts.data, count) != 0);
    bool is_wrong = is_changed && !merge_check_all(merge);
    bool is_right = !is_wrong && !(merge->is_aside && merge->is_failed);
    if (is_right)
        diags_add(shown, merge->user->diags);
    merge->user->diags = shown;
    return is_right   ? NULL
           : is_wrong ? merge_first_wrong(merge)
                      : "a kernel cannot be merged into the declarations that people have edited";
}

/* Rejects structures that kernel_into() has left: those with `attest` lines of their own, as an earlier import gives to
 * rejected ones, and those that a kernel could not be merged into; if there are none, all. Returns false if no more are
 * left. */
static bool reject_aside(struct merge *merge, const char *const *names, size_t name_count, const char *why)
{
    bool any = false;
    for (int pass = 0; pass < 2 && !any; pass++)
        for (size_t i = 0; i < name_count; i++) {
            const char *name = names[i], *reason = map_get(merge->failed, name);
            if (!map_get(merge->aside, name) || !map_get(merge->structures, name) || map_get(merge->rejected, name) ||
                !(pass || reason || map_get(merge->own, name)))
                continue;
            map_set(merge->rejected, name, (void *)(uintptr_t)(reason ? reason : why));
            any = true;
        }
    return any;
}

/* Folds all kernels at once into what only kernels attest, and merges them one by one into the rest. If both do not go
 * together, some of the rest keep their texts. If they do not go together even then, all are merged one by one. Returns
 * false if specs cannot be folded, or if the result has errors; both are reported. */
static bool merge_all(struct merge *merge, const char *const *names, size_t name_count)
{
    const char *why = NULL;
    do {
        if (why)
            merge_forget(merge);
        if (!merge->request->selection && !merge_fold_groups(merge, names, name_count))
            return false;
        if (!merge->is_aside)
            break;
        why = merge_left(merge, names, name_count);
        if (!why)
            return true;
    } while (reject_aside(merge, names, name_count, why));
    if (merge->is_aside)
        merge_fall_back(merge, why);
    why = merge_left(merge, names, name_count);
    if (why)
        diag_report(merge->user->diags, DIAG_NOT_FOLDED, (struct span){0, 0}, "'%s' cannot be edited to match: %s",
                    merge->request->spec, why);
    return !why;
}

bool merge_kernels(struct program *program, const struct merge_request *request, struct buffer *out)
{
    if (request->module)
        return merge_module(program, request, out);
    struct merge merge = {.user = program,
                          .arena = program->arena,
                          .brief = arena_within(program->arena),
                          .lasting = program->arena,
                          .request = request,
                          .specs = {.user = program,
                                    .path = request->spec,
                                    .models = arena_within(program->arena),
                                    .program = program,
                                    .model = request->model,
                                    .is_kept = true},
                          .program = program,
                          .model = request->model,
                          .axis = request->model->axis,
                          .aside = map_new(program->arena),
                          .structures = map_new(program->arena),
                          .own = map_new(program->arena),
                          .failed = map_new(program->arena),
                          .rejected = map_new(program->arena),
                          .is_merged = ARENA_ARRAY(program->arena, bool, request->kernel_count),
                          .done = ARENA_ARRAY(program->arena, struct map *, request->kernel_count)};
    merge.axis.releases =
        arena_copy_array(merge.arena, merge.axis.releases, merge.axis.release_count, sizeof *merge.axis.releases);
    size_t errors = diags_error_count(program->diags);
    merge.findings.before = ARENA_NEW(merge.arena, struct map *);
    merge.edits = (struct edits){.arena = merge.arena, .program = program};
    if (request->selection && !merge_find_names(&merge))
        return false;
    size_t name_count;
    const struct model *model = merge.request->model;
    const char **names = ARENA_ARRAY(merge.arena, const char *, model->type_count);
    name_count = 0;
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        if (!model->program->files[type->file_index].requested || !merge_is_declaration(type) ||
            type->module != model->modules)
            continue;
        names[name_count++] = type->name;
        if (type->record)
            map_set(merge.structures, type->name, merge.structures);
        if (type->record && type->record->attest_row)
            map_set(merge.own, type->name, merge.own);
    }
    for (size_t i = 0; i < request->kernel_count; i++)
        merge.done[i] = map_new(merge.arena);
    if (!merge_all(&merge, names, name_count))
        return false;
    bool is_sound = !merge.is_changed || merge.is_unshared || share_rest(&merge);
    const struct program_text *texts = (const void *)merge.texts.data;
    if (is_sound && program->left_out && file_kind(program->left_out) == FILE_DIRECTORY)
        is_sound =
            merge_compare_documents(program, request->spec, &merge.texts, request->kernels, request->kernel_count);
    bool is_clean = diags_error_count(program->diags) == errors;
    bool is_written =
        is_sound && mend_write_texts(program, texts, merge.texts.size / sizeof *texts, request->spec, out);
    buffer_free(&merge.texts);
    buffer_free(&merge.specs.texts);
    buffer_free(&merge.edits.list);
    buffer_free(&merge.wrongs);
    return is_written && is_clean;
}
