/*
 * Pages of plain text, line by line. Their tables are found by the separators between cells, else by the shapes of
 * cells.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include "page/build.h"

/* The limit for columns of a table. */
enum { TEXT_COLUMNS_MOST = 64 };

/* Returns a stretch of text without Markdown: escapes, code, and the few tags and entities that tables need. */
const char *text_mean(const struct page_builder *builder, size_t begin, size_t end);

/* Reads a table whose headings stand in the line at `*at`, with a separator between the cells of every row. Moves `*at`
 * behind the table; NULL if that line has no headings. */
struct page_block *text_read_separated(const struct page_builder *builder, size_t *at);

/* Reads a table without separators, likewise. */
struct page_block *text_read_bare(const struct page_builder *builder, size_t *at);

#endif
