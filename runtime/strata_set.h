/* SPDX-License-Identifier: 0BSD
 *
 * strata_set.h: views that may be written, and calls that set members.
 *
 * A program includes it to call STRATA_SET, STRATA_SET_AT, STRATA_OPEN_MUTABLE, STRATA_OPEN_MUTABLE_AT and
 * STRATA_REBASE_MUTABLE. Like strata.h it is freestanding: no library, no allocation, no state.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_SET_INCLUDED
#define STRATA_SET_INCLUDED /* the guard of a header generated from set.strata ends in _H instead */

#include "strata.h"

/* ---- Stores at any address --------------------------------------------------------------------------------------- */

/** Stores a byte at p. */
STRATA_INLINE void strata_store_u8(unsigned char *p, uint8_t value)
{
    p[0] = value;
}

/** Stores a number in the 2 bytes at p, little-endian. p need not be aligned. */
STRATA_INLINE void strata_store_u16(unsigned char *p, uint16_t value)
{
#if defined(STRATA_UNALIGNED)
    *(strata_unaligned_u16 *)p = value;
#else
    p[0] = (unsigned char)(value & 0xFFu);
    p[1] = (unsigned char)(value >> 8);
#endif
}

/** Stores a number in the 4 bytes at p, little-endian. */
STRATA_INLINE void strata_store_u32(unsigned char *p, uint32_t value)
{
#if defined(STRATA_UNALIGNED)
    *(strata_unaligned_u32 *)p = value;
#else
    p[0] = (unsigned char)(value & 0xFFu);
    p[1] = (unsigned char)(value >> 8 & 0xFFu);
    p[2] = (unsigned char)(value >> 16 & 0xFFu);
    p[3] = (unsigned char)(value >> 24);
#endif
}

/** Stores a number in the 8 bytes at p, little-endian. */
STRATA_INLINE void strata_store_u64(unsigned char *p, uint64_t value)
{
#if defined(STRATA_UNALIGNED)
    *(strata_unaligned_u64 *)p = value;
#else
    strata_store_u32(p, (uint32_t)(value & 0xFFFFFFFFu));
    strata_store_u32(p + 4, (uint32_t)(value >> 32));
#endif
}

/** Stores the low bits of a number in a storage unit of 1, 2, 4 or 8 bytes at p, in the order of strata_load_unit. */
STRATA_INLINE void strata_store_unit(uint32_t unit, unsigned char *p, uint64_t value)
{
    switch (unit) {
    case 1: strata_store_u8(p, (uint8_t)(value & 0xFFu)); break;
    case 2: strata_store_u16(p, (uint16_t)(value & 0xFFFFu)); break;
    case 4: strata_store_u32(p, (uint32_t)(value & 0xFFFFFFFFu)); break;
    case 8: strata_store_u64(p, value); break;
    default:
        for (unit &= 0x7Fu; unit > 0; value >>= 8)
            p[--unit] = (unsigned char)(value & 0xFFu);
    }
}

/**
 * Stores the value of a slot at p. The other bits of a bit-field's storage unit stay the same.
 *
 * `negative` is not 0 if the 64 bits of `value` mean a negative number. Returns OK; RANGE if the value does not fit,
 * and nothing is stored.
 */
static inline strata_status strata_store_slot(strata_slot slot, unsigned char *p, uint64_t value, int negative)
{
    uint32_t unit = strata_slot_unit(slot);
    uint32_t bits = strata_slot_bits(slot);
    uint32_t shift = strata_slot_shift(slot);
    uint64_t mask = strata_mask(bits);
    uint64_t limit = strata_slot_is_signed(slot) ? mask >> 1 : mask;

    if (negative ? !strata_slot_is_signed(slot) || ~value > limit : value > limit)
        return STRATA_RANGE;
    if (bits != unit * 8)
        value = (strata_load_unit(strata_slot_ordered(slot), p) & ~(mask << shift)) | (value & mask) << shift;
    strata_store_unit(strata_slot_ordered(slot), p, value);
    return STRATA_OK;
}

/* ---- Members ----------------------------------------------------------------------------------------------------- */

/** Stores the value of a slot in a view. Returns OK; READ_ONLY, RANGE: nothing is stored. */
static inline strata_status strata_store_view(strata_view *view, strata_slot slot, uint64_t value, int negative)
{
    if (view->writable == STRATA_NULLPTR)
        return STRATA_READ_ONLY;
    return strata_store_slot(slot, view->writable + strata_slot_offset(slot), value, negative);
}

/**
 * Returns 1 if an unsigned value stands for a negative one: its top bit is set, and the member is signed in this
 * layout.
 */
STRATA_INLINE int strata_slot_negates(strata_slot slot, uint64_t value)
{
    return strata_slot_is_signed(slot) && value >> 63 != 0;
}

/** Sets an unsigned scalar. Returns OK; ABSENT, UNKNOWN, OTHER_KIND, READ_ONLY; RANGE if the value does not fit. */
static inline strata_status strata_set_unsigned(strata_view *view, strata_member member, uint64_t value)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);

    return strata_slot_is_scalar(slot) ? strata_store_view(view, slot, value, strata_slot_negates(slot, value))
                                       : strata_slot_refusal(slot);
}

