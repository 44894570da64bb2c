/*
 * What holds of any page that a reader makes, whatever it has read.
 */
#ifndef FUZZ_IMPORT_HARNESS_H
#define FUZZ_IMPORT_HARNESS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/source.h"
#include "base/utf8.h"
#include "edges/import_page.h"

/* Text is UTF-8, folded, and without control characters. */
static void check_text(const char *text)
{
    size_t size = strlen(text);
    if (utf8_valid_prefix(text, size) != size || (size && (strchr(" \n", text[0]) || strchr(" \n", text[size - 1]))))
        abort();
    for (const char *at = text; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\n') || (strchr(" \n", *at) && strchr(" \n", at[1])))
            abort();
}

static void check_line(const struct page *page, unsigned line, unsigned line_count)
{
    (void)page;
    if (!line || line > line_count)
        abort();
}

static void check_table(const struct page *page, const struct page_block *table, unsigned line_count)
{
    if (!table->column_count)
        abort();
    for (size_t i = 0; i < table->column_count; i++) {
        check_text(table->columns[i].heading);
        if ((unsigned)table->columns[i].kind > PAGE_OTHER)
            abort();
    }
    for (const struct page_row *row = table->rows; row; row = row->next) {
        check_line(page, row->line, line_count);
        if (row->lost)
            check_text(row->lost);
        for (size_t i = 0; i < table->column_count; i++) {
            check_text(row->cells[i].text);
            check_line(page, row->cells[i].line, line_count);
            if (row->cells[i].offset > page->source->size)
                abort();
        }
    }
}

/* Lines as the decoded text has them: no byte that could be part of a line's end is missed. */
static unsigned count_lines(const struct source *source)
{
    unsigned count = 1;
    for (size_t i = 0; i < source->size; i++)
        count += source->text[i] == '\n';
    return count;
}

typedef struct page *read_function(struct arena *arena, const struct source *source, struct diags *diags);

static void check_import(read_function *read, const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct sources *sources = sources_new(arena);
    struct diags *diags = diags_new(arena, sources);
    struct buffer out = {0};
    char *text = arena_alloc(arena, size + 2);
    if (size)
        memcpy(text, data, size);
    const struct source *source = source_add(sources, "page", text, size);
    unsigned line_count = count_lines(source);
    const struct page *page = read(arena, source, diags);
    if (page && page->title)
        check_text(page->title);
    for (const struct page_block *block = page ? page->blocks : NULL; block; block = block->next) {
        check_line(page, block->line, line_count);
        if (block->text)
            check_text(block->text);
        else
            check_table(page, block, line_count);
    }
    if (!page && !diags_count(diags))
        abort(); /* a page that cannot be read at all is reported */
    diags_write(diags, &out, DIAG_FORMAT_TEXT, false);
    buffer_free(&out);
    arena_free(arena);
}

#endif
