#include "lsp/session.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "check/check.h"
#include "front/load.h"
#include "lsp/uri.h"
#include "model/model.h"

/* ---- Programs */

/* Returns a copy of a text, with two NULs behind it. A program may outlive edits of the text. */
static const char *copy_text(struct arena *arena, const struct document *document)
{
    char *copy = arena_alloc(arena, document->text.size + 2);
    return memcpy(copy, document->text.data, document->text.size + 2);
}

/* Returns an empty program with the open texts, and with the directories that `use` searches. */
static struct program *begin_program(const struct session *session, struct arena *arena)
{
    struct program *program = program_new(arena);
    program->shipped = session->options->shipped;
    for (size_t i = 0; i < session->options->include_count; i++)
        program_add_root(program, session->options->includes[i]);
    program->takes_files_only = true;
    for (size_t i = 0; i < session->folder_count; i++)
        (session->are_folders_guessed ? program_add_operand : program_add_root)(program, session->folders[i]);
    for (const struct document *document = session->documents; document; document = document->next)
        program_add_operand(program, document->path);
    for (const struct document *document = session->documents; document; document = document->next)
        program_replace_text(program, document->path, copy_text(arena, document), document->text.size);
    return program;
}

/* Reads all specs of the folders, and the open texts. */
static struct program *read_everything(const struct session *session, struct arena *arena)
{
    struct program *program = begin_program(session, arena);
    struct program_refusal why;
    size_t count;
    const char *const *paths =
        workspace_search(arena, session->folders, session->folder_count, !session->are_folders_guessed, &count);
    for (const struct document *document = session->documents; document; document = document->next)
        program_add_path(program, document->path);
    for (size_t i = 0; i < count; i++)
        if (program_reaches(program, paths[i], &why))
            program_add_path(program, paths[i]);
    return program;
}

void session_update_workspace(struct session *session)
{
    if (!session->is_workspace_old)
        return;
    struct arena *arena = arena_new();
    workspace_take(&session->workspace, read_everything(session, arena));
    arena_free(arena);
    for (struct document *document = session->documents; document; document = document->next)
        document->is_alone = false;
    session->is_workspace_old = false;
}

/* ---- Analyses */

void analysis_free(struct analysis *analysis)
{
    if (!analysis)
        return;
    arena_free(analysis->arena);
    free(analysis->path);
    free(analysis);
}

/* True if a file is the text itself, or if the text uses it. */
static bool is_below(const struct analysis *analysis, const struct source *source, size_t own)
{
    const struct program *program = analysis->program;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].ast->source == source)
            return i <= own && program_uses(program, own, i);
    return false;
}

/* Files that use the text and that cannot be read, or declare the same name. */
struct conflict {
    struct analysis *analysis;
    size_t own;
    bool is_found;
    bool is_with_text; /* the text itself, or a file that it uses, is one of the files */
};

static bool is_at_text(const struct conflict *conflict, struct span span)
{
    const struct source *source = source_find(conflict->analysis->program->sources, span.begin);
    return !source || is_below(conflict->analysis, source, conflict->own);
}

static void find_conflict(void *user, const struct diag_view *view)
{
    struct conflict *conflict = user;
    bool is_conflict = !conflict->analysis->is_read || view->code == DIAG_DUPLICATE || view->code == DIAG_LIMIT;
    if (!is_conflict || is_at_text(conflict, view->span))
        return;
    conflict->is_found = true;
    for (const struct diag_note *note = view->notes; note; note = note->next)
        conflict->is_with_text = conflict->is_with_text || is_at_text(conflict, note->span);
}

/* True if no edit of an open text can end a conflict. */
static bool is_lasting(const struct session *session, const struct conflict *conflict)
{
    const struct analysis *analysis = conflict->analysis;
    bool is_lasting = !conflict->is_with_text;
    for (size_t i = 0; i < analysis->file_count && is_lasting; i++)
        is_lasting = !strcmp(analysis->files[i], analysis->path) ||
                     !document_find(session->documents, analysis->files[i]);
    return is_lasting;
}

