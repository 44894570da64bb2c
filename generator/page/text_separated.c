/*
 * Reads tables whose cells end in `|` or a tab: Markdown, the output of `strata table`, copies from a browser, and
 * texts of pages in which a row takes many lines.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "page/shape.h"
#include "page/text.h"

enum { SPILL_BYTES_MOST = 400 };

struct stretch {
    size_t begin, end;
};

struct reader {
    const struct page_builder *builder;
    const struct page_block *table;
    char separator;
    bool has_leading, has_trailing; /* a separator stands before the first cell; after the last cell */
    struct stretch cells[TEXT_COLUMNS_MOST];
    size_t count;      /* number of complete cells of the row so far */
    size_t cell_begin; /* position of the next cell */
    struct stretch beyond;
};

/* Returns the next separator from `at` on; `end` if there is none. A backslash escapes a separator. */
static size_t find_separator(const struct page_builder *builder, char separator, size_t at, size_t end)
{
    for (; at < end && builder->text[at] != separator; at++)
        if (builder->text[at] == '\\' && at + 1 < end)
            at++;
    return at < end ? at : end;
}

static bool is_rule(const struct page_builder *builder, const struct text_line *line)
{
    bool has_dash = false;
    for (size_t i = 0; i < line->size; i++) {
        char c = builder->text[line->begin + i];
        if (!strchr("|-+=: \t", c))
            return false;
        has_dash = has_dash || c == '-' || c == '=';
    }
    return has_dash;
}

static const struct {
    const char *text, *meaning;
} entities[] = {
    {"<br>", "\n"}, {"<br/>", "\n"}, {"<br />", "\n"}, {"&nbsp;", " "}, {"&lt;", "<"},
    {"&gt;", ">"},  {"&amp;", "&"},  {"&quot;", "\""}, {"&#124;", "|"},
};

/* Finds the text of a link of Markdown, `[text](address)`. Returns the size of all; 0 if there is no link. */
static size_t find_link(const char *text, size_t left, size_t *text_size)
{
    enum { LINK_MOST = 1000 }; /* longer ones are no links: time stays linear */
    size_t close = 1, end;
    left = left < LINK_MOST ? left : LINK_MOST;
    if (*text != '[')
        return 0;
    while (close < left && !strchr("[]\n", text[close]))
        close++;
    if (close + 1 >= left || text[close] != ']' || text[close + 1] != '(')
        return 0;
    for (end = close + 2; end < left && !strchr("() \n", text[end]); end++)
        ;
    *text_size = close - 1;
    return end < left && text[end] == ')' ? end + 1 : 0;
}

const char *text_mean(const struct page_builder *builder, size_t begin, size_t end)
{
    struct buffer out = {0};
    bool in_code = false;
    size_t link_close = 0, link_end = 0; /* of the link that is being read */
    for (size_t at = begin; at < end;) {
        const char *text = builder->text + at;
        size_t left = end - at, length = 0, link_text = 0;
        size_t link = in_code || link_close ? 0 : find_link(text, left, &link_text);
        if (link) {
            link_close = at + 1 + link_text;
            link_end = at + link;
            at++;
            continue;
        }
        if (link_close && at == link_close) {
            at = link_end;
            link_close = 0;
            continue;
        }
        if (*text == '`') {
            in_code = !in_code;
            at++;
            continue;
        }
        if (*text == '\\' && left > 1 && strchr(in_code ? "|" : "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", text[1])) {
            buffer_add_char(&out, text[1]);
            at += 2;
            continue;
        }
        for (size_t i = 0; !in_code && !length && i < sizeof entities / sizeof *entities; i++) {
            size_t size = strlen(entities[i].text);
            if (size <= left && !memcmp(text, entities[i].text, size)) {
                buffer_add_text(&out, entities[i].meaning);
                length = size;
            }
        }
        if (!length)
            buffer_add_char(&out, *text);
        at += length ? length : 1;
    }
    const char *folded = page_fold(builder->arena, out.data, out.size, true);
    buffer_free(&out);
    return folded;
}

/* Returns the text of a cell. A cell may be emphasised as a whole: `**Flags**`. */
static const char *cell_text(const struct page_builder *builder, struct stretch cell)
{
    const char *text = text_mean(builder, cell.begin, cell.end);
    size_t size = strlen(text), stars = strspn(text, "*");
    bool is_emphasised = stars && size > 2 * stars && text[stars] != ' ' && text[size - stars - 1] != ' ' &&
                         strspn(text + size - stars, "*") == stars && !memchr(text + stars, '*', size - 2 * stars);
    return is_emphasised ? arena_copy(builder->arena, text + stars, size - 2 * stars) : text;
}

