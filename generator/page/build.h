/*
 * Shared by the readers of published pages: the text of a page as UTF-8, the way back to the source, and the parts of
 * the page as they are put together. Positions are bytes into `text` of the builder. All memory is the arena's.
 */
#ifndef PAGE_BUILD_H
#define PAGE_BUILD_H

#include "base/diag.h"
#include "base/printf.h"
#include "page/page.h"

/* Encodings of pages. */
enum page_encoding { ENCODING_UTF_8, ENCODING_WINDOWS_1252, ENCODING_UTF_16_LE, ENCODING_UTF_16_BE };

/* Maps a position of the text to the source. */
struct page_place {
    size_t text;   /* into the builder's text */
    size_t source; /* into the source's */
    unsigned line;
};

/* Consecutive blocks that no page has yet. An all-zero list is empty. */
struct page_blocks {
    struct page_block *first, *last;
};

/* A page while it is read. */
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

/* Decodes a source: by its byte order mark, else in `encoding`. Bytes that are no text are replaced, and reported once.
 * */
struct page_builder page_builder_make(struct arena *arena, const struct source *source, struct diags *diags,
                                      enum page_encoding encoding);

/* Returns the place of a position of the text. */
struct page_place page_locate(const struct page_builder *builder, size_t at);

/* Reports text that cannot be read, from `at` to the end of its line. */
void page_report(const struct page_builder *builder, size_t at, const char *format, ...) LIKE_PRINTF(3, 4);

/* Returns a text with single blanks, none at the ends of lines, and no empty lines. Line breaks stay if `with_lines`.
 * */
const char *page_fold(struct arena *arena, const char *text, size_t size, bool with_lines);

/* Returns the beginning of a folded text for a message: one short line. */
const char *page_excerpt(struct arena *arena, const char *text);

/* Returns the length of the blank at `text`, in which no-break spaces and characters without width count; else 0.
 * `size` bytes are there. */
size_t page_blank_length(const char *text, size_t size);

/* Returns a paragraph of folded text. */
struct page_block *page_text_new(const struct page_builder *builder, const char *text, size_t at, bool is_heading);

/* Returns a table without rows. Copies the columns. */
struct page_block *page_table_new(const struct page_builder *builder, const struct page_column *columns, size_t count,
                                  size_t at);

/* Adds a row with empty cells to a table. */
struct page_row *page_row_new(const struct page_builder *builder, const struct page_block *table, size_t at);

/* Sets a cell to folded text that begins at `at`. */
void page_cell_set(const struct page_builder *builder, struct page_cell *cell, const char *text, size_t at);

/* Adds to the text of a row that fits no column. */
void page_row_lose(const struct page_builder *builder, struct page_row *row, const char *text);

/* Appends a block, or the blocks of another list. */
void page_blocks_add(struct page_blocks *blocks, struct page_block *block);
void page_blocks_join(struct page_blocks *blocks, const struct page_blocks *more);

/* Returns the column that a folded heading stands for. */
struct page_column page_column_make(struct arena *arena, const char *heading);

/* Reads the column whose heading the `size` bytes at `text` begin with. Returns the heading's length, or 0. */
size_t page_column_scan(struct arena *arena, const char *text, size_t size, struct page_column *column);

/* Decides which column an arch alone heads. Returns the number of columns that have a known heading. */
size_t page_columns_settle(struct page_column *columns, size_t count);

/* Returns a line of the text without blanks at its ends; `size` is 0 for an empty one. */
struct text_line {
    size_t begin;
    size_t size;
    size_t next; /* the beginning of the next line, or the size of the text */
};

/* Returns the line that begins at a position. */
struct text_line text_line_at(const struct page_builder *builder, size_t at);

#endif
