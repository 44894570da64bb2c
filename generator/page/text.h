/*
 * Pages of which only the text is left, line by line: their tables are found again by what stands between the cells, or
 * else by what the cells look like.
 */
#ifndef PAGE_TEXT_H
#define PAGE_TEXT_H

#include "page/build.h"

enum { TEXT_COLUMNS_MOST = 64 };

/* What Markdown means by a stretch of text: escapes, code, and the few tags and entities that tables need. */
const char *text_mean(const struct page_builder *builder, size_t begin, size_t end);

/* A table whose headings stand in the line at `*at`, with a separator between the cells of every row. NULL when that is
 * no such line; else `*at` is moved behind the table. */
struct page_block *text_read_separated(const struct page_builder *builder, size_t *at);

/* The same, when nothing is left between the cells. */
struct page_block *text_read_bare(const struct page_builder *builder, size_t *at);

#endif
