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
    const char *page_name;  /* name of the structure that the page is about; NULL if it names none */
    struct spec_item *item; /* structure that the next tables continue; NULL if there is none */
    /* table of sizes of a structure that a table below them names; NULL if there is none */
    const struct page_block *pending;
    const char *heading;        /* last heading before the table; NULL if there is none */
    struct version_set section; /* versions that the heading of a table names; empty if it names none */
    struct map *enumerators;    /* "ENUM.NAME" -> struct spec_enumerator; NULL before the first one */
    size_t room_steps;          /* steps taken to find sizes that follow only from the next row; for a limit */
    size_t slip_steps;          /* number of texts that were tried as repairs of others; for a limit */
    unsigned bare_line;         /* line of the first "10.0" alone; 0 if there is none */
    unsigned line;              /* the line of the last search for a line of the source */
    size_t line_begin;          /* byte offset at which that line begins */
    size_t line_end;            /* byte offset at which that line ends; 0 if it is not known */
};

/* report.c */

/* Returns the state of an import at its beginning. */
struct importer page_importer(const struct page_request *request);

/* What a cell, row or table lacks so that it cannot be read. */
enum page_need {
    PAGE_NEEDS_HEADING, /* a heading of the table */
    PAGE_NEEDS_COLUMN,  /* a heading of a known column */
    PAGE_NEEDS_NUMBER,  /* a number in the cell */
    PAGE_NEEDS_VERSIONS,
    PAGE_NEEDS_DECLARATION,
    PAGE_NEEDS_SIZE,
    PAGE_NEEDS_VALUE,
    PAGE_NEEDS_BITS,
    PAGE_NEEDS_MEMBER,    /* the member whose values or bits the table has */
    PAGE_NEEDS_STRUCTURE, /* the structure whose members the table has */
    PAGE_NEEDS_TYPE,      /* another type than the structure itself */
    PAGE_NEEDS_TABLE,
    PAGE_NEEDS_PAGES /* several pages with fewer columns each */
};

/* Reports text of the page that is not read, and what would have to be there. */
void page_report_unread(struct importer *importer, enum page_need need, unsigned line, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Reports a finding at a line of the page. */
struct diag *page_report_line(struct importer *importer, enum diag_code code, unsigned line, const char *format, ...)
    LIKE_PRINTF(4, 5);

/* Returns "unread, line 12: ..." with the text of all cells of a row. If `only` is not SIZE_MAX, with the text of the
 * cell in that column only. */
const char *page_unread_row(struct importer *importer, const struct page_block *table, const struct page_row *row,
                            size_t only);

/* Joins two comments. Either may be NULL. */
const char *page_join_comments(struct importer *importer, const char *first, const char *second);

/* Reads a cell of versions. Remembers the first line with "10.0" alone. Reports a `:` that is read as a `;`. */
bool page_read_versions(struct importer *importer, const struct page_cell *cell, struct version_set *set);

/* Reads a cell of numbers. Remembers and reports the same as page_read_versions. */
bool page_read_cell(struct importer *importer, const struct page_cell *cell,
                    const struct spec_alternative **alternatives);

/* columns.c */

/* Adds an arch to the columns of the document, unless it has the arch. Reports too many columns. */
void page_add_arch(struct importer *importer, const char *arch, unsigned line);

/* Adds the arches that the parts of a cell name, as in "0x18 (x86); 0x28 (x64)". In a column of an arch, adds only
 * arches that fall back on it, as in "0x14 (non-PAE); 0x18 (PAE)". `column` is NULL for a column without an arch. */
void page_collect_arches(struct importer *importer, const struct page_cell *cell, const char *column);

/* True if a part of a cell names its arch. */
bool page_names_arch(struct importer *importer, const struct page_cell *cell);

/* Reads the versions of a row, which may differ by arch: "5.0 only (x86); late 5.2 to 6.0 (x64)". */
bool page_read_row_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in);

/* remark.c: reads the versions in a cell that also has other words: "all (required)", "defined for 5.0 and higher".
 * Reports that the words are left out; the caller keeps them. */
bool page_read_worded_versions(struct importer *importer, const struct page_cell *cell, struct spec_versions *in);

/* Reads the versions of a row from columns for each arch: "Versions (x86)" and "Versions (x64)". Returns false if the
 * table has no such columns, or if a cell cannot be read. */
bool page_read_versions_by_arch(struct importer *importer, const struct page_block *table, const struct page_row *row,
                                struct spec_versions *in);

