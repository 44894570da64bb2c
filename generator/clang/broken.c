#include "clang/broken.h"

#include <string.h>

#include "base/lookup.h"
#include "base/source.h"
#include "front/load.h"
#include "clang/beside.h"
#include "clang/claims.h"

/* The maximum nesting of types that are judged. */
enum { DEPTH_MOST = 256 };

/* A definition that is being judged. */
struct judged {
    struct clang_unit *unit;
    bool is_broken, is_unsure; /* it holds a type in which there is an error; one of unknown size */
    bool is_claimed;           /* comments say where all of its members lie */
    unsigned depth;
};

static enum clang_tag_state judge_tag(struct clang_unit *unit, const struct clang_tag *tag, unsigned depth);

/* True if a declaration asks for the size of a type. If a type is unknown, that may be a wrong one. */
static bool asks_size(const struct clang_unit *unit, struct span span)
{
    static const char word[] = "sizeof";
    const struct source *source = span.end ? source_find(unit->run->program->sources, span.begin) : NULL;
    const char *text = source ? source->text + (span.begin - source->base) : NULL;
    for (size_t i = 0; text && i + sizeof word - 1 <= span.end - span.begin; i++)
        if (text[i] == *word && !strncmp(text + i, word, sizeof word - 1))
            return true;
    return false;
}

/* Judges the type of a field: that of the elements of an array, and the targets of typedefs. */
static int visit_held(struct clang_cursor cursor, void *user)
{
    struct judged *judged = user;
    struct clang_unit *unit = judged->unit;
    const struct clang *clang = &unit->clang;
    struct clang_type type = clang->get_type(cursor);
    struct clang_claim claim;
    struct span span;
    judged->is_broken |= clang->is_invalid(cursor) != 0;
    for (size_t i = 0; i < DEPTH_MOST && !judged->is_broken; i++) {
        struct clang_cursor declaration = clang->get_declaration(type);
        if (type.kind == CLANG_TYPEDEF) {
            judged->is_broken = clang->is_invalid(declaration) != 0;
            type = clang->get_underlying(declaration);
        } else if (type.kind == CLANG_ELABORATED) {
            type = clang->get_named(type);
        } else if (type.kind == CLANG_ARRAY || type.kind == CLANG_OPEN_ARRAY) {
            type = clang->get_element(type);
        } else {
            break;
        }
    }
    const struct clang_tag *tag = type.kind == CLANG_RECORD ? clang_find_tag(unit, type) : NULL;
    enum clang_tag_state state = tag ? judge_tag(unit, tag, judged->depth + 1) : CLANG_SOUND;
    clang_claim_of_field(unit, cursor, &claim, &span);
    judged->is_broken |= state == CLANG_BROKEN || (unit->missing.has_opaque && asks_size(unit, span));
    judged->is_unsure |= state == CLANG_UNKNOWN || state == CLANG_CLAIMED;
    judged->is_claimed &= claim.has_offset || (tag && !tag->name && state != CLANG_UNKNOWN);
    return judged->is_broken ? CLANG_STOP : CLANG_NEXT;
}

/* True if clang found an error between two positions of the text. */
static bool has_error(const struct clang_unit *unit, struct span span)
{
    const uint32_t *errors = (const uint32_t *)(const void *)unit->errors.data;
    size_t count = unit->errors.size / sizeof *errors, first;
    SEARCH_FIRST(first, count, i, errors[i] < span.begin);
    return first < count && errors[first] < span.end;
}

static enum clang_tag_state judge_tag(struct clang_unit *unit, const struct clang_tag *tag, unsigned depth)
{
    struct judged judged = {.unit = unit, .depth = depth, .is_broken = depth == DEPTH_MOST, .is_claimed = true};
    if (tag->state != CLANG_UNJUDGED)
        return tag->state;
    struct clang_claim claim;
    struct span span = clang_statement_of(unit, tag->cursor), line;
    bool is_unknown = !span.end;
    judged.is_broken |= unit->clang.is_invalid(tag->cursor) != 0 || has_error(unit, span);
    if (!judged.is_broken && !is_unknown && tag->kind != CLANG_TAG_ENUM)
        unit->clang.visit_fields(unit->clang.get_type(tag->cursor), visit_held, &judged);
    clang_claim_of_tag(unit, tag->cursor, &claim, &line);
    bool is_sized = claim.has_size || !tag->name;
    size_t index = (size_t)(tag - (const struct clang_tag *)(const void *)unit->tags.data);
    bool is_known = judged.is_claimed && is_sized;
    enum clang_tag_state state = is_unknown          ? CLANG_UNKNOWN
                                 : judged.is_broken  ? CLANG_BROKEN
                                 : !judged.is_unsure ? CLANG_SOUND
                                 : is_known          ? CLANG_CLAIMED
                                                     : CLANG_BROKEN;
    return ((struct clang_tag *)(void *)unit->tags.data)[index].state = state;
}

/* Base classes come before all other parts of a class. */
static int visit_first(struct clang_cursor cursor, struct clang_cursor parent, void *user)
{
    (void)parent;
    *(bool *)user = cursor.kind == CLANG_BASE_CLASS;
    return CLANG_STOP;
}

bool clang_has_base(const struct clang_unit *unit, const struct clang_tag *tag)
{
    bool has_base = false;
    unit->clang.visit(tag->cursor, visit_first, &has_base);
    return has_base;
}

enum clang_tag_state clang_judge(struct clang_unit *unit, const struct clang_tag *tag)
{
    return unit->errors.size || unit->missing.has_opaque ? judge_tag(unit, tag, 0) : CLANG_SOUND;
}
