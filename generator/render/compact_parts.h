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
    /* Only in the plain form: the table of points, the number of its words, and the index of each point in it. */
    const struct list *versions;
    size_t word_count;
    const size_t *positions;
};

/* Returns the items of a text as lines of a table. Each item ends with a blank, which is removed. A line has as many
 * items as fit. */
struct value compact_pack(const struct render *render, struct buffer *items);

/* Returns the high half of the targets of a version on an architecture. */
uint64_t compact_high_half(const struct arch *arch, uint64_t version);

/* Returns the name of an architecture with the major and minor number of a version: "x64 10.0". */
const char *compact_version(const struct render *render, const struct arch *arch, uint64_t version);

/* Sets `is_plain` if the bundle can have the plain form, and changes the numbers of members to that form. Its tables
 * have the offsets that `strata show` prints, and its calls need no slots. It requires calls that neither write nor
 * make views, pointers of one size, and little-endian members. */
void compact_make_plain(struct compact *compact);

/* Sets the ranges of positions with the same answer, for a plain bundle. `tree` is the tree of the structure, and
 * `rows` has the row of each layout. */
void compact_add_plain_ranges(const struct render *render, const struct compact *compact, const struct plan *plan,
                              const struct tree *tree, const unsigned *rows, struct object *object);

#endif
