/*
 * A published page as its readers see it: tables of cells in the order of the page, and the prose between them. Readers
 * do not know the meaning of cells. All memory is the arena's, all text is UTF-8 without control characters.
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
    PAGE_STRUCTURE,  /* "Structure", "Enum": whose row it is, where a table holds the rows of several */
    PAGE_OTHER       /* any other heading */
};

/* A column of a table. */
struct page_column {
    enum page_column_kind kind;
    const char *arch;    /* in brackets behind the kind, or NULL: serves all */
    const char *structure; /* above a size, or NULL: that of the table */
    const char *heading; /* as it stands on the page; "" where a row has more cells than there are headings */
};

/* Returns the name of an arch that pages call so, ignoring case ("AMD64": x64), or NULL. Static memory. */
const char *page_arch_find(const char *text);

/* A cell. It keeps line breaks (as ' ') and the `;` between alternatives. Blanks are folded, `&nbsp;` too. */
struct page_cell {
    const char *text; /* "" when empty; never NULL */
    size_t offset;    /* in the source where it begins; 0 when the reader lost the place */
    unsigned line;    /* 1 the first */
    bool is_shared;   /* by rowspan: the same cell as in the row above */
    bool is_lost;     /* the cell, or a part of it, is lost; `text` is the rest */
};

/* A row of a table. */
struct page_row {
    struct page_row *next;
    struct page_cell *cells; /* one a column of its table */
    unsigned line;
    const char *lost; /* text of the row that fitted no column, or NULL */
};

/* A paragraph or heading (no columns, text), or a table (columns and rows), in the order of the page. */
struct page_block {
    struct page_block *next;
    const char *text; /* NULL for a table */
    bool is_heading;
    unsigned line;
    struct page_column *columns;
    size_t column_count;
    struct page_row *rows;
};

/* A page. */
struct page {
    const struct source *source;
    const char *title; /* of the document, or NULL */
    struct page_block *blocks;
};

/* Readers. Each takes any bytes; it reports text that it cannot read with its line, and keeps it as lost. NULL if
 * nothing at all can be read. */
struct page *page_read_html(struct arena *arena, const struct source *source, struct diags *diags);
struct page *page_read_text(struct arena *arena, const struct source *source, struct diags *diags);
struct page *page_read_separated(struct arena *arena, const struct source *source, struct diags *diags, char separator);

/* The same for a table whose headings are the caller's to know. */
struct page *page_read_sheet(struct arena *arena, const struct source *source, struct diags *diags, char separator);

#endif
