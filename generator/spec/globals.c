#include "spec/globals.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "front/words.h"
#include "model/clauses.h"
#include "model/model.h"
#include "spec/edit.h"
#include "spec/format.h"

/* ---- Lists */

static int compare_globals(const void *left, const void *right)
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

/* Reports that two files, or a file and a spec, contradict each other in one build. */
static struct diag *report_two(struct program *program, const struct seen_address *one,
                               const struct seen_address *other)
{
    struct arena *arena = program->arena;
    const char *build = arena_format(arena, "in %s on %s", version_of(arena, other->version), other->arch->name);
    const char *left = other->origin ? other->origin : "a spec";
    const char *right = one->origin ? arena_format(arena, "'%s'", one->origin) : "the spec";
    if (one->address == other->address || one->is_elsewhere || other->is_elsewhere)
        return diag_report(program->diags, DIAG_CONTRADICTION, other->span, "'%s' has another '%s' %s than %s", left,
                           other->name, build, right);
    return diag_report(program->diags, DIAG_CONTRADICTION, other->span, "'%s' has '%s' at 0x%lX %s, and %s at 0x%lX",
                       left, other->name, (unsigned long)other->address, build, right, (unsigned long)one->address);
}

/* Joins what two files say of a symbol in one build. Returns false if they contradict each other. */
static bool join_two(struct seen_address *to, const struct seen_address *from)
{
    bool is_sound = (from->is_elsewhere || to->is_elsewhere || to->address == from->address) &&
                    (!to->text || !from->text || !strcmp(to->text, from->text));
    if (to->is_elsewhere) {
        to->is_elsewhere = from->is_elsewhere;
        to->address = from->address;
    }
    to->text = to->text ? to->text : from->text;
    return is_sound;
}