/* Adds the files of an analysis, and the files that another program has read. */
static void add_files(struct analysis *analysis, const struct program *program)
{
    size_t count = analysis->file_count + program->file_count;
    const char **files = ARENA_ARRAY(analysis->arena, const char *, count);
    for (size_t i = 0; i < analysis->file_count; i++)
        files[i] = analysis->files[i];
    for (size_t i = 0; i < program->file_count; i++) {
        const char *path = program->files[i].path;
        files[analysis->file_count++] = arena_copy(analysis->arena, path, strlen(path));
    }
    analysis->files = files;
}

struct analysis *analysis_new(const char *path)
{
    struct analysis *analysis = memory_alloc(sizeof *analysis);
    *analysis = (struct analysis){.arena = arena_new()};
    analysis->path = strcpy(memory_alloc(strlen(path) + 1), path);
    analysis->positions = map_new(analysis->arena);
    return analysis;
}

struct analysis *session_read_workspace(struct session *session)
{
    session_drop_last(session);
    struct analysis *analysis = session->last = analysis_new("");
    analysis->program = read_everything(session, analysis->arena);
    struct model *model = ARENA_NEW(analysis->arena, struct model);
    model->program = analysis->program;
    model->arena = analysis->arena;
    analysis->model = model;
    return analysis;
}

struct diags *session_new_diags(const struct session *session, const struct program *program)
{
    struct diags *diags = diags_new(program->arena, program->sources);
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        diags_set_severity(diags, (enum diag_code)i, diags_severity(session->options->diags, (enum diag_code)i));
    if (diags_severity(diags, DIAG_INFERABLE) == DIAG_SEVERITY_OFF)
        diags_set_severity(diags, DIAG_INFERABLE, DIAG_SEVERITY_WARNING);
    return diags;
}

/* Reads, resolves and checks a text and, unless `is_alone`, the files that use it. */
static struct analysis *analyse_text(const struct session *session, const char *path, bool is_alone)
{
    struct analysis *analysis = analysis_new(path);
    struct arena *arena = analysis->arena;
    analysis->is_alone = is_alone;
    struct program *program = analysis->program = begin_program(session, arena);
    program->diags = session_new_diags(session, program);
    program_add_path(program, analysis->path);
    if (!is_alone)
        analysis->users = workspace_find_users(&session->workspace, arena, path, &analysis->user_count);
    for (size_t i = 0; i < analysis->user_count; i++)
        program_add_path(program, analysis->users[i]);
    analysis->is_read = !diags_error_count(program->diags);
    analysis->model = model_resolve(program);
    if (analysis->is_read)
        check_run(analysis->model, program->diags);
    add_files(analysis, program);
    return analysis;
}

bool analysis_covers(const struct analysis *analysis, const char *path)
{
    bool covers = !strcmp(analysis->path, path);
    for (size_t i = 0; i < analysis->user_count && !covers; i++)
        covers = !strcmp(analysis->users[i], path);
    return covers;
}

struct analysis *session_analyse(struct session *session, const char *path)
{
    if (!session->is_careful)
        session_update_workspace(session);
    if (session->last && analysis_covers(session->last, path))
        return session->last;
    session_drop_last(session);
    struct document *document = document_find(session->documents, path);
    struct analysis *analysis = analyse_text(session, path, session->is_careful || (document && document->is_alone));
    struct conflict conflict = {analysis, program_find_file(analysis->program, path), false, false};
    if (analysis->user_count && conflict.own < analysis->program->file_count)
        diags_each_view(analysis->program->diags, find_conflict, &conflict);
    if (conflict.is_found) {
        if (document)
            document->is_alone = is_lasting(session, &conflict);
        struct analysis *whole = analysis;
        analysis = analyse_text(session, path, true);
        add_files(analysis, whole->program);
        analysis_free(whole);
    }
    session->last = analysis;
    if (analysis->is_read && document) {
        analysis_free(session->base);
        session->base = analysis;
    }
    return analysis;
}

struct analysis *session_analyse_users(struct session *session, const char *path)
{
    struct analysis *analysis = session_analyse(session, path);
    if (analysis->is_alone) {
        session_drop_last(session);
        session_update_workspace(session);
        analysis = session->last = analyse_text(session, path, false);
    }
    return analysis;
}

