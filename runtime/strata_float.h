/* SPDX-License-Identifier: 0BSD
 *
 * strata_float.h: members that are floating-point numbers.
 *
 * Only generated headers of structures with such members include it, so that other programs, such as kernel drivers,
 * contain no floating-point code. Like strata.h it is freestanding: no library, no allocation, no state. The data is
 * IEEE 754, little-endian, at any address. `float` and `double` of the host must be IEEE 754 of 4 and 8 bytes, in the
 * byte order of its integers.
 *
 * C99 or later, C++11 or later.
 */
#ifndef STRATA_FLOAT_INCLUDED
#define STRATA_FLOAT_INCLUDED /* the guard of a header generated from float.strata ends in _H instead */

#include "strata_set.h"

/** Returns 1 if the member is a float in this layout, of 4 or 8 bytes, so that its slot can be read; else 0. */
STRATA_INLINE int strata_slot_is_float(strata_slot slot)
{
    return strata_slot_tag(slot) == STRATA_TAG_FLOAT;
}

/** Fails where the host has other floating-point numbers. */
STRATA_ASSERT(sizeof(float) == 4 && sizeof(double) == 8, float_has_4_bytes_and_double_8);

/* ---- Loads and stores at any address ----------------------------------------------------------------------------- */

/** Returns the float that has the bits. Copies bytes, because the language has no other safe way. */
STRATA_INLINE float strata_float_of(uint32_t bits)
{
    const unsigned char *from = (const unsigned char *)&bits;
    float value;
    unsigned char *to = (unsigned char *)&value;

    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
    return value;
}

/** Returns the little-endian float in the 4 bytes at p. */
STRATA_INLINE float strata_load_f32(const unsigned char *p)
{
    return strata_float_of(strata_load_u32(p));
}

/** Returns the double that has the bits. Copies bytes, because the language has no other safe way. */
STRATA_INLINE double strata_double_of(uint64_t bits)
{
    const unsigned char *from = (const unsigned char *)&bits;
    double value;
    unsigned char *to = (unsigned char *)&value;

    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
    to[4] = from[4];
    to[5] = from[5];
    to[6] = from[6];
    to[7] = from[7];
    return value;
}

/** Returns the little-endian double in the 8 bytes at p. */
STRATA_INLINE double strata_load_f64(const unsigned char *p)
{
    return strata_double_of(strata_load_u64(p));
}

/** Returns the bits of a float. */
STRATA_INLINE uint32_t strata_float_bits(float value)
{
    const unsigned char *from = (const unsigned char *)&value;
    uint32_t bits;
    unsigned char *to = (unsigned char *)&bits;

    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
    return bits;
}

/** Returns the bits of a double. */
STRATA_INLINE uint64_t strata_double_bits(double value)
{
    const unsigned char *from = (const unsigned char *)&value;
    uint64_t bits;
    unsigned char *to = (unsigned char *)&bits;

    to[0] = from[0];
    to[1] = from[1];
    to[2] = from[2];
    to[3] = from[3];
    to[4] = from[4];
    to[5] = from[5];
    to[6] = from[6];
    to[7] = from[7];
    return bits;
}

/* ---- Slots ------------------------------------------------------------------------------------------------------- */

/** Returns the number of a slot at p: of a float of 4 or 8 bytes. */
STRATA_INLINE double strata_load_float_slot(strata_slot slot, const unsigned char *p)
{
    uint64_t bits = strata_load_unit(strata_slot_ordered(slot), p);

    return strata_slot_unit(slot) == 8 ? strata_double_of(bits) : (double)strata_float_of((uint32_t)bits);
}

/** Stores a float in a slot of 4 bytes at p. Returns OK. */
STRATA_INLINE strata_status strata_store_single_slot(strata_slot slot, unsigned char *p, float value)
{
    strata_store_unit(strata_slot_ordered(slot), p, strata_float_bits(value));
    return STRATA_OK;
}

/**
 * Stores a number in a slot at p. In 4 bytes it is rounded to the nearest float.
 *
 * Returns OK; RANGE if the number is finite, but larger than every float of 4 bytes: nothing is stored.
 */
static inline strata_status strata_store_float_slot(strata_slot slot, unsigned char *p, double value)
{
    const double single_most = 3.4028234663852886e38, most = 1.7976931348623157e308;
    double size = value < 0 ? -value : value;

    if (strata_slot_unit(slot) == 8) {
        strata_store_unit(strata_slot_ordered(slot), p, strata_double_bits(value));
        return STRATA_OK;
    }
    if (size > single_most && size <= most)
        return STRATA_RANGE;
    strata_store_unit(strata_slot_ordered(slot), p, strata_float_bits((float)value));
    return STRATA_OK;
}

