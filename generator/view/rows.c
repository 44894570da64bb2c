#include "view/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/lookup.h"
#include "view/cells.h"
#include "view/define.h"
#include "view/words.h"

struct table_row *table_row_new(struct table *table, const struct row *row, const char *definition)
{
    struct table_row *made = ARENA_NEW(table->arena, struct table_row);
    made->row = row;
    made->definition = definition;
    made->on = ARENA_ARRAY(table->arena, struct table_runs, table->column_count);
    return made;
}

void table_insert(struct table *table, struct table_row *row, size_t at)
{
    if (table->row_count == table->row_room) {
        size_t room = table->row_room ? table->row_room * 2 : 64;
        struct table_row **rows = ARENA_ARRAY(table->arena, struct table_row *, room);
        if (table->row_count)
            memcpy(rows, table->rows, table->row_count * sizeof(struct table_row *));
        table->rows = rows;
        table->row_room = room;
    }
    memmove(table->rows + at + 1, table->rows + at, (table->row_count - at) * sizeof(struct table_row *));
    table->rows[at] = row;
    table->row_count++;
}

void table_add_run(struct table *table, struct table_row *row, size_t column, struct table_run run)
{
    struct table_runs *runs = &row->on[column];
    if (runs->count == runs->room) {
        size_t room = runs->room ? runs->room * 2 : 4;
        struct table_run *items = ARENA_ARRAY(table->arena, struct table_run, room);
        if (runs->count)
            memcpy(items, runs->items, runs->count * sizeof *items);
        runs->items = items;
        runs->room = room;
    }
    runs->items[runs->count++] = run;
}

const struct table_run *table_find_run(const struct table_row *row, size_t column, const struct layout *layout)
{
    const struct table_runs *runs = &row->on[column];
    size_t first;
    SEARCH_FIRST(first, runs->count, i, runs->items[i].layout->range.from < layout->range.from);
    return first < runs->count && runs->items[first].layout == layout ? &runs->items[first] : NULL;
}

struct version_range table_widen(const struct table *table, const struct arch *arch, struct version_range range)
{
    struct version_range wide = words_widen(&table->model->axis, arch, range);
    for (size_t i = 0; i < table->column_count && !table->record->columns; i++) {
        const struct arch *other = table->columns[i];
        const struct version_set *in = &table->record->on[other->index].versions;
        if (in->count && in->ranges->from > wide.from && version_set_contains(&other->versions, wide.from))
            wide.from = range.from;
    }
    return wide;
}

struct version_set table_versions_on(const struct table *table, const struct table_row *row, size_t column)
{
    const struct table_runs *runs = &row->on[column];
    struct version_range *ranges = ARENA_ARRAY(table->arena, struct version_range, runs->count + 1);
    for (size_t i = 0; i < runs->count; i++)
        ranges[i] = table_widen(table, table->columns[column], runs->items[i].layout->range);
    return version_set_of(table->arena, ranges, runs->count);
}

struct version_set table_versions(const struct table *table, const struct table_row *row)
{
    struct version_set all = {NULL, 0};
    for (size_t i = 0; i < table->column_count; i++)
        all = version_set_union(table->arena, all, table_versions_on(table, row, i));
    return all;
}

/* The rows of the table that are made of one row of the spec. */
struct collected {
    const struct row *row;
    struct table_row *first;
};

struct collection {
    struct collected *items;
    size_t count, room;
};

static struct collected *add_collected(struct arena *arena, struct collection *all, const struct row *row)
{
    if (all->count == all->room) {
        all->room = all->room ? all->room * 2 : 64;
        struct collected *items = ARENA_ARRAY(arena, struct collected, all->room);
        if (all->count)
            memcpy(items, all->items, all->count * sizeof *items);
        all->items = items;
    }
    all->items[all->count] = (struct collected){row, NULL};
    return &all->items[all->count++];
}

/* Finds the collected rows of a layout entry. Begins the search after the last result, because entries follow the order
 * of the spec. A row that is not there yet is added: where single members were seen, a layout has members of unnamed
 * aggregates without the aggregate. */
