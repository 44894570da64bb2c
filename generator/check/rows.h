/*
 * What the checks ask of rows.
 */
#ifndef CHECK_ROWS_H
#define CHECK_ROWS_H

#include "model/layout.h"

struct arena;

/* How messages call a row: 'Name', or what kind of nameless thing it is. */
const char *row_describe(struct arena *arena, const struct row *row);

/* Where a row is placed: its cell's alternative, else its name, else all of it. */
struct span row_place(const struct row *row, const struct cell_value *at);

/* The cells of a row, one after another; NULL behind the last. The first ones may be those of a slot. */
enum { CELLS_SHARED = 3 };
static inline const struct cell *row_cell(const struct row *row, const struct row_on *on, unsigned index)
{
    const struct row_extras *extras = on->extras;
    const struct cell *fixed[] = {&on->at, &extras->bit, &extras->mask, &extras->extent, &extras->default_value};
    unsigned count = sizeof fixed / sizeof *fixed;
    if (!index || !extras->any)
        return index ? NULL : &on->at;
    if (index < count)
        return fixed[index];
    return index - count < row_bound_count(row) ? &extras->bounds[index - count] : NULL;
}

/* Whether two rows, or what they stand in, are rival declarations of one slot. What follows from that is no finding
 * of its own. */
bool rows_are_rivals(const struct row *a, const struct row *b);

#endif
