/*
 * Cells of a published table: values and the versions that each is for, `0x1C (5.0); 0x20 (5.1 to 5.2); 0x24`.
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

/* An alternative. */
struct cell_entry {
    struct version_range in;
    enum cell_entry_kind kind;
    uint64_t number;
    bool is_rest; /* for all versions that no other names */
};

struct cell_entries {
    struct cell_entry *items;
    size_t count, room;
};

void cell_entries_add(struct arena *arena, struct cell_entries *entries, struct cell_entry entry);

/* Adds the entries of one alternative of a cell for the versions `in`: the document's if `as_documented`, else the
 * right ones. An alternative of the document may give none, or other versions. */
void cell_entries_add_value(struct arena *arena, const struct axis *axis, struct cell_entries *entries,
                            const struct cell_value *value, struct cell_entry right, bool as_documented);

/* Takes out what need not be said: entries for the rest of the versions before the last of them, which is said without
 * versions where it goes to `end`. */
void cell_entries_drop_rest(struct cell_entries *entries, uint64_t end);

/* Puts the entries into the order of versions and joins those that say the same. */
void cell_entries_settle(struct cell_entries *entries);

/* Appends the alternatives, a line each; one whose versions go to `end` or beyond stands without them. Numbers have
 * `digits` digits; 0: as offsets have. Nothing when no value is known and no version is without one. */
void cell_entries_write(const struct axis *axis, const struct cell_entries *entries, uint64_t end, int digits,
                        struct buffer *out);

#endif
