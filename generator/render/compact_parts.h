/* Shared by the files of the compact form: its features, and the text of its tables. */
#ifndef RENDER_COMPACT_PARTS_H
#define RENDER_COMPACT_PARTS_H

#include "render/compact.h"
#include "render/points.h"

struct buffer;

struct compact {
    struct points points;
    bool has_words, has_two_sizes, has_differences, has_big, has_bits, has_signs, has_large, has_unknown;
    bool has_arrays, has_mixed, has_rest, has_extents, has_scalars;
    bool is_plain; /* see compact_make_plain */
    /* Of the plain form: the table of points, the number of its words, and by point the index there. */
    const struct list *versions;
    size_t word_count;
    const size_t *positions;
};

/* Takes items that end with a blank as lines of a table: as many as fit, without the blanks. */
struct value compact_pack(const struct render *render, struct buffer *items);

/* Returns the high half of targets of an architecture and a version. */
uint64_t compact_high_half(const struct arch *arch, uint64_t version);

/* Returns an architecture with the major and minor number of a version, as in "x64 10.0". */
const char *compact_version(const struct render *render, const struct arch *arch, uint64_t version);

/* Decides for the plain form, whose tables have the offsets that `strata show` prints, and whose calls need no slots.
 * It is for calls that do not write and make no views, and for pointers of one size. */
void compact_make_plain(struct compact *compact);

/* Sets the ranges of positions with one answer in the plain form. `tree` is that of the structure, `rows` are
 * those of its layouts. */
void compact_add_plain_ranges(const struct render *render, const struct compact *compact, const struct plan *plan,
                              const struct tree *tree, const unsigned *rows, struct object *object);

#endif
