/*
 * A published page as a reader returns it: tables of cells in the order of the page, and the prose between them.
 * Readers do not interpret cells. All memory is allocated from the arena, and all text is UTF-8 without control
 * characters.
 */
#ifndef PAGE_PAGE_H
#define PAGE_PAGE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct diags;
struct source;

/* Kinds of columns, by their headings. */
enum page_column_kind {
    PAGE_OFFSET,     /* "Offset": arch NULL; "Offset (x64)": arch "x64"; "x64" alone beside a definition */
    PAGE_SIZE,       /* "Size", "Size (x86)"; "x86" alone in a table without definitions */
    PAGE_DEFINITION, /* "Definition", "Declaration" */
    PAGE_NAME,       /* "Name", "Symbol" */
    PAGE_MASK,       /* "Mask", "Mask (x86)" */
    PAGE_BIT,        /* "Bit", "Bits" */
    PAGE_VALUE,      /* "Value" */
    PAGE_VERSIONS,   /* "Versions", "Version" */
    PAGE_REMARKS,    /* "Remarks", "Remark" */
    PAGE_STRUCTURE,  /* "Structure", "Enum": name of the type that the row belongs to, in a table for several types */
    PAGE_OTHER       /* any other heading */
};

/* A column of a table. */
struct page_column {
    enum page_column_kind kind;
    const char *arch;      /* arch in brackets after the heading; NULL: the column is for all arches */
    const char *structure; /* structure whose name stands above a column of sizes; NULL: the structure of the table */
    const char *heading;   /* heading as the page has it; "" if the rows have more cells than the table has headings */
};

/* Returns the name that specs have for an arch in a page, ignoring case: "x64" for "AMD64". Returns NULL for other
 * words. The text is static. */
const char *page_arch_find(const char *text);

/* A cell of a table. Line breaks are blanks, runs of blanks are one blank, and the `;` between alternatives is kept. */
struct page_cell {
    const char *text; /* text of the cell; "" if it is empty, never NULL */
    size_t offset;    /* byte offset of the cell in the source; 0 if it is unknown */
    unsigned line;    /* line in the source, from 1 */
    bool is_shared;   /* the cell spans several rows, and this is not its first row */
    bool is_lost;     /* the cell, or a part of it, could not be read; `text` is the rest */
};

/* A row of a table. */
struct page_row {
    struct page_row *next;
    struct page_cell *cells; /* one for each column of the table */
    unsigned line;
    const char *lost; /* text of the row that fits no column; NULL if there is none */
};

/* A part of a page: a paragraph or heading, which has a text and no columns, or a table, which has columns and rows. */
struct page_block {
    struct page_block *next;
    const char *text; /* text of a paragraph or heading; NULL for a table */
    bool is_heading;
    unsigned line;
    struct page_column *columns;
    size_t column_count;
    struct page_row *rows;
};

/* A page. */
struct page {
    const struct source *source;
    const char *title; /* title of the HTML document; NULL if there is none */
    struct page_block *blocks;
};

/* Readers of the formats of pages. Each one accepts any bytes. It reports text that it cannot read, with its line, and
 * keeps the text as lost. Returns NULL if it can read nothing at all. */
struct page *page_read_html(struct arena *arena, const struct source *source, struct diags *diags);
struct page *page_read_text(struct arena *arena, const struct source *source, struct diags *diags);
struct page *page_read_separated(struct arena *arena, const struct source *source, struct diags *diags, char separator);

/* Reads a table as page_read_separated does. A table without any known heading is no error, because the caller knows
 * the meaning of the headings. */
struct page *page_read_sheet(struct arena *arena, const struct source *source, struct diags *diags, char separator);

#endif