/**
 * Defines the calls for floats of C type T, named N. HAS(slot) is true if T is for a float of that size. LOAD(slot, p)
 * returns the value at p, and STORE(slot, p, value) stores it.
 *
 *   T strata_read_N(slot, bytes, member)                reads from the structure at `bytes`, which must have the least
 *                                                       size of the slot's layout; 0 if the slot is not such a float
 *   strata_status strata_get_N(view, member, &value)    reads from a view. ABSENT, UNKNOWN, OTHER_KIND: the value is 0
 *   strata_status strata_at_N(view, member, index, &value)  reads an element of an array; also BAD_INDEX
 *   strata_status strata_set_N(view, member, value)     sets. ABSENT, UNKNOWN, OTHER_KIND, READ_ONLY; RANGE: as
 *                                                       strata_store_float_slot
 *   strata_status strata_set_at_N(view, member, index, value)  sets an element; also BAD_INDEX
 *   T strata_value_or_N(view, member, otherwise)  returns the value, or another one if there is none
 *   strata_status strata_picked_N(picked, member, &value)  reads from a strata_picked of strata_reader.h
 */
#define STRATA_DEFINE_FLOAT(N, T, HAS, LOAD, STORE) \
    STRATA_INLINE T strata_read_##N(strata_slot slot, const void *bytes, strata_member member) \
    { \
        const unsigned char *p = (const unsigned char *)bytes; \
        (void)member; /* calls give it for integers */ \
        if (STRATA_SELDOM(!strata_slot_is_float(slot) || !(HAS(slot)))) \
            return (T)0; \
        return LOAD(slot, p + strata_slot_offset(slot)); \
    } \
    STRATA_INLINE strata_status strata_get_##N(const strata_view *view, strata_member member, T *value) \
    { \
        strata_slot slot = STRATA_VIEW_SLOT(view, member); \
        if (STRATA_SELDOM(!strata_slot_is_float(slot) || !(HAS(slot)))) { \
            *value = (T)0; \
            return strata_slot_refusal(slot); \
        } \
        *value = LOAD(slot, view->bytes + strata_slot_offset(slot)); \
        return STRATA_OK; \
    } \
    STRATA_INLINE strata_status strata_picked_##N(const strata_picked *picked, strata_member member, T *value) \
    { \
        strata_slot slot = picked->slot; \
        (void)member; \
        *value = (T)0; \
        if (STRATA_SELDOM(!strata_slot_is_float(slot) || !(HAS(slot)))) \
            return strata_slot_refusal(slot); \
        *value = LOAD(slot, picked->bytes); \
        return STRATA_OK; \
    } \
    STRATA_INLINE T strata_value_or_##N(const strata_view *view, strata_member member, T otherwise) \
    { \
        T read; \
        return strata_get_##N(view, member, &read) == STRATA_OK ? read : otherwise; \
    } \
    STRATA_INLINE strata_status strata_at_##N(const strata_view *view, strata_member member, size_t index, T *value) \
    { \
        strata_slot slot = 0; \
        strata_status status = strata_find_element(view, member, STRATA_TAG_FLOAT_ARRAY, index, &slot); \
        if (status == STRATA_OK && !(HAS(slot))) \
            status = STRATA_OTHER_KIND; \
        *value = status == STRATA_OK ? LOAD(slot, view->bytes + strata_slot_offset(slot)) : (T)0; \
        return status; \
    } \
    static inline strata_status strata_set_##N(strata_view *view, strata_member member, T value) \
    { \
        strata_slot slot = STRATA_VIEW_SLOT(view, member); \
        if (!strata_slot_is_float(slot) || !(HAS(slot))) \
            return strata_slot_refusal(slot); \
        return view->writable == STRATA_NULLPTR ? STRATA_READ_ONLY \
                                                : STORE(slot, view->writable + strata_slot_offset(slot), value); \
    } \
    static inline strata_status strata_set_at_##N(strata_view *view, strata_member member, size_t index, T value) \
    { \
        strata_slot slot = 0; \
        strata_status status = strata_find_element(view, member, STRATA_TAG_FLOAT_ARRAY, index, &slot); \
        if (status == STRATA_OK && !(HAS(slot))) \
            status = STRATA_OTHER_KIND; \
        if (status != STRATA_OK) \
            return status; \
        return view->writable == STRATA_NULLPTR ? STRATA_READ_ONLY \
                                                : STORE(slot, view->writable + strata_slot_offset(slot), value); \
    } \
    typedef T strata_value_##N

/** The sizes that the calls take, and the loads, for STRATA_DEFINE_FLOAT. */
#define STRATA_HAS_F32(slot) (strata_slot_unit(slot) == 4)
#define STRATA_HAS_F64(slot) 1
#define STRATA_LOAD_F32(slot, p) strata_float_of((uint32_t)strata_load_unit(strata_slot_ordered(slot), p))

/** f32 is for members of 4 bytes in all layouts, f64 for all others: it takes floats of both sizes. */
STRATA_DEFINE_FLOAT(f32, float, STRATA_HAS_F32, STRATA_LOAD_F32, strata_store_single_slot);
STRATA_DEFINE_FLOAT(f64, double, STRATA_HAS_F64, strata_load_float_slot, strata_store_float_slot);

#endif