void session_drop_last(struct session *session)
{
    if (session->last != session->base)
        analysis_free(session->last);
    session->last = NULL;
}

void session_edit(struct session *session, const char *path)
{
    session_drop_last(session);
    if (session->base && strcmp(session->base->path, path) != 0) {
        analysis_free(session->base);
        session->base = NULL;
    }
}

void session_change(struct session *session)
{
    session_drop_last(session);
    analysis_free(session->base);
    session->base = NULL;
}

void session_end(struct session *session)
{
    session_change(session);
    while (session->documents)
        document_close(&session->documents, session->documents);
    for (struct session_published *next; session->published; session->published = next) {
        next = session->published->next;
        free(session->published->path);
        free(session->published);
    }
    arena_free(session->workspace.arena);
}

/* ---- Files and positions */

void session_add_folder(struct session *session, const char *path)
{
    for (size_t i = 0; i < session->folder_count; i++)
        if (!strcmp(session->folders[i], path))
            return;
    if (session->folder_count < SESSION_FOLDERS_MOST)
        session->folders[session->folder_count++] = arena_copy(session->arena, path, strlen(path));
}

const char *session_uri(const struct session *session, struct arena *arena, const char *path)
{
    const struct document *document = document_find(session->documents, path);
    if (document)
        return document->uri;
    path = path_beside(arena, file_path_rules, path_join(arena, file_path_rules, file_directory(arena), "x"), path);
    return uri_write(arena, file_path_rules, path);
}

const char *session_path(struct arena *arena, yajl_val params)
{
    const char *uri = tree_text(params, "textDocument.uri");
    return uri ? uri_read(arena, file_path_rules, uri) : NULL;
}

const struct source *analysis_source(const struct analysis *analysis, const char *path)
{
    size_t i = program_find_file(analysis->program, path);
    return i < analysis->program->file_count ? analysis->program->files[i].ast->source : NULL;
}

struct position_map *analysis_map(const struct session *session, struct analysis *analysis,
                                        const struct source *source)
{
    struct position_map *map = map_get(analysis->positions, source);
    if (!map) {
        map = ARENA_NEW(analysis->arena, struct position_map);
        *map = position_map_new(analysis->arena, source->text, source->size, session->encoding);
        map_set(analysis->positions, source, map);
    }
    return map;
}

bool analysis_find_position(const struct session *session, struct analysis *analysis, const char *path,
                            yajl_val value, uint32_t *position)
{
    struct position place;
    const struct source *source = analysis_source(analysis, path);
    if (!source || !tree_number(value, "line", &place.line) || !tree_number(value, "character", &place.character))
        return false;
    *position = source->base + (uint32_t)position_offset(analysis_map(session, analysis, source), place);
    return true;
}

void session_write_position(struct json *json, struct position position)
{
    json_open(json, '{');
    json_member_number(json, "line", position.line);
    json_member_number(json, "character", position.character);
    json_close(json, '}');
}

void analysis_write_range(const struct session *session, struct analysis *analysis, struct span span,
                          struct json *json)
{
    const struct source *source = source_find(analysis->program->sources, span.begin);
    struct position begin = {0, 0}, end = {0, 0};
    if (source) {
        struct position_map *map = analysis_map(session, analysis, source);
        size_t last = span.end < span.begin ? span.begin - source->base : span.end - source->base;
        begin = position_find(map, span.begin - source->base);
        end = position_find(map, last < source->size ? last : source->size);
    }
    json_open(json, '{');
    json_key(json, "start");
    session_write_position(json, begin);
    json_key(json, "end");
    session_write_position(json, end);
    json_close(json, '}');
}

void analysis_write_location(const struct session *session, struct analysis *analysis, struct span span,
                             struct json *json)
{
    const struct source *source = source_find(analysis->program->sources, span.begin);
    json_open(json, '{');
    json_member_text(json, "uri", session_uri(session, analysis->arena, source ? source->path : analysis->path));
    json_key(json, "range");
    analysis_write_range(session, analysis, span, json);
    json_close(json, '}');
}
