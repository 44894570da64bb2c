/*
 * Cells and `in` clauses with other values or versions in some versions: what does not change is copied as it stands.
 */
#include <string.h>

#include "merge/merge_parts.h"
#include "model/axis.h"
#include "model/clauses.h"

struct version_set merge_declared(const struct merge *merge, const struct ast_decl *decl, size_t column)
{
    return decl_versions(merge->model, merge->arena, decl, column);
}

struct version_set merge_clip(const struct merge *merge, struct version_set set, struct version_set around)
{
    struct version_set clip = version_set_intersect(merge->arena, set, around);
    if (!clip.count || !around.count)
        return clip;
    uint64_t begin = around.ranges[0].from, end = around.ranges[around.count - 1].to;
    const struct version_range *first = set.ranges, *last = &set.ranges[set.count - 1];
    if (first->from < begin && first->to > begin)
        clip = version_set_union(merge->arena, clip, version_set_range(merge->arena, 0, begin));
    if (last->from < end && last->to > end)
        clip = version_set_union(merge->arena, clip, version_set_range(merge->arena, end, VERSION_END));
    return clip;
}

const char *merge_set_text(const struct merge *merge, struct version_set set)
{
    struct buffer text = {0};
    axis_write_set(&merge->model->axis, set, &text);
    const char *result = arena_copy(merge->arena, text.data, text.size);
    buffer_free(&text);
    return result;
}

struct version_range merge_interval(const struct merge *merge, const struct version_set *attested)
{
    uint64_t version = merge->kernel->version, before = 0, after = VERSION_END;
    bool is_point = false;
    for (size_t i = 0; i < attested->count; i++) {
        struct version_range range = attested->ranges[i];
        is_point |= range.from <= version && version < range.to && range.to - range.from > 1;
        if (range.from < version)
            before = range.to <= version ? range.to - 1 : version - 1;
        if (range.from > version && after == VERSION_END)
            after = range.from;
    }
    struct version_range in = {axis_find_bound(&merge->model->axis, before, version), VERSION_END};
    if (after != VERSION_END)
        in.to = axis_find_bound(&merge->model->axis, version, after);
    for (size_t i = 0; is_point && i < merge->model->axis.point_count; i++) /* somebody knows all of it */
        if (merge->model->axis.points[i].range.from <= version && version < merge->model->axis.points[i].range.to)
            in = merge->model->axis.points[i].range;
    return in;
}

/* One alternative of a column that is written anew. */
struct piece {
    const struct cell_value *value; /* NULL: the new one */
    struct version_set in;
    bool is_bare;
    bool is_changed; /* its versions are not those that stand there */
};

struct column {
    struct piece *pieces;
    size_t count;
};

static bool says(const struct cell_value *value, const struct merge_value *wanted)
{
    return value->kind == (wanted->is_negative ? AST_VALUE_NEGATIVE : AST_VALUE_NUMBER) &&
           value->number == wanted->number;
}

/* The alternatives without the versions that get another value, or (`wanted` NULL) none. */
static struct column cut_column(struct merge *merge, const struct cell *cell, struct version_set in,
                                const struct merge_value *wanted)
{
    struct column column = {ARENA_ARRAY(merge->arena, struct piece, cell->count + 1), 0};
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        struct piece piece = {value, value->alternative->set ? value->stated : value->in, cell_value_is_bare(value),
                              false};
        if (!wanted || !says(value, wanted)) {
            struct version_set left = version_set_subtract(merge->arena, piece.in, in);
            piece.is_changed = !piece.is_bare && !version_set_equal(left, piece.in);
            piece.in = left;
        }
        if (piece.in.count)
            column.pieces[column.count++] = piece;
    }
    return column;
}

static uint64_t piece_begin(const struct piece *piece)
{
    return piece->in.count ? piece->in.ranges[0].from : 0;
}

