#include "spec/cell_edit.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "front/load.h"
#include "model/model.h"

/* ---- Cells in the text */

static struct cell_text text_of(const struct ast_cell *node, bool is_shared)
{
    return node ? (struct cell_text){node, is_shared, node->column_count, node->span} : (struct cell_text){0};
}

struct cell_text cell_text_of_row(const struct row *row, enum ast_clause_kind kind)
{
    if (kind == AST_SIZE)
        return text_of(row->decl->cell, false);
    const struct ast_clause *own = ast_clause_find(row->decl, kind), *clause = row_find_clause(row, kind);
    return text_of(clause ? clause->cell : NULL, !own);
}

struct cell_text cell_text_of_bound(const struct row *row, unsigned bound)
{
    const struct ast_bound *node = row->decl->bounds;
    for (unsigned i = 0; i < bound; i++)
        node = node->next;
    return text_of(node->kind == AST_BOUND_COUNT ? node->cell : NULL, false);
}

struct cell_text cell_text_of_size(const struct record *record)
{
    return text_of(record->size_cell, false);
}

struct cell_text cell_text_of_digest(const struct record *record)
{
    return text_of(record->digest_row ? record->digest_row->cell : NULL, false);
}

struct cell_text cell_text_of_enumerator(const struct enumerator *enumerator)
{
    return text_of(enumerator->decl->cell, false);
}

const struct ast_alternative *cell_text_find(const struct cell_text *text, const struct ast_alternative *alternative,
                                             size_t *column)
{
    *column = 0;
    for (const struct ast_column *at = text->node ? text->node->columns : NULL; at; at = at->next, ++*column)
        for (const struct ast_alternative *node = at->alternatives; node; node = node->next)
            if (node == alternative)
                return at->alternatives;
    return NULL;
}

/* Returns the first alternative of the column to edit. */
static const struct ast_alternative *own_alternatives(const struct cell_columns *columns, const struct ast_cell *cell)
{
    const struct ast_column *own = cell->columns;
    for (unsigned i = 0; i < columns->own && cell->column_count > 1; i++)
        own = own->next;
    return own->alternatives;
}

/* Returns the span of all alternatives of the column to edit. */
static struct span own_span(const struct cell_columns *columns, const struct ast_cell *cell)
{
    const struct ast_alternative *first = own_alternatives(columns, cell), *last = first;
    while (last->next)
        last = last->next;
    return (struct span){first->span.begin, last->span.end};
}

/* ---- Columns */

/* One alternative of the column that replaces the old one. */
struct piece {
    const struct cell_value *value; /* the value in the spec; NULL: the new value */
    struct version_set versions;
    bool is_bare;
    bool is_changed; /* its versions differ from those in the text */
};

struct column {
    struct piece *pieces;
    size_t count;
};

static bool says_wanted(const struct cell_value *value, const struct spec_alternative *wanted)
{
    if (wanted->kind == SPEC_ABSENT)
        return value->kind == AST_VALUE_ABSENT;
    return value->kind == (wanted->kind == SPEC_NEGATIVE ? AST_VALUE_NEGATIVE : AST_VALUE_NUMBER) &&
           value->number == wanted->number;
}

/* Returns the alternatives of a cell without the versions `in`. The alternative that already has the value `wanted`
 * keeps them; if `wanted` is NULL, none does. A twin architecture also loses the versions in which it does not
 * exist. */
static struct column cut_column(struct cell_editor editor, const struct arch *arch, const struct cell *cell,
                                struct version_set in, const struct spec_alternative *wanted)
{
    struct arena *arena = editor.arena;
    struct column column = {ARENA_ARRAY(arena, struct piece, cell->count + 1), 0};
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        bool is_bare = cell_value_is_bare(value);
        struct piece piece = {value, cell_value_stated(arena, editor.axis, value), is_bare, false};
        struct version_set left = piece.versions;
        if (!wanted || !says_wanted(value, wanted))
            left = version_set_subtract(arena, left, in);
        if (arch->is_twin)
            left = version_set_intersect(arena, left, arch->versions);
        piece.is_changed = !is_bare && !version_set_equal(left, piece.versions);
        piece.versions = left;
        if (piece.versions.count)
            column.pieces[column.count++] = piece;
    }
    return column;
}

static uint64_t piece_begin(const struct piece *piece)
{
    return piece->versions.count ? piece->versions.ranges[0].from : 0;
}

