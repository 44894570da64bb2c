#include "page/grid.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

enum { HEAD_ROWS_MOST = 3 };

/* The content of a column in one row. */
struct slot {
    const struct grid_cell *cell; /* the cell that covers the column; NULL if there is none */
    size_t rows_left;             /* number of further rows that the cell covers */
    bool is_shared;               /* the cell also covers the row above */
    bool is_continued;            /* the cell also covers the column to the left */
};

struct grid *grid_new(const struct page_builder *builder, struct grid *outer, size_t begin)
{
    struct grid *grid = ARENA_NEW(builder->arena, struct grid);
    *grid = (struct grid){.outer = outer, .begin = begin};
    return grid;
}

void grid_add_row(const struct page_builder *builder, struct grid *grid, size_t begin, bool is_head)
{
    struct grid_row *row = ARENA_NEW(builder->arena, struct grid_row);
    *row = (struct grid_row){.begin = begin, .is_head = is_head};
    if (grid->last)
        grid->last->next = row;
    else
        grid->first = row;
    grid->last = grid->row = row;
}

struct grid_cell *grid_add_cell(const struct page_builder *builder, struct grid *grid, size_t begin)
{
    struct grid_cell *cell = ARENA_NEW(builder->arena, struct grid_cell);
    *cell = (struct grid_cell){.begin = begin, .column_span = 1, .row_span = 1};
    struct grid_row *row = grid->row;
    if (row->last)
        row->last->next = cell;
    else
        row->first = cell;
    row->last = grid->cell = cell;
    return cell;
}

/* Joins the paragraphs of a cell as lines of one text. */
static const char *cell_join(struct arena *arena, const struct grid_cell *cell)
{
    struct buffer text = {0};
    const char *first = NULL;
    size_t count = 0;
    for (const struct page_block *block = cell->blocks.first; block; block = block->next) {
        if (!block->text)
            continue;
        if (count++)
            buffer_add_char(&text, '\n');
        else
            first = block->text;
        buffer_add_text(&text, block->text);
    }
    const char *joined = !count ? "" : count == 1 ? first : arena_copy(arena, text.data, text.size);
    buffer_free(&text);
    return joined;
}

static void row_join(struct arena *arena, struct grid_row *row)
{
    for (struct grid_cell *cell = row->first; cell; cell = cell->next)
        if (!cell->text)
            cell->text = cell_join(arena, cell);
}

static bool row_is_head(const struct grid_row *row)
{
    if (row->is_head)
        return row->first;
    for (const struct grid_cell *cell = row->first; cell; cell = cell->next)
        if (!cell->is_head)
            return false;
    return row->first;
}

/* Puts the cells of a row into the columns that no cell from above covers. Returns the first cell that has no
 * column. */
static const struct grid_cell *row_place(const struct grid_row *row, struct slot *slots, size_t count)
{
    const struct grid_cell *cell = row->first;
    size_t width = 0; /* number of columns that `previous` still covers */
    const struct grid_cell *previous = NULL;
    for (size_t i = 0; i < count; i++) {
        struct slot *slot = &slots[i];
        if (slot->rows_left) {
            slot->rows_left--;
            slot->is_shared = true;
            width = 0;
            continue;
        }
        bool is_continued = width > 0;
        if (!is_continued) {
            previous = cell;
            width = cell ? cell->column_span : 1;
            cell = cell ? cell->next : NULL;
        }
        *slot = (struct slot){previous, previous ? previous->row_span - 1 : 0, false, is_continued};
        width--;
    }
    return cell;
}

/* Makes columns from the headings in the first `head_count` rows. A heading in a lower row is added in brackets. */
static size_t columns_make(const struct page_builder *builder, struct grid_row *row, size_t head_count,
                           struct page_column *columns, size_t *known)
{
    size_t width = 0;
    for (const struct grid_cell *cell = row->first; cell && width < GRID_COLUMNS_MOST; cell = cell->next)
        width += cell->column_span;
    size_t count = width < GRID_COLUMNS_MOST ? width : GRID_COLUMNS_MOST;
    struct slot slots[GRID_COLUMNS_MOST] = {0};
    const char *texts[GRID_COLUMNS_MOST];
    for (size_t r = 0; r < head_count; r++, row = row->next) {
        row_join(builder->arena, row);
        row_place(row, slots, count);
        for (size_t i = 0; i < count; i++) {
            const char *text = slots[i].cell ? slots[i].cell->text : "";
            if (!r || !*texts[i])
                texts[i] = text;
            else if (*text && !slots[i].is_shared && strcmp(text, texts[i]))
                texts[i] = arena_format(builder->arena, "%s (%s)", texts[i], text);
        }
    }
    for (size_t i = 0; i < count; i++)
        columns[i] = page_column_make(builder->arena, page_fold(builder->arena, texts[i], strlen(texts[i]), false));
    *known = page_columns_settle(columns, count);
    return count;
}

static bool columns_equal(const struct page_block *table, const struct page_column *columns, size_t count)
{
    if (table->column_count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(table->columns[i].heading, columns[i].heading))
            return false;
    return true;
}

static bool row_is_title(const struct grid_row *row)
{
    const struct grid_cell *cell = row->first;
    return cell && !cell->next && cell->column_span > 1 && cell->row_span == 1;
}

/* State while a table of the page is made. */
struct output {
    const struct page_builder *builder;
    struct page_blocks *blocks;
    struct page_blocks nested; /* tables in the cells; they are added after this table */
    struct page_block *table;
    struct page_row **rows_end;
    struct slot slots[GRID_COLUMNS_MOST];
};

