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

/* Reads the comment that ends before a position of a text, with only blanks between. It must be on the same line; with
 * `is_above` it may also be on lines above. */
static bool read_before(const struct source *source, size_t at, bool is_above, struct clang_claim *claim)
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
        return begin >= 2 && clang_read_comment(text + begin, at - 2 - begin, claim);
    }
    size_t begin = at;
    while (is_above && begin && text[begin - 1] != '\n')
        begin--;
    while (begin < at && (text[begin] == ' ' || text[begin] == '\t'))
        begin++;
    return is_above && begin + 2 <= at && text[begin] == '/' && text[begin + 1] == '/' &&
           clang_read_comment(text + begin + 2, at - begin - 2, claim);
}

/* Reads the comment after the semicolon of a declaration, on the same line. */
static bool read_behind(const struct source *source, size_t at, struct clang_claim *claim)
{
    const char *text = source->text, *c = text + at, *end = text + source->size;
    while (c < end && (*c == ' ' || *c == '\t'))
        c++;
    if (c == end || *c != ';')
        return false;
    for (c++; c < end && (*c == ' ' || *c == '\t'); c++)
        ;
    if (end - c < 2 || *c != '/')
        return false;
    const char *body = c + 2, *stop = body;
    if (c[1] == '/')
        while (stop < end && *stop != '\n')
            stop++;
    else if (c[1] == '*')
        while (stop < end && !(stop[0] == '*' && stop + 1 < end && stop[1] == '/'))
            stop++;
    return clang_read_comment(body, (size_t)(stop - body), claim);
}

void clang_claim_of_field(struct clang_unit *unit, struct clang_cursor cursor, struct clang_claim *claim)
{
    struct extent extent = extent_of(unit, cursor);
    struct clang_claim behind;
    *claim = (struct clang_claim){0};
    if (!extent.source)
        return;
    if (!read_before(extent.source, extent.begin, false, claim) || !claim->has_offset)
        *claim = (struct clang_claim){0};
    if (!read_behind(extent.source, extent.end, &behind))
        return;
    if (!claim->has_offset && behind.has_offset)
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
    if ((!read_before(source, above, true, claim) || !claim->has_size) &&
        (!read_behind(source, semicolon, claim) || !claim->has_size) &&
        (extent.end == extent.begin || !read_before(source, extent.end - 1, true, claim) || !claim->has_size))
        claim->has_size = false;
    claim->has_offset = claim->has_bit = false;
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