/* Returns the position after the blanks at the beginning of a cell. */
static size_t cell_begin(const struct page_builder *builder, struct stretch cell)
{
    for (size_t blank; cell.begin < cell.end; cell.begin += blank) {
        blank = page_blank_length(builder->text + cell.begin, cell.end - cell.begin);
        if (!blank)
            break;
    }
    return cell.begin;
}

/* Reads the headings in a line. Returns their number; 0 if the line has no headings. */
static size_t read_headings(struct reader *reader, const struct text_line *line, struct page_column *columns)
{
    const struct page_builder *builder = reader->builder;
    size_t end = line->begin + line->size, at = line->begin, count = 0;
    reader->separator = memchr(builder->text + at, '|', line->size) ? '|' : '\t';
    if (find_separator(builder, reader->separator, at, end) == end)
        return 0;
    reader->has_leading = builder->text[at] == reader->separator;
    reader->has_trailing = builder->text[end - 1] == reader->separator;
    at += reader->has_leading;
    while (at < end && count < TEXT_COLUMNS_MOST) {
        struct stretch cell = {at, find_separator(builder, reader->separator, at, end)};
        columns[count++] = page_column_make(builder->arena, cell_text(builder, cell));
        at = cell.end + 1;
    }
    struct text_line below = line->next < builder->size ? text_line_at(builder, line->next) : (struct text_line){0};
    size_t known = page_columns_settle(columns, count);
    bool has_rule = below.size && reader->separator == '|' && is_rule(builder, &below);
    return at < end || count < 2 || (known < 2 && !has_rule) ? 0 : count;
}

static bool is_number_column(const struct page_column *column)
{
    return column->kind == PAGE_OFFSET || column->kind == PAGE_MASK || column->kind == PAGE_VALUE ||
           column->kind == PAGE_BIT;
}

/* True if a cell begins like a cell of numbers: `0x10 (6.1)`, `-1`, `? (6.0); 0x10`, `-`. */
static bool is_number(const char *text)
{
    struct shape_range range;
    if (*text == '-' && text[1] >= '0' && text[1] <= '9')
        text++;
    bool is_none = (*text == '?' || *text == '-') && (!text[1] || strchr(" ;\n", text[1]));
    return is_none || shape_alternative(text, strlen(text), true, &range) > 0;
}

/* Moves cells to the right if the text lacks empty cells before them. Cells that must be numbers show where. Returns
 * the number of columns by which they moved; 0 if none did. */
static size_t row_shift(const struct page_block *table, struct page_row *row)
{
    size_t numbers = 0, at = 0;
    while (numbers < table->column_count && is_number_column(&table->columns[numbers]))
        numbers++;
    while (at < numbers && (!*row->cells[at].text || is_number(row->cells[at].text)))
        at++;
    size_t shift = numbers - at;
    if (!shift || !at || numbers + shift > table->column_count)
        return 0;
    for (size_t i = table->column_count - shift; i < table->column_count; i++)
        if (*row->cells[i].text)
            return 0;
    for (size_t i = table->column_count; i-- > numbers;)
        row->cells[i] = row->cells[i - shift];
    for (size_t i = at; i < numbers; i++)
        row->cells[i] = (struct page_cell){.text = "", .line = row->line, .is_lost = true};
    return shift;
}

/* Returns the row of the collected cells; NULL if all are empty. The next row begins at `at`. */
static struct page_row *reader_end_row(struct reader *reader, size_t at)
{
    const struct page_builder *builder = reader->builder;
    const struct page_block *table = reader->table;
    struct page_row *row = NULL;
    bool is_empty = true;
    for (size_t i = 0; i < reader->count; i++) {
        size_t begin = cell_begin(builder, reader->cells[i]);
        if (!row)
            row = page_row_new(builder, table, begin);
        const char *text = cell_text(builder, reader->cells[i]);
        page_cell_set(builder, &row->cells[i], text, begin);
        is_empty = is_empty && !*text;
    }
    while (reader->beyond.end > reader->beyond.begin && strchr("| \t", builder->text[reader->beyond.end - 1]))
        reader->beyond.end--;
    const char *beyond = cell_text(builder, reader->beyond);
    if (row && *beyond) {
        page_row_lose(builder, row, beyond);
        page_report(builder, reader->beyond.begin, "'%s' is not in any column", page_excerpt(builder->arena, beyond));
    }
    size_t count = reader->count, begin = row ? reader->cells[0].begin : at;
    reader->count = 0;
    reader->cell_begin = at;
    reader->beyond = (struct stretch){at, at};
    if (!row || (is_empty && !row->lost))
        return NULL;
    for (size_t i = count; i < table->column_count; i++)
        row->cells[i].is_lost = true;
    if (count < table->column_count)
        page_report(builder, begin, "a row of %zu cells under %zu headings", count, table->column_count);
    else if (row_shift(table, row))
        page_report(builder, begin, "an empty cell is lost here; it is unclear which number is missing");
    return row;
}

