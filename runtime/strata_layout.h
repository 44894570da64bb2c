/* SPDX-License-Identifier: 0BSD
 *
 * strata_layout.h: layouts without views, and the layout of a release.
 *
 * A program includes it to read members without a view: STRATA_FIND_LAYOUT, STRATA_SLOT and STRATA_READ for a target;
 * STRATA_S_READ, STRATA_S_LEAST and STRATA_S_AT of a generated header for a release. Like strata.h it is freestanding.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_LAYOUT_INCLUDED
#define STRATA_LAYOUT_INCLUDED /* the guard of a header generated from layout.strata ends in _H instead */

#include "strata.h"

/* ---- Layouts of targets ------------------------------------------------------------------------------------------ */

/**
 * Finds the layout of a target. Returns OK; BAD_ARCH, BAD_VERSION: *layout does not change, and the basis says how well
 * it is known that the structure is not there: EXTRAPOLATED for BAD_ARCH, DISPUTED for STRATA_VERSION_NONE.
 */
static inline strata_status strata_find(const strata_table *table, strata_target target, uint32_t *layout,
                                        strata_basis *basis)
{
    strata_place place;
    strata_answer answer;
    strata_status status;

    strata_resolve(&place, table->evidence, target);
    status = strata_ask(table, &place, &answer);
    *basis = answer.basis;
    if (status == STRATA_OK)
        *layout = answer.layout;
    return status;
}

/**
 * Finds the layout of a target without opening a view, so that a loop does it only once.
 *
 * Reads by its slots do not check sizes: first compare the size of the buffer with layout->least. Returns OK; BAD_ARCH,
 * BAD_VERSION: the layout is NULL, and the basis says how well it is known that the structure is not there.
 */
static inline strata_status strata_find_layout(const strata_table *table, strata_target target,
                                               const strata_layout **layout, strata_basis *basis)
{
    uint32_t index = 0;
    strata_status status = strata_find(table, target, &index, basis);

    *layout = status == STRATA_OK ? &table->layouts[index] : STRATA_NULLPTR;
    return status;
}

/**
 * Returns the value of a scalar of the structure at `bytes`, which must have the least size of the slot's layout; 0 if
 * the slot is not a scalar. `member` is the number of the member to which the slot belongs.
 */
STRATA_INLINE uint64_t strata_read_member(strata_slot slot, const void *bytes, strata_member member)
{
    const unsigned char *p = (const unsigned char *)bytes;

    if (STRATA_SELDOM(slot > STRATA_SCALAR_MOST))
        return 0;
    return strata_load_member(slot, p + strata_slot_offset(slot), member);
}

/** The same for each form of a member. */
#define strata_read_u8(slot, bytes, member) STRATA_AS(uint8_t, strata_read_member(slot, bytes, member))
#define strata_read_u16(slot, bytes, member) STRATA_AS(uint16_t, strata_read_member(slot, bytes, member))
#define strata_read_u32(slot, bytes, member) STRATA_AS(uint32_t, strata_read_member(slot, bytes, member))
#define strata_read_u64(slot, bytes, member) STRATA_AS(uint64_t, strata_read_member(slot, bytes, member))
#define strata_read_i8(slot, bytes, member) STRATA_AS(int8_t, strata_read_member(slot, bytes, member))
#define strata_read_i16(slot, bytes, member) STRATA_AS(int16_t, strata_read_member(slot, bytes, member))
#define strata_read_i32(slot, bytes, member) STRATA_AS(int32_t, strata_read_member(slot, bytes, member))
#define strata_read_i64(slot, bytes, member) STRATA_AS(int64_t, strata_read_member(slot, bytes, member))

/** As strata_find_layout, for a structure. */
#define STRATA_FIND_LAYOUT(S, target, layout, basis) STRATA_CALL_FIND_LAYOUT(strata_##S, target, layout, basis)
#define STRATA_CALL_FIND_LAYOUT(S, target, layout, basis) strata_find_layout(&S##_table, target, layout, basis)

/** Returns the slot of a member in a layout: see strata_find_layout. */
#define STRATA_SLOT(S, layout, M) STRATA_CALL_SLOT(strata_##S, STRATA_##S##_M_##M, layout)
#define STRATA_CALL_SLOT(S, line, layout) strata_slot_of((layout)->bases, (layout)->words, STRATA_NUMBER(line))

/** Returns the value of a scalar without a view, from its slot; 0 if it is none. */
#define STRATA_READ(S, slot, M, bytes) STRATA_CALL_READ(strata_##S, STRATA_##S##_M_##M, slot, bytes)
#define STRATA_CALL_READ(S, line, slot, bytes) STRATA_FORM(strata_read_, line)(slot, bytes, STRATA_NUMBER(line))

/* ---- Layouts of releases ----------------------------------------------------------------------------------------- */

/** Return the least size of the layout with an index, and a scalar in it, for the macros that read one release. */
#define STRATA_LEAST_IN(S, index) (S##_layout_table[index].least)
#define STRATA_READ_IN(S, index, line, bytes) \
    STRATA_FORM(strata_read_, line)(strata_slot_of(S##_bases[index], S##_words, STRATA_NUMBER(line)), bytes, \
                                    STRATA_NUMBER(line))

/** Pick an element of a list, for the STRATA_RELEASE_ macros of generated headers. */
#define STRATA_PICK_0(a, ...) a
#define STRATA_PICK_1(a, b, ...) b
#define STRATA_PICK_2(a, b, c, ...) c
#define STRATA_PICK_3(a, b, c, d, ...) d
#define STRATA_PICK_4(a, b, c, d, e, ...) e
#define STRATA_PICK_5(a, b, c, d, e, f, ...) f
#define STRATA_PICK_6(a, b, c, d, e, f, g, ...) g
#define STRATA_PICK_7(a, b, c, d, e, f, g, h, ...) h
#define STRATA_PICK_8(a, b, c, d, e, f, g, h, i, ...) i
#define STRATA_PICK_9(a, b, c, d, e, f, g, h, i, j, ...) j
#define STRATA_PICK_10(a, b, c, d, e, f, g, h, i, j, k, ...) k
#define STRATA_PICK_11(a, b, c, d, e, f, g, h, i, j, k, l, ...) l
#define STRATA_PICK_12(a, b, c, d, e, f, g, h, i, j, k, l, m, ...) m
#define STRATA_PICK_13(a, b, c, d, e, f, g, h, i, j, k, l, m, n, ...) n
#define STRATA_PICK_14(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, ...) o
#define STRATA_PICK_15(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, ...) p
#define STRATA_PICK_16(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, ...) q
#define STRATA_PICK_17(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, ...) r
#define STRATA_PICK_18(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, ...) s
#define STRATA_PICK_19(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, ...) t
#define STRATA_PICK_20(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, ...) u
#define STRATA_PICK_21(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, ...) v
#define STRATA_PICK_22(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, ...) w
#define STRATA_PICK_23(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, ...) x

/** The layout of a release that nobody has looked at, in the lists of generated headers. It only compiles if the
 *  program defines STRATA_COMPILE_GUESSES before it includes the headers. */
#if defined(STRATA_COMPILE_GUESSES)
#define STRATA_GUESS(layout) layout
#else
#define STRATA_GUESS(layout) STRATA_GUESS_NEEDS_COMPILE_GUESSES
#endif

#endif
