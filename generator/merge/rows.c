/*
 * Edits of the rows of a record. One that would stand out of order ends, and a new one begins where it lies.
 */
#include <stdlib.h>
#include <string.h>

#include "model/ascending.h"
#include "merge/merge_parts.h"

/* ---- Order */

/* Rows beside each other ascend, and those that begin at one place are in no order: the fewest that leave the others
 * ascending get rows elsewhere. */
static void sort_out(struct into_spots *spots, size_t holder)
{
    struct arena *arena = spots->site->into->arena;
    size_t first = holder == INTO_NO_SPOT ? 0 : holder + 1, count = 0;
    size_t end = holder == INTO_NO_SPOT ? spots->count : spots->items[holder].end;
    if (holder != INTO_NO_SPOT && spots->items[holder].row->decl->kind == AST_UNION)
        return;
    size_t *list = ARENA_ARRAY(arena, size_t, end - first);
    uint64_t *keys = ARENA_ARRAY(arena, uint64_t, end - first);
    bool *moved = ARENA_ARRAY(arena, bool, end - first);
    for (size_t i = first; i < end; i = spots->items[i].end) {
        if (!spots->items[i].stays || spots->items[i].is_new || spots->items[i].offset == LAYOUT_UNKNOWN)
            continue;
        keys[count] = spots->items[i].offset;
        list[count++] = i;
    }
    ascending_mark_moved(keys, count, moved);
    for (size_t i = 0; i < count; i++) {
        struct into_spot *spot = &spots->items[list[i]];
        if (moved[i] && spot->row->member && spot->known)
            spot->is_new = true;
        else if (moved[i] && spot->row->decl->kind == AST_UNACCOUNTED && !spots->site->record->is_union)
            spot->stays = false; /* it is accounted for once more, where it lies then */
    }
}

/* ---- Edits */

static const struct row_on *on_column(const struct into_site *site, const struct row *row, size_t column)
{
    return row_on(row, site->columns.arches[column]);
}

static const struct cell *cell_of(const struct row_on *on, enum ast_clause_kind kind)
{
    return kind == AST_AT ? &on->at : kind == AST_BIT ? &on->extras->bit : &on->extras->mask;
}

/* The columns of a row's cells, and the versions in which it is there: what cells say ends where it does. */
static struct into_columns columns_of(const struct into_site *site, const struct row *row, bool with_kernel)
{
    struct arena *arena = site->into->arena;
    struct version_set own = row_on(row, site->into->arch)->in;
    struct version_set in = version_set_range(arena, site->in.from, site->in.to);
    struct into_columns columns = site->columns;
    columns.around = with_kernel ? version_set_union(arena, own, in) : version_set_subtract(arena, own, in);
    return columns;
}

static void assign(struct into_site *site, const struct row *row, const struct ast_clause *clause, uint64_t number,
                   bool is_decimal)
{
    const struct cell *cells[INTO_COLUMNS_MOST];
    for (size_t i = 0; i < site->columns.count; i++)
        cells[i] = cell_of(on_column(site, row, i), clause->kind);
    bool is_own = ast_clause_find(row->decl, clause->kind) == clause; /* else it is of all rows of the slot */
    struct into_columns columns = is_own ? columns_of(site, row, true) : site->columns;
    into_assign(site->into, &columns, clause->cell, cells, site->in, (struct into_value){number, false, is_decimal});
}

/* Has the cells of a row, and of all that is in it, not speak of the kernel's versions. */
static void drop_row(struct into_site *site, const struct row *row);

void into_drop_rows(struct into_site *site, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next)
        drop_row(site, row);
}

void into_drop_sizes(struct into_site *site, const struct record *record)
{
    struct into *into = site->into;
    const struct record_on *on = &record->on[into->arch->index];
    struct into_columns columns = site->columns;
    columns.around =
        version_set_subtract(into->arena, on->in, version_set_range(into->arena, site->in.from, site->in.to));
    if (record->size_cell)
        into_drop(into, &columns, record->size_cell, &record->size[into->arch->index], site->in);
}

