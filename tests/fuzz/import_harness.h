/*
 * What holds of any page that a reader makes, whatever it has read, and of the spec that is made of it.
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
#include "spec/format.h"
#include "page/page.h"
#include "page/table.h"
#include "spec/write.h"
#include "front/load.h"
#include "model/model.h"

/* The axis for reading pages: a few versions of each kind. */
static const char axis_text[] =
    "axis { 5.0 { 5.0-rtm = 5.0.2195.1; 5.0-sp1 = 5.0.2195.1620; }\n"
    "  5.1 { 5.1-rtm = 5.1.2600.0; 5.1-sp2 = 5.1.2600.2180; } 5.2 { 5.2-rtm = 5.2.3790.0; 5.2-sp1 = 5.2.3790.1830; }\n"
    "  6.0 { 6.0-rtm = 6.0.6000; 6.0-sp1 = 6.0.6001; } 6.1 { 6.1-rtm = 6.1.7600; } 6.2 { 6.2-rtm = 6.2.9200; }\n"
    "  6.3 { 6.3-rtm = 6.3.9600; } 10.0 { 1507 = 10.0.10240; 1607 = 10.0.14393; 1703 = 10.0.15063; 22H2 = 10.0.19045; }\n"
    "}\n"
    "arch x86 pointer 4 align 8; arch x64 pointer 8 align 8 in 5.2-sp1..;\n"
    "columns x86 | x64;\n"
    "type ULONG unsigned 4; type LONG signed 4; type UCHAR unsigned 1;\n"
    "struct LIST_ENTRY in 5.0.. { LIST_ENTRY *Flink; LIST_ENTRY *Blink; }\n";

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

static void check_line(unsigned line, unsigned line_count)
{
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
        check_line(row->line, line_count);
        if (row->lost)
            check_text(row->lost);
        for (size_t i = 0; i < table->column_count; i++) {
            check_text(row->cells[i].text);
            check_line(row->cells[i].line, line_count);
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

/* Checks that the imported spec parses. */
static void check_spec(struct program *program, const struct model *model, const struct page *page)
{
    struct arena *arena = program->arena;
    struct page_options options = {0};
    struct buffer text = {0}, canonical = {0};
    const struct spec_document *document =
        page_import(&(struct page_request){arena, program->intern, program->diags, model, &options, page});
    spec_write_document(&(struct spec_writer){program, &model->axis, &text}, document);
    size_t size = text.size;
    buffer_add(&text, "\0\0", 2);
    struct program *imported = program_new(arena);
    program_add_text(imported, "imported.strata", text.data, size);
    if (diags_error_count(imported->diags) || !format_spec(arena, text.data, size, &canonical))
        abort();
    buffer_free(&text);
    buffer_free(&canonical);
}

typedef struct page *read_function(struct arena *arena, const struct source *source, struct diags *diags);

static void check_import(read_function *read, const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct program *program = program_new(arena);
    struct buffer out = {0};
    program_add_text(program, "nt.strata", axis_text, sizeof axis_text - 1);
    const struct model *model = model_resolve(program);
    if (diags_count(program->diags))
        abort();
    char *text = arena_alloc(arena, size + 2);
    if (size)
        memcpy(text, data, size);
    const struct source *source = source_add(program->sources, "page", text, size);
    unsigned line_count = count_lines(source);
    const struct page *page = read(arena, source, program->diags);
    if (page && page->title)
        check_text(page->title);
    for (const struct page_block *block = page ? page->blocks : NULL; block; block = block->next) {
        check_line(block->line, line_count);
        if (block->text)
            check_text(block->text);
        else
            check_table(page, block, line_count);
    }
    if (!page && !diags_count(program->diags))
        abort(); /* a page that cannot be read at all is reported */
    if (page)
        check_spec(program, model, page);
    diags_write(program->diags, &out, DIAG_FORMAT_TEXT, false);
    buffer_free(&out);
    arena_free(arena);
}

#endif
