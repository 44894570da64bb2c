#include "base/arena.h"
#include "base/buffer.h"
#include "view/cells.h"
#include "view/table.h"
#include "view/words.h"

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
    cell_entries_add_value(table->arena, &table->model->axis, entries, member->at, right, table->as_documented);
}

/* The document's mask may come from either of two cells, and a bit's number is no mask yet. */
static void add_mask(const struct table *table, const struct table_run *run, struct version_range in,
                     struct cell_entries *entries)
{
    const struct layout_member *member = run->member;
    const struct row_extras *extras = row_on(member->row, run->layout->arch)->extras;
    const struct cell_value *value = cell_at(&extras->mask, run->layout->in.from);
    struct cell_entry right = {in, CELL_UNKNOWN, 0, false};
    if (!member->width)
        return;
    if (member->bit != BIT_UNKNOWN)
        right = (struct cell_entry){in, CELL_NUMBER, mask_of(member->bit, member->width), false};
    bool is_bit = !value;
    if (is_bit)
        value = cell_at(&extras->bit, run->layout->in.from);
    size_t before = entries->count;
    cell_entries_add_value(table->arena, &table->model->axis, entries, value, right, table->as_documented);
    bool is_was = table->as_documented && value && value->provenance == AST_CORRECTED;
    for (size_t i = before; is_was && is_bit && i < entries->count; i++)
        if (entries->items[i].kind == CELL_NUMBER && entries->items[i].number < 64)
            entries->items[i].number = mask_of((unsigned)entries->items[i].number, member->width);
}

static struct version_set hull(struct arena *arena, struct version_set set)
{
    return set.count ? version_set_range(arena, set.ranges[0].from, set.ranges[set.count - 1].to) : set;
}

/* Versions that have the structure, lie among those of the rows, and do not have them in this column. */
static void add_absent(const struct table *table, size_t column, struct version_set on, struct version_set all,
                       struct cell_entries *entries)
{
    const struct arch *arch = table->columns[column];
    struct arena *arena = table->arena;
    struct version_set exists = {NULL, 0};
    const struct version_set *in = &table->record->on[arch->index].in;
    for (size_t i = 0; i < in->count; i++) {
        struct version_range range = words_widen(&table->model->axis, arch, in->ranges[i]);
        exists = version_set_union(arena, exists, version_set_range(arena, range.from, range.to));
    }
    exists = version_set_intersect(arena, exists, hull(arena, all));
    struct version_set absent = version_set_subtract(arena, version_set_union(arena, exists, hull(arena, on)), on);
    for (size_t i = 0; i < absent.count; i++)
        cell_entries_add(arena, entries, (struct cell_entry){absent.ranges[i], CELL_ABSENT, 0, false});
}

/* What a document says of versions that do not have the structure is no alternative of its cells. */
static void clip(struct cell_entries *entries, uint64_t begin, uint64_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < entries->count; i++) {
        struct cell_entry entry = entries->items[i];
        entry.in.from = entry.in.from > begin ? entry.in.from : begin;
        entry.in.to = entry.in.to < end ? entry.in.to : end;
        if (entry.in.from < entry.in.to)
            entries->items[kept++] = entry;
    }
    entries->count = kept;
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
    const struct version_set *in = &table->record->on[arch->index].in;
    struct cell_entries entries = {0};
    struct version_set on = {NULL, 0}, all = {NULL, 0};
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        const struct table_runs *runs = &rows[i]->on[column];
        for (size_t k = 0; k < runs->count; k++) {
            struct version_range range = words_widen(axis, arch, runs->items[k].layout->in);
            (kind == TABLE_MASK ? add_mask : add_offset)(table, &runs->items[k], range, &entries);
        }
        on = version_set_union(table->arena, on, table_versions_on(table, rows[i], column));
        all = version_set_union(table->arena, all, table_versions(table, rows[i]));
    }
    if (!on.count)
        return kind == TABLE_OFFSET ? "-" : "";
    if (entries.count)
        add_absent(table, column, on, all, &entries);
    uint64_t end = words_widen(axis, arch, in->ranges[in->count - 1]).to;
    clip(&entries, words_widen(axis, arch, in->ranges[0]).from, end);
    cell_entries_drop_rest(&entries, end);
    cell_entries_settle(&entries);
    if (count == 1 && table_is_plain(table, rows[0]))
        end = on.ranges[on.count - 1].to;
    cell_entries_write(axis, &entries, end, kind == TABLE_MASK ? mask_digits(rows, column) : 0, &text);
    const char *copy = arena_copy(table->arena, buffer_text(&text), text.size);
    buffer_free(&text);
    return copy;
}

bool table_is_plain(const struct table *table, const struct table_row *row)
{
    struct version_set in = table_versions(table, row);
    /* Of bytes that nobody has accounted for in one release, nothing says that there are none in another. */
    return row->row->form == FORM_UNACCOUNTED && in.count == 1 &&
           words_is_release(&table->model->axis, in.ranges[0]);
}

bool table_states_offset(const struct table *table, const struct layout *layout, const struct layout_member *member,
                         uint64_t *offset)
{
    struct cell_entries entries = {0};
    add_offset(table, &(struct table_run){layout, member, false}, layout->in, &entries);
    for (size_t i = 0; i < entries.count; i++) {
        const struct cell_entry *entry = &entries.items[i];
        if (entry->kind == CELL_NUMBER && layout->in.from >= entry->in.from && layout->in.from < entry->in.to) {
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