/* Adds versions to the alternative that has the value `wanted`. Returns false if there is none. */
static bool extend_piece(struct arena *arena, struct column *column, struct version_set in,
                         const struct spec_alternative *wanted)
{
    for (size_t i = 0; i < column->count; i++) {
        struct piece *piece = &column->pieces[i];
        if (!says_wanted(piece->value, wanted))
            continue;
        struct version_set all = version_set_union(arena, piece->versions, in);
        piece->is_changed |= !piece->is_bare && !version_set_equal(all, piece->versions);
        piece->versions = all;
        return true;
    }
    return false;
}

/* Adds an alternative with the new value. If its versions have no end, it is bare and comes last. The only alternative
 * of a column is bare, too. */
static void add_piece(struct arena *arena, struct column *column, struct version_set in)
{
    struct piece added = {NULL, in, !column->count, true};
    size_t at = 0;
    if (in.ranges[in.count - 1].to == VERSION_END) {
        /* Write out the versions of the bare alternative, so that another one can be bare. If it is the first
         * alternative, it also gets all older versions. */
        for (size_t i = 0; i < column->count; i++) {
            struct piece *piece = &column->pieces[i];
            if (!piece->is_bare)
                continue;
            piece->is_bare = false;
            piece->is_changed = true;
            if (!i)
                piece->versions = version_set_union(arena, piece->versions,
                                                    version_set_range(arena, 0, piece->versions.ranges[0].to));
        }
        added.is_bare = true;
        column->pieces[column->count++] = added;
        return;
    }
    while (at < column->count && !column->pieces[at].is_bare && piece_begin(&column->pieces[at]) < piece_begin(&added))
        at++;
    memmove(column->pieces + at + 1, column->pieces + at, (column->count - at) * sizeof *column->pieces);
    column->pieces[at] = added;
    column->count++;
}

struct version_set cell_edit_clip(struct arena *arena, struct version_set set, struct version_set around)
{
    struct version_set clip = version_set_intersect(arena, set, around);
    if (!clip.count || !around.count)
        return clip;
    uint64_t begin = around.ranges[0].from, end = around.ranges[around.count - 1].to;
    const struct version_range *first = set.ranges, *last = &set.ranges[set.count - 1];
    if (first->from < begin && first->to > begin)
        clip = version_set_union(arena, clip, version_set_range(arena, 0, begin));
    if (last->from < end && last->to > end)
        clip = version_set_union(arena, clip, version_set_range(arena, end, VERSION_END));
    return clip;
}

/* True if a set contains all versions. The language has no range for it. */
static bool is_nameless(struct version_set set)
{
    return set.count == 1 && !set.ranges[0].from && set.ranges[0].to == VERSION_END;
}

/* Removes from alternatives the versions in which the cell's owner does not exist. The only alternative becomes bare if
 * it holds in all versions that are left. */
static void clip_pieces(struct arena *arena, const struct cell_columns *columns, struct column *column)
{
    for (size_t i = 0; i < column->count; i++) {
        struct piece *piece = &column->pieces[i];
        struct version_set clip = cell_edit_clip(arena, piece->versions, columns->around);
        bool is_all = is_nameless(clip);
        if (piece->is_bare || !clip.count || (!is_all && version_set_equal(clip, piece->versions)))
            continue;
        piece->versions = is_all ? columns->around : clip;
        piece->is_bare = is_all && column->count == 1;
        piece->is_changed = true;
    }
}

/* ---- Cells */

/* Returns an alternative of the text, with its new versions if they changed. */
static struct spec_alternative *make_old(struct cell_editor editor, const struct piece *piece)
{
    const struct sources *sources = editor.edits->program->sources;
    const struct ast_alternative *alternative = piece->value->alternative;
    if (!piece->is_changed)
        return spec_alternative_whole(editor.arena, sources, alternative);
    struct spec_alternative *value = spec_alternative_stated(editor.arena, sources, alternative);
    value->provenance = alternative->provenance;
    value->spelled_versions = NULL;
    const struct ast_alternative *was = ast_alternative_was(alternative);
    value->was = was ? spec_alternative_stated(editor.arena, sources, was) : NULL;
    return value;
}

static const struct spec_alternative *make_column(struct cell_editor editor, const struct column *column,
                                                  const struct spec_alternative *wanted)
{
    struct spec_alternative *first = NULL, **end = &first;
    for (size_t i = 0; i < column->count; i++) {
        const struct piece *piece = &column->pieces[i];
        *end = piece->value ? make_old(editor, piece) : arena_copy_array(editor.arena, wanted, 1, sizeof *wanted);
        if (piece->is_changed) {
            (*end)->is_bare = piece->is_bare;
            (*end)->versions = piece->versions;
        }
        end = &(*end)->next;
    }
    return first;
}