static void output_start(struct output *output, const struct page_column *columns, size_t count, size_t at)
{
    output->table = page_table_new(output->builder, columns, count, at);
    output->rows_end = &output->table->rows;
    memset(output->slots, 0, sizeof output->slots);
    page_blocks_add(output->blocks, output->table);
}

/* Data for collecting the text of cells that fit no column, once for each cell. */
struct leftover {
    struct buffer text;
    size_t begin, count;
};

static void leftover_add(struct leftover *leftover, const struct grid_cell *cell, const char *text)
{
    if (!text || !*text)
        return;
    if (!leftover->count++)
        leftover->begin = cell->begin;
    else
        buffer_add_char(&leftover->text, '\n');
    buffer_add_text(&leftover->text, text);
}

static void output_row(struct output *output, struct grid_row *from)
{
    const struct page_block *table = output->table;
    row_join(output->builder->arena, from);
    const struct grid_cell *beyond = row_place(from, output->slots, table->column_count);
    for (const struct grid_cell *cell = from->first; cell; cell = cell->next) {
        for (struct page_block *block = cell->blocks.first, *next; block; block = next) {
            next = block->next;
            if (block->text)
                continue;
            block->next = NULL;
            page_blocks_add(&output->nested, block);
        }
    }
    if (!from->first)
        return;
    struct page_row *row = page_row_new(output->builder, table, from->first->begin);
    bool is_banner = !from->first->next && table->column_count > 2 && from->first->column_span >= table->column_count;
    bool is_empty = true;
    size_t begin = 0;
    for (size_t i = 0; i < table->column_count; i++) {
        const struct slot *slot = &output->slots[i];
        if (!slot->cell || is_banner)
            continue;
        /* A cell that spans columns of the same kind counts for each of them; otherwise only for the first. */
        if (!slot->is_continued)
            begin = i;
        else if (table->columns[i].kind != table->columns[begin].kind)
            continue;
        page_cell_set(output->builder, &row->cells[i], slot->cell->text, slot->cell->begin);
        row->cells[i].is_shared = slot->is_shared;
        is_empty = is_empty && (slot->is_shared || !*slot->cell->text);
    }
    struct leftover leftover = {0};
    if (is_banner)
        leftover_add(&leftover, from->first, from->first->text);
    for (; beyond; beyond = beyond->next)
        leftover_add(&leftover, beyond, beyond->text);
    for (const struct grid_cell *cell = from->first; cell; cell = cell->next)
        leftover_add(&leftover, cell, cell->aside);
    if (leftover.count) {
        row->lost = arena_copy(output->builder->arena, leftover.text.data, leftover.text.size);
        page_report(output->builder, leftover.begin, "'%s' is not in any column",
                    page_excerpt(output->builder->arena, row->lost));
    }
    buffer_free(&leftover.text);
    if (is_empty && !row->lost)
        return;
    *output->rows_end = row;
    output->rows_end = &row->next;
}

static void grid_flow(const struct grid *grid, struct page_blocks *blocks)
{
    for (const struct grid_row *row = grid->first; row; row = row->next)
        for (const struct grid_cell *cell = row->first; cell; cell = cell->next)
            page_blocks_join(blocks, &cell->blocks);
}

static bool grid_has_nested(const struct grid *grid)
{
    for (const struct grid_row *row = grid->first; row; row = row->next)
        for (const struct grid_cell *cell = row->first; cell; cell = cell->next)
            for (const struct page_block *block = cell->blocks.first; block; block = block->next)
                if (!block->text)
                    return true;
    return false;
}

void grid_finish(const struct page_builder *builder, struct grid *grid, struct page_blocks *blocks)
{
    struct grid_row *row = grid->first;
    while (row && !row->first)
        row = row->next;
    /* Titles above the headings become paragraphs. */
    for (; row && row->next && row->next->first && row_is_title(row); row = row->next)
        page_blocks_join(blocks, &row->first->blocks);
    grid->first = row;
    if (!row)
        return;
    struct page_column columns[GRID_COLUMNS_MOST];
    size_t head_count = 0, known;
    for (struct grid_row *head = row; head && row_is_head(head) && head_count < HEAD_ROWS_MOST; head = head->next)
        head_count++;
    size_t count = columns_make(builder, row, head_count ? head_count : 1, columns, &known);
    bool is_data = grid->is_struct || (count > 1 && (known > 1 || (head_count && (known || !grid_has_nested(grid)))));
    if (!is_data) {
        grid_flow(grid, blocks);
        return;
    }
    if (!head_count && !known) {
        for (size_t i = 0; i < count; i++)
            columns[i] = (struct page_column){.kind = PAGE_OTHER, .heading = ""};
        page_report(builder, grid->begin, "a table without headings");
    } else if (!head_count) {
        head_count = 1;
    }
    struct output output = {.builder = builder, .blocks = blocks};
    output_start(&output, columns, count, row->begin);
    for (size_t r = 0; row; r++, row = row->next) {
        if (r < head_count)
            continue;
        /* A row of headings inside a table repeats its headings, or begins another table. */
        if (row->first && row_is_head(row)) {
            size_t again = columns_make(builder, row, 1, columns, &known);
            if (columns_equal(output.table, columns, again))
                continue;
            if (known > 1) {
                output_start(&output, columns, again, row->begin);
                continue;
            }
        }
        output_row(&output, row);
    }
    page_blocks_join(blocks, &output.nested);
}