/* Returns the arch of a column of the document; NULL if the page names no arch, or one that the axis does not have. */
const struct arch *page_find_arch(const struct importer *importer, size_t column);

/* Returns the column of a table with a kind and an arch; SIZE_MAX if there is none. NULL stands for any arch. */
size_t page_find_column(const struct page_block *table, enum page_column_kind kind, const char *arch);

/* Returns the cell of a row in the first column of a kind; NULL if the table has no such column. */
const struct page_cell *page_find_cell(const struct page_block *table, const struct page_row *row,
                                       enum page_column_kind kind);

/* Reads the cells of a row in all columns of a kind, and sorts them by the columns of the document. A cell that cannot
 * be read gets an unknown value, is added to `*comment`, and is reported. */
struct spec_cell page_read_columns(struct importer *importer, const struct page_block *table,
                                   const struct page_row *row, enum page_column_kind kind, const char **comment);

/* Reads the columns of bits ("3", "0 to 2") of a row as the bits of its member. If the number of bits differs from
 * `width`, they become the mask of the member, unless it has one, so that `check` can compare both. */
void page_read_bit_columns(struct importer *importer, const struct page_block *table, const struct page_row *row,
                           const struct spec_cell *width, struct spec_row *member, const char **comment);

/* Returns a cell in which numbers and ranges of bits are masks. */
struct spec_cell page_bits_to_masks(struct arena *arena, const struct spec_cell *bits);

/* The bit of a kind of columns in a set of kinds. */
#define PAGE_KIND(kind) (1u << (kind))

/* Returns the text of the cells of a row that no other function reads, as a comment, and reports them; NULL if there
 * are none. `read` is a set of kinds of which the first column is read, or for offsets, sizes and the like the first
 * column of each arch. `each` is a set of kinds of which all columns are read. */
const char *page_keep_others(struct importer *importer, const struct page_block *table, const struct page_row *row,
                             unsigned read, unsigned each);

/* True if all columns of a cell are empty. */
bool page_cell_is_empty(const struct spec_cell *cell);

/* Returns the name on the axis of an arch in a heading. */
const char *page_arch_name(struct importer *importer, const char *heading);

/* report.c: additions to the document. */
struct spec_item *page_add_item(struct importer *importer, enum spec_item_kind kind, const char *name);
struct spec_row *page_add_row(struct spec_item *item, struct spec_row *row);

/* Adds a comment at the end of the rows of an item; without an item, at the end of the document's items. */
void page_add_comment(struct importer *importer, struct spec_item *item, unsigned line, const char *comment);

/* prose.c: facts in the prose of a page. A function returns NULL if the prose names nothing. */

/* Returns the structure that a heading or title names: "WMI_RESOURCE", "The WMI_RESOURCE structure". */
const char *page_prose_heading(struct arena *arena, const char *text);

/* Returns the arch that a title names: "KPCR (i386)", "in the 32-bit Windows kernel". NULL if it names none, or two. */
const char *page_prose_arch(struct arena *arena, const char *text);

/* Returns the first structure that a paragraph describes: "The WMI_RESOURCE structure", "The WMI_RESOURCE is". */
const char *page_prose_subject(struct arena *arena, const char *text);

/* Returns the structure that the prose between the last heading and a table describes; NULL if there is none. */
const char *page_prose_topic(struct arena *arena, const struct page_block *before);

/* Reads a sentence about sizes, such as "This NAME is 0x18 or 0x28 bytes in 32-bit and 64-bit Windows", and the
 * versions in it. The cell is empty if there are no sizes. If a part cannot be read, it begins at `*words`. */
enum prose_size { PROSE_NO_SIZE, PROSE_SIZE, PROSE_SIZE_UNREAD };
enum prose_size page_prose_size(struct importer *importer, const char *text, const char *name, struct spec_cell *cell,
                                const char **words);

/* Gives a structure without a size the size in the prose of the page. */
void page_settle_size(struct importer *importer, struct spec_item *item);

/* True if a text states a size for each of x86 and x64, also if it says that both are the same. */
bool page_prose_has_two_sizes(const char *text);
bool page_prose_is_same(const char *text);

/* True if the text calls the structure of that name a union: "The SLIST_HEADER union". */
bool page_prose_is_union(const char *text, const char *name);

/* Returns a table of offsets whose types and names of members stand in columns of their own with one of declarations
 * instead; any other table itself. Reports sizes that the types do not have. */
