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
    const char *page_name;  /* of the structure that the page is about, or NULL */
    struct spec_item *item; /* the structure that tables continue, or NULL */
    const struct page_block *pending; /* sizes of a structure that a table below them names, or NULL */
    const char *heading; /* the last one before the table, or NULL */
    struct version_set section; /* versions that the heading of a table names; none: empty */
    struct map *enumerators; /* "ENUM.NAME" -> its struct spec_enumerator; NULL before the first */
    size_t room_steps;      /* taken to find sizes that only the next row tells */
    size_t slip_steps;      /* texts that were tried to repair others */
    unsigned bare_line;     /* the line of the first "10.0", or 0 */
    unsigned line;          /* the last line that was searched for ... */
    size_t line_begin;      /* ... its beginning */
    size_t line_end;        /* ... and its end, if it is known; else 0 */
};

/* report.c */

/* Says what a cell, row or table would need to be read. */
enum page_need {
    PAGE_NEEDS_HEADING,     /* of a table */
    PAGE_NEEDS_COLUMN,      /* the heading of a column */
    PAGE_NEEDS_NUMBER,      /* in a cell */
    PAGE_NEEDS_VERSIONS,
    PAGE_NEEDS_DECLARATION,
    PAGE_NEEDS_SIZE,
    PAGE_NEEDS_VALUE,
    PAGE_NEEDS_BITS,
    PAGE_NEEDS_MEMBER,      /* of which a table has the values or bits */
    PAGE_NEEDS_STRUCTURE,   /* whose members a table has */
    PAGE_NEEDS_TYPE,        /* another one than the structure itself */
    PAGE_NEEDS_TABLE,
    PAGE_NEEDS_PAGES        /* fewer columns on each */
};

/* Reports text of the page that is not read, and what it would need. */
void page_report_unread(struct importer *importer, enum page_need need, unsigned line, const char *format, ...)
    LIKE_PRINTF(4, 5);

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

/* Reads a cell of numbers, likewise. */
bool page_read_cell(struct importer *importer, const struct page_cell *cell,
                    const struct spec_alternative **alternatives);

/* columns.c */

/* Adds an arch to the columns of the document, unless it is among them. Too many are reported. */
void page_add_arch(struct importer *importer, const char *arch, unsigned line);

/* Adds the arches that the parts of a cell name, as in "0x18 (x86); 0x28 (x64)". In a column of an arch only those
 * count that fall back on it, as in "0x14 (non-PAE); 0x18 (PAE)"; NULL: the column is of no arch. */
void page_collect_arches(struct importer *importer, const struct page_cell *cell, const char *column);

/* True if a part of a cell names its arch. */
bool page_names_arch(struct importer *importer, const struct page_cell *cell);

/* Reads the versions of a row, which may differ by arch: "5.0 only (x86); late 5.2 to 6.0 (x64)". */
bool page_read_row_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in);

/* remark.c: reads the versions in a cell that has other words, too: "all (required)", "defined for 5.0 and higher".
 * Reports that the words are left out; the caller keeps them. */
bool page_read_worded_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in);

/* Reads "Versions (x86)" and "Versions (x64)": a column for each arch. False if the table has no such columns, or a
 * cell cannot be read. */
bool page_read_versions_by_arch(struct importer *importer, const struct page_block *table, const struct page_row *row,
                                struct spec_versions *in);

/* Returns the arch of a column of the document; NULL if the page names none, or one that the axis does not have. */
const struct arch *page_find_arch(const struct importer *importer, size_t column);

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

/* Returns the arch that a title names: "KPCR (i386)", "in the 32-bit Windows kernel". NULL if it names none, or two. */
const char *page_prose_arch(struct arena *arena, const char *text);

/* Returns the first structure that a paragraph is about: "The WMI_RESOURCE structure", "The WMI_RESOURCE is". */
const char *page_prose_subject(struct arena *arena, const char *text);

/* Returns the structure that the prose below the last heading before a table is about, or NULL. */
const char *page_prose_topic(struct arena *arena, const struct page_block *before);

/* Reads the sizes of "This NAME is 0x18 or 0x28 bytes in 32-bit and 64-bit Windows" and the like, and their versions.
 * The cell is empty if there are none; the part that cannot be read begins at `*words`. */
enum prose_size { PROSE_NO_SIZE, PROSE_SIZE, PROSE_SIZE_UNREAD };
enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words);

/* Gives a structure without a size the one that the prose of the page says. */
void page_settle_size(struct importer *importer, struct spec_item *item);

