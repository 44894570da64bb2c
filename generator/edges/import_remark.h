/*
 * Remarks of published tables: those that claim something about other rows, to clauses; the rest stay text.
 */
#ifndef EDGES_IMPORT_REMARK_H
#define EDGES_IMPORT_REMARK_H

#include "edges/import_spec.h"
#include "edges/import_versions.h"

/* Adds what a (plain) remark says to the row. */
void import_remark_read(struct import_versions *versions, const char *text, size_t column_count,
                        struct import_row *row);

/* Adds text to a remark: `remark` may be NULL; lines are joined. */
const char *import_remark_join(struct arena *arena, const char *remark, const char *text, size_t length);

#endif
