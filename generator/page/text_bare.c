/*
 * Reads tables whose separators are lost: a cell often stands on a line of its own, and whole lines are missing. A row
 * is split from left to right by the forms of the cells in its columns. Lists of numbers are assigned to columns only
 * if there are as many lists as columns; otherwise any of them might be missing.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "page/shape.h"
#include "page/text.h"

enum { DEFINITION_BYTES_MOST = 300, LISTS_MOST = TEXT_COLUMNS_MOST };

struct stretch {
    size_t begin, end;
};

/* A cell of numbers: alternatives that `;` separates. */
struct list {
    struct stretch place;
    bool is_open; /* the last alternative is missing */
};

struct reader {
    const struct page_builder *builder;
    struct page_block *table;
    struct page_row *row;
    size_t position; /* position of the rest of the row */
    bool has_versions, has_definitions;
};

static bool is_number_column(const struct page_column *column)
{
    return column->kind == PAGE_OFFSET || column->kind == PAGE_SIZE || column->kind == PAGE_MASK ||
           column->kind == PAGE_VALUE || column->kind == PAGE_BIT;
}

static size_t read_headings(const struct page_builder *builder, const struct text_line *line,
                            struct page_column *columns)
{
    size_t count = 0, at = line->begin, end = line->begin + line->size;
    while (at < end && count < TEXT_COLUMNS_MOST) {
        size_t length = page_column_scan(builder->arena, builder->text + at, end - at, &columns[count]);
        if (!length || builder->text[at] < 'A' || builder->text[at] > 'Z')
            return 0;
        count++;
        at += length;
        while (at < end && (builder->text[at] == ' ' || builder->text[at] == '\t'))
            at++;
    }
    return at == end && count > 1 ? count : 0;
}

/* ---- The position in a row */

static size_t line_end(const struct reader *reader, size_t at)
{
    const char *end = memchr(reader->builder->text + at, '\n', reader->builder->size - at);
    return end ? (size_t)(end - reader->builder->text) : reader->builder->size;
}

static void skip_spaces(struct reader *reader)
{
    while (reader->position < reader->builder->size && strchr(" \t\r", reader->builder->text[reader->position]))
        reader->position++;
}

static bool is_line_end(const struct reader *reader)
{
    return reader->position >= reader->builder->size || reader->builder->text[reader->position] == '\n';
}

/* Takes a no-break space, which stands for an empty cell, and the blanks around it. */
static bool take_empty(struct reader *reader)
{
    skip_spaces(reader);
    size_t at = reader->position, end = line_end(reader, at), length;
    while (at < end && (length = page_blank_length(reader->builder->text + at, end - at)) > 0)
        at += length;
    bool is_empty = at > reader->position;
    reader->position = at;
    return is_empty;
}

/* Returns the next line; an empty one at the end of the text. */
static struct text_line line_below(const struct reader *reader)
{
    size_t next = line_end(reader, reader->position) + 1;
    return next < reader->builder->size ? text_line_at(reader->builder, next) : (struct text_line){0};
}

static size_t alternative_at(const struct reader *reader, const struct page_column *column, size_t at,
                             struct shape_range *range)
{
    return shape_alternative(reader->builder->text + at, line_end(reader, at) - at, column->kind != PAGE_OFFSET, range);
}

static size_t versions_at(const struct reader *reader, size_t at)
{
    return shape_versions(reader->builder->text + at, reader->builder->size - at);
}

static void cell_set(struct reader *reader, size_t column, struct stretch text)
{
    const struct page_builder *builder = reader->builder;
    const char *folded = page_fold(builder->arena, builder->text + text.begin, text.end - text.begin, true);
    page_cell_set(builder, &reader->row->cells[column], folded, text.begin);
}

/* ---- Cells */

/* Takes lists of numbers. A list ends if an alternative has no `;` after it, or if the next one names versions that do
 * not follow its own, because a cell names versions in order. */
static size_t take_lists(struct reader *reader, const struct page_column *column, size_t wanted, struct list *lists)
{
    size_t count = 0;
    struct shape_range before = {0}, range;
    for (;;) {
        skip_spaces(reader);
        struct text_line below = {0};
        size_t at = reader->position, length = is_line_end(reader) ? 0 : alternative_at(reader, column, at, &range);
        if (is_line_end(reader) && count && (count < wanted || lists[count - 1].is_open)) {
            below = line_below(reader);
            at = below.begin;
            length = below.size ? alternative_at(reader, column, at, &range) : 0;
            /* An empty cell before the definition leaves blanks at the beginning of the line. */
            if (!length && count < wanted && below.size && page_blank_length(reader->builder->text + at, below.size))
                reader->position = at;
        }
        if (!length && !is_line_end(reader) && count < wanted && take_empty(reader)) {
            lists[count++] = (struct list){{at, at}, false};
            continue;
        }
        if (!length)
            return count;
        bool follows = !range.is_known || !before.is_known || range.from > before.to;
        if (!count || !lists[count - 1].is_open || !follows) {
            if (count == LISTS_MOST)
                return count;
            lists[count++].place.begin = at;
        }
        reader->position = at + length;
        char c = reader->position < reader->builder->size ? reader->builder->text[reader->position] : '\0';
        lists[count - 1].is_open = c == ';' || c == ':';
        reader->position += lists[count - 1].is_open;
        lists[count - 1].place.end = reader->position;
        before = range;
    }
}

