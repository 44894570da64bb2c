#include "spec/column_edit.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "front/load.h"

/* The addition of one column to the declarations below one `columns` line. */
struct adding {
    struct cell_editor editor;
    const struct new_column *column;
    unsigned count, base; /* number of columns before the addition, and the index of the base */
};

/* ---- Lines of columns */

static const struct ast_decl *own_line(const struct ast_decl *decl)
{
    const struct ast_decl *row = decl->children;
    while (row && row->kind != AST_COLUMNS)
        row = row->next;
    return row;
}

const struct ast_decl *column_edit_find(const struct ast_file *file, const struct ast_decl *decl)
{
    const struct ast_decl *own = own_line(decl), *line = NULL;
    for (const struct ast_decl *above = file->decls; above && above != decl; above = above->next)
        line = above->kind == AST_COLUMNS ? above : line;
    return own ? own : line;
}

/* Returns the index of an arch in a line, or CELL_NO_COLUMN; sets the number of columns. */
static unsigned find_column(const struct ast_decl *line, const char *arch, unsigned *count)
{
    unsigned found = CELL_NO_COLUMN;
    *count = 0;
    for (const struct ast_name *name = line->names; name; name = name->next, ++*count)
        if (!strcmp(name->name, arch))
            found = *count;
    return found;
}

bool column_edit_has(const struct ast_decl *line, const char *arch)
{
    unsigned count;
    return find_column(line, arch, &count) != CELL_NO_COLUMN;
}

bool column_edit_names(const struct ast_file *file, const char *arch)
{
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next) {
        const struct ast_decl *line = decl->kind == AST_COLUMNS ? decl : own_line(decl);
        if (line && column_edit_has(line, arch))
            return true;
    }
    return false;
}

/* ---- Cells */

/* True if an alternative names a version. */
static bool names_version(const struct adding *adding, const struct ast_alternative *alternative, uint64_t version)
{
    if (!alternative->set)
        return false;
    struct version_set set =
        version_set_of_ast(adding->editor.arena, adding->editor.axis, alternative->set, NULL, NULL);
    return version_set_contains(&set, version);
}

/* Returns the first alternative of the base's column. */
static const struct ast_alternative *base_alternatives(const struct adding *adding, const struct ast_cell *cell)
{
    const struct ast_column *column = cell->columns;
    for (unsigned i = 0; i < adding->base && cell->column_count > 1; i++)
        column = column->next;
    return column->alternatives;
}

/* Returns the alternative of the base's column that holds in a version, or NULL. */
static const struct ast_alternative *find_alternative(const struct adding *adding, const struct ast_cell *cell,
                                                      uint64_t version)
{
    const struct ast_alternative *bare = NULL;
    for (const struct ast_alternative *node = base_alternatives(adding, cell); node; node = node->next) {
        if (names_version(adding, node, version))
            return node;
        bare = node->set ? bare : node;
    }
    return bare;
}

/* Returns the text of the new column in an `in` clause. */
static const char *in_text(const struct adding *adding, const struct ast_cell *cell)
{
    struct arena *arena = adding->editor.arena;
    const char *text = "";
    for (size_t i = 0; i < adding->column->count; i++) {
        uint64_t version = adding->column->versions[i];
        if (names_version(adding, base_alternatives(adding, cell), version))
            text = arena_format(arena, "%s%s%s", text, *text ? ", " : "",
                                axis_version_text(arena, adding->editor.axis, version));
    }
    return *text ? text : "-";
}

/* Returns the text of the new column in any other cell. If the base has the same value in all versions, it is that
 * value alone; else each value has its versions. */
