/*
 * A member in a layout as the runtime sees it: its place, bits, size and kind, in the words of a strata_slot.
 */
#ifndef ANSWER_SLOT_H
#define ANSWER_SLOT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/layout.h"

enum { SLOT_WORDS_MOST = 3 };

/* The first word of the slot of a member that is absent, and of one whose offset is unknown. */
#define SLOT_ABSENT 0xF000000000000000u
#define SLOT_UNKNOWN 0xE000000000000000u

enum slot_kind {
    SLOT_KIND_UNKNOWN,
    SLOT_KIND_SCALAR,
    SLOT_KIND_ARRAY,
    SLOT_KIND_FLOAT,
    SLOT_KIND_FLOAT_ARRAY,
    SLOT_KIND_RECORD,
    SLOT_KIND_RECORD_ARRAY
};

/* Returns the kind of an entry as the runtime knows it. An entry without a type is an array of bytes. */
enum slot_kind slot_find_kind(const struct layout_member *entry);

/* Returns the bytes of an element of an array; 1 for an entry without a type. */
uint32_t slot_element_size(const struct layout_member *entry);

/* Writes the slot, the extent and the columns of an entry to `words`, which has room for SLOT_WORDS_MOST. The number of
 * a record's type is left to the caller. */
void slot_describe(const struct layout *layout, const struct layout_member *entry, uint64_t *words);

/* True if an entry has a known offset and an unknown size, such as a member whose structure nobody knows. Its slot is
 * SLOT_UNKNOWN. If somebody saw single members of the structure, two layouts with the entry at different offsets do not
 * agree. */
bool slot_is_unsized(const struct layout_member *entry);

/* A member in a layout, reduced to the properties by which layouts are compared. The columns of an array are not among
 * them: two arrays of one size are equal. */
struct slot {
    uint64_t words[2];
    const struct record *record; /* structure that the member's type is; NULL for other types */
};

/* Returns the slot of a member in a layout. For NULL as the layout, returns the slot of an absent member. */
struct slot slot_of(const struct layout *layout, const struct member *member);
bool slot_equal(const struct slot *a, const struct slot *b);

/* True if two layouts of one record agree in a member: both lack it, or its slot, extent and type of record are equal.
 * NULL as a layout means that the record does not exist. NULL as the member compares the sizes of the layouts. */
bool slot_agrees(const struct layout *a, const struct layout *b, const struct member *member);

#endif
