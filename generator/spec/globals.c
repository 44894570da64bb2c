#include "spec/globals.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "front/words.h"
#include "model/model.h"
#include "spec/edit.h"
#include "spec/format.h"

/* ---- Lists */

static int compare(const void *left, const void *right)
{
    const struct seen_address *a = left, *b = right;
    if (a->order != b->order)
        return a->order < b->order ? -1 : 1;
    if (a->arch != b->arch)
        return a->arch->index < b->arch->index ? -1 : 1;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if (!a->origin != !b->origin)
        return a->origin ? 1 : -1;
    return (a->address > b->address) - (a->address < b->address);
}

/* Numbers the globals in the order in which they first appear. */
static void number_globals(struct seen_address *list, size_t count)
{
    struct arena *arena = arena_new();
    struct map *orders = map_new(arena);
    struct intern *names = intern_new(arena);
    size_t next = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = intern_text(names, list[i].name);
        const struct seen_address *first = map_get(orders, name);
        list[i].order = first ? first->order : next++;
        if (!first)
            map_set(orders, name, &list[i]);
    }
    arena_free(arena);
}

/* Returns the text of a version: "10.0.19041" if the revision is unknown. */
static const char *version_of(struct arena *arena, uint64_t version)
{
    return version_is_build(version) ? arena_format(arena, "%u.%u.%u", version_part(version, 0),
                                                    version_part(version, 1), version_part(version, 2))
                                     : version_text(arena, version);
}

bool globals_join(struct program *program, struct seen_address *list, size_t *count)
{
    size_t kept = 0;
    bool is_sound = true;
    number_globals(list, *count);
    if (*count)
        qsort(list, *count, sizeof *list, compare);
    for (size_t i = 0; i < *count; i++) {
        const struct seen_address *last = kept ? &list[kept - 1] : NULL;
        bool is_same =
            last && last->order == list[i].order && last->arch == list[i].arch && last->version == list[i].version;
        if (!is_same) {
            list[kept++] = list[i];
        } else if (last->address != list[i].address) {
            /* Reports two different addresses of one build, from two files or from a file and a spec. */
            const struct seen_address *other = &list[i];
            struct diag *diag = diag_report(
                program->diags, DIAG_CONTRADICTION, other->span,
                "'%s' has '%s' at 0x%lX in %s on %s, and %s%s%s at 0x%lX", other->origin ? other->origin : "a spec",
                other->name, (unsigned long)other->address, version_of(program->arena, other->version),
                other->arch->name, last->origin ? "'" : "", last->origin ? last->origin : "the spec",
                last->origin ? "'" : "", (unsigned long)last->address);
            if (last->span.end)
                diag_note(diag, last->span, "the other one");
            is_sound = false;
        }
    }
    *count = kept;
    return is_sound;
}

/* ---- Text */

/* Appends a column: each address with all builds that have it, in the order of the first build. */
static void write_column(struct arena *arena, const struct seen_address *list, size_t count, struct buffer *out)
{
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        bool is_written = false;
        for (size_t k = 0; k < i && !is_written; k++)
            is_written = list[k].address == list[i].address;
        if (is_written)
            continue;
        buffer_add_text(out, any ? ", " : " ");
        any = true;
        if (list[i].address)
            buffer_format(out, "0x%02lX (", (unsigned long)list[i].address);
        else
            buffer_add_text(out, "- (");
        for (size_t k = i; k < count; k++)
            if (list[k].address == list[i].address)
                buffer_format(out, "%s%s", k > i ? ", " : "", version_of(arena, list[k].version));
        buffer_add_char(out, ')');
    }
    buffer_add_text(out, any ? "" : " ?");
}

/* Appends the cell of the first global in a joined list. Returns the number of addresses of that global. */
static size_t write_cell(struct program *program, const struct seen_address *list, size_t count,
                         const struct arch *const *arches, size_t arch_count, struct buffer *out)
{
    size_t end = 0;
    while (end < count && list[end].order == list->order)
        end++;
    for (size_t a = 0; a < arch_count; a++) {
        size_t first = 0, last;
        while (first < end && list[first].arch != arches[a])
            first++;
        for (last = first; last < end && list[last].arch == arches[a]; last++)
            ;
        buffer_add_text(out, a ? " |" : "");
        write_column(program->arena, list + first, last - first, out);
    }
    return end;
}

