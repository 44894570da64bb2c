/*
 * Edits the rows of a record. If a row would be out of order, it ends, and a new row begins at the right position.
 */
#include <stdlib.h>
#include <string.h>

#include "merge/merge_parts.h"
#include "spec/ascending.h"
#include "model/clauses.h"

/* ---- Order */

/* Replaces as few rows of a group as possible, so that the offsets of the other rows ascend. Rows with equal offsets
 * may have any order. */
static void sort_out(struct merge_spots *spots, size_t holder)
{
    struct arena *arena = spots->site->merge->arena;
    size_t first = holder == MERGE_NO_SPOT ? 0 : holder + 1, count = 0;
    size_t end = holder == MERGE_NO_SPOT ? spots->count : spots->items[holder].end;
    if (holder == MERGE_NO_SPOT ? spots->site->record->is_union && spots->site->known->is_union
                                : spots->items[holder].row->form == FORM_UNION)
        return; /* the rows of a union are in any order */
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
        struct merge_spot *spot = &spots->items[list[i]];
        if (moved[i] && spot->row->member && spot->known)
            spot->is_new = true;
        else if (moved[i] && spot->row->form == FORM_UNACCOUNTED && !spots->site->record->is_union)
            spot->stays = false; /* merge_account() covers the hole again at its new position */
    }
}

/* ---- Edits */

static const struct row_on *on_column(const struct merge_site *site, const struct row *row, size_t column)
{
    return row_on(row, site->columns.arches[column]);
}

static const struct cell *cell_of(const struct row_on *on, enum ast_clause_kind kind)
{
    const struct row_extras *extras = on->extras;
    if (kind == AST_AT)
        return &on->offset;
    return kind == AST_BIT ? extras->bit : kind == AST_MASK ? extras->mask : extras->extent;
}

/* Returns the columns of a row's cells. `around` is set to the versions in which the row exists, with or without the
 * kernel's. */
static struct cell_columns columns_of(const struct merge_site *site, const struct row *row, bool with_kernel)
{
    struct arena *arena = site->merge->arena;
    struct version_set own = row_on(row, site->merge->arch)->versions;
    struct version_set in = version_set_range(arena, site->range.from, site->range.to);
    struct cell_columns columns = site->columns;
    columns.around = with_kernel ? version_set_union(arena, own, in) : version_set_subtract(arena, own, in);
    return columns;
}

static void assign_number(struct merge_site *site, const struct row *row, enum ast_clause_kind kind, uint64_t number)
{
    const struct cell *cells[CELL_COLUMNS_MOST];
    struct cell_text text = cell_text_of_row(row, kind);
    struct cell_columns columns = text.is_shared ? site->columns : columns_of(site, row, true);
    for (size_t i = 0; i < columns.count; i++)
        cells[i] = cell_of(on_column(site, row, i), kind);
    bool is_decimal = kind == AST_BIT || (kind == AST_SIZE && number < 0x100);
    cell_edit_assign(merge_editor(site->merge), &columns, &text, cells, site->range,
                     &(struct spec_alternative){.number = number, .is_decimal = is_decimal});
}

/* Removes versions from a cell, and also the versions in which its row does not exist. */
static void drop_versions(struct merge_site *site, const struct cell_columns *columns, struct cell_text text,
                          const struct cell *cell, struct version_range in)
{
    if (text.node && !text.is_shared)
        cell_edit_drop(merge_editor(site->merge), columns, &text, cell, in);
}

/* Removes versions from all cells of a row, and also the versions in which the row does not exist. */
static void drop_cells(struct merge_site *site, const struct row *row, const struct cell_columns *columns,
                       struct version_range in)
{
    static const enum ast_clause_kind kinds[] = {AST_AT, AST_BIT, AST_MASK};
    const struct row_on *on = row_on(row, site->merge->arch);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        drop_versions(site, columns, cell_text_of_row(row, kinds[i]), cell_of(on, kinds[i]), in);
    if (row->form == FORM_UNACCOUNTED)
        drop_versions(site, columns, cell_text_of_row(row, AST_SIZE), on->extras->extent, in);
    for (unsigned i = 0; i < row_bound_count(row); i++)
        drop_versions(site, columns, cell_text_of_bound(row, i), &on->extras->bounds[i], in);
}

