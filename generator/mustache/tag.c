#include "mustache/tag.h"

#include <string.h>

struct tag_scanner tag_scanner(const char *text, size_t size)
{
    return (struct tag_scanner){text, size, "{{", "}}", 2, 2};
}

/* Returns the next position of `bytes`, or the end of the text. */
static size_t find_bytes(const struct tag_scanner *scanner, size_t from, const char *bytes, size_t size)
{
    while (from < scanner->size) {
        const char *found = memchr(scanner->text + from, bytes[0], scanner->size - from);
        if (!found)
            break;
        from = (size_t)(found - scanner->text);
        if (size <= scanner->size - from && !memcmp(found, bytes, size))
            return from;
        from++;
    }
    return scanner->size;
}

/* Finds out whether only blanks stand before and after a tag on its line. */
static void place_on_line(const struct tag_scanner *scanner, size_t from, bool fresh, struct tag *tag)
{
    const char *text = scanner->text;
    size_t before = tag->begin, after = tag->end;
    while (before > from && tag_is_blank(text[before - 1]))
        before--;
    tag->clear_before = before > from ? text[before - 1] == '\n' : fresh;
    tag->line_begin = tag->clear_before ? before : tag->begin;
    while (after < scanner->size && tag_is_blank(text[after]))
        after++;
    size_t left = scanner->size - after;
    if (left && text[after] == '\n')
        tag->ending = 1;
    else if (left > 1 && text[after] == '\r' && text[after + 1] == '\n')
        tag->ending = 2;
    tag->clear_after = !left || tag->ending;
    tag->next_line = after + tag->ending;
}

const char *tag_next(const struct tag_scanner *scanner, size_t from, bool fresh, struct tag *tag)
{
    const char *text = scanner->text;
    *tag = (struct tag){.begin = find_bytes(scanner, from, scanner->open, scanner->open_size)};
    if (tag->begin == scanner->size)
        return NULL;
    tag->end = tag->begin + scanner->open_size;
    size_t content = tag->end;
    while (content < scanner->size && tag_is_space(text[content]))
        content++;
    if (content < scanner->size && text[content] && strchr("!=#^/>{&$<", text[content]))
        tag->sigil = text[content++];
    size_t limit = find_bytes(scanner, content, scanner->close, scanner->close_size);
    const char twin = tag->sigil == '{' ? '}' : '=';
    if (tag->sigil == '{' || tag->sigil == '=') {
        /* In {{{name}}} the first of the three closing braces belongs to the tag, and the other two are the
         * delimiter. */
        size_t inner = content;
        do {
            limit = inner = find_bytes(scanner, inner, &twin, 1);
            inner++;
        } while (limit < scanner->size && (scanner->close_size > scanner->size - inner ||
                                           memcmp(text + inner, scanner->close, scanner->close_size)));
    }
    if (limit == scanner->size)
        return "this tag is not closed";
    tag->end = limit + scanner->close_size + (tag->sigil == '{' || tag->sigil == '=');
    while (content < limit && tag_is_space(text[content]))
        content++;
    while (limit > content && tag_is_space(text[limit - 1]))
        limit--;
    tag->content = content;
    tag->limit = limit;
    place_on_line(scanner, from, fresh, tag);
    return NULL;
}

const char *tag_set_delimiters(struct tag_scanner *scanner, const struct tag *tag)
{
    const char *text = scanner->text;
    size_t open_end = tag->content, close = tag->limit;
    while (open_end < tag->limit && !tag_is_space(text[open_end]))
        open_end++;
    while (close > open_end && !tag_is_space(text[close - 1]))
        close--;
    for (size_t i = open_end; i < close; i++)
        if (!tag_is_space(text[i]))
            return "a tag needs two delimiters with a blank between them";
    if (open_end == tag->content || close == tag->limit || open_end == close)
        return "a tag needs two delimiters with a blank between them";
    if (memchr(text + tag->content, '=', tag->limit - tag->content))
        return "a delimiter cannot contain '='";
    scanner->open = text + tag->content;
    scanner->open_size = open_end - tag->content;
    scanner->close = text + close;
    scanner->close_size = tag->limit - close;
    return NULL;
}
