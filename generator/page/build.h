/*
 * What the readers of published pages share: the page's text as UTF-8 with a way back to the source, and the parts of a
 * page as they are put together. Positions are bytes into `text` of the builder. All memory is the arena's.
 */
#ifndef PAGE_BUILD_H
#define PAGE_BUILD_H

#include "base/diag.h"
#include "base/printf.h"
#include "page/page.h"

enum page_encoding { ENCODING_UTF_8, ENCODING_WINDOWS_1252, ENCODING_UTF_16_LE, ENCODING_UTF_16_BE };

/* Where a position of the text is in the source. */
struct page_place {
    size_t text;   /* into the builder's text */
    size_t source; /* into the source's */
    unsigned line;
};

/* Blocks in a row, not yet of a page. An all-zero list is empty. */
struct page_blocks {
    struct page_block *first, *last;
};

struct page_builder {
    struct arena *arena;
    const struct source *source;
    struct diags *diags;
    const char *text; /* well-formed UTF-8 without NULs; two NULs behind it */
    size_t size;
    enum page_encoding encoding;
    bool is_same;              /* the text is the source's own from `begin` on */
    size_t begin;              /* of the text in the source: behind a byte order mark */
    struct page_place *places; /* marks, from which others are counted */
};

/* Decodes a source: by its byte order mark, else in `encoding`. What is no text is replaced, and reported once. */
struct page_builder page_builder_make(struct arena *arena, const struct source *source, struct diags *diags,
                                      enum page_encoding encoding);

struct page_place page_locate(const struct page_builder *builder, size_t at);

/* Reports what cannot be read, from `at` to the end of its line. */
void page_report(const struct page_builder *builder, size_t at, const char *format, ...) LIKE_PRINTF(3, 4);

/* Blanks folded, none at the ends of a line, no empty lines; line breaks stay where `with_lines` says so. */
const char *page_fold(struct arena *arena, const char *text, size_t size, bool with_lines);

/* The beginning of a folded text as a message may quote it: one line, and not a long one. */
const char *page_excerpt(struct arena *arena, const char *text);

/* The length of the blank that begins at `text`, a no-break space or a character without width among them; else 0.
 * `size` bytes are there. */
size_t page_blank_length(const char *text, size_t size);

/* A paragraph of folded text. */
struct page_block *page_text_new(const struct page_builder *builder, const char *text, size_t at, bool is_heading);

/* A table without rows. The columns are copied. */
struct page_block *page_table_new(const struct page_builder *builder, const struct page_column *columns, size_t count,
                                  size_t at);

/* A row of that table, all of its cells empty. */
struct page_row *page_row_new(const struct page_builder *builder, const struct page_block *table, size_t at);

/* Sets a cell to folded text that begins at `at`. */
void page_cell_set(const struct page_builder *builder, struct page_cell *cell, const char *text, size_t at);

/* Adds to the text of a row that fits no column. */
void page_row_lose(const struct page_builder *builder, struct page_row *row, const char *text);

void page_blocks_add(struct page_blocks *blocks, struct page_block *block);
void page_blocks_join(struct page_blocks *blocks, const struct page_blocks *more);

/* What a folded heading promises. */
struct page_column page_column_make(struct arena *arena, const char *heading);

/* The column whose heading `size` bytes at `text` begin with, and its length; 0 when there is none. */
size_t page_column_scan(struct arena *arena, const char *text, size_t size, struct page_column *column);

/* Settles what a bare name of an arch heads, and says how many of the columns promise something. */
size_t page_columns_settle(struct page_column *columns, size_t count);

/* A line of the text, blanks at its ends left out; `size` 0 for an empty one. */
struct text_line {
    size_t begin;
    size_t size;
    size_t next; /* where the line behind it begins, or the size of the text */
};

struct text_line text_line_at(const struct page_builder *builder, size_t at);

#endif
