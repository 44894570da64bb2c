/*
 * The table of a structure's sizes, which stands before that of its members.
 */
#ifndef VIEW_SIZES_H
#define VIEW_SIZES_H

#include "view/table.h"

/* False when no size is known. */
bool table_add_sizes(const struct table *table, struct sheet *sheet);

#endif