static void drop_sizes(struct merge_site *site, const struct record *record, bool is_there, struct version_range in)
{
    struct arena *arena = site->merge->arena;
    const struct version_set own = record->on[site->merge->arch->index].versions;
    struct version_set kernel = version_set_range(arena, site->range.from, site->range.to);
    struct cell_columns columns = site->columns;
    columns.around = is_there ? version_set_union(arena, own, kernel) : version_set_subtract(arena, own, kernel);
    drop_versions(site, &columns, cell_text_of_size(record), &record->size[site->merge->arch->index], in);
}

static void drop_rows(struct merge_site *site, const struct row *rows);

/* Removes the kernel's versions from the cells of a row and of all rows inside it. */
static void drop_row(struct merge_site *site, const struct row *row)
{
    struct cell_columns columns = columns_of(site, row, false);
    bool is_named = row->member && row_is_aggregate(row);
    drop_cells(site, row, &columns, site->range);
    drop_rows(site, row->children);
    if (!is_named)
        return;
    drop_sizes(site, row->type->record, false, site->range);
    drop_rows(site, row->type->record->rows);
}

static void drop_rows(struct merge_site *site, const struct row *rows)
{
    for (const struct row *row = rows; row; row = row->next)
        drop_row(site, row);
}

void merge_drop_record(struct merge_site *site)
{
    drop_sizes(site, site->record, false, site->range);
    drop_rows(site, site->record->rows);
}

void merge_clip_record(struct merge_spots *spots)
{
    struct merge_site *site = spots->site;
    const struct version_range nothing = {0, 0};
    drop_sizes(site, site->record, true, nothing);
    for (size_t i = 0; i < spots->count; i++) {
        const struct merge_spot *spot = &spots->items[i];
        struct cell_columns columns = columns_of(site, spot->row, spot->stays && !spot->is_new);
        drop_cells(site, spot->row, &columns, nothing);
    }
}

static void change_in(struct merge_site *site, const struct row *row, bool is_there)
{
    struct arena *arena = site->merge->arena;
    struct version_set sets[CELL_COLUMNS_MOST], in = version_set_range(arena, site->range.from, site->range.to);
    const struct row_on *own = on_column(site, row, site->columns.own);
    for (size_t i = 0; i < site->columns.count; i++)
        sets[i] = decl_is_dated(row->decl) ? on_column(site, row, i)->declared : on_column(site, row, i)->versions;
    struct version_set set =
        is_there ? version_set_union(arena, own->declared, in) : version_set_subtract(arena, own->declared, in);
    if (version_set_equal(set, own->declared))
        return;
    if (!set.count && site->columns.count == 1) {
        edit_remove(&site->merge->edits, row->decl);
        return;
    }
    sets[site->columns.own] = cell_edit_clip(arena, set, site->columns.around);
    cell_edit_in(merge_editor(site->merge), &site->columns, row->decl, sets);
    if (!is_there)
        drop_row(site, row);
}