/* Adds the value: to the alternative that says it, else as one of its own, which is bare where it has no end. */
static void add_piece(struct merge *merge, struct column *column, struct version_set in,
                      const struct merge_value *wanted)
{
    struct piece *bare = NULL;
    for (size_t i = 0; i < column->count; i++) {
        struct piece *piece = &column->pieces[i];
        if (piece->value && says(piece->value, wanted)) {
            struct version_set all = version_set_union(merge->arena, piece->in, in);
            piece->is_changed |= !piece->is_bare && !version_set_equal(all, piece->in);
            piece->in = all;
            return;
        }
        if (piece->is_bare)
            bare = piece;
    }
    struct piece added = {NULL, in, !column->count, true};
    if (in.ranges[in.count - 1].to == VERSION_END && bare) {
        bare->is_bare = false;
        bare->is_changed = true;
        if (bare == &column->pieces[0])
            bare->in =
                version_set_union(merge->arena, bare->in, version_set_range(merge->arena, 0, bare->in.ranges[0].to));
        bare = NULL;
    }
    if (in.ranges[in.count - 1].to == VERSION_END && !bare) {
        added.is_bare = true;
        column->pieces[column->count++] = added;
        return;
    }
    size_t at = 0;
    while (at < column->count && !column->pieces[at].is_bare && piece_begin(&column->pieces[at]) < piece_begin(&added))
        at++;
    memmove(column->pieces + at + 1, column->pieces + at, (column->count - at) * sizeof *column->pieces);
    column->pieces[at] = added;
    column->count++;
}

/* Writes an alternative that stands in the text, with its new versions. */
static void write_old(const struct merge *merge, const struct piece *piece, struct buffer *out)
{
    const struct ast_alternative *alternative = piece->value->alternative;
    struct span whole = alternative->span;
    if (!piece->is_changed) {
        buffer_add_text(out, edit_text(&merge->edits, whole));
        return;
    }
    const char *set = merge_set_text(merge, piece->in);
    struct span head = {whole.begin, alternative->set ? alternative->set->span.begin : alternative->value_span.end};
    struct span tail = {alternative->set ? alternative->set->span.end : alternative->value_span.end, whole.end};
    buffer_format(out, alternative->set ? "%s%s%s" : "%s (%s)%s", edit_text(&merge->edits, head), set,
                  edit_text(&merge->edits, tail));
}

static void write_value(const struct merge_value *value, struct buffer *out)
{
    unsigned long long number = value->number;
    buffer_format(out, value->is_decimal ? "%s%llu" : "%s0x%02llX", value->is_negative ? "-" : "", number);
}

static void write_column(const struct merge *merge, const struct column *column, const struct merge_value *wanted,
                         struct buffer *out)
{
    for (size_t i = 0; i < column->count; i++) {
        const struct piece *piece = &column->pieces[i];
        if (i)
            buffer_add_text(out, ", ");
        if (piece->value) {
            write_old(merge, piece, out);
            continue;
        }
        write_value(wanted, out);
        if (!piece->is_bare)
            buffer_format(out, " (%s)", merge_set_text(merge, piece->in));
    }
}

/* A column of what was a cell for all: the alternatives that mean something there. */
static void write_copy(const struct merge *merge, const struct cell *cell, const struct ast_cell *ast,
                       struct buffer *out)
{
    size_t count = 0, written = 0;
    for (size_t i = 0; i < cell->count; i++)
        count += cell->values[i].in.count > 0;
    for (size_t i = 0; i < cell->count; i++) {
        const struct ast_alternative *alternative = cell->values[i].alternative;
        if (!cell->values[i].in.count)
            continue;
        if (written++)
            buffer_add_text(out, ", ");
        struct span span = alternative->span;
        if (count == 1 && alternative->provenance != AST_CORRECTED)
            span.end = alternative->value_span.end;
        buffer_add_text(out, edit_text(&merge->edits, span));
    }
    if (!count)
        buffer_add_text(out, edit_text(&merge->edits, ast->columns->alternatives->value_span));
}

/* The span of the alternatives of the kernel's column. */
static struct span own_span(const struct merge_columns *columns, const struct ast_cell *ast)
{
    const struct ast_column *own = ast->columns;
    for (unsigned i = 0; i < columns->own && ast->column_count > 1; i++)
        own = own->next;
    const struct ast_alternative *last = own->alternatives;
    while (last->next)
        last = last->next;
    return (struct span){own->alternatives->span.begin, last->span.end};
}

