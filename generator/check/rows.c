#include "check/rows.h"

#include "base/arena.h"

const char *row_describe(struct arena *arena, const struct row *row)
{
    if (row->name)
        return arena_format(arena, "'%s'", row->name);
    switch (row->form) {
    case FORM_UNION:
        return "the anonymous union";
    case FORM_STRUCT:
        return "the anonymous struct";
    default:
        return "the unaccounted row";
    }
}

struct span row_place(const struct row *row, const struct cell_value *at)
{
    if (at)
        return at->alternative->value_span;
    return row->name ? row->decl->name_span : row->decl->span;
}

/* How deep below its record a row stands. */
static unsigned row_depth(const struct row *row)
{
    unsigned depth = 0;
    for (; row->parent; row = row->parent)
        depth++;
    return depth;
}

bool rows_are_rivals(const struct row *a, const struct row *b)
{
    unsigned a_depth = row_depth(a), b_depth = row_depth(b);
    for (; a_depth > b_depth; a_depth--)
        a = a->parent;
    for (; b_depth > a_depth; b_depth--)
        b = b->parent;
    while (a != b && a->parent != b->parent) {
        a = a->parent;
        b = b->parent;
    }
    return a != b && a->slot && a->slot == b->slot;
}
