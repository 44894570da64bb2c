/*
 * The differences of a structure or enumeration as lines of text: one for each member, or one for neighbours that shift
 * together or change alike. Text, Markdown and HTML are made of these lines.
 */
#ifndef VIEW_DIFF_LINES_H
#define VIEW_DIFF_LINES_H

#include "view/diff.h"

struct diff_line {
    enum diff_kind kind;
    /* On each side: the offset or value, or the range from the first to the last of several; "" on a side that lacks
     * it. */
    const char *places[DIFF_SIDES];
    const char *name; /* name of the member; the names of the first and the last of several */
    const char *what; /* description of the change; never NULL */
};

struct diff_lines {
    struct diff_line *items;
    size_t count;
};

struct diff_lines diff_record_lines(struct arena *arena, const struct diff_record *record);
struct diff_lines diff_enumeration_lines(struct arena *arena, const struct diff_enumeration *list);

/* Returns "struct X: 0x18 -> 0x20 bytes". Adds the basis of each side that is not attested, unless everything compared
 * has the same basis: then the title of the side has it. */
const char *diff_record_title(const struct diff *diff, const struct diff_record *record);
const char *diff_enumeration_title(const struct diff *diff, const struct diff_enumeration *list);

/* Returns the basis of a side if everything compared has the same one; else NULL. */
const char *diff_side_basis(const struct diff *diff, int side);

/* Returns "6.1/x64, attested" if everything compared on a side has this basis; otherwise only the target. */
const char *diff_side_title(const struct diff *diff, int side);

/* Returns "structures: 2 changed, 1 added, 5 the same"; NULL if nothing was counted. */
const char *diff_count_line(struct arena *arena, const char *what, const size_t counts[DIFF_KIND_COUNT]);

#endif
