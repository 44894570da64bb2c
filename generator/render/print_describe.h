/*
 * What the printer's tables say of a member: the same for the tables of generated headers and for those that the
 * decode command makes at run time.
 */
#ifndef RENDER_PRINT_DESCRIBE_H
#define RENDER_PRINT_DESCRIBE_H

#include <stdbool.h>

#include "model/layout.h"
#include "strata_print.h"

struct arena;
struct print_shapes;

/* What has been found out about records so far, each of which is looked at once. */
struct print_shapes *print_shapes_new(struct arena *arena);

/* The enum or flags that name the values of a row's integers, or NULL. */
const struct enumeration *print_row_values(const struct row *row);

/* Describes a member of a layout, all but `record` (that of row->type where the kind is STRATA_PRINT_RECORD) and
 * `values` (those of print_row_values), which stay NULL. False for what gets no line: anonymous structures and unions,
 * which are looked through, and arrays of no elements. `name` lives as long as the model, `type` as the model and the
 * arena. Layouts that the asserts cannot tell apart are described alike, on whatever architecture. */
bool print_describe_member(struct print_shapes *shapes, struct arena *arena, const struct layout *layout,
                           const struct layout_member *member, strata_print_member *described);

#endif