/* Cuts the versions of alternatives to those in which the row is there. */
static void clip_pieces(const struct merge *merge, const struct merge_columns *columns, struct column *column)
{
    for (size_t i = 0; i < column->count; i++) {
        struct piece *piece = &column->pieces[i];
        struct version_set clip = merge_clip(merge, piece->in, columns->around);
        if (piece->is_bare || !clip.count || version_set_equal(clip, piece->in))
            continue;
        piece->in = clip;
        piece->is_changed = true;
    }
}

void merge_assign(struct merge *merge, const struct merge_columns *columns, const struct ast_cell *ast,
                  const struct cell *const *cells, struct version_range in, struct merge_value value)
{
    struct version_set versions = version_set_range(merge->arena, in.from, in.to);
    struct column column = cut_column(merge, cells[columns->own], versions, &value);
    struct span span = own_span(columns, ast);
    struct buffer text = {0};
    add_piece(merge, &column, versions, &value);
    clip_pieces(merge, columns, &column);
    if (ast->column_count == columns->count) {
        write_column(merge, &column, &value, &text);
    } else {
        span = ast->span;
        for (unsigned i = 0; i < columns->count; i++) {
            buffer_add_text(&text, i ? " | " : "");
            if (i == columns->own)
                write_column(merge, &column, &value, &text);
            else
                write_copy(merge, cells[i], ast, &text);
        }
    }
    edit_replace(&merge->edits, span, arena_copy(merge->arena, text.data, text.size));
    buffer_free(&text);
}

void merge_drop(struct merge *merge, const struct merge_columns *columns, const struct ast_cell *ast,
                const struct cell *cell, struct version_range in)
{
    struct column column = cut_column(merge, cell, version_set_range(merge->arena, in.from, in.to), NULL);
    struct buffer text = {0};
    size_t kept = 0;
    bool is_changed = false;
    for (size_t i = 0; i < column.count; i++) {
        struct piece *piece = &column.pieces[i];
        if (!version_set_intersect(merge->arena, piece->in, columns->around).count)
            continue;
        column.pieces[kept++] = *piece;
    }
    column.count = kept;
    clip_pieces(merge, columns, &column);
    for (size_t i = 0; i < kept; i++)
        is_changed |= column.pieces[i].is_changed;
    if (ast->column_count != columns->count || !kept || (kept == cell->count && !is_changed))
        return;
    write_column(merge, &column, NULL, &text);
    edit_replace(&merge->edits, own_span(columns, ast), arena_copy(merge->arena, text.data, text.size));
    buffer_free(&text);
}

void merge_set_in(struct merge *merge, const struct merge_columns *columns, const struct ast_decl *decl,
                  const struct version_set *sets, struct version_set own)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_IN);
    struct buffer text = {0};
    if (own.count == 1 && !own.ranges[0].from && own.ranges[0].to == VERSION_END && columns->around.count)
        own = columns->around; /* a range of two open ends is none */
    if (clause && clause->cell->column_count == columns->count) {
        const struct ast_column *column = clause->cell->columns;
        for (unsigned i = 0; i < columns->own; i++)
            column = column->next;
        edit_replace(&merge->edits, column->alternatives->span, own.count ? merge_set_text(merge, own) : "-");
        return;
    }
    for (unsigned i = 0; i < columns->count; i++) {
        const struct version_set *set = i == columns->own ? &own : &sets[i];
        buffer_format(&text, "%s%s", i ? " | " : "", set->count ? merge_set_text(merge, *set) : "-");
    }
    const char *whole = arena_copy(merge->arena, text.data, text.size);
    buffer_free(&text);
    if (clause) {
        edit_replace(&merge->edits, clause->cell->span, whole);
        return;
    }
    const struct ast_clause *at = ast_clause_find(decl, AST_AT);
    if (at)
        edit_insert(&merge->edits, at->span.begin, arena_format(merge->arena, "in %s ", whole));
    else
        edit_insert(&merge->edits, decl->span.end, arena_format(merge->arena, " in %s", whole));
}
