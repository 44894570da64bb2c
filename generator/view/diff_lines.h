/*
 * The differences of a structure or enumeration as lines of words: one for each member, or one for neighbours that
 * shift together or change alike. All formats for people are made of them.
 */
#ifndef VIEW_DIFF_LINES_H
#define VIEW_DIFF_LINES_H

#include "view/diff.h"

struct diff_line {
    enum diff_kind kind;
    const char *places[DIFF_SIDES]; /* offsets or values, from the first to the last of several; "" where it is not */
    const char *name;               /* or two: the first and the last of several */
    const char *what;               /* never NULL */
};

struct diff_lines {
    struct diff_line *items;
    size_t count;
};

struct diff_lines diff_record_lines(struct arena *arena, const struct diff_record *record);
struct diff_lines diff_enumeration_lines(struct arena *arena, const struct diff_enumeration *list);

/* Returns "struct X: 0x18 -> 0x20 bytes", and how well a side is known that is not attested; where all that was
 * compared is known alike, the title of the side says it. */
const char *diff_record_title(const struct diff *diff, const struct diff_record *record);
const char *diff_enumeration_title(const struct diff *diff, const struct diff_enumeration *list);

/* Returns how well a side is known, if all that was compared is known alike; else NULL. */
const char *diff_side_basis(const struct diff *diff, int side);

/* Returns "6.1/x64, attested": of what was compared all, or else the target alone. */
const char *diff_side_title(const struct diff *diff, int side);

/* Returns "structures: 2 changed, 1 added, 5 the same", and NULL when nothing was counted. */
const char *diff_count_line(struct arena *arena, const char *what, const size_t counts[DIFF_KIND_COUNT]);

#endif