/* Takes the cells of adjacent columns of numbers. */
static void take_numbers(struct reader *reader, size_t first, size_t end)
{
    struct list lists[LISTS_MOST];
    size_t wanted = end - first, count = take_lists(reader, &reader->table->columns[first], wanted, lists);
    for (size_t i = 0; i < wanted; i++) {
        struct page_cell *cell = &reader->row->cells[first + i];
        cell->is_lost = count != wanted || lists[i].is_open;
        if (count == wanted)
            cell_set(reader, first + i, lists[i].place);
    }
    for (size_t i = 0; i < count && count != wanted; i++) {
        const struct page_builder *builder = reader->builder;
        struct stretch text = lists[i].place;
        page_row_lose(builder, reader->row,
                      page_fold(builder->arena, builder->text + text.begin, text.end - text.begin, true));
    }
}

/* Returns the position of versions in the rest of a line, after at least one word; `end` if there are none. */
static size_t find_versions(const struct reader *reader, size_t at, size_t end)
{
    const char *text = reader->builder->text;
    for (at++; at < end; at++)
        if (strchr(" \t", text[at - 1]) && !strchr(" \t", text[at]) && shape_versions(text + at, end - at))
            return at;
    return end;
}

static bool is_new_cell(const struct reader *reader, const struct text_line *line)
{
    struct page_column columns[TEXT_COLUMNS_MOST];
    struct shape_range range;
    if (!line->size || (reader->has_versions && versions_at(reader, line->begin)))
        return true;
    for (size_t i = 0; i < reader->table->column_count; i++)
        if (is_number_column(&reader->table->columns[i]) &&
            alternative_at(reader, &reader->table->columns[i], line->begin, &range))
            return true;
    return read_headings(reader->builder, line, columns) > 0;
}

/* Returns the number of open braces after a part of the text; `depth` is their number before it. */
static size_t brace_depth(const char *text, struct stretch stretch, size_t depth)
{
    for (size_t at = stretch.begin; at < stretch.end; at++) {
        depth += text[at] == '{';
        depth -= text[at] == '}' && depth;
    }
    return depth;
}

/* Takes a definition. It ends before versions in its line, or before a line that is another cell. */
static void take_definition(struct reader *reader, size_t column)
{
    struct page_cell *cell = &reader->row->cells[column];
    if (take_empty(reader) && is_line_end(reader) && !line_below(reader).size)
        return;
    struct text_line line = {reader->position, 0, 0};
    if (is_line_end(reader)) {
        line = line_below(reader);
        if (is_new_cell(reader, &line) || line.size > DEFINITION_BYTES_MOST) {
            cell->is_lost = true;
            return;
        }
    } else if (reader->has_versions && versions_at(reader, reader->position)) {
        cell->is_lost = true;
        return;
    }
    struct stretch text = {line.begin, line.begin};
    size_t end = line_end(reader, text.begin);
    reader->position = reader->has_versions ? find_versions(reader, text.begin, end) : end;
    size_t depth = brace_depth(reader->builder->text, (struct stretch){text.begin, reader->position}, 0);
    while (reader->position == end) {
        line = line_below(reader);
        if (is_new_cell(reader, &line) || line.size > DEFINITION_BYTES_MOST ||
            (!depth && !shape_is_declaration(reader->builder->text + line.begin, line.size)))
            break;
        end = reader->position = line_end(reader, line.begin);
        depth = brace_depth(reader->builder->text, (struct stretch){line.begin, end}, depth);
    }
    text.end = reader->position;
    cell_set(reader, column, text);
    cell->is_lost = depth > 0;
}

static void take_name(struct reader *reader, size_t column)
{
    if (take_empty(reader))
        return;
    size_t end = line_end(reader, reader->position);
    size_t length = shape_name(reader->builder->text + reader->position, end - reader->position);
    if (length) {
        cell_set(reader, column, (struct stretch){reader->position, reader->position + length});
        reader->position += length;
    } else {
        reader->row->cells[column].is_lost = true;
    }
}