/* True if a text states a size for each of x86 and x64, and if it says that both are the same. */
bool page_prose_has_two_sizes(const char *text);
bool page_prose_is_same(const char *text);

/* True if the text calls the structure of that name a union: "The SLIST_HEADER union". */
bool page_prose_is_union(const char *text, const char *name);

/* offsets.c: a table of offsets. */
void page_read_offsets(struct importer *importer, const struct page_block *table);

/* below.c: parts of structures that a page tabulates apart. */

/* True for a structure without rows, of which a remark says that they stand below. */
bool page_is_open(const struct spec_row *row);

/* Puts the rows of a table into the open structures of an item that have these versions, and the rest behind its rows.
 * False if there are none. */
bool page_fill_places(struct importer *importer, struct spec_item *item, struct spec_item *part);

/* Adds rows at the end of the rows of a union. Members that it has already are allowed: they are views of its bytes. */
void page_add_members(struct importer *importer, struct spec_row *whole, struct spec_row *rows);

/* Returns the structure that the paragraph before a table names: one that has a size and no rows yet, else the type of
 * a member that has no declaration; or NULL. */
const char *page_find_held(struct importer *importer, const struct page_block *before);

/* Makes a union of the rows of an item and those of a table that shows the same bytes. */
void page_join_view(struct importer *importer, struct spec_item *item, struct spec_item *part);

/* Returns the last of the rows of an item if it is a union of which the page says that an overlay of its bytes stands
 * below; else NULL. */
const struct spec_row *page_find_overlaid(const struct spec_item *item);

/* Returns the open structure that a table of bits is about: at the offset that the heading names, else the first one;
 * NULL if there is none. It counts as filled then. */
struct spec_row *page_find_bits_place(struct importer *importer, const struct page_block *before);

/* Replaces members by unknown bytes if their structure would hold itself; each is reported (`unread`). */
void page_break_cycles(struct importer *importer);

/* columns.c again: cells cut to the versions of their rows. */

/* A row of a table, and the member at the offset of its cells. */
struct page_placed {
    struct page_placed *next;
    const struct page_row *row;
    struct spec_row *member;
};

/* Leaves out the versions of a row and its cells that are not among `in`. */
void page_row_cut(struct importer *importer, struct spec_row *row, const struct spec_versions *in);

/* Cuts cells that several rows of a table share: each row keeps the versions that no other row has. */
void page_cut_shared(struct importer *importer, const struct page_block *table, struct page_placed *placed);

/* Cuts the cells of rows that are declared beside others: the first row of a declaration keeps all versions. */
void page_cut_beside(struct importer *importer, struct spec_row *rows);

/* Returns a name for a declaration that the page does not name: of the structure, and of the last heading before a
 * table. NULL without a structure or a title. */
const char *page_make_name(struct importer *importer, const struct page_block *before);

/* Adds rows at the end of the rows of an item. */
void page_move_rows(struct spec_item *item, struct spec_row *rows);

/* Returns the structure of that name, a new one if there is none. */
struct spec_item *page_open_record(struct importer *importer, const char *name);

/* values.c: tables of bits and of values. `before` is the prose before the table. */
void page_read_bits(struct importer *importer, const struct page_block *table, const struct page_block *before);
void page_read_values(struct importer *importer, const struct page_block *table, const struct page_block *before);

/* Allows values with several names: the page lists them. */
void page_allow_twins(struct importer *importer, struct spec_item *item);

/* Makes one column of the columns of a value if they are equal. They may be absent in other versions if their arch does
 * not exist in them. */
void page_join_columns(struct importer *importer, struct spec_cell *cell);

/* remark.c: leaves out of the claims of a row the columns in which it has no offset: a page that gives one value means
 * the others. */
void page_cut_claims(struct importer *importer, const struct spec_row *row);

/* Cuts the offsets of rows to their versions. An offset for other versions alone becomes a claim of the row,
 * `previously` or `next`, and is reported (`contradiction`); one for more than those of the row is `assumed`. */
void page_settle_strays(struct importer *importer, struct spec_item *item);

/* words.c: names for members that the page describes in words. The same words have the same name, with a number if
 * several rows have them in one version. */
void page_name_rows(struct importer *importer, struct spec_item *item);

/* below.c: true if two rows declare the same. */
bool page_declares_same(const struct spec_row *a, const struct spec_row *b);

/* finish.c: steps that need all of the page: names of nameless members, sizes in words, versions of structures. */
void page_finish(struct importer *importer);

#endif