/** Sets a scalar that is signed in some layout; as strata_set_unsigned. */
static inline strata_status strata_set_signed(strata_view *view, strata_member member, int64_t value)
{
    strata_slot slot = STRATA_VIEW_SLOT(view, member);

    return strata_slot_is_scalar(slot) ? strata_store_view(view, slot, (uint64_t)value, value < 0)
                                       : strata_slot_refusal(slot);
}

/** Sets an element of an array of unsigned scalars; as strata_set_unsigned, also BAD_INDEX. */
static inline strata_status strata_set_unsigned_at(strata_view *view, strata_member member, size_t index,
                                                   uint64_t value)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return status == STRATA_OK ? strata_store_view(view, slot, value, strata_slot_negates(slot, value)) : status;
}

/** Sets an element of an array that has signed elements in some layout; as strata_set_unsigned_at. */
static inline strata_status strata_set_signed_at(strata_view *view, strata_member member, size_t index, int64_t value)
{
    strata_slot slot = 0;
    strata_status status = strata_find_element(view, member, STRATA_TAG_ARRAY, index, &slot);

    return status == STRATA_OK ? strata_store_view(view, slot, (uint64_t)value, value < 0) : status;
}

/** The same by the type of a member. */
#define strata_set_u8 strata_set_unsigned
#define strata_set_u16 strata_set_unsigned
#define strata_set_u32 strata_set_unsigned
#define strata_set_u64 strata_set_unsigned
#define strata_set_i8 strata_set_signed
#define strata_set_i16 strata_set_signed
#define strata_set_i32 strata_set_signed
#define strata_set_i64 strata_set_signed
#define strata_set_at_u8 strata_set_unsigned_at
#define strata_set_at_u16 strata_set_unsigned_at
#define strata_set_at_u32 strata_set_unsigned_at
#define strata_set_at_u64 strata_set_unsigned_at
#define strata_set_at_i8 strata_set_signed_at
#define strata_set_at_i16 strata_set_signed_at
#define strata_set_at_i32 strata_set_signed_at
#define strata_set_at_i64 strata_set_signed_at

/* ---- Views ------------------------------------------------------------------------------------------------------- */

/** As strata_open_place, for bytes that may be written. */
static inline strata_status strata_open_place_mutable(const strata_table *table, strata_view *view, void *bytes,
                                                      size_t size, const strata_place *place, strata_basis weakest)
{
    strata_status status = strata_open_place(table, view, bytes, size, place, weakest);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/** As strata_open, for bytes that may be written. */
static inline strata_status strata_open_mutable(const strata_table *table, strata_view *view, void *bytes, size_t size,
                                                strata_target target)
{
    strata_status status = strata_open(table, view, bytes, size, target);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/** As strata_rebase, for bytes that may be written. */
STRATA_INLINE strata_status strata_rebase_mutable(strata_view *view, void *bytes, size_t size)
{
    strata_status status = strata_rebase(view, bytes, size);

    if (status == STRATA_OK)
        view->writable = (unsigned char *)bytes;
    return status;
}

/* ---- Structures and members by name ------------------------------------------------------------------------------ */

/** As strata_open_place_mutable, for a structure. */
#define STRATA_OPEN_MUTABLE(S, v, bytes, size, place, weakest) \
    STRATA_CALL_OPEN_MUTABLE(strata_##S, v, bytes, size, place, weakest)
#define STRATA_CALL_OPEN_MUTABLE(S, v, bytes, size, place, weakest) \
    strata_open_place_mutable(&S##_table, S##_mutable_view(v), bytes, size, place, weakest)

/** As strata_open_mutable, for a structure. */
#define STRATA_OPEN_MUTABLE_AT(S, v, bytes, size, target) \
    STRATA_CALL_OPEN_MUTABLE_AT(strata_##S, v, bytes, size, target)
#define STRATA_CALL_OPEN_MUTABLE_AT(S, v, bytes, size, target) \
    strata_open_mutable(&S##_table, S##_mutable_view(v), bytes, size, target)

/** As strata_rebase_mutable, for a structure. */
#define STRATA_REBASE_MUTABLE(S, v, bytes, size) STRATA_CALL_REBASE_MUTABLE(strata_##S, v, bytes, size)
#define STRATA_CALL_REBASE_MUTABLE(S, v, bytes, size) strata_rebase_mutable(S##_mutable_view(v), bytes, size)

/** Sets a scalar. Returns OK; ABSENT, UNKNOWN, OTHER_KIND, READ_ONLY; RANGE if the value does not fit. */
#define STRATA_SET(S, v, M, value) STRATA_CALL_SET(strata_##S, STRATA_##S##_M_##M, v, value)
#define STRATA_CALL_SET(S, line, v, value) \
    STRATA_FORM(strata_set_, line)(S##_mutable_view(v), STRATA_NUMBER(line), value)

/** Sets an element of an array, as STRATA_SET; also BAD_INDEX. */
#define STRATA_SET_AT(S, v, M, index, value) STRATA_CALL_SET_AT(strata_##S, STRATA_##S##_M_##M, v, index, value)
#define STRATA_CALL_SET_AT(S, line, v, index, value) \
    STRATA_ELEMENT(strata_set_at_, line)(S##_mutable_view(v), STRATA_NUMBER(line), index, value)

#endif
