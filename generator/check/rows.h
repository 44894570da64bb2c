/*
 * Descriptions, positions and cells of rows, for checks.
 */
#ifndef CHECK_ROWS_H
#define CHECK_ROWS_H

#include "model/layout.h"

struct arena;

/* Returns the words for a row in messages: 'Name', or its kind if it has no name. */
const char *row_describe(struct arena *arena, const struct row *row);

/* Returns the position of a row in the text: the alternative `at` of its cell, else its name, else the whole row. */
struct span row_place(const struct row *row, const struct cell_value *at);

/* Returns the cell of a row with an index; NULL after the last one. The first CELLS_SHARED cells may belong to the
 * row's slot. */
enum { CELLS_SHARED = 3 };
static inline const struct cell *row_cell(const struct row *row, const struct row_on *on, unsigned index)
{
    const struct row_extras *extras = on->extras;
    const struct cell *fixed[] = {&on->offset, extras->bit, extras->mask, extras->extent, extras->default_value};
    unsigned count = sizeof fixed / sizeof *fixed;
    if (!index || !extras->any)
        return index ? NULL : &on->offset;
    if (index < count)
        return fixed[index];
    return index - count < row_bound_count(row) ? &extras->bounds[index - count] : NULL;
}

/* True if two rows, or the aggregates around them, are rival declarations of one slot. A contradiction between them
 * is no finding of its own. */
bool rows_are_rivals(const struct row *a, const struct row *b);

#endif