static void drop_row(struct into_site *site, const struct row *row)
{
    struct into *into = site->into;
    const struct row_on *on = row_on(row, into->arch);
    struct into_columns columns = columns_of(site, row, false);
    bool is_named = row->member && (row->decl->kind == AST_STRUCT || row->decl->kind == AST_UNION);
    for (const struct ast_clause *clause = row->decl->clauses; clause; clause = clause->next)
        if (clause->kind == AST_AT || clause->kind == AST_BIT || clause->kind == AST_MASK)
            into_drop(into, &columns, clause->cell, cell_of(on, clause->kind), site->in);
    if (row->decl->kind == AST_UNACCOUNTED)
        into_drop(into, &columns, row->decl->cell, &on->extras->extent, site->in);
    const struct cell *count = on->extras->bounds;
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next, count++)
        if (bound->kind == AST_BOUND_COUNT)
            into_drop(into, &columns, bound->cell, count, site->in);
    into_drop_rows(site, row->children);
    if (!is_named)
        return;
    into_drop_sizes(site, row->type->record);
    into_drop_rows(site, row->type->record->rows);
}

static void change_in(struct into_site *site, const struct row *row, bool is_there)
{
    struct arena *arena = site->into->arena;
    struct version_set sets[INTO_COLUMNS_MOST], in = version_set_range(arena, site->in.from, site->in.to);
    const struct row_on *own = on_column(site, row, site->columns.own);
    for (size_t i = 0; i < site->columns.count; i++)
        sets[i] = ast_clause_find(row->decl, AST_IN) ? on_column(site, row, i)->declared : on_column(site, row, i)->in;
    struct version_set set =
        is_there ? version_set_union(arena, own->declared, in) : version_set_subtract(arena, own->declared, in);
    if (version_set_equal(set, own->declared))
        return;
    if (!set.count && site->columns.count == 1) {
        into_remove(site->into, row->decl);
        return;
    }
    into_set_in(site->into, &site->columns, row->decl, sets, into_clip(site->into, set, site->columns.around));
    if (!is_there)
        drop_row(site, row);
}

/* Has an array have as many elements as the kernel says, where the row counts the same dimensions. */
static void set_counts(struct into_site *site, const struct into_spot *spot)
{
    const struct fold_shape *shape = fold_shape_of(&site->into->fold, spot->known->type);
    const struct cell *cells[INTO_COLUMNS_MOST];
    struct into_columns columns = columns_of(site, spot->row, true);
    unsigned i = 0;
    if (row_bound_count(spot->row) != shape->bound_count ||
        (spot->entry && into_types_agree(site, spot->entry, site->into->kernel->version, spot->known)))
        return;
    for (const struct ast_bound *bound = spot->row->decl->bounds; bound; bound = bound->next, i++) {
        const struct cell_value *value;
        if (bound->kind != AST_BOUND_COUNT)
            continue;
        for (size_t k = 0; k < columns.count; k++)
            cells[k] = &on_column(site, spot->row, k)->extras->bounds[i];
        value = cell_at(cells[columns.own], site->into->kernel->version);
        if (!value || value->number != shape->bounds[i])
            into_assign(site->into, &columns, bound->cell, cells, site->in,
                        (struct into_value){shape->bounds[i], false, true});
    }
}

/* Has a row be where its place is to be; false when its text has no cell to say so. */
bool into_move(struct into_site *site, struct into_spots *spots, const struct into_spot *spot)
{
    const struct ast_clause *at = row_find_clause(spot->row, AST_AT);
    const struct ast_clause *bit = row_find_clause(spot->row, AST_BIT), *mask = row_find_clause(spot->row, AST_MASK);
    bool same_offset = spot->entry && spot->entry->offset == spot->offset;
    bool same_bit = spot->entry && spot->entry->bit == spot->bit;
    if (!at && !same_offset) {
        /* Natural: it moves with what it lies in or behind, if it does. */
        const struct into_spot *holder = spot->holder == INTO_NO_SPOT ? NULL : &spots->items[spot->holder];
        bool follows = holder && spot->entry && holder->entry && holder->stays &&
                       spot->offset - holder->offset == spot->entry->offset - holder->entry->offset;
        if (!follows && (site->into->last_step || !spot->entry))
            return false;
    }
    bool is_bits = spot->known && spot->known->width;
    if (spot->known && !site->fixed_by)
        set_counts(site, spot);
    if (is_bits && !bit && !mask && !same_bit)
        return false;
    if (at && !same_offset)
        assign(site, spot->row, at, spot->offset, false);
    if (is_bits && bit && !same_bit)
        assign(site, spot->row, bit, spot->bit, true);
    if (is_bits && mask && !same_bit) {
        uint64_t run = spot->known->width < 64 ? ((uint64_t)1 << spot->known->width) - 1 : UINT64_MAX;
        assign(site, spot->row, mask, run << spot->bit, false);
    }
    return true;
}

