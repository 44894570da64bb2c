#include "view/table.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
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
    size_t low = 0, high = runs->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (runs->items[middle].layout->in.from < layout->in.from)
            low = middle + 1;
        else
            high = middle;
    }
    return low < runs->count && runs->items[low].layout == layout ? &runs->items[low] : NULL;
}

struct version_set table_versions_on(const struct table *table, const struct table_row *row, size_t column)
{
    const struct table_runs *runs = &row->on[column];
    struct version_range *ranges = ARENA_ARRAY(table->arena, struct version_range, runs->count + 1);
    for (size_t i = 0; i < runs->count; i++)
        ranges[i] = words_widen(&table->model->axis, table->columns[column], runs->items[i].layout->in);
    return version_set_of(table->arena, ranges, runs->count);
}

struct version_set table_versions(const struct table *table, const struct table_row *row)
{
    struct version_set all = {NULL, 0};
    for (size_t i = 0; i < table->column_count; i++)
        all = version_set_union(table->arena, all, table_versions_on(table, row, i));
    return all;
}

/* The rows of the table that a row of the spec becomes. */
struct collected {
    const struct row *row;
    struct table_row *first;
};

/* Entries of a layout are in the order of the spec: the next one is mostly the one behind the last. */
static struct collected *find_collected(struct collected *all, size_t count, const struct row *row, size_t *hint)
{
    for (size_t i = 0; i < count; i++) {
        size_t at = (*hint + i) % count;
        if (all[at].row == row) {
            *hint = at + 1;
            return &all[at];
        }
    }
    return NULL;
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

static void collect_layout(struct table *table, struct collected *all, size_t count, size_t column,
                           const struct layout *layout)
{
    struct buffer text = {0};
    size_t hint = 0;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        const struct layout_member *member = &layout->members[i];
        struct collected *collected = find_collected(all, count, member->row, &hint);
        if (!collected)
            continue;
        buffer_clear(&text);
        define_write(layout, member, table->columns, table->column_count, &text);
        table_add_run(table, find_definition(table, collected, buffer_text(&text)), column,
                      (struct table_run){layout, member, false});
    }
    buffer_free(&text);
}

void table_collect(struct table *table)
{
    size_t count = 0, filled = 0;
    for (const struct row *row = table->record->rows; row; row = row->next)
        count++;
    struct collected *all = ARENA_ARRAY(table->arena, struct collected, count);
    for (const struct row *row = table->record->rows; row; row = row->next)
        all[filled++].row = row;
    for (size_t column = 0; column < table->column_count; column++) {
        const struct record_on *on = &table->record->on[table->columns[column]->index];
        for (size_t i = 0; i < on->layout_count; i++)
            collect_layout(table, all, count, column, &on->layouts[i]);
    }
    for (size_t i = 0; i < count; i++)
        for (struct table_row *row = all[i].first; row; row = row->next)
            table_insert(table, row, table->row_count);
}
