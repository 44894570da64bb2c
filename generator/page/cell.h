/*
 * Cells of published tables: "0x14 (5.0); 0x18 (5.1 to 6.0); 0x1C".
 */
#ifndef PAGE_CELL_H
#define PAGE_CELL_H

#include <stdbool.h>

#include "spec/tree.h"
#include "page/versions.h"

struct buffer;

/* Reads a plain text. An empty one gives NULL and is read. False when it is not understood, or has several alternatives
 * for all versions. */
bool import_cell_read(struct import_versions *versions, const char *text,
                      const struct import_alternative **alternatives);

/* Reads alternatives until the text ends or something else begins. */
bool import_cell_scan(struct import_versions *versions, struct scan *scan,
                      const struct import_alternative **alternatives);

/* The versions that the alternatives of a column name, or, with a bare one, all of `whole`. */
struct version_set import_cell_covers(struct arena *arena, const struct import_alternative *alternatives,
                                      struct version_set whole);

/* The number that holds in a version of `whole`; false when there is none. */
bool import_cell_at(const struct import_alternative *alternatives, uint64_t version, uint64_t *number);

/* Whether two sets have a version in common. */
bool import_sets_meet(const struct version_set *a, const struct version_set *b);

enum import_cell_part { IMPORT_CELL_NUMBERS, IMPORT_CELL_BITS };

/* A cell as a spec writes it, for a row in the versions `whole` (NULL: not known). An empty column is `?`. */
void import_cell_write(const struct axis *axis, const struct import_cell *cell, enum import_cell_part part,
                       const struct version_set *whole, struct buffer *out);

/* Whether every column that has alternatives says the bits. */
bool import_cell_has_bits(const struct import_cell *cell);

#endif
