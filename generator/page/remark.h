/*
 * Remarks of published tables: those that claim something about other rows, to clauses; the rest stay text.
 */
#ifndef PAGE_REMARK_H
#define PAGE_REMARK_H

#include "spec/tree.h"
#include "page/versions.h"

/* Adds what a (plain) remark says to the row. */
void page_remark_read(struct page_versions *versions, const char *text, size_t column_count, struct spec_row *row);

/* Adds text to a remark, behind a `;`; lines are joined. */
void page_remark_add(struct buffer *remark, const char *text, size_t length);

/* Returns a copy of the remark, NULL for an empty one, and frees it. */
const char *page_remark_take(struct arena *arena, struct buffer *remark);

#endif