const struct page_block *page_join_types(struct importer *importer, const struct page_block *table);

/* offsets.c: a table of offsets. */
void page_read_offsets(struct importer *importer, const struct page_block *table);

/* below.c: parts of structures that a page shows in a table of their own. */

/* True for a structure without rows whose remark says that the rows stand below it. */
bool page_is_open(const struct spec_row *row);

/* Puts the rows of a table into the structures of an item that have no rows yet and exist in these versions. Appends
 * the remaining rows to the item. Returns false if there are no such structures. */
bool page_fill_places(struct importer *importer, struct spec_item *item, struct spec_item *part);

/* Appends rows to a union. If the union has a member of the same name, adds an `allow` for it: both are views of its
 * bytes. */
void page_add_members(struct importer *importer, struct spec_row *whole, struct spec_row *rows);

/* Returns the structure that the paragraph before a table names: one with a size and without rows, else the type of a
 * member that has no declaration; NULL if there is none. */
const char *page_find_held(struct importer *importer, const struct page_block *before);

/* Joins the rows of an item and the rows of a table that shows the same bytes in a union. */
void page_join_view(struct importer *importer, struct spec_item *item, struct spec_item *part);

/* Returns the last row of an item if it is a union and the page says that an overlay of its bytes stands below; else
 * NULL. */
const struct spec_row *page_find_overlaid(const struct spec_item *item);

/* Returns the structure without rows that a table of bits is about: the one at the offset in the heading, else the
 * first one; NULL if there is none. It then counts as filled. */
struct spec_row *page_find_bits_place(struct importer *importer, const struct page_block *before);

/* Replaces members by unknown bytes if a structure would contain itself. Reports each one as `unread`. */
void page_break_cycles(struct importer *importer);

/* columns.c: cuts cells to the versions of their rows. */

/* A row of a table and the member at the offset in its cells. */
struct page_placed {
    struct page_placed *next;
    const struct page_row *row;
    struct spec_row *member;
};

/* Removes the versions that are not in `in` from a row and its cells. */
void page_row_cut(struct importer *importer, struct spec_row *row, const struct spec_versions *in);

/* Cuts cells that span several rows of a table: each row keeps the versions that no other row has. */
void page_cut_shared(struct importer *importer, const struct page_block *table, struct page_placed *placed);

/* Cuts the cells of rows that one declaration declares together to the versions of each row; the first row keeps all
 * versions. */
void page_cut_beside(struct importer *importer, struct spec_row *rows);

/* Makes a name for a declaration that the page does not name, from the page's structure, or else its title, and the
 * last heading before a table. Returns NULL if the page has neither a structure nor a title. */
const char *page_make_name(struct importer *importer, const struct page_block *before);

/* Moves rows to the end of the rows of an item. */
void page_move_rows(struct spec_item *item, struct spec_row *rows);

/* Returns the structure with a name; adds it to the document if there is none. */
struct spec_item *page_open_record(struct importer *importer, const char *name);

/* values.c: read a table of bits, and a table of values. `before` is the prose before the table. */
void page_read_bits(struct importer *importer, const struct page_block *table, const struct page_block *before);
void page_read_values(struct importer *importer, const struct page_block *table, const struct page_block *before);

/* Adds an `allow` for values with several names, since the page lists them. */
void page_allow_twins(struct importer *importer, struct spec_item *item);

/* Joins the columns of a value into one if they are equal. A column may also be absent in versions in which its arch
 * does not exist. */
void page_join_columns(struct importer *importer, struct spec_cell *cell);

/* remark.c: removes the columns in which a row has no offset from its claims. A page that gives one value for all
 * arches means only the others. */
void page_cut_claims(struct importer *importer, const struct spec_row *row);

/* Cuts the offsets of rows to the versions of the rows. An offset that is only for other versions becomes a claim of
 * the row, `previously` or `next`, and is reported as `contradiction`. An offset for some more versions is cut and
 * reported as `assumed`. Also reports rows that contradict or repeat each other. */
void page_settle_strays(struct importer *importer, struct spec_item *item);

/* words.c: names members that the page describes in words. Equal words give equal names, with a number if several rows
 * have them in one version. */
void page_name_rows(struct importer *importer, struct spec_item *item);

/* below.c: true if two rows declare the same member. */
bool page_declares_same(const struct spec_row *a, const struct spec_row *b);

/* finish.c: steps that need the whole page: names for nameless members, sizes in words, versions of structures. */
void page_finish(struct importer *importer);

#endif
