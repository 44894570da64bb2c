/*
 * Cells of published tables: "0x14 (5.0); 0x18 (5.1 to 6.0); 0x1C".
 */
#ifndef PAGE_CELL_H
#define PAGE_CELL_H

#include <stdbool.h>

#include "spec/tree.h"
#include "page/versions.h"

struct arena;

/* Reads a plain text. An empty one gives NULL. False if it is no cell, or has several alternatives for all versions. */
bool page_cell_read(struct page_versions *versions, const char *text, const struct spec_alternative **alternatives);

/* Reads alternatives until the text ends or something else begins. */
bool page_cell_scan(struct page_versions *versions, struct scan *scan, const struct spec_alternative **alternatives);

/* Returns the alternatives of a column, or NULL. */
const struct spec_alternative *page_cell_column(const struct spec_cell *cell, size_t column);

/* Returns the versions that the alternatives of a column name, or, with a bare one, all of `whole`. */
struct version_set page_cell_covers(struct arena *arena, const struct spec_alternative *alternatives,
                                    struct version_set whole);

/* Finds the number that holds in a version of `whole`; false if there is none. */
bool page_cell_at(const struct spec_alternative *alternatives, uint64_t version, uint64_t *number);

/* True if two sets have a version in common. */
bool page_sets_meet(const struct version_set *a, const struct version_set *b);

/* Returns the versions that a row has in a column; NULL if it says none. */
const struct version_set *page_versions_column(const struct spec_versions *in, size_t column);

/* True if two rows share a version in some column. Rows that say no versions share those of each other. */
bool page_versions_meet(const struct spec_versions *a, const struct spec_versions *b);

/* Leaves out versions that the row says anyway: those of a column's only alternative if they are all that the row has
 * there, and "not in" others. */
void page_cell_shorten(struct arena *arena, struct spec_cell *cell, const struct spec_versions *in);

/* Changes an alternative; false drops it. */
typedef bool page_change_alternative(struct spec_alternative *alternative, const void *user);

/* Returns a copy of a cell with each alternative changed. */
struct spec_cell page_cell_map(struct arena *arena, const struct spec_cell *cell, page_change_alternative *change,
                               const void *user);

/* True if every column that has alternatives says the bits. */
bool page_cell_has_bits(const struct spec_cell *cell);

#endif
