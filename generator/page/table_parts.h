/*
 * What the parts of page_import share. Nobody but import_*.c includes this.
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
    unsigned bare_line;     /* where "10.0" was first met, or 0 */
    unsigned line;          /* where the search for the beginning of a line has come to ... */
    size_t line_begin;      /* ... and where that line begins */
    size_t line_end;        /* ... and ends, once somebody has asked; else 0 */
};

/* report.c */

/* Reports something about a line of the page. */
struct diag *page_report_line(struct importer *importer, enum diag_code code, unsigned line, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* "unread, line 12: ..." with all that stands in a row; only the cell of column `only`, unless it is SIZE_MAX. */
const char *page_unread_row(struct importer *importer, const struct page_block *table, const struct page_row *row,
                            size_t only);

/* Puts one comment behind another, either of which may be NULL. */
const char *page_join_comments(struct importer *importer, const char *first, const char *second);

/* Reads a cell of versions and remembers where "10.0" was met; reports a `:` that stands for a `;`. */
bool page_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set);
bool page_read_cell(struct importer *importer, const struct page_cell *cell,
                    const struct spec_alternative **alternatives);

/* columns.c */

/* Adds an arch to the columns of the document, unless it is among them or there are too many, which is reported. */
void page_add_arch(struct importer *importer, const char *arch, unsigned line);

/* Adds the arches that the parts of a cell name, as in "0x18 (x86); 0x28 (x64)". */
void page_collect_arches(struct importer *importer, const struct page_cell *cell);

/* The column of a table of that kind and arch (NULL: any), or SIZE_MAX. */
size_t page_find_column(const struct page_block *table, enum page_column_kind kind, const char *arch);

/* The cell of that kind in a row, or NULL. */
const struct page_cell *page_find_cell(const struct page_block *table, const struct page_row *row,
                                       enum page_column_kind kind);

/* Reads the cells of a kind into the columns of the document. A cell that cannot be read is left unknown, kept in
 * `*comment`, and reported. */
struct spec_cell page_read_columns(struct importer *importer, const struct page_block *table,
                                   const struct page_row *row, enum page_column_kind kind, const char **comment);

/* The columns of bits ("3", "0 to 2") as the member's bits; as its mask where they are not `width` bits, unless it has
 * one: then the two can be compared. */
void page_read_bit_columns(struct importer *importer, const struct page_block *table, const struct page_row *row,
                           const struct spec_cell *width, struct spec_row *member, const char **comment);

/* Numbers and ranges of bits to the masks of them. */
struct spec_cell page_bits_to_masks(struct arena *arena, const struct spec_cell *bits);

/* A set of kinds of columns. */
#define PAGE_KIND(kind) (1u << (kind))

/* The cells of a row that nobody reads, as a comment, and reported; NULL when there are none. `read` are the kinds of
 * which the first column is read, or, of offsets and the like, the first of each arch; `each` those of which all
 * are. */
const char *page_keep_others(struct importer *importer, const struct page_block *table, const struct page_row *row,
                             unsigned read, unsigned each);

/* Whether no column of a cell says anything. */
bool page_cell_is_empty(const struct spec_cell *cell);

/* The text of an arch's heading as the axis calls it. */
const char *page_arch_name(struct importer *importer, const char *heading);

/* report.c again: what is added to the document. */
struct spec_item *page_add_item(struct importer *importer, enum spec_item_kind kind, const char *name);
struct spec_row *page_add_row(struct spec_item *item, struct spec_row *row);

/* Adds a comment where the rows of the item, or the items of the document, have come to. */
void page_add_comment(struct importer *importer, struct spec_item *item, unsigned line, const char *comment);

/* prose.c: what the prose of a page says. Names are NULL when it says none. */

/* The structure that a heading or title names by itself: "WMI_RESOURCE", "The WMI_RESOURCE structure". */
const char *page_prose_heading(struct arena *arena, const char *text);

/* The first structure that a paragraph is about: "The WMI_RESOURCE structure", "The WMI_RESOURCE is". */
const char *page_prose_subject(struct arena *arena, const char *text);

/* The sizes of "This NAME is 0x18 or 0x28 bytes in 32-bit and 64-bit Windows" and the like, and in which version they
 * change. The cell is empty unless they can be told; what cannot be read begins at `*words`. */
enum prose_size { PROSE_NO_SIZE, PROSE_SIZE, PROSE_SIZE_UNREAD };
enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words);

/* Whether the text calls what has that name a union: "The SLIST_HEADER union". */
bool page_prose_is_union(const char *text, const char *name);

/* offsets.c: a table of offsets. */
void page_read_offsets(struct importer *importer, const struct page_block *table);

/* values.c: tables of bits and of values. `before` is the prose that stands before it. */
void page_read_bits(struct importer *importer, const struct page_block *table, const struct page_block *before);
void page_read_values(struct importer *importer, const struct page_block *table, const struct page_block *before);

/* words.c: names for the members of a structure that the page has only words for. The same words have the same
 * name, with a number where several rows have them in one version. */
void page_name_rows(struct importer *importer, struct spec_item *item);

/* finish.c: what needs all of the page: names of nameless members, sizes in words, versions of structures, types
 * and constants that nothing declares. */
void page_finish(struct importer *importer);

#endif
