/*
 * Shared by the readers of published pages: the text of a page as UTF-8, the mapping of its positions to the source,
 * and functions to build the parts of a page. Positions are byte offsets in `text` of the builder. All memory is
 * allocated from the arena.
 */
#ifndef PAGE_BUILD_H
#define PAGE_BUILD_H

#include "base/diag.h"
#include "base/printf.h"
#include "page/page.h"

/* Encodings of pages. */
enum page_encoding { ENCODING_UTF_8, ENCODING_WINDOWS_1252, ENCODING_UTF_16_LE, ENCODING_UTF_16_BE };

/* A position in the text and the same position in the source. */
struct page_place {
    size_t text;   /* byte offset in the builder's text */
    size_t source; /* byte offset in the source */
    unsigned line;
};

/* A list of blocks that are not yet part of a page. All zeros is an empty list. */
struct page_blocks {
    struct page_block *first, *last;
};

/* A page while it is read. */
struct page_builder {
    struct arena *arena;
    const struct source *source;
    struct diags *diags;
    const char *text; /* well-formed UTF-8 without NULs, followed by two NULs */
    size_t size;
    enum page_encoding encoding;
    bool is_same;              /* `text` points into the source, `begin` bytes after its beginning */
    size_t begin;              /* offset of the text in the source: the length of the byte order mark */
    struct page_place *places; /* known pairs of positions, from which all others are counted */
};

/* Decodes a source. The byte order mark decides the encoding; without a mark it is `encoding`, or
 * UTF-16 if every other byte is NUL. Invalid bytes are
 * replaced, and reported once. */
struct page_builder page_builder_make(struct arena *arena, const struct source *source, struct diags *diags,
                                      enum page_encoding encoding);

/* Returns the position in the source of a position in the text. */
struct page_place page_locate(const struct page_builder *builder, size_t at);

/* Reports text that cannot be read, from `at` to the end of its line. */
void page_report(const struct page_builder *builder, size_t at, const char *format, ...) LIKE_PRINTF(3, 4);

/* Returns a text with single blanks, none at the ends of lines, and no empty lines. Line breaks stay if `with_lines`.
 * */
const char *page_fold(struct arena *arena, const char *text, size_t size, bool with_lines);

/* Returns the beginning of a folded text for a message, as one short line. */
const char *page_excerpt(struct arena *arena, const char *text);

/* Returns the length in bytes of the blank at the beginning of `text`, which has `size` bytes; 0 if it begins with no
 * blank. No-break spaces and characters without width are blanks. */
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

/* Adds a text that fits no column to the lost text of a row. */
void page_row_lose(const struct page_builder *builder, struct page_row *row, const char *text);

/* Append a block, or all blocks of another list, to a list. */
void page_blocks_add(struct page_blocks *blocks, struct page_block *block);
void page_blocks_join(struct page_blocks *blocks, const struct page_blocks *more);

/* Returns the column that a folded heading stands for. */
struct page_column page_column_make(struct arena *arena, const char *heading);

/* Reads the heading of a column at the beginning of a text of `size` bytes. Returns the length of the heading; 0 if
 * there is none. */
size_t page_column_scan(struct arena *arena, const char *text, size_t size, struct page_column *column);

/* Decides the kinds of columns whose heading is only an arch: offsets or sizes. Returns the number of columns with a
 * known heading. */
size_t page_columns_settle(struct page_column *columns, size_t count);

/* A line of the text without blanks at its ends; `size` is 0 for an empty line. */
struct text_line {
    size_t begin;
    size_t size;
    size_t next; /* position of the next line; the size of the text for the last line */
};

/* Returns the line that begins at a position. */
struct text_line text_line_at(const struct page_builder *builder, size_t at);

#endif
