/*
 * Cells of published tables: "0x14 (5.0); 0x18 (5.1 to 6.0); 0x1C".
 */
#ifndef PAGE_CELL_H
#define PAGE_CELL_H

#include <stdbool.h>

#include "spec/tree.h"
#include "page/versions.h"

struct arena;

/* Reads a plain text as a cell. Stores NULL for an empty text. Returns false if the text is no cell, or if several
 * alternatives hold for all versions. */
bool page_cell_read(struct page_versions *versions, const char *text, const struct spec_alternative **alternatives);

/* Reads alternatives up to the end of the text, or up to a word that belongs to no alternative. */
bool page_cell_scan(struct page_versions *versions, struct scan *scan, const struct spec_alternative **alternatives);

/* Returns the alternatives of a column of a cell; NULL if the column is empty or missing. */
const struct spec_alternative *page_cell_column(const struct spec_cell *cell, size_t column);

/* Returns the versions that the alternatives name. If one names none, returns all versions of `whole`. */
struct version_set page_cell_covers(struct arena *arena, const struct spec_alternative *alternatives,
                                    struct version_set whole);

/* Finds the number that the alternatives give for a version. Returns false if they give none. */
bool page_cell_at(const struct spec_alternative *alternatives, uint64_t version, uint64_t *number);

/* True if two sets have a version in common. */
bool page_sets_meet(const struct version_set *a, const struct version_set *b);

/* Returns the versions of a row in a column; NULL if the row states none. */
const struct version_set *page_versions_column(const struct spec_versions *in, size_t column);

/* True if two rows share a version in some column. A row that states no versions shares all versions of the other
 * row. */
bool page_versions_meet(const struct spec_versions *a, const struct spec_versions *b);

/* Removes version sets from a cell that repeat the versions of its row: the set of a column's only alternative if it is
 * all of the row's versions there, and sets "not in" other versions. */
void page_cell_shorten(struct arena *arena, struct spec_cell *cell, const struct spec_versions *in);

/* Changes one alternative of a cell. Returns false to remove it. */
typedef bool page_change_alternative(struct spec_alternative *alternative, const void *user);

/* Returns a copy of a cell in which `change` has changed or removed each alternative. */
struct spec_cell page_cell_map(struct arena *arena, const struct spec_cell *cell, page_change_alternative *change,
                               const void *user);

/* True if every column that has alternatives gives bits for them. */
bool page_cell_has_bits(const struct spec_cell *cell);

#endif
