/*
 * Descriptions of members for the printer's tables, in generated headers and in the decode command.
 */
#ifndef RENDER_PRINT_DESCRIBE_H
#define RENDER_PRINT_DESCRIBE_H

#include <stdbool.h>

#include "model/layout.h"
#include "strata_print.h"

struct arena;
struct print_shapes;

/* Returns an empty cache of facts about records. */
struct print_shapes *print_shapes_new(struct arena *arena);

/* Returns the enum or flags that name the values of a row's integers, or NULL. */
const struct enumeration *print_row_values(const struct row *row);

/* Describes a member of a layout. `record` and `values` stay NULL; the caller sets them from row->type if the kind is
 * STRATA_PRINT_RECORD, and from print_row_values. Returns false for a member that is not printed: an array without
 * elements, or an anonymous structure or union, whose members are printed instead. `name` lives as long as the model,
 * `type` as long as model and arena. Layouts that the asserts cannot tell apart have equal descriptions. */
bool print_describe_member(struct print_shapes *shapes, struct arena *arena, const struct layout *layout,
                           const struct layout_member *member, strata_print_member *described);

#endif
