/* SPDX-License-Identifier: 0BSD
 *
 * strata_known.h: the versions of a structure, one range after another, and how often its members changed.
 *
 * No generated header includes it: include it to call STRATA_LAYOUTS or STRATA_CHANGES. See strata.h.
 */
#ifndef STRATA_KNOWN_INCLUDED
#define STRATA_KNOWN_INCLUDED /* the guard of a header generated from known.strata ends in _H instead */

#include "strata.h"

/* ---- Known versions ---------------------------------------------------------------------------------------------- */

/** A range of versions of a structure on one architecture, with its layout. */
typedef struct strata_known {
    strata_version first; /**< first version */
    strata_version end;   /**< version after the last; STRATA_VERSION_NONE if the range has no end */
    uint32_t arch;        /**< a STRATA_ARCH_ constant */
    uint32_t layout;      /**< index as in views; STRATA_LAYOUT_NONE if the structure does not exist */
    uint32_t size;        /**< size of the layout; 0 if the structure does not exist */
    uint32_t least;       /**< least size of the layout; 0 if the structure does not exist */
    int is_attested;      /**< 1 if somebody has looked at a build of the range */
} strata_known;

/** A position while the positions of a tree are listed. */
typedef struct strata_cursor {
    uint32_t segment;    /**< index of its segment */
    uint32_t position;   /**< among the fine ones; 0: after the last one */
    strata_target first; /**< its first target */
} strata_cursor;

/** Moves to the next position that has a target. */
static inline void strata_step(const strata_evidence *evidence, strata_cursor *cursor)
{
    uint32_t point = cursor->position / 2 + 1;
    strata_target next = 0;

    while (evidence->segments[cursor->segment + 1].first <= point && cursor->segment + 1 < evidence->segment_count)
        cursor->segment++;
    if (point < evidence->segments[evidence->segment_count].first)
        next = (strata_target)evidence->segments[cursor->segment].version << 32 | evidence->points[point];
    if (cursor->position != 0 && (cursor->position & 1) == 0 && next != cursor->first + 1) {
        while (evidence->segments[cursor->segment].first >= point)
            cursor->segment--;
        cursor->position++;
        cursor->first++;
        return;
    }
    cursor->position = next == 0 ? 0 : point * 2;
    cursor->first = next;
}

/** Returns the layout of a structure at a position: an index, or a STRATA_FOUND_ constant. */
static inline uint32_t strata_layout_at(const strata_table *table, const strata_cursor *cursor)
{
    strata_position position;

    position.fine = cursor->position;
    position.coarse = strata_coarse_of(table->evidence, cursor->position);
    return STRATA_FOUND_LAYOUT(strata_look_up(table, &position));
}

/** Returns 1 if a position only has revision 0 or 0xFFFF of a build, which stand for the build, and another layout. */
static inline int strata_is_of_build(const strata_table *table, const strata_cursor *cursor)
{
    uint32_t revision = (uint32_t)(cursor->first & 0xFFFFu);
    strata_cursor next;

    next.segment = cursor->segment;
    next.position = cursor->position;
    next.first = cursor->first;
    strata_step(table->evidence, &next);
    return (revision == 0 || revision == STRATA_REVISION_ANY) && next.position != 0 &&
           next.first - cursor->first == 1 && strata_layout_at(table, &next) != strata_layout_at(table, cursor);
}

/** Moves to the next position that has another layout or architecture. Tells if a version before it is attested. */
static inline int strata_next_known(const strata_table *table, strata_cursor *cursor)
{
    uint32_t layout = strata_layout_at(table, cursor), other, arch = strata_target_arch(cursor->first);
    int is_attested = 0;

    do {
        is_attested |= (cursor->position & 1) == 0 &&
                       table->evidence->grades[strata_coarse_of(table->evidence, cursor->position)] ==
                           '0' + STRATA_ATTESTED;
        strata_step(table->evidence, cursor);
        if (cursor->position == 0 || strata_target_arch(cursor->first) != arch)
            return is_attested;
        other = strata_layout_at(table, cursor);
    } while (other == layout || other == STRATA_FOUND_OF_KERNEL || strata_is_of_build(table, cursor));
    return is_attested;
}

/**
 * Describes range number `index`, from 0 on, ascending by architecture and version.
 *
 * The structure does not exist before the first range of an architecture, nor on architectures without a range. Returns
 * OK; BAD_INDEX after the last range: *known is all 0.
 */
