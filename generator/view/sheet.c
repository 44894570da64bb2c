#include "view/sheet.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/utf8.h"
#include "model/model.h"

/* The marks of a format that writes each row as a line. */
struct style {
    const char *title;   /* text before the first title */
    const char *section; /* text before a section's title, text below a title */
    const char *depth;   /* text before a cell, once for each structure around its member */
    const char *row;     /* text before the first cell of a row */
    const char *code;    /* text before and after C code */
    const char *escaped; /* characters in words that need a backslash */
};

static const struct style styles[] = {
    [SHEET_TEXT] = {"", "", "  ", "", "", "|\\`<&"},
    [SHEET_MARKDOWN] = {"# ", "## ", "\302\267 ", "| ", "`", "|\\`*_[]<&~$"},
};

static bool is_word(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c);
}

/* True if a character needs no escape: `_` inside a word, or `<` or `&` where no tag or character reference can
 * begin. */
static bool is_literal(const char *text, const char *c)
{
    if (*c == '_')
        return c > text && is_word(c[-1]) && is_word(c[1]);
    return (*c == '<' || *c == '&') && !is_word(c[1]) && !strchr("/#!?", c[1]);
}

/* Writes a cell as one line. Joins alternatives with `; `, and lines of C with a blank. */
static void write_line(const struct style *style, const struct sheet_cell *cell, struct buffer *out)
{
    const char *code = cell->is_code && *cell->text ? style->code : "";
    for (unsigned i = 0; i < cell->depth; i++)
        buffer_add_text(out, style->depth);
    buffer_add_text(out, code);
    for (const char *c = cell->text; *c; c++) {
        if (*c == '\n') {
            buffer_add_text(out, cell->is_code ? " " : "; ");
            while (c[1] == ' ')
                c++;
            continue;
        }
        /* A code span needs an escape only for `|`, which would end the cell. */
        if (*c == '|' || (!*code && strchr(style->escaped, *c) && !is_literal(cell->text, c)))
            buffer_add_char(out, '\\');
        buffer_add_char(out, *c);
    }
    buffer_add_text(out, code);
}

/* Returns the width of a text on a screen, estimated as its number of characters. */
static size_t text_width(const char *text, size_t size)
{
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width += ((unsigned char)text[i] & 0xC0) != 0x80;
    return width;
}

static void pad_with(struct buffer *out, char filler, size_t written, size_t width)
{
    while (written++ < width)
        buffer_add_char(out, filler);
}

static void write_cell(const struct style *style, const struct sheet_cell *cell, size_t width, struct buffer *out)
{
    size_t before = out->size;
    write_line(style, cell, out);
    pad_with(out, ' ', text_width(out->data + before, out->size - before), width);
}

static void write_sheet(const struct style *style, const struct sheet *sheet, struct buffer *out)
{
    struct buffer widths = {0};
    for (size_t i = 0; i < sheet->column_count; i++) {
        enum { LEAST = 3 }; /* minimum number of dashes of a line below headings */
        struct buffer line = {0};
        size_t width = LEAST;
        for (size_t row = 0; row <= sheet->row_count; row++) {
            const struct sheet_cell heading = {.text = sheet->columns[i].heading};
            const struct sheet_cell *cell = row ? &sheet->columns[i].cells[row - 1] : &heading;
            buffer_clear(&line);
            write_line(style, cell, &line);
            size_t own = text_width(line.data, line.size);
            if (own > width)
                width = own;
        }
        buffer_free(&line);
        buffer_add(&widths, &width, sizeof width);
    }
    const size_t *width = (const size_t *)(const void *)widths.data;
    buffer_add_text(out, style->row);
    for (size_t i = 0; i < sheet->column_count; i++) {
        write_cell(style, &(struct sheet_cell){.text = sheet->columns[i].heading}, width[i], out);
        buffer_add_text(out, i + 1 < sheet->column_count ? " | " : " |\n");
    }
    for (size_t i = 0; i < sheet->column_count; i++) {
        if (!i && *style->row)
            buffer_add_char(out, '|');
        pad_with(out, '-', 0, width[i] + (i || *style->row ? 2 : 1));
        buffer_add_text(out, i + 1 < sheet->column_count ? "|" : "|\n");
    }
    for (size_t row = 0; row < sheet->row_count; row++) {
        buffer_add_text(out, style->row);
        for (size_t i = 0; i < sheet->column_count; i++) {
            write_cell(style, &sheet->columns[i].cells[row], width[i], out);
            buffer_add_text(out, i + 1 < sheet->column_count ? " | " : " |\n");
        }
    }
    buffer_free(&widths);
}

static void write_paragraph(const struct style *style, const char *mark, const char *text, struct buffer *out)
{
    buffer_add_text(out, mark);
    write_line(style, &(struct sheet_cell){.text = text}, out);
    buffer_add_char(out, '\n');
}

void sheet_write(enum sheet_format format, const struct sheet_document *document, const struct program *program,
                 struct buffer *out)
{
    if (format == SHEET_HTML) {
        sheet_write_html(document, program, out);
        return;
    }
    const struct style *style = &styles[format];
    bool has_title = document->title && *style->title;
    if (has_title)
        write_paragraph(style, style->title, document->title, out);
    if (document->note) {
        buffer_add_text(out, has_title ? "\n" : "");
        write_paragraph(style, "", document->note, out);
    }
    for (size_t i = 0; i < document->count; i++) {
        if (i || has_title || document->note)
            buffer_add_char(out, '\n');
        const struct sheet_section *section = &document->sections[i];
        const char *mark = has_title ? style->section : style->title;
        write_paragraph(style, mark, section->title, out);
        if (section->note) {
            buffer_add_char(out, '\n');
            write_paragraph(style, "", section->note, out);
        }
        for (size_t k = 0; k < section->sheet_count; k++) {
            buffer_add_char(out, '\n');
            write_sheet(style, &section->sheets[k], out);
        }
    }
}

void sheet_add_column(struct sheet *sheet, const char *heading, enum sheet_column_kind kind,
                      const struct sheet_cell *cells)
{
    sheet->columns[sheet->column_count++] = (struct sheet_column){heading, cells, kind};
}

void sheet_add_cells(struct arena *arena, struct sheet *sheet, const char *heading,
                     const struct arch *const *arches, struct sheet_cell *const *cells, size_t count, bool has_one)
{
    bool same = true;
    for (size_t i = 1; i < count; i++)
        for (size_t row = 0; row < sheet->row_count; row++)
            same = same && !strcmp(cells[i][row].text, cells[0][row].text);
    if (same && (count > 1 || !has_one)) {
        sheet_add_column(sheet, heading, SHEET_NUMBERS, cells[0]);
        return;
    }
    for (size_t i = 0; i < count; i++)
        sheet_add_column(sheet, arena_format(arena, "%s (%s)", heading, arches[i]->name), SHEET_NUMBERS, cells[i]);
}