/* Returns the text of a column that is split off from a cell for all architectures: the alternatives that hold in some
 * version of that column's architecture. */
static const struct spec_alternative *make_copy(struct cell_editor editor, const struct cell *cell,
                                                const struct ast_cell *node)
{
    const struct sources *sources = editor.edits->program->sources;
    struct spec_alternative *first = NULL, **end = &first;
    const struct ast_alternative *last = node->columns->alternatives;
    for (size_t i = 0; i < cell->count; i++) {
        if (!cell->values[i].versions.count)
            continue;
        last = cell->values[i].alternative;
        *end = spec_alternative_whole(editor.arena, sources, last);
        end = &(*end)->next;
    }
    if (first && (first->next || last->provenance == AST_CORRECTED))
        return first;
    bool is_held = first != NULL;
    first = spec_alternative_stated(editor.arena, sources, last);
    first->provenance = is_held ? last->provenance : AST_DOCUMENTED;
    first->is_bare = true;
    return first;
}

/* Puts alternatives in place of those at a span. */
static void replace_column(struct cell_editor editor, struct span span, const struct spec_alternative *alternatives)
{
    const struct spec_cell cell = {1, &alternatives};
    edit_replace(editor.edits, span, spec_cell_text(editor.arena, editor.axis, &cell));
}

void cell_edit_assign(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                      const struct cell *const *cells, struct version_range in, const struct spec_alternative *wanted)
{
    struct version_set versions = version_set_range(editor.arena, in.from, in.to);
    struct column column = cut_column(editor, columns->arches[columns->own], cells[columns->own], versions, wanted);
    if (!extend_piece(editor.arena, &column, versions, wanted))
        add_piece(editor.arena, &column, versions);
    clip_pieces(editor.arena, columns, &column);
    const struct spec_alternative *own = make_column(editor, &column, wanted);
    if (text->column_count == columns->count) {
        replace_column(editor, own_span(columns, text->node), own);
        return;
    }
    struct spec_cell cell = spec_cell_new(editor.arena, columns->count);
    for (size_t i = 0; i < columns->count; i++)
        cell.columns[i] = i == columns->own ? own : make_copy(editor, cells[i], text->node);
    edit_replace(editor.edits, text->span, spec_cell_text(editor.arena, editor.axis, &cell));
}

void cell_edit_drop(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                    const struct cell *cell, struct version_range in)
{
    struct column column =
        cut_column(editor, columns->arches[columns->own], cell, version_set_range(editor.arena, in.from, in.to), NULL);
    size_t kept = 0;
    bool is_changed = false;
    for (size_t i = 0; i < column.count; i++)
        if (version_set_intersect(editor.arena, column.pieces[i].versions, columns->around).count)
            column.pieces[kept++] = column.pieces[i];
    column.count = kept;
    clip_pieces(editor.arena, columns, &column);
    for (size_t i = 0; i < kept; i++)
        is_changed |= column.pieces[i].is_changed;
    if (text->column_count == columns->count && kept && (kept != cell->count || is_changed))
        replace_column(editor, own_span(columns, text->node), make_column(editor, &column, NULL));
}

/* ---- `in` and `attest` */

static const char *versions_text(struct cell_editor editor, size_t count, const struct version_set *sets)
{
    struct buffer text = {0};
    spec_versions_write(editor.axis, (struct spec_versions){count, sets}, &text);
    return buffer_take(&text, editor.arena);
}

void cell_edit_in(struct cell_editor editor, const struct cell_columns *columns, const struct ast_decl *decl,
                  struct version_set *sets)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_IN), *at = ast_clause_find(decl, AST_AT);
    const struct ast_clause *next = at ? at : ast_clause_find(decl, AST_BIT);
    const struct arch *arch = columns->arches[columns->own];
    struct version_set *own = &sets[columns->own];
    if (arch->is_twin) /* a twin architecture has few versions; `sets` still has those of its fallback */
        *own = version_set_intersect(editor.arena, *own, arch->versions);
    if (is_nameless(*own) && columns->around.count)
        *own = columns->around;
    if (clause && clause->cell->column_count == columns->count) {
        edit_replace(editor.edits, own_alternatives(columns, clause->cell)->span, versions_text(editor, 1, own));
        return;
    }
    const char *whole = versions_text(editor, columns->count, sets);
    if (clause)
        edit_replace(editor.edits, clause->cell->span, whole);
    else if (next)
        edit_insert(editor.edits, next->span.begin, arena_format(editor.arena, "in %s ", whole));
    else
        edit_insert(editor.edits, decl->span.end, arena_format(editor.arena, " in %s", whole));
}

