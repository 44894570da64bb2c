/*
 * Documents of tables, and their formats: plain text, GitHub Markdown and HTML. The commands `table`, `diff` and `show`
 * make such documents. This module does not know what cells mean.
 */
#ifndef VIEW_SHEET_H
#define VIEW_SHEET_H

#include <stdbool.h>
#include <stddef.h>

struct arch;
struct arena;
struct buffer;
struct program;
struct sheet_html;

/* A cell. A '\n' separates its lines: alternatives, or lines of C. */
struct sheet_cell {
    const char *text;   /* never NULL */
    bool is_code;       /* the text is C: its lines are indented, and joined in formats whose rows are single lines */
    unsigned depth;     /* number of structures in the sheet around the member; formats indent by it */
    unsigned rows;      /* number of rows that share the cell; 0 and 1: only its own */
    bool is_served; /* an earlier cell of the column is shared with this row: formats with shared cells skip this one */
    const char *shared; /* text of the cell if the format shares it between its rows; else NULL */
};

/* Kinds of columns. Only HTML shows them differently. */
enum sheet_column_kind { SHEET_WORDS, SHEET_NUMBERS, SHEET_NAMES, SHEET_REMARKS };

struct sheet_column {
    const char *heading;
    const struct sheet_cell *cells; /* one cell for each row */
    enum sheet_column_kind kind;
};

/* The role of a row or a section. HTML shows it by a colour, and for changes also by a sign. */
enum sheet_tone { SHEET_PLAIN, SHEET_CHANGED, SHEET_ADDED, SHEET_REMOVED, SHEET_HOLE, SHEET_TONE_COUNT };

struct sheet_row {
    const char *name; /* name for links to the row, or NULL */
    enum sheet_tone tone;
};

struct sheet {
    struct sheet_column *columns;
    size_t column_count;
    size_t row_count;
    const struct sheet_row *rows; /* one for each row; NULL: all rows are plain and have no names */
};

/* A heading and the tables below it. */
struct sheet_section {
    const char *title;
    const char *name; /* name in the table of contents; NULL: the title */
    const char *link; /* name for links to the section; NULL: `name` */
    const char *note; /* a line of prose before the tables, or NULL */
    enum sheet_tone tone;
    const struct sheet *sheets;
    size_t sheet_count;
};

/* A document. If it has a title, its sections are one level lower. Without a title it has one section, or is a list of
 * sections. */
struct sheet_document {
    const char *title;   /* or NULL */
    const char *note;    /* a line of prose below the title, or NULL */
    const char *command; /* command that made the document: "table" */
    const struct sheet_section *sections;
    size_t count;
};

/* Adds a column to a sheet that has room for it. */
void sheet_add_column(struct sheet *sheet, const char *heading, enum sheet_column_kind kind,
                      const struct sheet_cell *cells);

/* Adds a column of numbers for each architecture. If all columns are equal, adds only one; with `has_one` even a single
 * architecture is named. */
void sheet_add_cells(struct arena *arena, struct sheet *sheet, const char *heading,
                     const struct arch *const *arches, struct sheet_cell *const *cells, size_t count, bool has_one);

enum sheet_format { SHEET_TEXT, SHEET_MARKDOWN, SHEET_HTML };

/* Appends the document. Text and Markdown have one line for each row, with `|` between cells; HTML is a whole page.
 * Plain text has no title. `program` provides memory and names. */
void sheet_write(enum sheet_format format, const struct sheet_document *document, const struct program *program,
                 struct buffer *out);

/* html.c: does what sheet_write does for SHEET_HTML. */
void sheet_write_html(const struct sheet_document *document, const struct program *program, struct buffer *out);

/* html.c: writes several documents with one template. The memory of a document is reused for the next. */
struct sheet_html *sheet_html_new(const struct program *program, const char *template);
void sheet_html_write(struct sheet_html *writer, const struct sheet_document *document, struct buffer *out);

#endif
