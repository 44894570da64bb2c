#include "page/build.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/source.h"

void page_report(const struct page_builder *builder, size_t at, const char *format, ...)
{
    struct buffer text = {0};
    va_list arguments;
    va_start(arguments, format);
    buffer_format_list(&text, format, arguments);
    va_end(arguments);
    const struct source *source = builder->source;
    size_t begin = page_locate(builder, at).source;
    size_t end = begin;
    while (end < source->size && source->text[end] != '\n' && source->text[end] != '\r')
        end++;
    struct span span = {source->base + (uint32_t)begin, source->base + (uint32_t)end};
    diag_report(builder->diags, DIAG_UNREAD, span, "%s", buffer_text(&text));
    buffer_free(&text);
}

/* UTF-8 of the blanks of other scripts and of typesetting, and of characters that have no width. */
static const char *const blanks[] = {
    "\xC2\xA0",     "\xC2\x85",     "\xC2\xAD",     "\xE1\x9A\x80", "\xE2\x80\x80", "\xE2\x80\x81", "\xE2\x80\x82",
    "\xE2\x80\x83", "\xE2\x80\x84", "\xE2\x80\x85", "\xE2\x80\x86", "\xE2\x80\x87", "\xE2\x80\x88", "\xE2\x80\x89",
    "\xE2\x80\x8A", "\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAF",
    "\xE2\x81\x9F", "\xE2\x81\xA0", "\xE3\x80\x80", "\xEF\xBB\xBF",
};

size_t page_blank_length(const char *text, size_t size)
{
    if (!size)
        return 0;
    unsigned char c = (unsigned char)*text;
    if (c <= ' ' || c == 0x7F)
        return 1;
    if (c < 0xC2)
        return 0;
    if (c == 0xC2 && size > 1 && (unsigned char)text[1] < 0xA0)
        return 2; /* the second set of control characters */
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++) {
        size_t length = strlen(blanks[i]);
        if (length <= size && !memcmp(text, blanks[i], length))
            return length;
    }
    return 0;
}

const char *page_fold(struct arena *arena, const char *text, size_t size, bool with_lines)
{
    struct buffer out = {0};
    char pending = '\0'; /* what stands between the last word and the next */
    for (size_t at = 0; at < size;) {
        size_t length = page_blank_length(text + at, size - at);
        if (length) {
            if (with_lines && text[at] == '\n')
                pending = '\n';
            else if (!pending)
                pending = ' ';
            at += length;
            continue;
        }
        if (pending && out.size)
            buffer_add_char(&out, pending);
        pending = '\0';
        buffer_add_char(&out, text[at++]);
    }
    const char *copy = out.size ? arena_copy(arena, out.data, out.size) : "";
    buffer_free(&out);
    return copy;
}

const char *page_excerpt(struct arena *arena, const char *text)
{
    enum { QUOTED_MOST = 60 };
    size_t size = 0;
    while (text[size] && size < QUOTED_MOST)
        size++;
    while (size && ((unsigned char)text[size] & 0xC0) == 0x80)
        size--;
    return arena_format(arena, "%s%s", page_fold(arena, text, size, false), text[size] ? "..." : "");
}

struct page_block *page_text_new(const struct page_builder *builder, const char *text, size_t at, bool is_heading)
{
    struct page_block *block = ARENA_NEW(builder->arena, struct page_block);
    *block = (struct page_block){.text = text, .is_heading = is_heading, .line = page_locate(builder, at).line};
    return block;
}

struct page_block *page_table_new(const struct page_builder *builder, const struct page_column *columns, size_t count,
                                  size_t at)
{
    struct page_block *block = ARENA_NEW(builder->arena, struct page_block);
    *block = (struct page_block){.column_count = count, .line = page_locate(builder, at).line};
    block->columns = arena_copy_array(builder->arena, columns, count, sizeof *columns);
    return block;
}

struct page_row *page_row_new(const struct page_builder *builder, const struct page_block *table, size_t at)
{
    struct page_row *row = ARENA_NEW(builder->arena, struct page_row);
    row->cells = ARENA_ARRAY(builder->arena, struct page_cell, table->column_count);
    row->line = page_locate(builder, at).line;
    for (size_t i = 0; i < table->column_count; i++)
        row->cells[i] = (struct page_cell){.text = "", .line = row->line};
    return row;
}

void page_cell_set(const struct page_builder *builder, struct page_cell *cell, const char *text, size_t at)
{
    struct page_place place = page_locate(builder, at);
    cell->text = text;
    cell->offset = place.source;
    cell->line = place.line;
}

void page_row_lose(const struct page_builder *builder, struct page_row *row, const char *text)
{
    if (*text)
        row->lost = row->lost ? arena_format(builder->arena, "%s\n%s", row->lost, text) : text;
}

void page_blocks_add(struct page_blocks *blocks, struct page_block *block)
{
    if (blocks->last)
        blocks->last->next = block;
    else
        blocks->first = block;
    blocks->last = block;
}

void page_blocks_join(struct page_blocks *blocks, const struct page_blocks *more)
{
    if (!more->first)
        return;
    page_blocks_add(blocks, more->first);
    blocks->last = more->last;
}