/* Sets the bounds of an array to those in the kernel, if both have the same number of dimensions. */
static void set_counts(struct merge_site *site, const struct merge_spot *spot)
{
    const struct fold_shape *shape = fold_shape_of(&site->merge->fold, spot->known->type);
    const struct cell *cells[CELL_COLUMNS_MOST];
    struct cell_columns columns = columns_of(site, spot->row, true);
    if (row_bound_count(spot->row) != shape->bound_count ||
        (spot->entry && !site->versions && merge_types_agree(site, spot->entry, spot->version, spot->known)))
        return;
    for (unsigned i = 0; i < shape->bound_count; i++) {
        struct cell_text text = cell_text_of_bound(spot->row, i);
        if (!text.node)
            continue;
        for (size_t k = 0; k < columns.count; k++)
            cells[k] = &on_column(site, spot->row, k)->extras->bounds[i];
        const struct cell_value *value = merge_value_at(site, cells[columns.own]);
        if (!value || value->number != shape->bounds[i])
            cell_edit_assign(merge_editor(site->merge), &columns, &text, cells, site->range,
                             &(struct spec_alternative){.number = shape->bounds[i], .is_decimal = true});
    }
}

/* Sets the offset, bit and mask of a row. Returns false if the row lacks a cell for one that must change. */
bool merge_move(struct merge_site *site, struct merge_spots *spots, const struct merge_spot *spot)
{
    const struct ast_clause *at = row_find_clause(spot->row, AST_AT);
    const struct ast_clause *bit = row_find_clause(spot->row, AST_BIT), *mask = row_find_clause(spot->row, AST_MASK);
    bool same_offset = spot->entry && spot->entry->offset == spot->offset;
    bool same_bit = spot->entry && spot->entry->bit == spot->bit;
    if (!at && !same_offset) {
        /* The row states no offset. It is right if the row moves together with its holder. Otherwise the first attempt
         * assumes that the row moves together with the row before it. */
        const struct merge_spot *holder = spot->holder == MERGE_NO_SPOT ? NULL : &spots->items[spot->holder];
        bool follows = holder && spot->entry && holder->entry && holder->stays &&
                       spot->offset - holder->offset == spot->entry->offset - holder->entry->offset;
        if (!follows && (site->is_unnatural || !spot->entry))
            return false;
    }
    bool is_bits = spot->known && spot->known->width;
    if (spot->known && !site->fixed_by)
        set_counts(site, spot);
    if (is_bits && !bit && !mask && !same_bit)
        return false;
    if (at && !same_offset)
        assign_number(site, spot->row, AST_AT, spot->offset);
    if (is_bits && bit && !same_bit)
        assign_number(site, spot->row, AST_BIT, spot->bit);
    if (is_bits && mask && !same_bit) {
        uint64_t run = spot->known->width < 64 ? ((uint64_t)1 << spot->known->width) - 1 : UINT64_MAX;
        assign_number(site, spot->row, AST_MASK, run << spot->bit);
    }
    return true;
}

/* Returns the last row of `holder` that must stand before a new row, by its offset. */
static size_t find_before(const struct merge_spots *spots, const struct kernel_member *known, size_t holder)
{
    size_t first = holder == MERGE_NO_SPOT ? 0 : holder + 1, found = MERGE_NO_SPOT;
    size_t end = holder == MERGE_NO_SPOT ? spots->count : spots->items[holder].end;
    for (size_t i = first; i < end; i = spots->items[i].end) {
        const struct merge_spot *spot = &spots->items[i];
        if (!spot->stays || spot->is_new || spot->offset == LAYOUT_UNKNOWN)
            continue;
        if (spot->offset > known->offset || (spot->offset == known->offset && spot->known > known))
            break;
        found = i;
    }
    if (found == MERGE_NO_SPOT || spots->items[found].row->member || found + 1 == spots->items[found].end)
        return found;
    /* The new row may belong inside that aggregate, unless it would share bytes with other rows there. */
    const struct layout_member *entry = spots->items[found].entry;
    uint32_t size = merge_type_size(known->type);
    if (!entry || entry->size == LAYOUT_UNKNOWN || known->offset + size > spots->items[found].offset + entry->size)
        return found;
    size_t inner = find_before(spots, known, found);
    if (inner == MERGE_NO_SPOT)
        return found;
    const struct merge_spot *last = &spots->items[inner];
    bool shares =
        last->entry && last->entry->size != LAYOUT_UNKNOWN && last->offset + last->entry->size > known->offset;
    bool is_union = spots->items[last->holder].row->form == FORM_UNION;
    return !shares || is_union || (known->width && last->known && last->known->width) ? inner : found;
}

