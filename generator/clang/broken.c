#include "clang/broken.h"

#include "clang/beside.h"
#include "clang/unit.h"

/* The maximum nesting of types that are judged. */
enum { DEPTH_MOST = 256 };

/* A definition that is being judged. */
struct judged {
    struct clang_unit *unit;
    bool is_broken;
    unsigned depth;
};

static bool judge(struct clang_unit *unit, const struct clang_tag *tag, unsigned depth);

/* Judges the type of a field: that of the elements of an array, and the targets of typedefs. */
static int visit_held(struct clang_cursor cursor, void *user)
{
    struct judged *judged = user;
    const struct clang *clang = &judged->unit->clang;
    struct clang_type type = clang->get_type(cursor);
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
    const struct clang_tag *tag = type.kind == CLANG_RECORD ? clang_find_tag(judged->unit, type) : NULL;
    judged->is_broken |= tag && judge(judged->unit, tag, judged->depth + 1);
    return judged->is_broken ? CLANG_STOP : CLANG_NEXT;
}

static bool judge(struct clang_unit *unit, const struct clang_tag *tag, unsigned depth)
{
    struct judged judged = {.unit = unit, .depth = depth, .is_broken = depth == DEPTH_MOST};
    if (tag->state != CLANG_UNJUDGED)
        return tag->state == CLANG_BROKEN;
    struct span span = clang_statement_of(unit, tag->cursor);
    const uint32_t *errors = (const uint32_t *)(const void *)unit->errors.data;
    size_t least = 0, most = unit->errors.size / sizeof *errors; /* finds the first error that is not before the span */
    while (least < most) {
        size_t middle = (least + most) / 2;
        if (errors[middle] < span.begin)
            least = middle + 1;
        else
            most = middle;
    }
    judged.is_broken |= unit->clang.is_invalid(tag->cursor) != 0;
    judged.is_broken |= least < unit->errors.size / sizeof *errors && errors[least] < span.end;
    if (!judged.is_broken && tag->kind != CLANG_TAG_ENUM)
        unit->clang.visit_fields(unit->clang.get_type(tag->cursor), visit_held, &judged);
    size_t index = (size_t)(tag - (const struct clang_tag *)(const void *)unit->tags.data);
    ((struct clang_tag *)(void *)unit->tags.data)[index].state = judged.is_broken ? CLANG_BROKEN : CLANG_SOUND;
    return judged.is_broken;
}

bool clang_is_broken(struct clang_unit *unit, const struct clang_tag *tag)
{
    return unit->errors.size && judge(unit, tag, 0);
}
