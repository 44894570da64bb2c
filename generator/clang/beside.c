#include "clang/beside.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/load.h"
#include "clang/claims.h"
#include "clang/unit.h"

/* The range of text of a declaration. */
struct extent {
    const struct source *source; /* NULL: the declaration is in no file */
    size_t begin, end;
};

static struct extent extent_of(struct clang_unit *unit, struct clang_cursor cursor)
{
    struct extent extent = {0};
    void *file = NULL, *end_file = NULL;
    unsigned line, column, offset = 0, end = 0;
    const struct clang_range range = unit->clang.get_extent(cursor);
    unit->clang.get_position(unit->clang.get_begin(range), &file, &line, &column, &offset);
    unit->clang.get_position(unit->clang.get_end(range), &end_file, &line, &column, &end);
    if (!file || file != end_file || offset > end)
        return extent;
    extent = (struct extent){clang_source_of(unit, file), offset, end};
    if (extent.source && end > extent.source->size)
        extent.source = NULL;
    return extent;
}

struct span clang_span_of(struct clang_unit *unit, struct clang_cursor cursor)
{
    struct extent extent = extent_of(unit, cursor);
    if (!extent.source)
        return (struct span){0, 0};
    return (struct span){extent.source->base + (uint32_t)extent.begin, extent.source->base + (uint32_t)extent.end};
}

struct span clang_statement_of(struct clang_unit *unit, struct clang_cursor cursor)
{
    enum { WORDS_MOST = 1024 };
    struct extent extent = extent_of(unit, cursor);
    const struct source *source = extent.source;
    size_t begin = extent.begin, end = extent.end;
    if (!source)
        return (struct span){0, 0};
    while (begin && extent.begin - begin < WORDS_MOST && !strchr(";{}", source->text[begin - 1]))
        begin--;
    while (end < source->size && end - extent.end < WORDS_MOST && !strchr(";{}", source->text[end]))
        end++;
    return (struct span){source->base + (uint32_t)begin, source->base + (uint32_t)end + (end < source->size)};
}

/* Reads the comment that ends before a position of a text, with only blanks between. It must be on the same line; with
 * `is_above` it may also be on lines above. */
