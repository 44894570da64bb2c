/*
 * Adds facts to the specs that declare the structures: a file with the lists of builds beside them, a `use` line for
 * it, and lines at the beginning of the structures' braces. Lines of an earlier import with the same name are replaced.
 */
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"
#include "model/clauses.h"
#include "model/model.h"
#include "sparse/facts.h"
#include "spec/edit.h"
#include "spec/format.h"
#include "spec/globals.h"

struct adding {
    const struct sparse_request *request;
    struct facts facts;
    struct edits edits;
    const char *list_path; /* path of the file with the lists of builds */
    bool *changes;         /* by index of file: its text changes */
};

/* Returns the index of the file of the module that has a list of builds with the name; SIZE_MAX if there is none. */
static size_t find_list_file(const struct adding *adding)
{
    const struct sparse_request *request = adding->request;
    const struct program *program = request->program;
    for (size_t i = 0; i < program->file_count; i++)
        for (size_t a = 0; a < request->model->arch_count; a++)
            if (model_find_module(request->model, program->files[i].ast) == adding->facts.module &&
                model_file_lists(program->files[i].ast, facts_list_name(request, request->model->arches[a])))
                return i;
    return SIZE_MAX;
}

/* Chooses the file for the lists: the file that has them, else a new one beside the first structure. If that has other
 * contents, reports it and returns false. */
static bool choose_list_file(struct adding *adding)
{
    const struct sparse_request *request = adding->request;
    const struct program *program = request->program;
    size_t index = find_list_file(adding);
    if (index == SIZE_MAX) {
        size_t first = 0;
        while (!adding->facts.members[first].record)
            first++;
        const char *beside = program->files[adding->facts.members[first].record->file_index].path;
        adding->list_path = path_beside(program->arena, file_path_rules, beside,
                                        arena_format(program->arena, "%s.strata", request->name));
        for (size_t i = 0; i < program->file_count; i++)
            index = strcmp(program->files[i].path, adding->list_path) ? index : i;
    } else {
        adding->list_path = program->files[index].path;
    }
    bool has_more =
        index != SIZE_MAX && (model_file_lists(program->files[index].ast, NULL) || find_list_file(adding) != index);
    if (has_more || (index == SIZE_MAX && file_kind(adding->list_path) != FILE_ABSENT))
        diag_report(program->diags, DIAG_NOT_FOLDED, (struct span){0, 0},
                    "the lists of builds belong into '%s', which has something else", adding->list_path);
    return !has_more;
}

/* Indents lines, and puts line ends between them, for insertion after the line of a brace. */
static const char *indent_lines(struct arena *arena, const char *lines, const char *blank)
{
    struct buffer out = {0};
    while (*lines) {
        size_t length = strcspn(lines, "\n");
        buffer_format(&out, "\n%s", blank);
        buffer_add(&out, lines, length);
        lines += length + (lines[length] == '\n');
    }
    return buffer_take(&out, arena);
}

/* Adds the lines about the members of a structure, in the order of the columns. The order of the rows depends on the
 * kernels that the specs have by now. */
static void add_lines(struct adding *adding, const struct record *record)
{
    const struct sparse_request *request = adding->request;
    struct buffer lines = {0};
    const struct ast_decl *head = NULL;
    for (size_t i = 0; i < adding->facts.member_count; i++)
        if (adding->facts.members[i].record == record)
            facts_write_member(request, &adding->facts, i, &lines);
    if (!lines.size)
        return;
    head = record_find_head(record, arena_format(request->program->arena, "%s_", request->name));
    const char *blank = "    ";
    uint32_t at = head ? edit_end(&adding->edits, head, &blank) : record_body_begin(record);
    const char *text = indent_lines(request->program->arena, buffer_text(&lines), blank);
    edit_insert(&adding->edits, at, head ? text : arena_format(request->program->arena, "%s\n", text));
    adding->changes[record->file_index] = true;
    buffer_free(&lines);
}

/* Adds a `use` line for the file with the lists, unless the file has one. */
static void add_use(struct adding *adding, size_t file_index)
{
    struct program *program = adding->request->program;
    const struct program_file *file = &program->files[file_index];
    const char *path =
        path_relative(program->arena, file_path_rules, file_directory(program->arena), file->path, adding->list_path);
    const struct ast_use *last = NULL;
    for (const struct ast_use *use = file->ast->uses; use; use = use->next) {
        if (!strcmp(use->path, path))
            return;
        last = use;
    }
    const char *line = arena_format(program->arena, "use \"%s\";", path);
    const struct source *source = file->ast->source;
    if (!last) {
        edit_insert(&adding->edits, source->base, arena_format(program->arena, "%s\n\n", line));
        return;
    }
    uint32_t end = last->span.end;
    end += (uint32_t)strcspn(source->text + (end - source->base), ";") + 1;
    edit_insert(&adding->edits, end, arena_format(program->arena, "\n%s", line));
}