void cell_edit_add_version(struct cell_editor editor, const struct ast_set *set, uint64_t version)
{
    const char *text = axis_version_text(editor.arena, editor.axis, version);
    const struct ast_range *last = NULL;
    for (const struct ast_range *range = set->included; range; range = range->next) {
        struct version_range from = {0, 0};
        if (range->from && range->from == range->to && !strcmp(range->from, text))
            return;
        if (range->from && axis_find(editor.axis, range->from, &from) && from.from > version) {
            edit_insert(editor.edits, range->span.begin, arena_format(editor.arena, "%s, ", text));
            return;
        }
        last = range;
    }
    edit_insert(editor.edits, last->span.end, arena_format(editor.arena, ", %s", text));
}

bool cell_edit_attest(struct cell_editor editor, const struct ast_file *file, const struct record *record,
                      const struct cell_attest *attest)
{
    const struct ast_decl *last = NULL, *plain = NULL, *same = NULL;
    bool has_kinds = false;
    for (const struct ast_decl *decl = record ? record->attest_row : file->decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        last = decl;
        const struct ast_clause *by = ast_clause_find(decl, AST_BY);
        has_kinds |= by != NULL;
        if (ast_clause_find(decl, AST_REMARK) ||
            (decl->name ? strcmp(decl->name, attest->arch->name) != 0 : !attest->is_alone))
            continue;
        if (!by && !plain)
            plain = decl;
        if (by && attest->source && !same && !strcmp(by->text, attest->source))
            same = decl;
    }
    if (!same && (!has_kinds || !attest->source))
        same = plain;
    if (same) {
        cell_edit_add_version(editor, same->set, attest->version);
        return true;
    }
    if (!last)
        return false;
    const char *blank,
        *by = has_kinds && attest->source ? arena_format(editor.arena, " by \"%s\"", attest->source) : "";
    uint32_t end = edit_end(editor.edits, last, &blank);
    edit_insert(editor.edits, end,
                arena_format(editor.arena, "\n%sattest %s %s%s;", blank, attest->arch->name,
                             axis_version_text(editor.arena, editor.axis, attest->version), by));
    return true;
}

/* True if the `identity` line `decl` sorts after an identity. */
static bool is_after(const struct model *model, const struct ast_decl *decl, const struct identity *identity)
{
    for (size_t i = 0; i < model->identity_count; i++)
        if (model->identities[i]->decl == decl)
            return identity_compare(model->identities[i], identity) > 0;
    return false;
}

void cell_edit_identity(struct cell_editor editor, const struct model *model, const struct ast_file *file,
                        const struct identity *identity, const char *line)
{
    enum { OTHER, ATTESTS, IDENTITIES, PLACES };
    const struct ast_decl *last[PLACES] = {NULL};
    const char *blank;
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next) {
        if (decl->kind == AST_IDENTITY && is_after(model, decl, identity)) {
            edit_insert(editor.edits, decl->span.begin, arena_format(editor.arena, "%s\n", line));
            return;
        }
        if (decl->kind <= AST_SOURCE)
            last[OTHER] = decl;
        else if (decl->kind <= AST_IDENTITY)
            last[decl->kind == AST_ATTEST ? ATTESTS : IDENTITIES] = decl;
    }
    for (size_t i = PLACES; i-- > 0;) {
        if (!last[i])
            continue;
        uint32_t end = edit_end(editor.edits, last[i], &blank);
        edit_insert(editor.edits, end, arena_format(editor.arena, "\n%s%s", blank, line));
        return;
    }
    if (file->decls)
        edit_insert(editor.edits, edit_begin(editor.edits, file->decls), arena_format(editor.arena, "%s\n\n", line));
}

void cell_edit_complete_identity(struct cell_editor editor, const struct ast_decl *decl, const char *half)
{
    const struct ast_identity *identity = decl->identity;
    uint32_t end = identity->build ? identity->build_span.end
                   : identity->pdb ? identity->pdb_span.end
                                   : decl->type.span.end;
    edit_insert(editor.edits, end, half);
}
