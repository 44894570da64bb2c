/* Prints a page as one of the importers' readers sees it, and what the reader reports: page_dump html|text|tsv|csv FILE */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/source.h"
#include "page/page.h"

static const char *const kinds[] = {
    [PAGE_OFFSET] = "offset",     [PAGE_SIZE] = "size",         [PAGE_DEFINITION] = "definition",
    [PAGE_NAME] = "name",         [PAGE_MASK] = "mask",         [PAGE_BIT] = "bit",
    [PAGE_VALUE] = "value",       [PAGE_VERSIONS] = "versions", [PAGE_REMARKS] = "remarks",
    [PAGE_STRUCTURE] = "structure", [PAGE_OTHER] = "other",
};

static void print_text(const char *text)
{
    putchar('"');
    for (; *text; text++) {
        if (*text == '\n')
            fputs("\\n", stdout);
        else
            putchar(*text);
    }
    putchar('"');
}

/* For each byte of the source the line that it is in. */
static unsigned *number_lines(const struct source *source)
{
    unsigned *lines = memory_alloc((source->size + 1) * sizeof *lines);
    unsigned line = 1;
    for (size_t i = 0; i <= source->size; i++) {
        lines[i] = line;
        line += source->text[i] == '\n';
    }
    return lines;
}

static void print_row(const unsigned *lines, const struct page_block *table, const struct page_row *row)
{
    printf("  %u:\n", row->line);
    for (size_t i = 0; i < table->column_count; i++) {
        const struct page_cell *cell = &row->cells[i];
        printf("    ");
        print_text(cell->text);
        if (cell->line != row->line)
            printf(" line %u", cell->line);
        if (*cell->text && lines[cell->offset] != cell->line)
            printf(" but offset in line %u", lines[cell->offset]);
        printf("%s%s\n", cell->is_shared ? " shared" : "", cell->is_lost ? " lost" : "");
    }
    if (row->lost) {
        printf("    left over: ");
        print_text(row->lost);
        putchar('\n');
    }
}

static void print_block(const unsigned *lines, const struct page_block *block)
{
    if (block->text) {
        printf("%u: %s ", block->line, block->is_heading ? "heading" : "text");
        print_text(block->text);
        putchar('\n');
        return;
    }
    printf("%u: table\n", block->line);
    for (size_t i = 0; i < block->column_count; i++) {
        const struct page_column *column = &block->columns[i];
        printf("  column %s%s%s ", kinds[column->kind], column->arch ? " " : "", column->arch ? column->arch : "");
        print_text(column->heading);
        putchar('\n');
    }
    for (const struct page_row *row = block->rows; row; row = row->next)
        print_row(lines, block, row);
}

static struct page *read_page(struct arena *arena, const char *kind, const struct source *source, struct diags *diags)
{
    if (!strcmp(kind, "html"))
        return page_read_html(arena, source, diags);
    if (!strcmp(kind, "text"))
        return page_read_text(arena, source, diags);
    return page_read_separated(arena, source, diags, !strcmp(kind, "csv") ? ',' : '\t');
}

int main(int argc, char **argv)
{
    struct arena *arena = arena_new();
    struct sources *sources = sources_new(arena);
    struct diags *diags = diags_new(arena, sources);
    const char *text, *error;
    size_t size;
    if (argc != 3 || !file_read(arena, argv[2], &text, &size, &error))
        return 2;
    const char *slash = strrchr(argv[2], '/');
    const struct source *source = source_add(sources, slash ? slash + 1 : argv[2], text, size);
    const struct page *page = read_page(arena, argv[1], source, diags);
    if (page && page->title) {
        printf("title ");
        print_text(page->title);
        putchar('\n');
    }
    if (!page)
        printf("no page\n");
    unsigned *lines = number_lines(source);
    for (const struct page_block *block = page ? page->blocks : NULL; block; block = block->next)
        print_block(lines, block);
    free(lines);
    struct buffer out = {0};
    diags_write(diags, &out, DIAG_FORMAT_TEXT, false);
    fputs(buffer_text(&out), stdout);
    buffer_free(&out);
    arena_free(arena);
    return 0;
}