/* Writes the `in` clause of a new row. Writes nothing if the row exists in all versions of the record. */
static void write_in(const struct merge_site *site, struct version_range versions, struct buffer *out)
{
    struct merge *merge = site->merge;
    struct version_set in = version_set_range(merge->arena, versions.from, versions.to);
    struct version_set kernel = version_set_range(merge->arena, site->range.from, site->range.to);
    struct version_set all = version_set_union(merge->arena, site->on->versions, kernel);
    if (site->columns.count == 1 && !version_set_subtract(merge->arena, all, in).count)
        return;
    buffer_add_text(out, "in ");
    merge_write_versions(merge, &site->columns, versions, out);
    buffer_add_char(out, ' ');
}

/* Returns the text column of a clause in the first of some rows that has it. Returns 0 if none has it. */
static size_t clause_column(const struct merge_site *site, const struct row *row, enum ast_clause_kind kind)
{
    for (; row; row = row->next) {
        struct span span = ast_clause_span(row->decl, kind);
        if (span.end)
            return edit_column(&site->merge->edits, span.begin);
    }
    return 0;
}

/* Pads the last line of a text with blanks up to a text column, but adds at least one. */
static void pad_line(struct buffer *out, size_t line, size_t column)
{
    size_t size = out->size - line;
    buffer_format(out, "%*s", (int)(column > size ? column - size : 1), "");
}

/* The first line of a new row: `blank` is its margin, `head` the text before the `in` clause with these versions, and
 * `tail` begins with the offset. */
struct first_line {
    struct version_range versions;
    const char *blank, *head, *tail;
};

/* Writes the first line of a new row, with its clauses aligned to those of the neighbouring rows. */
static void write_line(const struct merge_site *site, const struct row *beside, struct first_line new,
                       struct buffer *out)
{
    const struct row *first = beside && beside->parent ? beside->parent->children : site->record->rows;
    size_t line = out->size;
    struct buffer in = {0};
    write_in(site, new.versions, &in);
    buffer_format(out, "%s%s", new.blank, new.head);
    if (in.size) {
        size_t column = clause_column(site, beside, AST_IN);
        pad_line(out, line, column ? column : clause_column(site, first, AST_IN));
        buffer_add(out, in.data, in.size - 1);
    }
    size_t column = clause_column(site, beside, AST_AT);
    pad_line(out, line, column ? column : clause_column(site, first, AST_AT));
    buffer_add_text(out, new.tail);
    buffer_free(&in);
}

/* Writes the new row of a member. Each line begins with `blank`. */
static void write_row(const struct merge_site *site, const struct row *beside, const struct merge_addition *addition,
                      const char *blank, struct buffer *out)
{
    struct arena *arena = site->merge->arena;
    struct buffer row = {0};
    unsigned depth = 0;
    fold_write_member(&site->merge->fold, site->place, addition->known, addition->allows, merge_pack(site), &row);
    /* Search for the offset, since a member may be called `at`. */
    const char *text = buffer_text(&row), *at = strstr(text, " at 0x");
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
        int length = (int)strcspn(line, "\n");
        depth -= *line == '}';
        if (line == text)
            write_line(site, beside,
                       (struct first_line){addition->range, blank, arena_copy(arena, line, (size_t)(at - line)),
                                           arena_copy(arena, at + 1, (size_t)(line + length - at - 1))},
                       out);
        else
            buffer_format(out, length ? "\n%s%*s%.*s" : "\n", blank, (int)(4 * depth), "", length, line);
        depth += length && line[length - 1] == '{';
        if (!line[length])
            break;
    }
    buffer_free(&row);
}

/* Returns the row that a new row of a member follows. An old row of the same member after `before` is preferred, so
 * that both stand together; so is the row that was added last. Otherwise it is `before`. */