/* Takes the last cell: the rest of the line, and the next line if the cell ends with a `;`. */
static void take_rest(struct reader *reader, size_t column)
{
    struct page_cell *cell = &reader->row->cells[column];
    bool is_empty = take_empty(reader);
    if (is_line_end(reader)) {
        cell->is_lost = !is_empty;
        return;
    }
    struct stretch text = {reader->position, line_end(reader, reader->position)};
    reader->position = text.end;
    for (struct text_line below = line_below(reader);
         reader->builder->text[text.end - 1] == ';' && !is_new_cell(reader, &below) &&
         below.size < DEFINITION_BYTES_MOST;
         below = line_below(reader))
        text.end = reader->position = below.begin + below.size;
    cell_set(reader, column, text);
}

/* ---- Rows */

static bool is_row(const struct reader *reader, const struct text_line *line)
{
    const struct page_column *first = &reader->table->columns[0];
    const char *text = reader->builder->text + line->begin;
    struct shape_range range;
    if (!line->size)
        return false;
    if (is_number_column(first) && alternative_at(reader, first, line->begin, &range))
        return true;
    if (reader->has_versions && shape_versions(text, line->size))
        return true;
    if (first->kind == PAGE_NAME) {
        size_t length = shape_name(text, line->size);
        return length && (length == line->size || text[length] == ' ');
    }
    return reader->has_definitions && line->size <= DEFINITION_BYTES_MOST && shape_is_declaration(text, line->size);
}

static struct page_row *read_row(struct reader *reader, const struct text_line *line)
{
    const struct page_block *table = reader->table;
    reader->row = page_row_new(reader->builder, table, line->begin);
    reader->position = line->begin;
    for (size_t i = 0; i < table->column_count; i++) {
        size_t end = i;
        while (end < table->column_count && is_number_column(&table->columns[end]))
            end++;
        if (end > i) {
            take_numbers(reader, i, end);
            i = end - 1;
        } else if (table->columns[i].kind == PAGE_DEFINITION) {
            take_definition(reader, i);
        } else if (table->columns[i].kind == PAGE_VERSIONS) {
            bool is_empty = take_empty(reader);
            struct text_line below = is_line_end(reader) ? line_below(reader) : (struct text_line){0};
            size_t at = below.size ? below.begin : reader->position;
            size_t length = below.size || !is_line_end(reader) ? versions_at(reader, at) : 0;
            if (length) {
                cell_set(reader, i, (struct stretch){at, at + length});
                reader->position = at + length;
            } else {
                reader->row->cells[i].is_lost = !is_empty;
            }
        } else if (i + 1 == table->column_count) {
            take_rest(reader, i);
        } else {
            take_name(reader, i);
        }
    }
    take_empty(reader);
    if (!is_line_end(reader)) {
        struct stretch rest = {reader->position, line_end(reader, reader->position)};
        page_row_lose(
            reader->builder, reader->row,
            page_fold(reader->builder->arena, reader->builder->text + rest.begin, rest.end - rest.begin, false));
    }
    /* Report the cells that a row has lost, in one message. */
    struct buffer text = {0};
    for (size_t i = 0; i < reader->table->column_count; i++)
        if (reader->row->cells[i].is_lost)
            buffer_format(&text, "%s'%s'%s", text.size ? ", " : "", reader->table->columns[i].heading,
                          *reader->row->cells[i].text ? " in part" : "");
    if (text.size)
        page_report(reader->builder, line->begin, "cells of this row are lost: %s", buffer_text(&text));
    else if (reader->row->lost)
        page_report(reader->builder, line->begin, "'%s' is not in any column",
                    page_excerpt(reader->builder->arena, reader->row->lost));
    buffer_free(&text);
    return reader->row;
}

struct page_block *text_read_bare(const struct page_builder *builder, size_t *at)
{
    struct page_column columns[TEXT_COLUMNS_MOST];
    struct text_line line = text_line_at(builder, *at);
    size_t count = line.size ? read_headings(builder, &line, columns) : 0;
    if (!count)
        return NULL;
    struct reader reader = {.builder = builder, .table = page_table_new(builder, columns, count, line.begin)};
    for (size_t i = 0; i < count; i++) {
        reader.has_versions = reader.has_versions || columns[i].kind == PAGE_VERSIONS;
        reader.has_definitions = reader.has_definitions || columns[i].kind == PAGE_DEFINITION;
    }
    struct page_row **end = &reader.table->rows;
    size_t next = line.next;
    while (next < builder->size) {
        line = text_line_at(builder, next);
        if (!is_row(&reader, &line))
            break;
        *end = read_row(&reader, &line);
        end = &(*end)->next;
        size_t stop = line_end(&reader, reader.position);
        next = stop < builder->size ? stop + 1 : builder->size;
    }
    *at = next;
    return reader.table;
}
