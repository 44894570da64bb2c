/*
 * Any text must become a tree, a model, headers and diagnostics without harm; every node must lie inside of the text,
 * every member of a layout inside of what can be a structure, and what mends findings must leave a text that is a spec.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "check/check.h"
#include "view/diff.h"
#include "spec/mend.h"
#include "front/load.h"
#include "model/select.h"
#include "render/bundle.h"
#include "render/choice.h"
#include "render/context.h"
#include "mustache/mustache.h"
#include "render/bundle.h"
#include "mustache/templates.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_decls(const struct ast_decl *decl, struct span outer)
{
    for (; decl; decl = decl->next) {
        if (decl->span.begin < outer.begin || decl->span.end < decl->span.begin || decl->span.end > outer.end)
            abort();
        check_decls(decl->children, decl->body_span.begin ? decl->body_span : outer);
    }
}

static void check_layouts(const struct model *model)
{
    for (size_t r = 0; r < model->record_count; r++) {
        const struct record *record = model->records[r];
        for (size_t a = 0; a < record->arch_count; a++) {
            for (size_t l = 0; l < record->on[a].layout_count; l++) {
                const struct layout *layout = &record->on[a].layouts[l];
                if (layout->range.from >= layout->range.to || (l && layout[-1].range.to > layout->range.from))
                    abort();
                for (size_t m = 0; m < layout->member_count; m++)
                    if (layout->members[m].descendants >= layout->member_count - m)
                        abort();
            }
        }
    }
}

static void report_everything(struct diags *diags)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        if (diags_severity(diags, (enum diag_code)i) == DIAG_SEVERITY_OFF)
            diags_set_severity(diags, (enum diag_code)i, DIAG_SEVERITY_WARNING);
}

static void check_mending(struct program *program, struct buffer *out)
{
    struct mending mending = mend(program->arena, program);
    mend_write_patch(program->arena, &mending, out);
    for (size_t i = 0; i < mending.file_count; i++) {
        struct program *again = program_new(program->arena);
        program_add_text(again, "mended.strata", mending.files[i].after, mending.files[i].after_size);
        if (diags_error_count(again->diags))
            abort();
    }
    buffer_clear(out);
}

/* Compares the first version on the first arch with the last version on the last arch, as `strata diff` does. */
static void compare(const struct model *model, struct buffer *out)
{
    if (!model->arch_count)
        return;
    const struct arch *first = model->arches[0], *last = model->arches[model->arch_count - 1];
    const struct diff_side sides[] = {{"from", first, first->versions.count ? first->versions.ranges[0].from : 0},
                                      {"to", last, VERSION_END - 1}};
    struct diff *diff = diff_new(model, sides);
    diff_add_everything(diff);
    diff_write_text(diff, true, out);
    const struct sheet_document document = diff_make_document(diff);
    sheet_write(SHEET_MARKDOWN, &document, model->program, out);
    sheet_write(SHEET_HTML, &document, model->program, out);
    diff_write_json(diff, out);
    buffer_clear(out);
}

/* A run of the generator over what is chosen. */
struct generator {
    struct render *render;
    struct mustache *mustache;
};

static struct generator begin(const struct model *model, struct program *program, const struct choice *choice)
{
    static const char *const bases[] = {"fuzz"};
    struct arena *arena = program->arena;
    struct keys *keys = keys_new(arena, program->intern);
    struct generator generator = {render_new(model, program->diags, choice, keys, "strata_", bases), NULL};
    generator.mustache =
        mustache_new(arena, program->sources, program->diags, program->intern, keys,
                     templates_loader(templates_new(arena, program->diags, NULL)), (struct mustache_options){0});
    return generator;
}

/* Renders a clean spec as `strata gen` does, but writes no files. */
static void generate(const struct model *model, struct program *program, struct buffer *out)
{
    struct choice *choice = choice_new(model, CHOICE_EVERY_ARCH);
    choice_add_files(choice, false);
    struct generator generator = begin(model, program, choice);
    mustache_render(generator.mustache, "header", context_header(generator.render, 0), out);
    mustache_render(generator.mustache, "assert", context_assert(generator.render, 0), out);
    mustache_render(generator.mustache, "print", context_print(generator.render, 0), out);
    buffer_clear(out);
}

/* Chooses the last record, with its first member alone if it has one. */
static void select_last(const struct model *model, struct choice *choice)
{
    struct selected_list list;
    const char *error, *text;
    if (!model->record_count)
        return;
    const struct record *record = model->records[model->record_count - 1];
    while (record->parent_row)
        record = record->parent_row->record;
    text = record->member_count ? arena_format(model->arena, "%s.%s", record->type->name, record->members[0]->name)
                                : record->type->name;
    const struct selection *selection = selection_new(model->arena, &text, 1, &error);
    if (!model_select(model, selection, SELECT_RECORDS, NULL, &list))
        abort();
    for (size_t i = 0; i < list.count; i++)
        choice_add(choice, &list.items[i]);
}

/* Bundles the last record for every second arch, as `strata bundle` does. */
static void bundle(const struct model *model, struct program *program, struct buffer *out)
{
    struct choice *choice = choice_new(model, UINT64_MAX / 3);
    struct buffer parts = {0};
    select_last(model, choice);
    choice_close(choice);
    struct generator generator = begin(model, program, choice);
    if (mustache_render(generator.mustache, "bundle_parts",
                        bundle_parts(generator.render, BUNDLE_PRINT | BUNDLE_ASSERT | BUNDLE_READER), out)) {
        rename_words(out->data, out->size, "foo_", "FOO_", &parts);
        mustache_render(generator.mustache, "bundle", bundle_file(generator.render, "foo_", &parts, &parts), out);
    }
    buffer_free(&parts);
    buffer_clear(out);
}

/* Aborts if check_program, which frees each structure after its checks, finds something else than check_run has. */
static void check_one_by_one(const uint8_t *data, size_t size, struct diags *found)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer all = {0}, one_by_one = {0};
    program_add_text(program, "fuzz.strata", (const char *)data, size);
    report_everything(program->diags);
    check_program(program);
    diags_write(found, &all, DIAG_FORMAT_JSON, false);
    diags_write(program->diags, &one_by_one, DIAG_FORMAT_JSON, false);
    if (all.size != one_by_one.size || (all.size && memcmp(all.data, one_by_one.data, all.size) != 0))
        abort();
    buffer_free(&all);
    buffer_free(&one_by_one);
    arena_free(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer out = {0};
    program_add_text(program, "fuzz.strata", (const char *)data, size);
    for (size_t i = 0; i < program->file_count; i++) {
        const struct source *source = program->files[i].ast->source;
        check_decls(program->files[i].ast->decls, (struct span){source->base, source->base + (uint32_t)source->size});
    }
    if (!diags_error_count(program->diags)) {
        const struct model *model = model_resolve(program);
        check_layouts(model);
        report_everything(program->diags);
        check_run(model, program->diags);
        check_one_by_one(data, size, program->diags);
        check_mending(program, &out);
        compare(model, &out);
        if (!diags_error_count(program->diags))
            generate(model, program, &out);
        if (!diags_error_count(program->diags))
            bundle(model, program, &out);
    }
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    diags_write(program->diags, &out, DIAG_FORMAT_JSON, false);
    diags_write(program->diags, &out, DIAG_FORMAT_SARIF, false);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
