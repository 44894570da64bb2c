/*
 * A table of an HTML page while it is read, as rows of cells. It becomes a table of the page with each cell in its
 * column or, if the page uses it only for layout, the blocks in its cells.
 */
#ifndef PAGE_GRID_H
#define PAGE_GRID_H

#include "page/build.h"

/* Limits of spans and columns. */
enum { GRID_SPAN_MOST = 65535, GRID_COLUMNS_MOST = 64 };

/* A cell as it is written, which may span rows and columns. */
struct grid_cell {
    struct grid_cell *next;
    struct page_blocks blocks; /* paragraphs and tables in it */
    const char *aside;         /* text raised or struck out, or NULL */
    size_t begin;
    size_t column_span, row_span;
    bool is_head;
    const char *text; /* of its paragraphs, when they have been joined */
};

/* A row of such cells. */
struct grid_row {
    struct grid_row *next;
    struct grid_cell *first, *last;
    size_t begin;
    bool is_head;
};

/* A table of the page, or one inside a cell of `outer`. */
struct grid {
    struct grid *outer; /* the table around it, or NULL */
    struct grid_row *first, *last;
    struct grid_row *row;   /* the open one, or NULL */
    struct grid_cell *cell; /* the open one, or NULL */
    size_t begin;
    bool is_struct; /* its class says that it holds a structure's members */
};

/* Begins a table, a row, or a cell of the last row. */
struct grid *grid_new(const struct page_builder *builder, struct grid *outer, size_t begin);
void grid_add_row(const struct page_builder *builder, struct grid *grid, size_t begin, bool is_head);
struct grid_cell *grid_add_cell(const struct page_builder *builder, struct grid *grid, size_t begin);

/* Appends the table's content to `blocks`. */
void grid_finish(const struct page_builder *builder, struct grid *grid, struct page_blocks *blocks);

#endif