static size_t find_beside(const struct merge_spots *spots, const struct kernel_member *known, size_t before)
{
    size_t end = before == MERGE_NO_SPOT || spots->items[before].holder == MERGE_NO_SPOT
                     ? spots->count
                     : spots->items[spots->items[before].holder].end;
    size_t beside = before;
    for (size_t i = before == MERGE_NO_SPOT ? 0 : spots->items[before].end; i < end; i = spots->items[i].end) {
        const struct merge_spot *spot = &spots->items[i];
        if (spot->stays && !spot->is_new)
            break;
        bool is_former = spot->row->member && known->type->kind != KERNEL_UNNAMED &&
                         merge_is_called(spots->site->merge, spot->row->member->name, known->name);
        if (is_former || i == spots->last_beside)
            beside = i;
    }
    return beside;
}

/* Makes an old row at the position of a new one exist again. Returns false if the row does not fit the member. */
static bool resume_row(struct merge_spots *spots, size_t index, const struct kernel_member *known)
{
    struct merge_spot *spot = index == MERGE_NO_SPOT ? NULL : &spots->items[index];
    if (!spot || !merge_suits(spots, spot, known) || !merge_move(spots->site, spots, spot))
        return false;
    change_in(spots->site, spot->row, true);
    return true;
}

/* Returns the position of a new line: after a row or, if `is_first`, before it. Sets `*blank` to the line's
 * indentation. */
static uint32_t line_position(const struct merge_site *site, const struct row *beside, bool is_first,
                              const char **blank)
{
    const struct edits *edits = &site->merge->edits;
    const struct ast_decl *decl = beside ? beside->slot ? beside->slot : beside->decl : NULL;
    *blank = "    ";
    uint32_t position = decl ? edit_end(edits, decl, blank) : site->record->decl->body_span.begin + 1;
    return is_first ? edit_begin(edits, decl) : position;
}

/* Writes a new line: the row of a member, the row of a hole, or a comment. */
static void write_addition(struct merge_spots *spots, const struct merge_addition *addition)
{
    struct merge_site *site = spots->site;
    struct merge *merge = site->merge;
    struct buffer text = {0};
    bool is_first = addition->beside == MERGE_NO_SPOT && spots->count;
    size_t first = addition->holder == MERGE_NO_SPOT ? 0 : addition->holder + 1;
    const struct row *beside = spots->count ? spots->items[is_first ? first : addition->beside].row : NULL;
    const char *blank;
    uint32_t position = line_position(site, beside, is_first, &blank);
    buffer_add_text(&text, is_first ? "" : "\n");
    if (addition->known) {
        merge_note_bases(merge);
        write_row(site, beside, addition, blank, &text);
        merge_add_bases(merge, site->outer->file_index);
        merge_want_member(site, addition->known, site->place);
    } else if (addition->comment) {
        buffer_format(&text, "%s%s", blank, addition->comment);
    } else {
        const char *head =
            arena_format(merge->arena, addition->size < 0x100 ? "unaccounted %u" : "unaccounted 0x%X", addition->size);
        const char *tail = arena_format(merge->arena, "at 0x%02X;", addition->offset);
        write_line(site, beside, (struct first_line){addition->range, blank, head, tail}, &text);
    }
    buffer_add_text(&text, is_first ? "\n" : "");
    edit_insert(&merge->edits, position, arena_copy(merge->arena, text.data, text.size));
    buffer_free(&text);
}

void merge_add_line(struct merge_spots *spots, struct merge_addition addition)
{
    buffer_add(&spots->additions, &addition, sizeof addition);
}

struct merge_addition *merge_additions(const struct merge_spots *spots, size_t *count)
{
    *count = spots->additions.size / sizeof(struct merge_addition);
    return (void *)spots->additions.data;
}