static struct collected *find_collected(struct arena *arena, struct collection *all, const struct row *row,
                                        size_t *hint)
{
    for (size_t i = 0; i < all->count; i++) {
        size_t at = (*hint + i) % all->count;
        if (all->items[at].row == row) {
            *hint = at + 1;
            return &all->items[at];
        }
    }
    return add_collected(arena, all, row);
}

static struct table_row *find_definition(struct table *table, struct collected *collected, const char *definition)
{
    struct table_row **link = &collected->first;
    for (; *link; link = &(*link)->next)
        if (!strcmp((*link)->definition, definition))
            return *link;
    *link = table_row_new(table, collected->row, arena_copy(table->arena, definition, strlen(definition)));
    return *link;
}

void table_collect(struct table *table)
{
    struct collection all = {0};
    for (const struct row *row = table->record->rows; row; row = row->next)
        add_collected(table->arena, &all, row);
    for (size_t column = 0; column < table->column_count; column++) {
        const struct record_on *on = &table->record->on[table->columns[column]->index];
        for (size_t i = 0; i < on->layout_count; i++) {
            const struct layout *layout = &on->layouts[i];
            struct buffer text = {0};
            size_t hint = 0;
            for (size_t j = 0; j < layout->member_count; j += 1 + layout->members[j].descendants) {
                const struct layout_member *member = &layout->members[j];
                struct collected *collected = find_collected(table->arena, &all, member->row, &hint);
                buffer_clear(&text);
                define_write(layout, member, table->columns, table->column_count, &text);
                table_add_run(table, find_definition(table, collected, buffer_text(&text)), column,
                              (struct table_run){layout, member, false});
            }
            buffer_free(&text);
        }
    }
    for (size_t i = 0; i < all.count; i++)
        for (struct table_row *row = all.items[i].first; row; row = row->next)
            table_insert(table, row, table->row_count);
}

/* ---- Cells */

static uint64_t mask_of(unsigned bit, unsigned width)
{
    return (width < 64 ? ((uint64_t)1 << width) - 1 : UINT64_MAX) << bit;
}

static void add_offset(const struct table *table, const struct table_run *run, struct version_range in,
                       struct cell_entries *entries)
{
    const struct layout_member *member = run->member;
    enum cell_entry_kind known = member->offset == LAYOUT_UNKNOWN ? CELL_UNKNOWN : CELL_NUMBER;
    struct cell_entry right = {in, known, member->offset, false};
    cell_entries_add_value(table->arena, table->record->type->axis, entries, member->placement, right,
                           table->as_documented);
}

/* Adds the mask of a run. The document may state the mask or the number of a bit; a bit's number becomes a mask. */
static void add_mask(const struct table *table, const struct table_run *run, struct version_range in,
                     struct cell_entries *entries)
{
    const struct layout_member *member = run->member;
    const struct row_extras *extras = row_on(member->row, run->layout->arch)->extras;
    const struct cell_value *value = cell_at(extras->mask, run->layout->range.from);
    struct cell_entry right = {in, CELL_UNKNOWN, 0, false};
    if (!member->width)
        return;
    if (member->bit != BIT_UNKNOWN)
        right = (struct cell_entry){in, CELL_NUMBER, mask_of(member->bit, member->width), false};
    bool is_bit = !value;
    if (is_bit)
        value = cell_at(extras->bit, run->layout->range.from);
    size_t before = entries->count;
    cell_entries_add_value(table->arena, table->record->type->axis, entries, value, right, table->as_documented);
    bool is_was = table->as_documented && value && value->provenance == AST_CORRECTED;
    for (size_t i = before; is_was && is_bit && i < entries->count; i++)
        if (entries->items[i].kind == CELL_NUMBER && entries->items[i].number < 64)
            entries->items[i].number = mask_of((unsigned)entries->items[i].number, member->width);
}

static struct version_set hull_of(struct arena *arena, struct version_set set)
{
    return set.count ? version_set_range(arena, set.ranges[0].from, set.ranges[set.count - 1].to) : set;
}

/* Adds "absent" for versions that have the structure and lie among the versions of the rows, but lack the rows in this
 * column. */
