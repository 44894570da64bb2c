/*
 * Merges builds of a module other than the first one into a tree of specs. Keeps the types that the modules share.
 */
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "check/check.h"
#include "fold/beside.h"
#include "fold/into.h"
#include "merge/merge_parts.h"
#include "spec/mend.h"

/* Returns the module with a name, or NULL. */
static const struct module *find_module(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->module_count; i++)
        if (!strcmp(model->modules[i].name, name))
            return &model->modules[i];
    return NULL;
}

/* Creates the specs of a module that the tree does not have yet. */
static bool add_module(struct program *program, const struct merge_request *request, struct buffer *texts)
{
    size_t count = request->without ? request->without->count : 0;
    const char **without = ARENA_ARRAY(program->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        without[i] = request->without->words[i].text;
    if (count)
        qsort(without, count, sizeof *without, ascii_compare);
    const struct new_module module = {
        .name = request->module,
        .directory = path_normalise(program->arena, file_path_rules,
                                    path_join(program->arena, file_path_rules, request->spec, request->module)),
        .use = request->use,
        .kernels = request->kernels,
        .kernel_count = request->kernel_count,
        .model = request->model,
        .without = without,
        .without_count = count};
    if (file_kind(request->spec) == FILE_DIRECTORY)
        return kernel_into_new(program, &module, texts);
    diag_report(program->diags, DIAG_USAGE, (struct span){0, 0}, "'%s' is no directory with specs of '%s'",
                request->spec, request->module);
    return false;
}

bool merge_module(struct program *program, const struct merge_request *request, struct buffer *out)
{
    const struct module *module = find_module(request->model, request->module);
    struct map **done = ARENA_ARRAY(program->arena, struct map *, request->kernel_count);
    struct buffer texts = {0};
    for (size_t i = 0; i < request->kernel_count; i++)
        done[i] = map_new(program->arena);
    const struct into_request into = {.kernels = request->kernels,
                                      .kernel_count = request->kernel_count,
                                      .model = request->model,
                                      .module = module,
                                      .share = request->model};
    bool is_sound =
        request->is_new ? add_module(program, request, &texts) : kernel_into(program, &into, &texts, done, NULL);
    if (is_sound && module == request->model->modules) {
        struct merge_specs specs = {.user = program, .path = request->spec, .models = arena_new()};
        is_sound = merge_share_again(program, request->model, &specs, &texts);
        buffer_free(&specs.texts);
        arena_free(specs.models);
    }
    const struct program_text *list = (const void *)texts.data;
    size_t count = texts.size / sizeof *list;
    is_sound = is_sound && (!count || check_texts(program, request->spec, list, count)) &&
               mend_write_texts(program, list, count, request->spec, out);
    buffer_free(&texts);
    return is_sound;
}

bool merge_share_again(struct program *program, const struct model *before, struct merge_specs *specs,
                       struct buffer *texts)
{
    bool is_sound = true;
    if (before->module_count < 2 || !texts->size)
        return true;
    merge_load(specs, texts, NULL);
    if (!specs->model) {
        diags_add(program->diags, specs->program->diags);
        return false;
    }
    for (size_t i = 1; i < before->module_count; i++) {
        struct buffer shared = {0};
        const struct into_request into = {.model = before, .module = &before->modules[i], .share = specs->model};
        is_sound &= kernel_into(program, &into, &shared, NULL, NULL);
        merge_set_texts(texts, &shared);
        buffer_free(&shared);
    }
    return is_sound;
}