/* Formats changed texts, if their files were in canonical form before. */
static void keep_canonical(struct program *program, struct program_text *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct buffer before = {0}, after = {0};
        const struct source *source = NULL;
        for (size_t k = 0; k < program->file_count; k++)
            if (!strcmp(program->files[k].path, texts[i].path))
                source = program->files[k].ast->source;
        bool was = source && format_spec(program->arena, source->text, source->size, &before) &&
                   before.size == source->size && !memcmp(before.data, source->text, before.size);
        if (was && format_spec(program->arena, texts[i].text, texts[i].size, &after)) {
            texts[i].size = after.size;
            buffer_add(&after, "\0\0", 2);
            texts[i].text = arena_copy(program->arena, after.data, after.size);
        }
        buffer_free(&before);
        buffer_free(&after);
    }
}

/* Adds the file with the lists to the changed texts. */
static void add_list_file(struct adding *adding, struct buffer *texts)
{
    const struct sparse_request *request = adding->request;
    struct program *program = request->program;
    struct buffer text = {0}, canonical = {0};
    buffer_format(&text, "// Builds of which %s knows some members, by strata import sparse.\n", request->origin);
    facts_write_lists(request, &adding->facts, &text);
    format_spec(program->arena, text.data, text.size, &canonical);
    program_text_add(texts, program->arena, adding->list_path, &canonical, 1);
    buffer_free(&text);
    buffer_free(&canonical);
}

/* Adds the lines about all members, and the file with the lists if there are any. */
static void add_all(struct adding *adding, struct buffer *texts)
{
    const struct sparse_request *request = adding->request;
    struct program *program = request->program;
    bool any = false;
    for (size_t i = 0; i < request->model->record_count; i++) {
        const struct record *record = request->model->records[i];
        if (record->parent_row || record->type->original || record->type->module != adding->facts.module ||
            !program->files[record->file_index].requested)
            continue; // a shared structure has its lines where it is declared
        const struct model *model = adding->request->model;
        for (size_t a = 0; a < model->arch_count; a++) {
            const char *list = facts_list_name(adding->request, model->arches[a]);
            const struct ast_decl *decl = NULL;
            while ((decl = record_find_sighting(record, decl, list)) != NULL) {
                edit_remove(&adding->edits, decl);
                adding->changes[record->file_index] = true;
            }
        }
        add_lines(adding, record);
    }
    for (size_t i = 0; i < adding->facts.member_count; i++)
        if (adding->facts.members[i].record && !program->files[adding->facts.members[i].record->file_index].requested)
            diag_report(program->diags, DIAG_NOT_FOLDED, adding->facts.members[i].field->span,
                        "'%s' is not declared in the specs that --into names", adding->facts.members[i].record_name);
    for (size_t i = 0; i < program->file_count; i++) {
        any |= adding->changes[i];
        if (adding->changes[i])
            add_use(adding, i);
    }
    if (!any)
        return;
    edit_apply(&adding->edits, texts);
    keep_canonical(program, (struct program_text *)(void *)texts->data, texts->size / sizeof(struct program_text));
    add_list_file(adding, texts);
}

/* True if some column is about a member of a structure. */
static bool has_members(const struct facts *facts)
{
    for (size_t i = 0; i < facts->member_count; i++)
        if (facts->members[i].record)
            return true;
    return false;
}

/* Joins the addresses of globals with those in the specs. New globals are declared in a file beside the lists. */
static bool add_globals(struct adding *adding, struct buffer *texts)
{
    const struct sparse_request *request = adding->request;
    struct program *program = request->program;
    struct buffer list = {0};
    facts_list_globals(&adding->facts, &list);
    const char *directory = file_kind(request->into) == FILE_DIRECTORY ? request->into : file_directory(program->arena);
    const struct globals_request globals = {
        .program = program,
        .model = request->model,
        .module = facts_module(request, &adding->facts),
        .path = path_normalise(program->arena, file_path_rules,
                               path_join(program->arena, file_path_rules, directory, "globals.strata")),
        .used = "<nt/axis.strata>",
        .origin = request->origin};
    bool is_sound =
        !list.size || globals_into(&globals, (void *)list.data, list.size / sizeof(struct seen_address), texts);
    buffer_free(&list);
    return is_sound;
}

bool sparse_into(const struct sparse_request *request, struct buffer *texts, struct sparse_counts *counts)
{
    struct program *program = request->program;
    struct adding adding = {.request = request, .edits = {program->arena, program, {0}}};
    bool is_sound = facts_collect(request, false, &adding.facts);
    size_t errors = diags_error_count(program->diags);
    *counts = adding.facts.counts;
    if (is_sound && !adding.facts.build_count) {
        const struct sparse_sheet *first = request->sheets;
        diag_report(program->diags, DIAG_UNKNOWN_NAME, first->field_count ? first->fields[0].span : (struct span){0, 0},
                    "no row of the tables says where a member lies");
        return false;
    }
    adding.changes = ARENA_ARRAY(program->arena, bool, program->file_count);
    if (is_sound && has_members(&adding.facts) && choose_list_file(&adding))
        add_all(&adding, texts);
    is_sound = is_sound && add_globals(&adding, texts);
    buffer_free(&adding.edits.list);
    return is_sound && diags_error_count(program->diags) == errors;
}