/* The last row in the text behind which a new one belongs, among those beside each other in `holder`. */
static size_t find_before(const struct into_spots *spots, const struct kernel_member *known, size_t holder)
{
    size_t first = holder == INTO_NO_SPOT ? 0 : holder + 1, found = INTO_NO_SPOT;
    size_t end = holder == INTO_NO_SPOT ? spots->count : spots->items[holder].end;
    for (size_t i = first; i < end; i = spots->items[i].end) {
        const struct into_spot *spot = &spots->items[i];
        if (!spot->stays || spot->is_new || spot->offset == LAYOUT_UNKNOWN)
            continue;
        if (spot->offset > known->offset || (spot->offset == known->offset && spot->known > known))
            break;
        found = i;
    }
    if (found == INTO_NO_SPOT || spots->items[found].row->member || found + 1 == spots->items[found].end)
        return found;
    /* In an aggregate it may lie itself, unless it would share bytes with others there. */
    const struct layout_member *entry = spots->items[found].entry;
    uint32_t size = into_type_size(known->type);
    if (!entry || entry->size == LAYOUT_UNKNOWN || known->offset + size > spots->items[found].offset + entry->size)
        return found;
    size_t inner = find_before(spots, known, found);
    if (inner == INTO_NO_SPOT)
        return found;
    const struct into_spot *last = &spots->items[inner];
    bool shares =
        last->entry && last->entry->size != LAYOUT_UNKNOWN && last->offset + last->entry->size > known->offset;
    bool is_union = spots->items[last->holder].row->decl->kind == AST_UNION;
    return !shares || is_union || (known->width && last->known && last->known->width) ? inner : found;
}

/* The versions of a new row, or "" where it is always there. */
static const char *new_in(const struct into_site *site)
{
    struct into *into = site->into;
    struct version_set in = version_set_range(into->arena, site->in.from, site->in.to);
    struct buffer text = {0};
    if (site->columns.count == 1 && !version_set_subtract(into->arena, site->on->in, in).count)
        return "";
    for (size_t i = 0; i < site->columns.count; i++)
        buffer_format(&text, "%s%s", i ? " | " : " in ", i == site->columns.own ? into_set_text(into, in) : "-");
    const char *result = arena_copy(into->arena, text.data, text.size);
    buffer_free(&text);
    return result;
}

/* A new row, each of its lines behind `blank`. */
static void write_row(const struct into_site *site, const struct kernel_member *known, const char *blank,
                      struct buffer *out)
{
    struct buffer row = {0};
    unsigned depth = 0;
    fold_write_member(&site->into->fold, site->place, known, &row);
    const char *line = buffer_text(&row), *at = strstr(line, " at ");
    buffer_format(out, "%s%.*s%s", blank, (int)(at - line), line, new_in(site));
    for (line = at; *line; line += strcspn(line, "\n") + 1) {
        int length = (int)strcspn(line, "\n");
        if (line != at) {
            depth -= *line == '}';
            buffer_format(out, length ? "\n%s%*s" : "\n", blank, (int)(4 * depth), "");
        }
        buffer_format(out, "%.*s", length, line);
        depth += length && line[length - 1] == '{';
        if (!line[length])
            break;
    }
    buffer_free(&row);
}

/* Of the rows behind `before` that are not there in the kernel's versions, the one that had the member: the new row is
 * to stand beside it. Rows that are added one after the other keep their order. */
static size_t find_beside(const struct into_spots *spots, const struct kernel_member *known, size_t before)
{
    size_t end = before == INTO_NO_SPOT || spots->items[before].holder == INTO_NO_SPOT
                     ? spots->count
                     : spots->items[spots->items[before].holder].end;
    size_t beside = before;
    for (size_t i = before == INTO_NO_SPOT ? 0 : spots->items[before].end; i < end; i = spots->items[i].end) {
        const struct into_spot *spot = &spots->items[i];
        if (spot->stays && !spot->is_new)
            break;
        bool is_former = spot->row->member && known->type->kind != KERNEL_UNNAMED &&
                         into_is_called(spots->site->into, spot->row->member->name, known->name);
        if (is_former || i == spots->last_beside)
            beside = i;
    }
    return beside;
}

/* Has a row that stands where one is to be added be there again; false when it cannot be the one. */
static bool resume(struct into_spots *spots, size_t index, const struct kernel_member *known)
{
    struct into_spot *spot = index == INTO_NO_SPOT ? NULL : &spots->items[index];
    if (!spot || !into_suits(spots, spot, known) || !into_move(spots->site, spots, spot))
        return false;
    change_in(spots->site, spot->row, true);
    return true;
}