void globals_write(struct program *program, const struct seen_address *list, size_t count,
                   const struct arch *const *arches, size_t arch_count, struct buffer *out)
{
    for (size_t i = 0; i < count;) {
        buffer_format(out, "global %s at", word_quote(program->arena, PLACE_ELSEWHERE, list[i].name));
        i += write_cell(program, list + i, count - i, arches, arch_count, out);
        buffer_add_text(out, ";\n");
    }
}

/* Returns the architectures of the model that a list of addresses names. */
static const struct arch *const *list_arches(const struct model *model, const struct seen_address *list, size_t count,
                                             size_t *arch_count)
{
    const struct arch **arches = ARENA_ARRAY(model->arena, const struct arch *, model->arch_count);
    *arch_count = 0;
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < count; i++)
            if (list[i].arch == model->arches[a]) {
                arches[(*arch_count)++] = model->arches[a];
                break;
            }
    return arches;
}

static void write_columns(const struct arch *const *arches, size_t count, struct buffer *out)
{
    for (size_t a = 0; a < count; a++)
        buffer_format(out, "%s%s", a ? " | " : "columns ", arches[a]->name);
    buffer_add_text(out, ";");
}

void globals_write_spec(const struct globals_request *request, const struct seen_address *list, size_t count,
                        struct buffer *out)
{
    struct program *program = request->program;
    struct buffer text = {0};
    size_t arch_count;
    const struct arch *const *arches = list_arches(request->model, list, count, &arch_count);
    buffer_format(&text, "// Addresses within images, from %s.\n\n", request->origin);
    if (request->module)
        buffer_format(&text, "module %s;\n\n", request->module);
    if (request->used)
        buffer_format(&text, "use %s;\n\n", request->used);
    write_columns(arches, arch_count, &text);
    buffer_add_text(&text, "\n\n");
    globals_write(program, list, count, arches, arch_count, &text);
    if (!format_spec(program->arena, text.data, text.size, out))
        buffer_add(out, text.data, text.size); /* a later load of the spec reports its errors */
    buffer_free(&text);
}

/* ---- Into specs */

/* Returns the first global of the module in a requested file, or NULL. New globals go to that file. */
static const struct global *find_first(const struct globals_request *request)
{
    const struct model *model = request->model;
    const char *module = request->module ? request->module : model->modules->name;
    for (size_t i = 0; i < model->global_count; i++)
        if (!strcmp(model->globals[i]->module->name, module) &&
            model->program->files[model->globals[i]->file_index].requested)
            return model->globals[i];
    return NULL;
}

/* Edits the globals of a file: replaces each cell, and adds new globals after the last one. */
static void edit_file(const struct globals_request *request, size_t file_index, const struct seen_address *list,
                      size_t count, struct edits *edits)
{
    struct program *program = request->program;
    const struct ast_file *file = program->files[file_index].ast;
    const struct ast_decl *last = NULL;
    size_t arch_count;
    const struct arch *const *arches = list_arches(request->model, list, count, &arch_count);
    struct buffer text = {0}, added = {0};
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next)
        last = decl->kind == AST_GLOBAL ? decl : last;
    const struct ast_decl *columns = NULL;
    for (const struct ast_decl *at = file->decls; at && at != last; at = at->next)
        columns = at->kind == AST_COLUMNS ? at : columns;
    const struct model *model = request->model;
    const char *module = request->module ? request->module : model->modules->name;
    struct map *globals = map_new(program->arena);
    for (size_t i = model->global_count; i--;)
        if (!strcmp(model->globals[i]->module->name, module))
            map_set(globals, intern_text(program->intern, model->globals[i]->local),
                    (void *)(uintptr_t)model->globals[i]);
    write_columns(arches, arch_count, &text);
    if (columns)
        edit_replace(edits, columns->span, arena_copy(program->arena, text.data, text.size - 1));
    else
        edit_insert(edits, edit_begin(edits, file->decls), arena_format(program->arena, "%s\n", buffer_text(&text)));
    for (size_t i = 0; i < count;) {
        const struct global *global = map_get(globals, intern_text(program->intern, list[i].name));
        const struct ast_clause *at = global ? ast_clause_find(global->decl, AST_AT) : NULL;
        size_t step;
        buffer_clear(&text);
        if (!global) {
            buffer_format(&added, "\nglobal %s at", word_quote(program->arena, PLACE_ELSEWHERE, list[i].name));
            step = write_cell(program, list + i, count - i, arches, arch_count, &added);
            buffer_add_char(&added, ';');
        } else {
            step = write_cell(program, list + i, count - i, arches, arch_count, &text);
            if (at)
                edit_replace(edits, at->cell->span, buffer_text(&text) + 1);
            else
                edit_insert(edits, global->decl->name_span.end,
                            arena_format(program->arena, " at%s", buffer_text(&text)));
        }
        i += step;
    }
    const char *blank;
    if (added.size)
        edit_insert(edits, edit_end(edits, last, &blank), buffer_text(&added));
    buffer_free(&text);
    buffer_free(&added);
}