static int compare_additions(const void *left, const void *right)
{
    const struct merge_addition *a = left, *b = right;
    size_t a_beside = a->beside + 1, b_beside = b->beside + 1; /* MERGE_NO_SPOT becomes 0: first in the holder */
    if (a_beside != b_beside)
        return a_beside < b_beside ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void merge_write_additions(struct merge_spots *spots)
{
    size_t count;
    struct merge_addition *additions = merge_additions(spots, &count);
    for (size_t i = 0; i < count; i++)
        additions[i].number = i;
    if (count > 1)
        qsort(additions, count, sizeof *additions, compare_additions);
    for (size_t i = 0; i < count; i++)
        write_addition(spots, &additions[i]);
    buffer_free(&spots->additions);
}

bool merge_resume_hole(struct merge_site *site, const struct row *row, uint32_t offset, uint32_t size)
{
    struct cell_text at = cell_text_of_row(row, AST_AT);
    if (!at.node || at.is_shared)
        return false;
    assign_number(site, row, AST_SIZE, size);
    assign_number(site, row, AST_AT, offset);
    change_in(site, row, true);
    return true;
}

void merge_end_row(struct merge_site *site, const struct row *row)
{
    change_in(site, row, false);
}

static int compare_added(const void *left, const void *right)
{
    const struct kernel_member *a = *(const struct kernel_member *const *)left;
    const struct kernel_member *b = *(const struct kernel_member *const *)right;
    return (a > b) - (a < b); /* both are in one list, which is sorted by offset */
}

static bool is_added(const struct merge_spots *spots, const struct kernel_member *known)
{
    for (size_t i = 0; i < spots->added_count; i++)
        if (spots->added[i] == known)
            return true;
    return false;
}

static const struct member *member_of(const struct merge_site *site, const struct kernel_member *known)
{
    return record_find_member(site->record, fold_mend(&site->merge->fold, known->name));
}

/* Finds the position of each new row. If an old row at that position fits the member, it resumes instead. */
static void place_added(struct merge_spots *spots)
{
    struct merge_site *site = spots->site;
    for (size_t i = 0; i < spots->added_count; i++) {
        const struct kernel_member *known = spots->added[i];
        size_t before = find_before(spots, known, MERGE_NO_SPOT);
        size_t beside = spots->last_beside = find_beside(spots, known, before);
        if (!resume_row(spots, beside, known))
            merge_add_line(spots, (struct merge_addition){
                                      .known = known,
                                      .range = site->range,
                                      .allows = site->is_imported || !member_of(site, known) ? 0 : FOLD_TYPE_CHANGE,
                                      .beside = beside,
                                      .offset = known->offset,
                                      .holder = before == MERGE_NO_SPOT ? before : spots->items[before].holder});
    }
}

void merge_edit_rows(struct merge_spots *spots)
{
    struct merge_site *site = spots->site;
    sort_out(spots, MERGE_NO_SPOT);
    for (size_t i = 0; i < spots->count; i++)
        if (!spots->items[i].row->member && spots->items[i].stays)
            sort_out(spots, i);
    for (size_t i = 0; i < spots->count; i++) {
        struct merge_spot *spot = &spots->items[i];
        bool was = spot->entry != NULL;
        if (spot->stays && !spot->is_new && !merge_move(site, spots, spot))
            spot->is_new = true;
        bool is = spot->stays && !spot->is_new;
        if (was && !is && spot->row->form == FORM_UNACCOUNTED)
            spot->is_left = true; /* merge_account() may use the row for another hole; otherwise it ends the row */
        else if (was != is)
            change_in(site, spot->row, is);
        if (was && !is && !spot->row->member)
            i = spot->end - 1; /* skip the rows inside it */
        if (spot->is_new && spot->known && !is_added(spots, spot->known))
            spots->added[spots->added_count++] = spot->known;
    }
    if (spots->added_count)
        qsort(spots->added, spots->added_count, sizeof *spots->added, compare_added);
    place_added(spots);
}
