/* Reads tables with a separator between cells: TSV, and CSV as in RFC 4180. The first row has the headings. Lines
 * before it that are no row, such as remarks, are skipped. */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "page/build.h"

enum { COLUMNS_MOST = 64 };

struct reader {
    struct page_builder builder;
    char separator;
    char line_end; /* CR in a text without LF */
    bool is_sheet; /* a table without any known heading is no error */
    size_t position; /* position in the builder's text */
    struct buffer cell;
    size_t cell_begin;
};

/* Reads a cell. Returns true if another one follows in its row. Text after a closing quote belongs to the cell. */
static bool read_cell(struct reader *reader)
{
    const struct page_builder *builder = &reader->builder;
    const char stops[] = {reader->separator, reader->line_end, '\0'};
    buffer_clear(&reader->cell);
    while (reader->position < builder->size && builder->text[reader->position] == ' ')
        reader->position++;
    reader->cell_begin = reader->position;
    if (builder->text[reader->position] == '"') {
        reader->position++;
        /* Read a cell in quotes, after its opening quote. Two quotes in a row stand for one quote. */
        size_t open = reader->position - 1;
        while (reader->position < builder->size) {
            const char *quote = memchr(builder->text + reader->position, '"', builder->size - reader->position);
            size_t end = quote ? (size_t)(quote - builder->text) : builder->size;
            buffer_add(&reader->cell, builder->text + reader->position, end - reader->position);
            reader->position = end + (quote != NULL);
            if (!quote)
                page_report(builder, open, "a quote that is not closed");
            else if (builder->text[reader->position] == '"')
                buffer_add_char(&reader->cell, builder->text[reader->position++]);
            else
                break;
        }
    }
    size_t length = strcspn(builder->text + reader->position, stops);
    buffer_add(&reader->cell, builder->text + reader->position, length);
    reader->position += length;
    return reader->position < builder->size && builder->text[reader->position++] == reader->separator;
}

static const char *cell_text(const struct reader *reader)
{
    return page_fold(reader->builder.arena, reader->cell.data, reader->cell.size, true);
}

/* Reads the headings. Without known headings the text is no table. */
static struct page_block *read_headings(struct reader *reader)
{
    const struct page_builder *builder = &reader->builder;
    struct page_column columns[COLUMNS_MOST];
    size_t count = 0, begin = reader->position;
    bool is_more = true;
    while (is_more && count < COLUMNS_MOST) {
        is_more = read_cell(reader);
        columns[count++] = page_column_make(builder->arena, cell_text(reader));
    }
    if (is_more) {
        page_report(builder, begin, "more than %d columns", COLUMNS_MOST);
        return NULL;
    }
    if (!page_columns_settle(columns, count) && !reader->is_sheet) {
        page_report(builder, begin, "no heading here is known");
        return NULL;
    }
    return page_table_new(builder, columns, count, begin);
}

static struct page_row *read_row(struct reader *reader, const struct page_block *table)
{
    const struct page_builder *builder = &reader->builder;
    size_t begin = reader->position, count = 0;
    struct page_row *row = page_row_new(builder, table, begin);
    struct buffer beyond = {0};
    bool is_empty = true;
    for (bool is_more = true; is_more; count++) {
        is_more = read_cell(reader);
        const char *text = cell_text(reader);
        is_empty = is_empty && !*text;
        if (count < table->column_count) {
            page_cell_set(builder, &row->cells[count], text, reader->cell_begin);
        } else if (*text) {
            if (beyond.size)
                buffer_add_char(&beyond, '\n');
            buffer_add_text(&beyond, text);
        }
    }
    if (beyond.size) {
        page_row_lose(builder, row, arena_copy(builder->arena, beyond.data, beyond.size));
        page_report(builder, begin, "a row of %zu cells under %zu headings", count, table->column_count);
    }
    buffer_free(&beyond);
    if (is_empty)
        return NULL;
    if (count < table->column_count)
        page_report(builder, begin, "a row of %zu cells under %zu headings", count, table->column_count);
    for (; count < table->column_count; count++)
        row->cells[count].is_lost = true;
    return row;
}

/* Moves to the line of the headings, the first one with a separator, and finds the separator: spreadsheets write
 * semicolons or tabs, too, where commas stand in numbers. Stays if no line has one. */
static void find_headings(struct reader *reader)
{
    const struct page_builder *builder = &reader->builder;
    const char separators[] = {reader->separator, ';', '\t', '\0'};
    for (size_t at = reader->position, size; at < builder->size; at += size + 1) {
        const char *line = builder->text + at;
        const char *stop = memchr(line, reader->line_end, builder->size - at);
        size = stop ? (size_t)(stop - line) : builder->size - at;
        bool is_remark = *line == '#' || !strncmp(line, "//", 2) || !strncmp(line, "sep=", 4);
        for (const char *one = separators; *one && !is_remark; one++)
            if (memchr(line, *one, size)) {
                reader->separator = *one;
                reader->position = at;
                return;
            }
        if (!is_remark && strspn(line, " \t\r\n") < size)
            return;
    }
}

static struct page *read_table(struct reader reader, struct arena *arena, const struct source *source,
                               struct diags *diags)
{
    reader.builder = page_builder_make(arena, source, diags, ENCODING_UTF_8);
    reader.line_end = memchr(reader.builder.text, '\n', reader.builder.size) ? '\n' : '\r';
    struct page *page = NULL;
    while (reader.position < reader.builder.size && strchr("\r\n", reader.builder.text[reader.position]))
        reader.position++;
    find_headings(&reader);
    struct page_block *table = read_headings(&reader);
    if (table) {
        page = ARENA_NEW(arena, struct page);
        *page = (struct page){.source = source, .blocks = table};
        struct page_row **end = &table->rows;
        while (reader.position < reader.builder.size) {
            struct page_row *row = read_row(&reader, table);
            if (row) {
                *end = row;
                end = &row->next;
            }
        }
    }
    buffer_free(&reader.cell);
    return page;
}

struct page *page_read_separated(struct arena *arena, const struct source *source, struct diags *diags, char separator)
{
    return read_table((struct reader){.separator = separator}, arena, source, diags);
}

struct page *page_read_sheet(struct arena *arena, const struct source *source, struct diags *diags, char separator)
{
    return read_table((struct reader){.separator = separator, .is_sheet = true}, arena, source, diags);
}
