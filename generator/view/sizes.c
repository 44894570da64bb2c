#include "view/sizes.h"

#include "base/arena.h"
#include "base/buffer.h"
#include "view/cells.h"
#include "view/words.h"

/* The size of a structure in some versions on the architecture of one column. */
struct size {
    /* SIZE_FREE: the architecture did not exist, so any size may stand there. */
    enum { SIZE_FREE, SIZE_ABSENT, SIZE_UNKNOWN, SIZE_KNOWN } kind;
    uint64_t bytes;
};

/* A row of the table. */
struct size_row {
    struct version_range range;
    struct size *sizes; /* one for each column */
};

/* Returns the sizes of a column: as stated by the spec or its document, otherwise computed. */
static struct cell_entries column_entries(const struct table *table, size_t column)
{
    const struct arch *arch = table->columns[column];
    const struct record_on *on = &table->record->on[arch->index];
    struct cell_entries entries = {0};
    for (size_t i = 0; i < on->layout_count; i++) {
        const struct layout *layout = &on->layouts[i];
        struct version_range in = words_widen(&table->model->axis, arch, layout->range);
        enum cell_entry_kind known = layout->size == LAYOUT_UNKNOWN ? CELL_UNKNOWN : CELL_NUMBER;
        struct cell_entry right = {in, known, layout->size, false};
        if (table->as_documented && !layout->stated)
            right.kind = CELL_UNKNOWN;
        cell_entries_add_value(table->arena, table->record->type->axis, &entries, layout->stated, right,
                               table->as_documented);
    }
    cell_entries_settle(&entries);
    return entries;
}

static bool is_made(const struct table *table, size_t column, uint64_t version)
{
    const struct arch *arch = table->columns[column];
    for (size_t i = 0; i < arch->versions.count; i++) {
        struct version_range in = words_widen(&table->model->axis, arch, arch->versions.ranges[i]);
        if (version >= in.from && version < in.to)
            return true;
    }
    return false;
}

/* Returns the size in a version. Calls must have ascending versions; `*done` counts the entries that ended before. */
static struct size size_at(const struct table *table, const struct cell_entries *entries, size_t column,
                           uint64_t version, size_t *done)
{
    while (*done < entries->count && entries->items[*done].range.to <= version)
        ++*done;
    for (size_t i = *done; i < entries->count && entries->items[i].range.from <= version; i++) {
        const struct cell_entry *entry = &entries->items[i];
        if (version < entry->range.to)
            return entry->kind == CELL_NUMBER ? (struct size){SIZE_KNOWN, entry->number}
                                              : (struct size){SIZE_UNKNOWN, 0};
    }
    return (struct size){is_made(table, column, version) ? SIZE_ABSENT : SIZE_FREE, 0};
}

/* Lists the versions at which the sizes of a column change, ascending, beginning with 0. Returns their number. */
static size_t list_changes(const struct table *table, const struct cell_entries *entries, uint64_t *versions)
{
    size_t count = 0;
    versions[count++] = 0;
    for (size_t column = 0; column < table->column_count; column++) {
        const struct arch *arch = table->columns[column];
        for (size_t i = 0; i < entries[column].count; i++) {
            versions[count++] = entries[column].items[i].range.from;
            versions[count++] = entries[column].items[i].range.to;
        }
        for (size_t i = 0; i < arch->versions.count; i++) {
            struct version_range in = words_widen(&table->model->axis, arch, arch->versions.ranges[i]);
            versions[count++] = in.from;
            versions[count++] = in.to;
        }
    }
    return version_sort(versions, count);
}

/* Extends the row above by a range of versions if no column has a different size. Returns true if it did. */
static bool extend_row(struct size_row *row, const struct size *sizes, size_t count, struct version_range in)
{
    if (row->range.to != in.from)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct size *above = &row->sizes[i];
        if (above->kind != SIZE_FREE && sizes[i].kind != SIZE_FREE &&
            (above->kind != sizes[i].kind || above->bytes != sizes[i].bytes))
            return false;
    }
    for (size_t i = 0; i < count; i++)
        if (row->sizes[i].kind == SIZE_FREE)
            row->sizes[i] = sizes[i];
    row->range.to = in.to;
    return true;
}

