/*
 * Published tables as text: plain, GitHub Markdown and HTML. What a cell means is not known here.
 */
#ifndef VIEW_SHEET_H
#define VIEW_SHEET_H

#include <stdbool.h>
#include <stddef.h>

struct arch;
struct arena;
struct buffer;

/* A cell. A '\n' separates its lines: alternatives, or lines of C. */
struct sheet_cell {
    const char *text;   /* never NULL */
    bool is_code;       /* C: its lines are indented, and are one line where a row must be one */
    unsigned rows;      /* that the cell serves: 0 and 1 just its own */
    bool is_served;     /* by the cell above: formats whose cells can be shared leave it out */
    const char *shared; /* what a cell that serves several rows says then; else NULL */
};

struct sheet_column {
    const char *heading;
    const struct sheet_cell *cells; /* one a row */
};

struct sheet {
    struct sheet_column *columns;
    size_t column_count;
    size_t row_count;
};

/* A heading and the tables below it. */
struct sheet_section {
    const char *title;
    const char *note; /* a line of prose before the tables, or NULL */
    const struct sheet *sheets;
    size_t sheet_count;
};

/* Adds a column to a sheet that has room for it. */
void sheet_add_column(struct sheet *sheet, const char *heading, const struct sheet_cell *cells);

/* Adds a column an arch, or one for all where they say the same; `has_one`: even a single arch is named. */
void sheet_add_cells(struct arena *arena, struct sheet *sheet, const char *heading,
                     const struct arch *const *arches, struct sheet_cell *const *cells, size_t count, bool has_one);

enum sheet_format { SHEET_TEXT, SHEET_MARKDOWN, SHEET_HTML };

/* Appends all sections: a row a line with `|` between its cells, or an HTML page. */
void sheet_write(enum sheet_format format, const struct sheet_section *sections, size_t count, struct buffer *out);

/* html.c: as sheet_write, for SHEET_HTML. */
void sheet_write_html(const struct sheet_section *sections, size_t count, struct buffer *out);

#endif
