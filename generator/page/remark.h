/*
 * Remarks of published tables. Those that claim something about other rows become clauses; the rest stays text.
 */
#ifndef PAGE_REMARK_H
#define PAGE_REMARK_H

#include "spec/tree.h"
#include "page/versions.h"

/* Adds the content of a (plain) remark to the row. */
void page_remark_read(struct page_versions *versions, const char *text, size_t column_count, struct spec_row *row);

/* Adds text to a remark, behind a `;`. Joins lines. */
void page_remark_add(struct buffer *remark, const char *text, size_t length);

/* Returns a copy of the remark, or NULL for an empty one, and frees it. */
const char *page_remark_take(struct arena *arena, struct buffer *remark);

#endif
