/*
 * Cells of a published table: values, and the versions that have each value, as in `0x1C (5.0); 0x20 (5.1 to 5.2);
 * 0x24`.
 */
#ifndef VIEW_CELLS_H
#define VIEW_CELLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "model/type.h"

struct arena;
struct buffer;

enum cell_entry_kind { CELL_NUMBER, CELL_NEGATIVE, CELL_UNKNOWN, CELL_ABSENT };

/* One value of a cell, and the versions that have it. */
struct cell_entry {
    struct version_range range;
    enum cell_entry_kind kind;
    uint64_t number;
    bool is_rest; /* the value is for all versions that no other entry names */
};

struct cell_entries {
    struct cell_entry *items;
    size_t count, room;
};

void cell_entries_add(struct arena *arena, struct cell_entries *entries, struct cell_entry entry);

/* Adds the entries of one alternative of a cell for the versions `in`. With `as_documented` these are the value and the
 * versions that the document states: it may state none, or wrong ones. Otherwise the entry has the correct value. */
void cell_entries_add_value(struct arena *arena, const struct axis *axis, struct cell_entries *entries,
                            const struct cell_value *value, struct cell_entry right, bool as_documented);

/* Removes redundant entries. An entry for "the rest of the versions" is redundant if a later entry follows it up to
 * `end`: the last entry is written without versions. */
void cell_entries_drop_rest(struct cell_entries *entries, uint64_t end);

/* Sorts the entries by version and joins neighbours with equal values. */
void cell_entries_settle(struct cell_entries *entries);

/* Appends the alternatives, one on each line. An alternative whose versions reach `end` is written without versions.
 * Numbers have `digits` digits; with 0 they have as many as offsets. Writes nothing if no value is known and each
 * version has the member. */
void cell_entries_write(const struct axis *axis, const struct cell_entries *entries, uint64_t end, int digits,
                        struct buffer *out);

#endif
