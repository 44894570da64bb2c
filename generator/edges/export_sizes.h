/*
 * The table of a structure's sizes, which stands before that of its members.
 */
#ifndef EDGES_EXPORT_SIZES_H
#define EDGES_EXPORT_SIZES_H

#include "edges/export_table.h"

/* False when no size is known. */
bool export_sizes(const struct table *table, struct sheet *sheet);

#endif
