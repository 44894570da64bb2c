#include "base/arena.h"
#include "spec/ascending.h"
#include "view/table.h"

/* The rows of one layout, in the order of the table. Rows with unknown offsets are left out. */
struct sequence {
    size_t *rows; /* indices of the rows */
    uint64_t *offsets;
    bool *moved; /* for each row: its offset is out of order */
    size_t count;
};

/* Marks the fewest rows whose removal leaves the offsets ascending. Returns false if none must move. */
static bool mark_moved(struct table *table, size_t column, const struct layout *layout, struct sequence *sequence)
{
    if (!ascending_mark_moved(sequence->offsets, sequence->count, sequence->moved))
        return false;
    for (size_t i = 0; i < sequence->count; i++) {
        if (!sequence->moved[i])
            continue;
        struct table_row *row = table->rows[sequence->rows[i]];
        size_t at = (size_t)(table_find_run(row, column, layout) - row->on[column].items);
        row->on[column].items[at].is_moved = true;
    }
    return true;
}

/* A run that is out of order in its row, and the column of the run. */
struct piece {
    struct table_run run;
    size_t column;
};

/* Removes the marked runs from a row. Returns them in the order of versions. */
static size_t take_pieces(const struct table *table, struct table_row *row, struct piece *pieces)
{
    size_t count = 0;
    for (size_t column = 0; column < table->column_count; column++) {
        struct table_runs *runs = &row->on[column];
        size_t left = 0;
        for (size_t i = 0; i < runs->count; i++) {
            if (!runs->items[i].is_moved) {
                runs->items[left++] = runs->items[i];
                continue;
            }
            size_t at = count++;
            for (; at && pieces[at - 1].run.layout->range.from > runs->items[i].layout->range.from; at--)
                pieces[at] = pieces[at - 1];
            pieces[at] = (struct piece){runs->items[i], column};
        }
        runs->count = left;
    }
    return count;
}

/* Makes new rows of the pieces of a row. Pieces that fit at a common position share a new row. */
static void place_pieces(struct table *table, const struct table_row *from, const struct piece *pieces, size_t count)
{
    for (size_t i = 0; i < count;) {
        struct table_row *row = table_row_new(table, from->row, from->definition);
        size_t low = 0, high = table->row_count;
        for (; i < count; i++) {
            size_t own_low = low, own_high = high;
            /* Narrow the positions at which a piece may stand: after all rows with its offset or a lower one, before
             * all rows with a higher one. */
            const struct piece *piece = &pieces[i];
            for (size_t j = 0; j < table->row_count; j++) {
                const struct table_run *run = table_find_run(table->rows[j], piece->column, piece->run.layout);
                if (!run || run->member->offset == LAYOUT_UNKNOWN)
                    continue;
                if (run->member->offset <= piece->run.member->offset && own_low < j + 1)
                    own_low = j + 1;
                if (run->member->offset > piece->run.member->offset && own_high > j)
                    own_high = j;
            }
            if (own_low > own_high)
                break;
            low = own_low;
            high = own_high;
            table_add_run(table, row, pieces[i].column,
                          (struct table_run){pieces[i].run.layout, pieces[i].run.member, false});
        }
        table_insert(table, row, low);
    }
}

static bool is_empty(const struct table *table, const struct table_row *row)
{
    for (size_t i = 0; i < table->column_count; i++)
        if (row->on[i].count)
            return false;
    return true;
}

/* Moves the runs that are out of order to new rows. All of them are removed before the first is placed, because
 * positions are found among ascending offsets. */
static void move_marked(struct table *table)
{
    size_t count = table->row_count, kept = 0, layouts = 0;
    struct table_row **rows = arena_copy_array(table->arena, table->rows, count, sizeof(struct table_row *));
    struct piece **pieces = ARENA_ARRAY(table->arena, struct piece *, count);
    size_t *piece_counts = ARENA_ARRAY(table->arena, size_t, count);
    for (size_t i = 0; i < table->column_count; i++)
        layouts += table->record->on[table->columns[i]->index].layout_count;
    struct piece *scratch = ARENA_ARRAY(table->arena, struct piece, layouts);
    for (size_t i = 0; i < count; i++) {
        piece_counts[i] = take_pieces(table, rows[i], scratch);
        pieces[i] = arena_copy_array(table->arena, scratch, piece_counts[i], sizeof *scratch);
        if (!is_empty(table, rows[i]))
            table->rows[kept++] = rows[i];
    }
    table->row_count = kept;
    for (size_t i = 0; i < count; i++)
        place_pieces(table, rows[i], pieces[i], piece_counts[i]);
}

void table_order(struct table *table)
{
    struct sequence sequence = {.rows = ARENA_ARRAY(table->arena, size_t, table->row_count),
                                .offsets = ARENA_ARRAY(table->arena, uint64_t, table->row_count),
                                .moved = ARENA_ARRAY(table->arena, bool, table->row_count)};
    bool any = false;
    for (size_t column = 0; column < table->column_count; column++) {
        const struct record_on *on = &table->record->on[table->columns[column]->index];
        for (size_t i = 0; i < on->layout_count; i++) {
            const struct layout *layout = &on->layouts[i];
            sequence.count = 0;
            for (size_t j = 0; j < table->row_count; j++) {
                const struct table_run *run = table_find_run(table->rows[j], column, layout);
                if (!run || run->member->offset == LAYOUT_UNKNOWN)
                    continue;
                sequence.rows[sequence.count] = j;
                sequence.offsets[sequence.count++] = run->member->offset;
            }
            any |= mark_moved(table, column, &on->layouts[i], &sequence);
        }
    }
    if (any)
        move_marked(table);
}