static void add_row(struct into_spots *spots, const struct kernel_member *known)
{
    struct into_site *site = spots->site;
    struct into *into = site->into;
    struct buffer text = {0};
    const char *blank = "    ";
    size_t before = spots->last_beside = find_beside(spots, known, find_before(spots, known, INTO_NO_SPOT));
    if (resume(spots, before, known))
        return;
    const struct row *row = before != INTO_NO_SPOT ? spots->items[before].row
                            : spots->count         ? spots->items[0].row
                                                   : NULL;
    const struct ast_decl *decl = row && row->slot ? row->slot : row ? row->decl : NULL;
    uint32_t position = decl ? into_end(into, decl, &blank) : site->record->decl->body_span.begin + 1;
    bool is_first = before == INTO_NO_SPOT && decl;
    if (is_first)
        position = into_begin(into, decl);
    buffer_add_text(&text, is_first ? "" : "\n");
    into_note_bases(into);
    write_row(site, known, blank, &text);
    into_add_bases(into, site->outer->file_index);
    into_want_member(site, known, site->place);
    buffer_add_text(&text, is_first ? "\n" : "");
    into_insert(into, position, arena_copy(into->arena, text.data, text.size));
    buffer_free(&text);
}

bool into_resume_hole(struct into_site *site, const struct row *row, uint32_t offset, uint32_t size)
{
    const struct ast_clause *at = ast_clause_find(row->decl, AST_AT);
    const struct cell *cells[INTO_COLUMNS_MOST];
    struct into_columns columns = columns_of(site, row, true);
    if (!at)
        return false;
    for (size_t i = 0; i < columns.count; i++)
        cells[i] = &on_column(site, row, i)->extras->extent;
    into_assign(site->into, &columns, row->decl->cell, cells, site->in,
                (struct into_value){size, false, size < 0x100});
    assign(site, row, at, offset, false);
    change_in(site, row, true);
    return true;
}

void into_add_line(struct into_site *site, const struct row *beside, bool is_behind, const char *line)
{
    struct into *into = site->into;
    const struct ast_decl *decl = beside ? beside->slot ? beside->slot : beside->decl : NULL;
    const char *blank = "    ";
    uint32_t position = decl ? into_end(into, decl, &blank) : site->record->decl->body_span.begin + 1;
    bool is_first = decl && !is_behind;
    if (is_first)
        position = into_begin(into, decl);
    into_insert(into, position,
                arena_format(into->arena, "%s%s%s%s", is_first ? "" : "\n", blank, line, is_first ? "\n" : ""));
}

void into_add_hole(struct into_site *site, const struct row *beside, bool is_behind, uint32_t offset, uint32_t size)
{
    struct arena *arena = site->into->arena;
    const char *number = arena_format(arena, size < 0x100 ? "%u" : "0x%X", size);
    into_add_line(site, beside, is_behind,
                  arena_format(arena, "unaccounted %s%s at 0x%02X;", number, new_in(site), offset));
}

static int compare_added(const void *left, const void *right)
{
    const struct kernel_member *a = *(const struct kernel_member *const *)left;
    const struct kernel_member *b = *(const struct kernel_member *const *)right;
    return (a > b) - (a < b); /* of one list, which is in the order of the bytes */
}

static bool is_added(const struct into_spots *spots, const struct kernel_member *known)
{
    for (size_t i = 0; i < spots->added_count; i++)
        if (spots->added[i] == known)
            return true;
    return false;
}

void into_edit_rows(struct into_spots *spots)
{
    struct into_site *site = spots->site;
    sort_out(spots, INTO_NO_SPOT);
    for (size_t i = 0; i < spots->count; i++)
        if (!spots->items[i].row->member && spots->items[i].stays)
            sort_out(spots, i);
    for (size_t i = 0; i < spots->count; i++) {
        struct into_spot *spot = &spots->items[i];
        bool was = spot->entry != NULL;
        if (spot->stays && !spot->is_new && !into_move(site, spots, spot))
            spot->is_new = true;
        bool is = spot->stays && !spot->is_new;
        if (was != is)
            change_in(site, spot->row, is);
        if (was && !is && !spot->row->member)
            i = spot->end - 1; /* with all that is in it */
        if (spot->is_new && spot->known && !is_added(spots, spot->known))
            spots->added[spots->added_count++] = spot->known;
    }
    if (spots->added_count)
        qsort(spots->added, spots->added_count, sizeof *spots->added, compare_added);
    for (size_t i = 0; i < spots->added_count; i++)
        add_row(spots, spots->added[i]);
}
