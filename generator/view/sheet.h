/*
 * Documents of tables, and their formats: plain text, GitHub Markdown and HTML. `table`, `diff` and `show` make them.
 * The meaning of a cell is not known here.
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
    bool is_code;       /* C: its lines are indented, and are one line where a row must be one */
    unsigned depth;     /* how many aggregates of the same sheet are around it; formats indent it */
    unsigned rows;      /* that the cell serves: 0 and 1 just its own */
    bool is_served;     /* by the cell above: formats whose cells can be shared leave it out */
    const char *shared; /* what a cell that serves several rows says then; else NULL */
};

/* Kinds of columns; only HTML shows the difference. */
enum sheet_column_kind { SHEET_WORDS, SHEET_NUMBERS, SHEET_NAMES, SHEET_REMARKS };

struct sheet_column {
    const char *heading;
    const struct sheet_cell *cells; /* one a row */
    enum sheet_column_kind kind;
};

/* The role of a row or a section: HTML marks it by a colour, and a change by a sign, too. */
enum sheet_tone { SHEET_PLAIN, SHEET_CHANGED, SHEET_ADDED, SHEET_REMOVED, SHEET_HOLE, SHEET_TONE_COUNT };

struct sheet_row {
    const char *name; /* by which the row can be linked to, or NULL */
    enum sheet_tone tone;
};

struct sheet {
    struct sheet_column *columns;
    size_t column_count;
    size_t row_count;
    const struct sheet_row *rows; /* one a row; NULL: plain rows without names */
};

/* A heading and the tables below it. */
struct sheet_section {
    const char *title;
    const char *name; /* in the contents; NULL: the title */
    const char *link; /* by which the section can be linked to; NULL: the name */
    const char *note; /* a line of prose before the tables, or NULL */
    enum sheet_tone tone;
    const struct sheet *sheets;
    size_t sheet_count;
};

/* With a title the sections are one level below it. A document without one has one section, or is a list of them. */
struct sheet_document {
    const char *title;   /* or NULL */
    const char *note;    /* a line of prose below the title, or NULL */
    const char *command; /* that made it: "table" */
    const struct sheet_section *sections;
    size_t count;
};

/* Adds a column to a sheet that has room for it. */
void sheet_add_column(struct sheet *sheet, const char *heading, enum sheet_column_kind kind,
                      const struct sheet_cell *cells);

/* Adds a column of numbers for each arch, or one for all where they say the same; `has_one`: even a single arch is
 * named. */
void sheet_add_cells(struct arena *arena, struct sheet *sheet, const char *heading,
                     const struct arch *const *arches, struct sheet_cell *const *cells, size_t count, bool has_one);

enum sheet_format { SHEET_TEXT, SHEET_MARKDOWN, SHEET_HTML };

/* Appends the document: a row a line with `|` between its cells, or an HTML page. Plain text has no title. `program`
 * has the memory and the names. */
void sheet_write(enum sheet_format format, const struct sheet_document *document, const struct program *program,
                 struct buffer *out);

/* html.c: as sheet_write, for SHEET_HTML. */
void sheet_write_html(const struct sheet_document *document, const struct program *program, struct buffer *out);

/* html.c: writes documents by a template, one after the other; the memory of each is used again. */
struct sheet_html *sheet_html_new(const struct program *program, const char *template);
void sheet_html_write(struct sheet_html *writer, const struct sheet_document *document, struct buffer *out);

#endif
