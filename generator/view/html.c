#include "view/sheet.h"

#include "base/buffer.h"

static void write_escaped(const char *text, size_t size, struct buffer *out)
{
    for (size_t i = 0; i < size; i++) {
        switch (text[i]) {
        case '&':
            buffer_add_text(out, "&amp;");
            break;
        case '<':
            buffer_add_text(out, "&lt;");
            break;
        case '>':
            buffer_add_text(out, "&gt;");
            break;
        case '"':
            buffer_add_text(out, "&quot;");
            break;
        default:
            buffer_add_char(out, text[i]);
        }
    }
}

static void write_text(const char *text, struct buffer *out)
{
    size_t size = 0;
    while (text[size])
        size++;
    write_escaped(text, size, out);
}

/* Writes alternatives, one on each line. */
static void write_alternatives(const char *text, struct buffer *out)
{
    const char *begin = text;
    for (const char *c = text;; c++) {
        if (*c != '\n' && *c)
            continue;
        write_escaped(begin, (size_t)(c - begin), out);
        if (!*c)
            return;
        buffer_add_text(out, ";<br>");
        begin = c + 1;
    }
}

static void write_cell(const struct sheet_cell *cell, struct buffer *out)
{
    const char *text = cell->shared ? cell->shared : cell->text;
    if (cell->rows > 1)
        buffer_format(out, "<td rowspan=\"%u\">", cell->rows);
    else
        buffer_add_text(out, "<td>");
    if (!*text) {
        buffer_add_text(out, "&nbsp;");
    } else if (cell->is_code) {
        buffer_add_text(out, "<pre class=\"source\">");
        write_text(text, out);
        buffer_add_text(out, "</pre>");
    } else {
        write_alternatives(text, out);
    }
    buffer_add_text(out, "</td>");
}

static void write_sheet(const struct sheet *sheet, struct buffer *out)
{
    buffer_add_text(out, "<table class=\"Struct\">\n<thead>\n<tr>");
    for (size_t i = 0; i < sheet->column_count; i++) {
        buffer_add_text(out, "<th>");
        write_text(sheet->columns[i].heading, out);
        buffer_add_text(out, "</th>");
    }
    buffer_add_text(out, "</tr>\n</thead>\n<tbody>\n");
    for (size_t row = 0; row < sheet->row_count; row++) {
        buffer_add_text(out, "<tr>");
        for (size_t i = 0; i < sheet->column_count; i++)
            if (!sheet->columns[i].cells[row].is_served)
                write_cell(&sheet->columns[i].cells[row], out);
        buffer_add_text(out, "</tr>\n");
    }
    buffer_add_text(out, "</tbody>\n</table>\n");
}

void sheet_write_html(const struct sheet_section *sections, size_t count, struct buffer *out)
{
    buffer_add_text(out, "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>");
    for (size_t i = 0; i < count; i++) {
        buffer_add_text(out, i ? ", " : "");
        write_text(sections[i].title, out);
    }
    buffer_add_text(out, "</title>\n</head>\n<body>\n");
    for (size_t i = 0; i < count; i++) {
        buffer_add_text(out, "<h1>");
        write_text(sections[i].title, out);
        buffer_add_text(out, "</h1>\n");
        if (sections[i].note) {
            buffer_add_text(out, "<p>");
            write_text(sections[i].note, out);
            buffer_add_text(out, "</p>\n");
        }
        for (size_t k = 0; k < sections[i].sheet_count; k++)
            write_sheet(&sections[i].sheets[k], out);
    }
    buffer_add_text(out, "</body>\n</html>\n");
}