bool globals_join(struct program *program, struct seen_address *list, size_t *count)
{
    size_t kept = 0;
    bool is_sound = true;
    number_globals(list, *count);
    if (*count)
        qsort(list, *count, sizeof *list, compare_globals);
    for (size_t i = 0; i < *count; i++) {
        const struct seen_address *last = kept ? &list[kept - 1] : NULL;
        bool is_same =
            last && last->order == list[i].order && last->arch == list[i].arch && last->version == list[i].version;
        if (!is_same) {
            list[kept++] = list[i];
        } else if (!join_two(&list[kept - 1], &list[i])) {
            struct diag *diag = report_two(program, last, &list[i]);
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
        bool is_written = list[i].is_elsewhere;
        for (size_t k = 0; k < i && !is_written; k++)
            is_written = list[k].address == list[i].address && !list[k].is_elsewhere;
        if (is_written)
            continue;
        buffer_add_text(out, any ? ", " : " ");
        any = true;
        if (list[i].address)
            buffer_format(out, "0x%02lX (", (unsigned long)list[i].address);
        else
            buffer_add_text(out, "- (");
        for (size_t k = i; k < count; k++)
            if (list[k].address == list[i].address && !list[k].is_elsewhere)
                buffer_format(out, "%s%s", k > i ? ", " : "", version_of(arena, list[k].version));
        buffer_add_char(out, ')');
    }
    buffer_add_text(out, any ? "" : " ?");
}

/* Appends the cell of the first global in a joined list. */
static void write_cell(struct program *program, const struct seen_address *list, size_t count,
                       const struct arch *const *arches, size_t arch_count, struct buffer *out)
{
    for (size_t a = 0; a < arch_count; a++) {
        size_t first = 0, last;
        while (first < count && list[first].arch != arches[a])
            first++;
        for (last = first; last < count && list[last].arch == arches[a]; last++)
            ;
        buffer_add_text(out, a ? " |" : "");
        write_column(program->arena, list + first, last - first, out);
    }
}

/* Appends a text in quotes. */
static void write_quoted(const char *text, struct buffer *out)
{
    buffer_add_char(out, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            buffer_add_char(out, '\\');
        buffer_add_char(out, *text);
    }
    buffer_add_char(out, '"');
}

/* Appends the clauses of the first global in a joined list: a cell, and a remark for each build of which a symbol file
 * says more. Returns the number of the global's entries. */
static size_t write_clauses(const struct globals_request *request, const struct seen_address *list, size_t count,
                            const struct arch *const *arches, size_t arch_count, struct buffer *out)
{
    struct arena *arena = request->program->arena;
    size_t end = 0;
    bool has_cell = false;
    for (; end < count && list[end].order == list->order; end++)
        has_cell |= !list[end].is_elsewhere;
    if (has_cell) {
        buffer_add_text(out, " at");
        write_cell(request->program, list, end, arches, arch_count, out);
    }
    for (size_t i = 0; i < end; i++) {
        if (!list[i].text)
            continue;
        buffer_add_char(out, ' ');
        write_quoted(ARENA_JOIN(arena, decl_symbol_mark_of(request->model, arena, list[i].arch, list[i].version),
                                list[i].text), out);
    }
    return end;
}

void globals_write(const struct globals_request *request, const struct seen_address *list, size_t count,
                   const struct arch *const *arches, size_t arch_count, struct buffer *out)
{
    for (size_t i = 0; i < count;) {
        buffer_format(out, "global %s", word_quote(request->program->arena, PLACE_ELSEWHERE, list[i].name));
        i += write_clauses(request, list + i, count - i, arches, arch_count, out);
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
    globals_write(request, list, count, arches, arch_count, &text);
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

/* Adds what the remarks of a global say of builds: "symbol file of 6.1.0/x64: TEXT". */
static void add_remarks(const struct model *model, const struct global *global, struct buffer *all)
{
    struct decl_remarks remarks = decl_remarks_of(global->decl, ARENA_JOIN(model->arena, decl_symbol_mark, " of "));
    for (const char *text; (text = decl_remarks_next(&remarks));) {
        struct seen_address seen = {.name = global->local, .is_elsewhere = true, .span = global->decl->name_span};
        size_t version_size = strcspn(text, "/"), arch_size = strcspn(text, ":");
        unsigned parts;
        if (version_size >= arch_size || strncmp(text + arch_size, ": ", 2) != 0 ||
            !axis_parse(&model->axis, arena_copy(model->arena, text, version_size), &seen.version, &parts))
            continue;
        const char *arch = arena_copy(model->arena, text + version_size + 1, arch_size - version_size - 1);
        for (size_t a = 0; a < model->arch_count; a++)
            seen.arch = strcmp(model->arches[a]->name, arch) ? seen.arch : model->arches[a];
        seen.text = text + arch_size + 2;
        if (seen.arch)
            buffer_add(all, &seen, sizeof seen);
    }
}

/* Adds the addresses of globals that one file already states. */
static void add_known(const struct model *model, size_t file_index, struct buffer *all)
{
    for (size_t g = 0; g < model->global_count; g++) {
        const struct global *global = model->globals[g];
        if (global->file_index != file_index)
            continue;
        for (size_t a = 0; a < model->arch_count; a++)
            for (size_t i = 0; i < global->on[a].count; i++) {
                const struct global_place *place = &global->on[a].items[i];
                const struct seen_address seen = {.name = global->local,
                                                  .arch = model->arches[a],
                                                  .version = place->version,
                                                  .address = place->address,
                                                  .span = place->span};
                buffer_add(all, &seen, sizeof seen);
            }
        add_remarks(model, global, all);
    }
}

/* Returns the position behind the clauses that write_clauses writes again: the cell and the remarks that follow it. */
static uint32_t find_end(const struct ast_decl *decl)
{
    uint32_t end = decl->name_span.end;
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next) {
        bool is_remark =
            clause->kind == AST_REMARK && !strncmp(clause->text, decl_symbol_mark, strlen(decl_symbol_mark));
        if (clause->kind != AST_AT && !is_remark)
            break;
        end = clause->span.end;
    }
    return end;
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
        buffer_clear(&text);
        if (!global)
            buffer_format(&added, "\nglobal %s", word_quote(program->arena, PLACE_ELSEWHERE, list[i].name));
        i += write_clauses(request, list + i, count - i, arches, arch_count, global ? &text : &added);
        if (global)
            edit_replace(edits, (struct span){global->decl->name_span.end, find_end(global->decl)}, buffer_text(&text));
        else
            buffer_add_char(&added, ';');
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
    add_known(request->model, file_index, &all);
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