static inline strata_status strata_list_known(const strata_table *table, size_t index, strata_known *known)
{
    strata_cursor next;
    strata_target first = 0;
    size_t listed = 0;
    int exists, is_attested = 0;
    uint32_t layout = STRATA_FOUND_NONE;

    known->first = known->end = 0;
    known->arch = known->layout = known->size = known->least = 0;
    known->is_attested = 0;
    next.segment = next.position = 0;
    next.first = 0;
    if (table->evidence != STRATA_NULLPTR)
        strata_step(table->evidence, &next);
    while (next.position != 0 && listed <= index) {
        first = next.first;
        layout = strata_layout_at(table, &next);
        is_attested = strata_next_known(table, &next);
        listed += layout != STRATA_FOUND_NO_ARCH &&
                  !(layout == STRATA_FOUND_NONE && strata_target_version(first) == 0);
    }
    if (listed <= index)
        return STRATA_BAD_INDEX;
    exists = layout != STRATA_FOUND_NONE;
    known->first = strata_target_version(first);
    known->end = next.position != 0 && next.first >> 56 == first >> 56 ? strata_target_version(next.first)
                                                                       : STRATA_VERSION_NONE;
    known->arch = strata_target_arch(first);
    known->layout = exists ? layout : STRATA_LAYOUT_NONE;
    known->size = exists ? table->layouts[layout].size : 0;
    known->least = exists ? table->layouts[layout].least : 0;
    known->is_attested = is_attested;
    return STRATA_OK;
}

/** As strata_list_known, for a structure. */
#define STRATA_LAYOUTS(S, index, known) \
    STRATA_CALL_LAYOUTS(strata_##S, index, known)
#define STRATA_CALL_LAYOUTS(S, index, known) \
    strata_list_known(&S##_table, index, known)

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

/**
 * Returns 1 if two layouts agree in a member, else 0. They agree if both lack it; or if its place, bits, size, number
 * of elements and kind are the same.
 */
static inline STRATA_COLD int strata_is_same(const strata_layout *left, const strata_layout *right,
                                             strata_member member)
{
    strata_slot slot, other;
    uint32_t kind;

    if (left == right)
        return 1;
    if (member == STRATA_MEMBER_ALL)
        return 0;
    if (member == STRATA_MEMBER_SIZE)
        return left->size == right->size;
    slot = strata_slot_of(left->bases, left->words, member);
    other = strata_slot_of(right->bases, right->words, member);
    kind = strata_slot_tag(slot) & 0xF0u;
    if (kind >= STRATA_TAG_UNKNOWN)
        return (strata_slot_tag(other) & 0xF0u) == kind;
    if (slot != other)
        return 0;
    if (kind == STRATA_TAG_SCALAR || kind == STRATA_TAG_FLOAT)
        return 1;
    return *strata_find_extent(left->bases, left->words, member) ==
           *strata_find_extent(right->bases, right->words, member);
}

/**
 * Counts the steps from one attested build to the next one on the architecture of a target, and those in which a member
 * changed. Leaves out steps to and from builds without the structure. Of a build, the last attested revision counts.
 */
static inline STRATA_COLD void strata_count_changes(const strata_table *table, strata_target target,
                                                    strata_member member, uint32_t *changes, uint32_t *steps)
{
    const strata_evidence *evidence = table->evidence;
    const strata_layout *older = STRATA_NULLPTR, *newer;
    uint32_t i, k, last;

    *changes = *steps = 0;
    for (i = 0; evidence != STRATA_NULLPTR && i < evidence->segment_count; i++) {
        if (evidence->segments[i].version >> 24 != (uint32_t)(target >> 56))
            continue;
        for (k = evidence->segments[i].first, last = 0; k <= evidence->segments[i + 1].first; k++) {
            strata_position position;
            uint32_t layout;

            if (last != 0 && (k == evidence->segments[i + 1].first ||
                              evidence->points[k] >> 16 != evidence->points[last] >> 16)) {
                position.fine = last * 2;
                position.coarse = strata_coarse_of(evidence, position.fine);
                layout = STRATA_FOUND_LAYOUT(strata_look_up(table, &position));
                newer = layout >= STRATA_FOUND_NO_ARCH ? STRATA_NULLPTR : &table->layouts[layout];
                if (older != STRATA_NULLPTR && newer != STRATA_NULLPTR) {
                    *changes += (uint32_t)!strata_is_same(older, newer, member);
                    *steps += 1;
                }
                older = newer;
                last = 0;
            }
            if (k < evidence->segments[i + 1].first &&
                evidence->grades[strata_coarse_of(evidence, k * 2)] == '0' + STRATA_ATTESTED)
                last = k;
        }
    }
}

/** As strata_count_changes, for a member. */
#define STRATA_CHANGES(S, target, M, changes, steps) \
    STRATA_CALL_CHANGES(strata_##S, STRATA_##S##_M_##M, target, changes, steps)
#define STRATA_CALL_CHANGES(S, line, target, changes, steps) \
    STRATA_CALL_CHANGES_(S, target, changes, steps, line, none, none, none, 0u, none, 0)
#define STRATA_CALL_CHANGES_(S, target, changes, steps, number, form, element, T, tag, pointed, ...) \
    strata_count_changes(&S##_table, target, number, changes, steps)

#endif