static const char *value_text(const struct adding *adding, const struct ast_cell *cell)
{
    const struct new_column *column = adding->column;
    struct arena *arena = adding->editor.arena;
    struct spec_alternative *first = NULL, *last = NULL, **end = &first;
    const struct ast_alternative *before = NULL;
    for (size_t i = 0; i < column->count; i++) {
        const struct ast_alternative *node = find_alternative(adding, cell, column->versions[i]);
        const char *version = axis_version_text(arena, adding->editor.axis, column->versions[i]);
        if (node && node == before) {
            last->spelled_versions = arena_format(arena, "%s, %s", last->spelled_versions, version);
        } else if (node) {
            last = *end = spec_alternative_stated(arena, adding->editor.edits->program->sources, node);
            last->provenance = node->provenance == AST_CORRECTED ? AST_DOCUMENTED : node->provenance;
            last->is_bare = false;
            last->spelled_versions = version;
            end = &last->next;
            before = node;
        }
    }
    if (!first)
        return "-";
    first->is_bare = !first->next;
    first->spelled_versions = first->is_bare ? NULL : first->spelled_versions;
    const struct spec_alternative *all = first;
    return spec_cell_text(arena, adding->editor.axis, &(struct spec_cell){1, &all});
}

/* True if some alternative of a cell with one column names versions. */
static bool is_dated(const struct ast_cell *cell)
{
    const struct ast_alternative *node = cell->columns->alternatives;
    while (node && !node->set)
        node = node->next;
    return node != NULL;
}

/* Adds the column to a cell. A cell with one column for all architectures stays unchanged, unless it names versions:
 * these do not apply to the new column. */
static void add_to_cell(const struct adding *adding, const struct ast_cell *cell, bool is_in)
{
    struct arena *arena = adding->editor.arena;
    const char *text = "";
    if (!cell || (cell->column_count == 1 && (is_in || !is_dated(cell))) ||
        (cell->column_count != 1 && cell->column_count != adding->count))
        return;
    for (unsigned i = cell->column_count; i < adding->count; i++)
        text = arena_format(arena, "%s | %.*s", text, (int)(cell->span.end - cell->span.begin),
                            edit_text(adding->editor.edits, cell->span));
    text = arena_format(arena, "%s | %s", text, is_in ? in_text(adding, cell) : value_text(adding, cell));
    edit_insert(adding->editor.edits, cell->span.end, text);
}

/* ---- Declarations */

/* Kinds of declarations that have a cell, and kinds that have array bounds. */
static const bool cells[AST_KIND_COUNT] = {[AST_TYPE] = true,       [AST_CONST] = true,    [AST_UNACCOUNTED] = true,
                                           [AST_BYTES] = true,      [AST_SIZE_ROW] = true, [AST_DIGEST] = true,
                                           [AST_ENUMERATOR] = true, [AST_EVENT] = true,    [AST_EVENT_HEADER] = true};
static const bool bounds[AST_KIND_COUNT] = {[AST_MEMBER] = true, [AST_STRUCT] = true, [AST_UNION] = true};
static const bool clauses[AST_CLAUSE_KIND_COUNT] = {
    [AST_IN] = true,    [AST_AT] = true,      [AST_SIZE] = true,       [AST_BIT] = true, [AST_MASK] = true,
    [AST_ALIGN] = true, [AST_DEFAULT] = true, [AST_PREVIOUSLY] = true, [AST_NEXT] = true};

static void add_to_decl(const struct adding *adding, const struct ast_decl *decl)
{
    if (cells[decl->kind])
        add_to_cell(adding, decl->cell, false);
    for (const struct ast_bound *bound = bounds[decl->kind] ? decl->bounds : NULL; bound; bound = bound->next)
        if (bound->kind == AST_BOUND_COUNT)
            add_to_cell(adding, bound->cell, false);
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next)
        if (clauses[clause->kind])
            add_to_cell(adding, clause->cell, clause->kind == AST_IN);
    for (const struct ast_decl *row = decl->children; row; row = row->next)
        add_to_decl(adding, row);
}

void column_edit_add(struct cell_editor editor, const struct ast_file *file, const struct ast_decl *line,
                     const struct new_column *column)
{
    struct adding adding = {.editor = editor, .column = column};
    adding.base = find_column(line, column->base, &adding.count);
    edit_insert(editor.edits, line->span.end, arena_format(editor.arena, " | %s", column->name));
    const struct ast_decl *at = file->decls;
    while (at && at != line && own_line(at) != line)
        at = at->next;
    if (!at)
        return;
    if (at != line) {
        add_to_decl(&adding, at);
        return;
    }
    for (at = at->next; at && at->kind != AST_COLUMNS; at = at->next)
        if (!own_line(at))
            add_to_decl(&adding, at);
}