/* True if globals are the only declarations of a file that have cells. An edit changes the columns of the whole file,
 * so if there are others, reports that and returns false. */
static bool is_alone(const struct globals_request *request, size_t file_index)
{
    const struct program_file *file = &request->program->files[file_index];
    size_t columns = 0, others = 0;
    for (const struct ast_decl *decl = file->ast->decls; decl; decl = decl->next) {
        columns += decl->kind == AST_COLUMNS;
        others += decl->children != NULL || decl->kind == AST_CONST || decl->kind == AST_TYPE;
    }
    if (columns <= 1 && !others)
        return true;
    diag_report(request->program->diags, DIAG_NOT_FOLDED, (struct span){0, 0},
                "'%s' has globals beside other declarations; move them to a file of their own", file->path);
    return false;
}

bool globals_into(const struct globals_request *request, struct seen_address *list, size_t count, struct buffer *texts)
{
    struct program *program = request->program;
    const struct global *first = find_first(request);
    struct buffer all = {0}, text = {0};
    if (!first) {
        bool is_sound = globals_join(program, list, &count);
        globals_write_spec(request, list, count, &text);
        program_text_add(texts, program->arena, request->path, &text, 1);
        buffer_free(&text);
        return is_sound;
    }
    size_t file_index = first->file_index;
    struct edits edits = {program->arena, program, {0}};
    struct buffer changed = {0};
    /* Adds the addresses of globals that one file already states. */
    const struct model *model = request->model;
    for (size_t g = 0; g < model->global_count; g++) {
        const struct global *global = model->globals[g];
        for (size_t a = 0; a < model->arch_count && global->file_index == file_index; a++)
            for (size_t i = 0; i < global->on[a].count; i++) {
                const struct global_place *place = &global->on[a].items[i];
                const struct seen_address seen = {.name = global->local,
                                                  .arch = model->arches[a],
                                                  .version = place->version,
                                                  .address = place->address,
                                                  .span = place->span};
                buffer_add(&all, &seen, sizeof seen);
            }
    }
    buffer_add(&all, list, count * sizeof *list);
    count = all.size / sizeof *list;
    bool is_sound = is_alone(request, file_index);
    is_sound &= globals_join(program, (void *)all.data, &count);
    if (is_sound) {
        edit_file(request, file_index, (const void *)all.data, count, &edits);
        edit_apply(&edits, &changed);
    }
    struct program_text *one = (void *)changed.data;
    if (changed.size && format_spec(program->arena, one->text, one->size, &text)) {
        const struct source *source = program->files[file_index].ast->source;
        if (text.size != source->size || memcmp(text.data, source->text, text.size) != 0)
            program_text_add(texts, program->arena, one->path, &text, 1);
    }
    buffer_free(&text);
    buffer_free(&changed);
    buffer_free(&all);
    buffer_free(&edits.list);
    return is_sound;
}