/* Makes at most `most` rows. */
static size_t collect_rows(const struct table *table, const struct cell_entries *entries, struct size_row *rows,
                           size_t most)
{
    size_t count = 0;
    uint64_t *versions = ARENA_ARRAY(table->arena, uint64_t, most);
    size_t *done = ARENA_ARRAY(table->arena, size_t, table->column_count);
    size_t change_count = list_changes(table, entries, versions);
    for (size_t v = 0; v < change_count && versions[v] != VERSION_END; v++) {
        struct size *sizes = ARENA_ARRAY(table->arena, struct size, table->column_count);
        bool any = false;
        for (size_t i = 0; i < table->column_count; i++) {
            sizes[i] = size_at(table, &entries[i], i, versions[v], &done[i]);
            any = any || sizes[i].kind == SIZE_KNOWN;
        }
        struct version_range in = {versions[v], v + 1 < change_count ? versions[v + 1] : VERSION_END};
        if (any && (!count || !extend_row(&rows[count - 1], sizes, table->column_count, in)))
            rows[count++] = (struct size_row){in, sizes};
    }
    return count;
}

/* Returns the last release if sizes must end with it: the document saw only a part of the release, and the page names
 * no parts of it. Otherwise returns NULL. */
static const struct axis_release *last_release(const struct table *table)
{
    const struct axis *axis = &table->model->axis;
    const struct axis_release *last = axis->release_count ? &axis->releases[axis->release_count - 1] : NULL;
    uint64_t seen = table->record->source_last;
    return last && table->names_last && seen != VERSION_END && seen > last->range.from ? last : NULL;
}

static const char *size_text(const struct table *table, struct size size)
{
    struct buffer text = {0};
    if (size.kind != SIZE_KNOWN)
        return size.kind == SIZE_ABSENT ? "-" : "";
    words_write_offset(size.bytes, &text);
    return buffer_take(&text, table->arena);
}

bool table_add_sizes(const struct table *table, struct sheet *sheet)
{
    struct arena *arena = table->arena;
    struct cell_entries *entries = ARENA_ARRAY(arena, struct cell_entries, table->column_count);
    size_t most = 1;
    for (size_t i = 0; i < table->column_count; i++) {
        entries[i] = column_entries(table, i);
        most += entries[i].count * 2 + table->columns[i]->versions.count * 2;
    }
    struct size_row *rows = ARENA_ARRAY(arena, struct size_row, most);
    size_t count = collect_rows(table, entries, rows, most);
    struct sheet_cell *versions = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell **sizes = ARENA_ARRAY(arena, struct sheet_cell *, table->column_count);
    for (size_t row = 0; row < count; row++) {
        struct version_range in = rows[row].range;
        const struct axis_release *last = in.to == VERSION_END ? last_release(table) : NULL;
        struct buffer text = {0};
        if (last && in.from < last->range.from) {
            words_write_from(&table->model->axis, in.from, &text);
            buffer_add_text(&text, " to ");
        }
        if (last && in.from <= last->range.from)
            buffer_add_text(&text, last->name);
        else
            words_write_range(&table->model->axis, in, &text);
        versions[row].text = buffer_take(&text, arena);
    }
    for (size_t i = 0; i < table->column_count; i++) {
        sizes[i] = ARENA_ARRAY(arena, struct sheet_cell, count);
        for (size_t row = 0; row < count; row++)
            sizes[i][row].text = size_text(table, rows[row].sizes[i]);
    }
    *sheet = (struct sheet){.columns = ARENA_ARRAY(arena, struct sheet_column, table->column_count + 1),
                            .row_count = count};
    sheet_add_column(sheet, "Versions", SHEET_WORDS, versions);
    /* If the spec names its architectures, the sizes must name them, too: members with equal offsets share one
     * column. */
    if (table->record->columns)
        for (size_t i = 0; i < table->column_count; i++)
            sheet_add_column(sheet, arena_format(arena, "Size (%s)", table->columns[i]->name), SHEET_NUMBERS,
                             sizes[i]);
    else
        sheet_add_cells(arena, sheet, "Size", table->columns, sizes, table->column_count, false);
    return count != 0;
}
