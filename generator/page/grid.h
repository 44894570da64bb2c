/*
 * A table of an HTML page while it is read, as rows of cells. At its end it becomes a table of the page with each cell
 * in its column. If the page uses the table only for layout, it becomes the blocks in its cells.
 */
#ifndef PAGE_GRID_H
#define PAGE_GRID_H

#include "page/build.h"

/* Limits of spans and columns. */
enum { GRID_SPAN_MOST = 65535, GRID_COLUMNS_MOST = 64 };

/* A cell as the page writes it. It may span several rows and columns. */
struct grid_cell {
    struct grid_cell *next;
    struct page_blocks blocks; /* paragraphs and tables in the cell */
    const char *aside;         /* text that is raised or struck out; NULL if there is none */
    size_t begin;
    size_t column_span, row_span;
    bool is_head;
    const char *text; /* joined text of the paragraphs; NULL before they are joined */
};

/* A row of a grid. */
struct grid_row {
    struct grid_row *next;
    struct grid_cell *first, *last;
    size_t begin;
    bool is_head;
};

/* A table of a page, or a table inside a cell of another one. */
struct grid {
    struct grid *outer; /* the table in whose cell this one is; NULL if it is in none */
    struct grid_row *first, *last;
    struct grid_row *row;   /* the row that is being read; NULL between rows */
    struct grid_cell *cell; /* the cell that is being read; NULL between cells */
    size_t begin;
    bool is_struct; /* the class of the table says that it holds the members of a structure */
};

/* Begin a table, a row of it, and a cell of the last row. */
struct grid *grid_new(const struct page_builder *builder, struct grid *outer, size_t begin);
void grid_add_row(const struct page_builder *builder, struct grid *grid, size_t begin, bool is_head);
struct grid_cell *grid_add_cell(const struct page_builder *builder, struct grid *grid, size_t begin);

/* Appends the table's content to `blocks`. */
void grid_finish(const struct page_builder *builder, struct grid *grid, struct page_blocks *blocks);

#endif
