#include "page/text.h"

#include <string.h>

#include "base/arena.h"
#include "base/source.h"

enum { HEADING_WORDS_MOST = 8, HEADING_BYTES_MOST = 100 };

/* True for a short line that does not end like a sentence, and does not begin with a label such as "Basis: ". */
static bool is_heading(const char *text)
{
    size_t size = strlen(text), words = 1;
    if (size > HEADING_BYTES_MOST || strchr(text, '|') || strchr(".:;,!?", text[size - 1]) ||
        strstr(text, ": "))
        return false;
    for (const char *at = text; *at; at++)
        words += *at == ' ';
    return words <= HEADING_WORDS_MOST;
}

static struct page_block *read_prose(const struct page_builder *builder, size_t *at)
{
    struct text_line line = text_line_at(builder, *at);
    *at = line.next;
    size_t begin = line.begin, end = line.begin + line.size;
    while (begin < end && builder->text[begin] == '#')
        begin++; /* `#` begins a heading in Markdown */
    bool is_marked = begin > line.begin;
    const char *text = is_marked ? text_mean(builder, begin, end)
                                 : page_fold(builder->arena, builder->text + begin, end - begin, false);
    return *text ? page_text_new(builder, text, line.begin, is_marked || is_heading(text)) : NULL;
}

struct page *page_read_text(struct arena *arena, const struct source *source, struct diags *diags)
{
    struct page_builder builder = page_builder_make(arena, source, diags, ENCODING_UTF_8);
    struct page_blocks blocks = {0};
    struct page *page = ARENA_NEW(arena, struct page);
    page->source = source;
    for (size_t at = 0; at < builder.size;) {
        struct page_block *block = text_read_separated(&builder, &at);
        if (!block)
            block = text_read_bare(&builder, &at);
        if (!block)
            block = read_prose(&builder, &at);
        if (!block)
            continue;
        if (!blocks.first && block->is_heading)
            page->title = block->text;
        page_blocks_add(&blocks, block);
    }
    page->blocks = blocks.first;
    return page;
}
