/*
 * Remarks of published tables. Remarks that claim something about other rows become clauses; all others stay text.
 */
#ifndef PAGE_REMARK_H
#define PAGE_REMARK_H

#include "spec/tree.h"
#include "page/versions.h"

/* Adds the content of a remark to a row. `text` is a plain text (scan_plain). */
void page_remark_read(struct page_versions *versions, const char *text, size_t column_count, struct spec_row *row);

/* Appends a text to a remark, separated by `;`. Line breaks become blanks. */
void page_remark_add(struct buffer *remark, const char *text, size_t length);

/* Returns a copy of a remark, or NULL if it is empty. Frees the buffer. */
const char *page_remark_take(struct arena *arena, struct buffer *remark);

#endif
