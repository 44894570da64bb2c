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

/* Writes the definition of an entry of a layout with all that it holds. Lines of C are indented. `columns` are those
 * of the table: `unaccounted four or eight bytes` has a number for each. */
void define_write(const struct layout *layout, const struct layout_member *member, const struct arch *const *columns,
                  size_t column_count, struct buffer *out);

/* Type and bounds alone, by which two rows of a member are told apart. */
void define_write_type(const struct layout *layout, const struct layout_member *member, struct buffer *out);

#endif