static bool reader_cell_is_blank(const struct reader *reader, size_t end)
{
    return reader->cell_begin >= end || cell_begin(reader->builder, (struct stretch){reader->cell_begin, end}) >= end;
}

/* True if the next lines after a blank line are declarations up to a line with a separator. */
static bool leads_to_cells(const struct reader *reader, const struct text_line *blank)
{
    const struct page_builder *builder = reader->builder;
    for (size_t at = blank->next; at < builder->size;) {
        struct text_line line = text_line_at(builder, at);
        size_t end = line.begin + line.size;
        if (find_separator(builder, reader->separator, line.begin, end) < end)
            return true;
        if (!line.size || !strchr(";{}", builder->text[end - 1]))
            return false;
        at = line.next;
    }
    return false;
}

/* True if a line begins another row although cells of this row are missing. */
static bool is_next_row(const struct reader *reader, const struct text_line *line)
{
    const struct page_builder *builder = reader->builder;
    struct shape_range range;
    if (reader->has_leading && reader->separator == '|' && builder->text[line->begin] == '|')
        return true;
    return reader->count && reader->count < reader->table->column_count && builder->text[line->begin] == '0' &&
           is_number_column(&reader->table->columns[0]) && !is_number_column(&reader->table->columns[reader->count]) &&
           shape_alternative(builder->text + line->begin, line->size, false, &range);
}

/* True if a row may begin or continue in a line. */
static bool is_of_table(const struct reader *reader, const struct text_line *line)
{
    const struct page_builder *builder = reader->builder;
    struct shape_range range;
    size_t end = line->begin + line->size;
    bool is_begun = reader->count || !reader_cell_is_blank(reader, line->begin);
    if (!line->size) {
        /* Blank lines may stand between the cells of a row, if a later line has more of its cells. */
        return is_begun && leads_to_cells(reader, line);
    }
    if (find_separator(builder, reader->separator, line->begin, end) < end)
        return true;
    if (line->size > SPILL_BYTES_MOST)
        return false;
    return is_begun || shape_alternative(builder->text + line->begin, line->size, true, &range) ||
           shape_versions(builder->text + line->begin, line->size);
}

/* Takes the cells of a line. Returns true if they complete the row. */
static bool reader_take_line(struct reader *reader, const struct text_line *line)
{
    size_t count = reader->table->column_count, end = line->begin + line->size, at = line->begin;
    if (reader->has_leading && at < end && reader->builder->text[at] == reader->separator && !reader->count) {
        at++;
        reader->cell_begin = at;
    }
    for (;;) {
        size_t stop = find_separator(reader->builder, reader->separator, at, end);
        if (stop == end)
            break;
        if (reader->count == count)
            break;
        reader->cells[reader->count++] = (struct stretch){reader->cell_begin, stop};
        at = reader->cell_begin = stop + 1;
    }
    if (reader->count + 1 == count && !reader->has_trailing) {
        reader->cells[reader->count++] = (struct stretch){reader->cell_begin, end > at ? end : at};
        at = end;
    }
    if (reader->count < count)
        return false;
    reader->beyond = (struct stretch){at < end ? at : end, end};
    return true;
}

/* Ends a row that no other line continues. */
static struct page_row *reader_cut_row(struct reader *reader, size_t end, size_t next)
{
    if (reader->count < reader->table->column_count && !reader_cell_is_blank(reader, end))
        reader->cells[reader->count++] = (struct stretch){reader->cell_begin, end};
    return reader_end_row(reader, next);
}

struct page_block *text_read_separated(const struct page_builder *builder, size_t *at)
{
    struct reader reader = {.builder = builder};
    struct page_column columns[TEXT_COLUMNS_MOST];
    struct text_line line = text_line_at(builder, *at);
    size_t count = line.size ? read_headings(&reader, &line, columns) : 0;
    if (!count)
        return NULL;
    struct page_block *table = page_table_new(builder, columns, count, line.begin);
    struct page_row **end = &table->rows, *row;
    reader.table = table;
    size_t next = line.next;
    if (next < builder->size && (line = text_line_at(builder, next), line.size && is_rule(builder, &line)))
        next = line.next;
    reader.cell_begin = next;
    for (; next < builder->size; next = line.next) {
        struct reader other = {.builder = builder};
        line = text_line_at(builder, next);
        if (!is_of_table(&reader, &line) || (line.size && read_headings(&other, &line, columns)))
            break;
        row = NULL;
        if (line.size && is_next_row(&reader, &line) && (row = reader_cut_row(&reader, next, next)) != NULL) {
            *end = row;
            end = &row->next;
        }
        row = line.size && reader_take_line(&reader, &line) ? reader_end_row(&reader, line.next) : NULL;
        if (row) {
            *end = row;
            end = &row->next;
        }
    }
    row = reader_cut_row(&reader, next, next);
    if (row)
        *end = row;
    *at = next;
    return table;
}