static bool read_before(const struct clang_unit *unit, const struct source *source, size_t at, bool is_above,
                        struct clang_claim *claim)
{
    const char *text = source->text;
    while (at && (text[at - 1] == ' ' || text[at - 1] == '\t' || (is_above && strchr("\r\n", text[at - 1]))))
        at--;
    if (at >= 4 && text[at - 1] == '/' && text[at - 2] == '*') {
        size_t begin = at - 2;
        while (begin >= 2 && !(text[begin - 2] == '/' && text[begin - 1] == '*'))
            begin--;
        size_t line = begin >= 2 ? begin - 2 : 0;
        while (line && (text[line - 1] == ' ' || text[line - 1] == '\t'))
            line--;
        if (is_above && line && text[line - 1] != '\n') /* a comment after other text is about that text */
            return false;
        return begin >= 2 && clang_read_comment(text + begin, at - 2 - begin, unit->pointer_size, claim);
    }
    size_t begin = at;
    while (is_above && begin && text[begin - 1] != '\n')
        begin--;
    while (begin < at && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    return is_above && begin + 2 <= at && text[begin] == '/' && text[begin + 1] == '/' &&
           clang_read_comment(text + begin + 2, at - begin - 2, unit->pointer_size, claim);
}

static size_t skip_spaces(const struct source *source, size_t at)
{
    while (at < source->size && (source->text[at] == ' ' || source->text[at] == '\t'))
        at++;
    return at;
}

/* Returns the offset after the comment at an offset; the offset itself if there is no comment. */
static size_t skip_comment(const struct source *source, size_t at)
{
    const char *text = source->text;
    if (at + 2 > source->size || text[at] != '/' || (text[at + 1] != '/' && text[at + 1] != '*'))
        return at;
    bool is_line = text[at + 1] == '/';
    for (at += 2; at < source->size; at++)
        if (is_line ? text[at] == '\n' : text[at] == '/' && text[at - 1] == '*')
            return is_line ? at : at + 1;
    return at;
}

/* Returns the end of a comment that ends at `end`: that of the comment on the next line, if a tool for long lines broke
 * it behind a colon, as in "// offset:" and "// 0x8". */
static size_t find_comment_end(const struct source *source, size_t begin, size_t end)
{
    size_t last = end, next = end;
    while (last > begin && strchr(" \t\r", source->text[last - 1]))
        last--;
    while (next < source->size && strchr(" \t\r\n", source->text[next]))
        next++;
    bool is_broken = source->text[begin + 1] == '/' && source->text[last - 1] == ':';
    return is_broken && next + 1 < source->size && source->text[next + 1] == '/' ? skip_comment(source, next) : end;
}

/* Reads the comments after a semicolon or comma, on the same line, up to the first one that claims something. With
 * `is_last` there must be nothing else on the line. */
static bool read_behind(const struct clang_unit *unit, const struct source *source, size_t at, bool is_last,
                        struct clang_claim *claim)
{
    bool is_read = false;
    size_t begin, end;
    for (begin = skip_spaces(source, at + 1); (end = skip_comment(source, begin)) != begin;
         begin = skip_spaces(source, end)) {
        size_t size = find_comment_end(source, begin, end) - begin - 2;
        size -= source->text[begin + 1] == '*' && end - begin >= 4 ? 2 : 0;
        is_read = is_read || clang_read_comment(source->text + begin + 2, size, unit->pointer_size, claim);
    }
    return is_read && (!is_last || begin == source->size || strchr("\r\n}", source->text[begin]));
}

/* True if comments stand before the members on the line of a declaration: a comment is the first text of the line or
 * after its last brace. In long lines none does. */
static bool has_leading_comment(const struct source *source, size_t at)
{
    enum { LINE_MOST = 1024 };
    size_t first = at;
    while (first && !strchr("\n{", source->text[first - 1]) && at - first < LINE_MOST)
        first--;
    first = skip_spaces(source, first);
    return first < at && skip_comment(source, first) != first;
}

/* Reads the comment on the line above a member. A number without a word is less sure to be an offset there. */
static bool read_above(const struct clang_unit *unit, const struct source *source, size_t at, struct clang_claim *claim)
{
    if (!read_before(unit, source, at, true, claim) || (!claim->has_offset && !claim->is_number))
        return false;
    if (claim->has_offset && !claim->is_worded) {
        claim->has_offset = false;
        claim->is_number = true;
        claim->readings[CLANG_DECIMAL] = claim->offset ? CLANG_NO_NUMBER : 0;
        claim->readings[CLANG_HEXADECIMAL] = claim->offset;
    }
    return true;
}

/* The place of a declarator among those of its declaration, as in "int a, b;". */
struct declarator {
    bool is_first;
    bool has_comments; /* comments stand between it and the one before */
    size_t end;        /* offset of the comma, semicolon or brace after it */
};

/* Declarators of one declaration have extents with the same beginning. They come one after the other. */
static struct declarator find_declarator(struct clang_unit *unit, const struct extent *extent)
{
    const struct source *source = extent->source;
    struct declarator found = {.is_first = unit->last_source != source || unit->last_begin != extent->begin};
    size_t at = found.is_first ? extent->end : unit->last_end;
    for (; at < source->size && (at < extent->end || !strchr(",;{}", source->text[at])); at++) {
        size_t end = skip_comment(source, at);
        found.has_comments |= end != at;
        at = end != at ? end - 1 : at;
    }
    found.end = at;
    unit->last_source = source;
    unit->last_begin = extent->begin;
    unit->last_end = extent->end;
    return found;
}

/* Returns the offset of the semicolon that ends a declaration, if it is on the line of an offset; else another one. */
static size_t find_semicolon(const struct source *source, size_t at)
{
    while (at < source->size && !strchr(";\n/", source->text[at]))
        at++;
    return at;
}

void clang_claim_of_field(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                          struct span *span)
{
    struct extent extent = extent_of(unit, cursor);
    const struct source *source = extent.source;
    struct clang_claim behind;
    *claim = (struct clang_claim){0};
    *span = (struct span){0, 0};
    if (!source)
        return;
    *span = (struct span){source->base + (uint32_t)extent.begin, source->base + (uint32_t)extent.end};
    struct declarator declarator = find_declarator(unit, &extent);
    bool is_leading = has_leading_comment(source, extent.begin);
    struct clang_claim above;
    bool has_above = declarator.is_first && !is_leading && read_above(unit, source, extent.begin, &above);
    bool has_next = declarator.end < source->size && source->text[declarator.end] == ',';
    if (!declarator.is_first || !is_leading || !read_before(unit, source, extent.begin, false, claim) ||
        (!claim->has_offset && !claim->is_number))
        *claim = (struct clang_claim){0};
    /* One comment for several declarators is about the first one. */
    bool has_end = has_next || (declarator.end < source->size && source->text[declarator.end] == ';');
    bool is_read = has_end && read_behind(unit, source, declarator.end, is_leading || has_next, &behind);
    size_t semicolon = !is_read && has_next && declarator.is_first ? find_semicolon(source, declarator.end) : 0;
    if (semicolon && semicolon < source->size && source->text[semicolon] == ';')
        is_read = read_behind(unit, source, semicolon, is_leading, &behind);
    if (has_above && (!is_read || (!behind.has_offset && !behind.is_number)))
        *claim = above; /* the comment is on the line above, as no other is on the line itself */
    if (!is_read || (!declarator.is_first && !has_next && !declarator.has_comments))
        return;
    if (!claim->has_offset && (behind.has_offset || (behind.is_number && !claim->is_number)))
        *claim = behind;
    if (behind.has_bit && !claim->has_bit) {
        claim->has_bit = true;
        claim->bit = behind.bit;
    }
}

void clang_claim_of_tag(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim,
                        struct span *span)
{
    static const char word[] = "typedef";
    struct extent extent = extent_of(unit, cursor);
    const struct source *source = extent.source;
    *claim = (struct clang_claim){0};
    *span = (struct span){0, 0};
    if (!source)
        return;
    size_t above = extent.begin, semicolon = extent.end;
    size_t line = extent.begin + strcspn(source->text + extent.begin, "{\n");
    *span = (struct span){source->base + (uint32_t)extent.begin,
                          source->base + (uint32_t)(line < extent.end ? line : extent.end)};
    while (above && strchr(" \t\r\n", source->text[above - 1]))
        above--;
    if (above >= sizeof word - 1 && !strncmp(source->text + above - (sizeof word - 1), word, sizeof word - 1))
        above -= sizeof word - 1;
    while (semicolon < source->size && !strchr(";{}", source->text[semicolon]))
        semicolon++;
    bool has_end = semicolon < source->size && source->text[semicolon] == ';';
    if ((!read_before(unit, source, above, true, claim) || !claim->has_size) &&
        (!has_end || !read_behind(unit, source, semicolon, false, claim) || !claim->has_size) &&
        (extent.end == extent.begin || !read_before(unit, source, extent.end - 1, true, claim) || !claim->has_size))
        claim->has_size = false;
    claim->has_offset = claim->has_bit = claim->is_number = false;
}

void clang_find_assertions(struct clang_unit *unit, struct arena *arena, struct map *assertions)
{
    const struct clang_tag *tags = (const void *)unit->tags.data;
    struct map *seen = map_new(arena);
    for (size_t i = 0; i < unit->tags.size / sizeof *tags; i++) {
        const struct source *source = extent_of(unit, tags[i].cursor).source;
        if (source && !map_get(seen, source))
            clang_read_assertions(arena, unit->run->program->intern, source, assertions);
        if (source)
            map_set(seen, source, seen);
    }
}
