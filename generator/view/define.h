/*
 * The text of a table under "Definition": a declaration in C, or words for a row without a name.
 */
#ifndef VIEW_DEFINE_H
#define VIEW_DEFINE_H

#include <stdbool.h>

#include "model/layout.h"

struct buffer;

/* True if the definition of a row is C, false if it is words. */
bool define_is_code(const struct row *row);

/* Writes the definition of a layout entry with everything inside it. Lines of C are indented. `columns` are those of
 * the table: `unaccounted four or eight bytes` has a number for each. */
void define_write(const struct layout *layout, const struct layout_member *member, const struct arch *const *columns,
                  size_t column_count, struct buffer *out);

/* Writes only the type and bounds of a member; they tell two rows of a member apart. */
void define_write_type(const struct layout *layout, const struct layout_member *member, struct buffer *out);

#endif
