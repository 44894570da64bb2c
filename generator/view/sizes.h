/*
 * The table of a structure's sizes. It stands before the table of members.
 */
#ifndef VIEW_SIZES_H
#define VIEW_SIZES_H

#include "view/table.h"

/* Adds the table. Returns false if no size is known. */
bool table_add_sizes(const struct table *table, struct sheet *sheet);

#endif