static void add_absent(const struct table *table, size_t column, struct version_set on, struct version_set all,
                       struct cell_entries *entries)
{
    const struct arch *arch = table->columns[column];
    struct arena *arena = table->arena;
    struct version_set exists = {NULL, 0};
    const struct version_set *in = &table->record->on[arch->index].versions;
    for (size_t i = 0; i < in->count; i++) {
        struct version_range range = table_widen(table, arch, in->ranges[i]);
        exists = version_set_union(arena, exists, version_set_range(arena, range.from, range.to));
    }
    exists = version_set_intersect(arena, exists, hull_of(arena, all));
    struct version_set absent = version_set_subtract(arena, version_set_union(arena, exists, hull_of(arena, on)), on);
    for (size_t i = 0; i < absent.count; i++)
        cell_entries_add(arena, entries, (struct cell_entry){absent.ranges[i], CELL_ABSENT, 0, false});
}

static int mask_digits(struct table_row *const *rows, size_t column)
{
    const struct table_runs *runs = &rows[0]->on[column];
    return runs->count ? (int)runs->items[0].member->size * 2 : 0;
}

const char *table_cell(const struct table *table, struct table_row *const *rows, size_t count, size_t column,
                       enum table_cell_kind kind)
{
    const struct axis *axis = &table->model->axis;
    const struct arch *arch = table->columns[column];
    const struct version_set *in = &table->record->on[arch->index].versions;
    struct cell_entries entries = {0};
    struct version_set on = {NULL, 0}, all = {NULL, 0};
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        const struct table_runs *runs = &rows[i]->on[column];
        for (size_t k = 0; k < runs->count; k++) {
            struct version_range range = table_widen(table, arch, runs->items[k].layout->range);
            (kind == TABLE_MASK ? add_mask : add_offset)(table, &runs->items[k], range, &entries);
        }
        on = version_set_union(table->arena, on, table_versions_on(table, rows[i], column));
        all = version_set_union(table->arena, all, table_versions(table, rows[i]));
    }
    if (!on.count)
        return kind == TABLE_OFFSET ? "-" : "";
    if (entries.count)
        add_absent(table, column, on, all, &entries);
    uint64_t end = table_widen(table, arch, in->ranges[in->count - 1]).to;
    /* Remove from the entries the versions that lack the structure. */
    uint64_t begin = table_widen(table, arch, in->ranges[0]).from;
    size_t kept = 0;
    for (size_t i = 0; i < entries.count; i++) {
        struct cell_entry entry = entries.items[i];
        entry.range.from = entry.range.from > begin ? entry.range.from : begin;
        entry.range.to = entry.range.to < end ? entry.range.to : end;
        if (entry.range.from < entry.range.to)
            entries.items[kept++] = entry;
    }
    entries.count = kept;
    cell_entries_drop_rest(&entries, end);
    cell_entries_settle(&entries);
    if (count == 1 && table_is_plain(table, rows[0]))
        end = on.ranges[on.count - 1].to;
    cell_entries_write(axis, &entries, end, kind == TABLE_MASK ? mask_digits(rows, column) : 0, &text);
    return buffer_take(&text, table->arena);
}

bool table_is_plain(const struct table *table, const struct table_row *row)
{
    struct version_set in = table_versions(table, row);
    /* Bytes may be unaccounted for in one release and not in others. */
    return row->row->form == FORM_UNACCOUNTED && in.count == 1 &&
           words_is_release(&table->model->axis, in.ranges[0]);
}

bool table_states_offset(const struct table *table, const struct layout *layout, const struct layout_member *member,
                         uint64_t *offset)
{
    struct cell_entries entries = {0};
    add_offset(table, &(struct table_run){layout, member, false}, layout->range, &entries);
    for (size_t i = 0; i < entries.count; i++) {
        const struct cell_entry *entry = &entries.items[i];
        if (entry->kind == CELL_NUMBER && layout->range.from >= entry->range.from &&
            layout->range.from < entry->range.to) {
            *offset = entry->number;
            return true;
        }
    }
    return false;
}

bool table_states_row(const struct table *table, const struct table_row *row)
{
    for (size_t column = 0; column < table->column_count; column++) {
        const struct table_runs *runs = &row->on[column];
        for (size_t i = 0; i < runs->count; i++)
            if (runs->items[i].member->provenance != AST_INFERRED)
                return true;
    }
    return !table->as_documented;
}
