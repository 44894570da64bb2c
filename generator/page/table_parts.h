/*
 * Shared by the files that read tables. No other folder includes this; they include table.h.
 */
#ifndef PAGE_TABLE_PARTS_H
#define PAGE_TABLE_PARTS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/printf.h"
#include "page/page.h"
#include "spec/tree.h"
#include "page/table.h"
#include "page/versions.h"

/* The tables of one page while they are read. */
struct importer {
    struct arena *arena;
    struct intern *intern;
    struct diags *diags;
    const struct model *model;
    const struct page_options *options;
    const struct page *page;
    struct page_versions versions;
    struct spec_document *document;
    struct spec_item *item; /* the structure that tables continue, or NULL */
    size_t room_steps;      /* taken to find sizes that only the next row tells */
    unsigned bare_line;     /* the line of the first "10.0", or 0 */
    unsigned line;          /* the last line that was searched for ... */
    size_t line_begin;      /* ... its beginning */
    size_t line_end;        /* ... and its end, if it is known; else 0 */
};

/* report.c */

/* Reports a finding at a line of the page. */
struct diag *page_report_line(struct importer *importer, enum diag_code code, unsigned line, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Returns "unread, line 12: ..." with all text of a row; only the cell of column `only`, unless it is SIZE_MAX. */
const char *page_unread_row(struct importer *importer, const struct page_block *table, const struct page_row *row,
                            size_t only);

/* Joins two comments, either of which may be NULL. */
const char *page_join_comments(struct importer *importer, const char *first, const char *second);

/* Reads a cell of versions and remembers where "10.0" was met. Reports a `:` that is taken for a `;`. */
bool page_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set);
bool page_read_cell(struct importer *importer, const struct page_cell *cell,
                    const struct spec_alternative **alternatives);

/* columns.c */

/* Adds an arch to the columns of the document, unless it is among them. Too many are reported. */
void page_add_arch(struct importer *importer, const char *arch, unsigned line);

/* Adds the arches that the parts of a cell name, as in "0x18 (x86); 0x28 (x64)". */
void page_collect_arches(struct importer *importer, const struct page_cell *cell);

/* Returns the column of a table of that kind and arch (NULL: any), or SIZE_MAX. */
size_t page_find_column(const struct page_block *table, enum page_column_kind kind, const char *arch);

/* Returns the cell of that kind in a row, or NULL. */
const struct page_cell *page_find_cell(const struct page_block *table, const struct page_row *row,
                                       enum page_column_kind kind);

/* Reads the cells of a kind into the columns of the document. A cell that cannot be read stays unknown, is kept in
 * `*comment`, and is reported. */
struct spec_cell page_read_columns(struct importer *importer, const struct page_block *table,
                                   const struct page_row *row, enum page_column_kind kind, const char **comment);

/* Reads columns of bits ("3", "0 to 2") as the member's bits. If they are not `width` bits they become its mask, unless
 * it has one, so that `check` can compare both. */
void page_read_bit_columns(struct importer *importer, const struct page_block *table, const struct page_row *row,
                           const struct spec_cell *width, struct spec_row *member, const char **comment);

/* Returns the masks of numbers and ranges of bits. */
struct spec_cell page_bits_to_masks(struct arena *arena, const struct spec_cell *bits);

/* A set of kinds of columns. */
#define PAGE_KIND(kind) (1u << (kind))

/* Returns the cells of a row that nobody reads as a comment, or NULL, and reports them. `read` are kinds of which the
 * first column is read or, of offsets and the like, the first of each arch; `each` are kinds of which all are. */
const char *page_keep_others(struct importer *importer, const struct page_block *table, const struct page_row *row,
                             unsigned read, unsigned each);

/* True if all columns of a cell are empty. */
bool page_cell_is_empty(const struct spec_cell *cell);

/* Returns the axis's name for the arch of a heading. */
const char *page_arch_name(struct importer *importer, const char *heading);

/* report.c again: additions to the document. */
struct spec_item *page_add_item(struct importer *importer, enum spec_item_kind kind, const char *name);
struct spec_row *page_add_row(struct spec_item *item, struct spec_row *row);

/* Adds a comment at the end of the rows of the item, or of the items of the document. */
void page_add_comment(struct importer *importer, struct spec_item *item, unsigned line, const char *comment);

/* prose.c: facts in the prose of a page. Names are NULL if it says none. */

/* Returns the structure that a heading or title names: "WMI_RESOURCE", "The WMI_RESOURCE structure". */
const char *page_prose_heading(struct arena *arena, const char *text);

/* Returns the first structure that a paragraph is about: "The WMI_RESOURCE structure", "The WMI_RESOURCE is". */
const char *page_prose_subject(struct arena *arena, const char *text);

/* Reads the sizes of "This NAME is 0x18 or 0x28 bytes in 32-bit and 64-bit Windows" and the like, and the version in
 * which they change. The cell is empty if there are none; the part that cannot be read begins at `*words`. */
enum prose_size { PROSE_NO_SIZE, PROSE_SIZE, PROSE_SIZE_UNREAD };
enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words);

/* True if the text calls the structure of that name a union: "The SLIST_HEADER union". */
bool page_prose_is_union(const char *text, const char *name);

/* offsets.c: a table of offsets. */
void page_read_offsets(struct importer *importer, const struct page_block *table);

/* values.c: tables of bits and of values. `before` is the prose before the table. */
void page_read_bits(struct importer *importer, const struct page_block *table, const struct page_block *before);
void page_read_values(struct importer *importer, const struct page_block *table, const struct page_block *before);

/* words.c: names for members that the page describes in words. The same words have the same name, with a number if
 * several rows have them in one version. */
void page_name_rows(struct importer *importer, struct spec_item *item);

/* finish.c: steps that need all of the page: names of nameless members, sizes in words, versions of structures, types
 * and constants that nothing declares. */
void page_finish(struct importer *importer);

#endif
