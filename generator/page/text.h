/*
 * Pages of plain text, line by line. Their tables are found by the separators between cells, else by the shapes of
 * cells.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include "page/build.h"

/* Largest number of columns of a table. */
enum { TEXT_COLUMNS_MOST = 64 };

/* Returns a part of the text without Markdown: resolves escapes, code, and the few tags and entities that tables
 * need. */
const char *text_mean(const struct page_builder *builder, size_t begin, size_t end);

/* Reads a table with headings in the line at `*at` and with a separator between the cells of every row. Moves `*at` to
 * the end of the table. Returns NULL if the line has no headings. */
struct page_block *text_read_separated(const struct page_builder *builder, size_t *at);

/* Reads a table without separators, whose headings stand in the line at `*at`. Moves `*at` to the end of the table.
 * Returns NULL if the line has no headings. */
struct page_block *text_read_bare(const struct page_builder *builder, size_t *at);

#endif
