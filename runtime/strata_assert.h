/* SPDX-License-Identifier: 0BSD
 *
 * strata_assert.h: static assertions about layouts.
 *
 * Only the headers X_assert.h include it. See strata.h.
 */
#ifndef STRATA_ASSERT_INCLUDED
#define STRATA_ASSERT_INCLUDED /* the guard of a header generated from assert.strata ends in _H instead */

#include "strata_layout.h"

/* ---- For the generated asserts ----------------------------------------------------------------------------------- */

/** Pastes two tokens after expanding them. */
#define STRATA_PASTE(a, b) STRATA_PASTE_(a, b)
#define STRATA_PASTE_(a, b) a##b

/** Uses of the list of a layout's members: constants; asserts of the user's type; asserts of the generated one. */
#define STRATA_PLACE(type, text, M, offset) text##_OFFSET_##M = offset,
#define STRATA_PLACE_SIZED(type, text, M, offset, size) text##_OFFSET_##M = offset, text##_SIZE_##M = size,
#define STRATA_PLACE_ASSERT(type, text, M, offset, size) \
    STRATA_ASSERT(offsetof(type, M) == offset, text##_offset_of_##M);
#define STRATA_PLACE_ASSERT_OFFSET(type, text, M, offset) \
    STRATA_ASSERT(offsetof(type, M) == offset, text##_offset_of_##M);
#define STRATA_PLACE_FIELD(type, text, M, offset, size) \
    STRATA_ASSERT(offsetof(type, m_##M) == offset, text##_m_##M);
#define STRATA_PLACE_NONE(type, text, M, ...)
#define STRATA_PLACE_OTHER(type, text, M, offset, name) \
    STRATA_ASSERT(offsetof(type, name) == offset, text##_offset_of_##M);
#define STRATA_PLACES_CONSTANTS(list, text) \
    list(STRATA_PLACE_SIZED, STRATA_PLACE_SIZED, STRATA_PLACE, STRATA_PLACE_SIZED, STRATA_PLACE, STRATA_PLACE_NONE, , \
         text)
#define STRATA_PLACES_ASSERTS(list, type, text) \
    list(STRATA_PLACE_ASSERT, STRATA_PLACE_ASSERT, STRATA_PLACE_ASSERT_OFFSET, STRATA_PLACE_NONE, STRATA_PLACE_NONE, \
         STRATA_PLACE_OTHER, type, text)
#define STRATA_PLACES_FIELDS(list, type) \
    list(STRATA_PLACE_FIELD, STRATA_PLACE_NONE, STRATA_PLACE_NONE, STRATA_PLACE_NONE, STRATA_PLACE_NONE, \
         STRATA_PLACE_NONE, type, type)

/**
 * The same of a layout; `as` begins the names of its macros and constants. If only the least size is known, types may
 * have any greater one.
 */
#define STRATA_CONSTANTS_OF(as, size) \
    enum { STRATA_PLACES_CONSTANTS(as##_PLACES, as) as##_SIZEOF = size, as##_FROM = size, as##_TO = size }
#define STRATA_CONSTANTS_OF_UNSIZED(as, size) \
    enum { STRATA_PLACES_CONSTANTS(as##_PLACES, as) as##_LEAST = size, as##_FROM = size, as##_TO = 0x7FFFFFFF }
#define STRATA_FIELDS_OF(as, type) \
    STRATA_PLACES_FIELDS(as##_PLACES, type) \
    STRATA_ASSERT(sizeof(type) == (size_t)as##_SIZEOF, type##_size)

/** Assert the offset of a field of a generated type, and of one in the union of an offset. */
#define STRATA_PLACE_AT(type, M, offset) STRATA_ASSERT(offsetof(type, M) == offset, type##_##M)
#define STRATA_PLACE_IN(type, place, M, offset) \
    STRATA_ASSERT(offsetof(type, union_##place.of_##M.M) == offset, type##_##M)

/** Assert all of a type, its size, and offset and size of a member; `as` begins the names of the layout's constants. */
#define STRATA_ASSERT_TYPE(type, as, text) STRATA_ASSERT_TYPE_(type, as, text)
#define STRATA_ASSERT_TYPE_(type, as, text) \
    STRATA_PLACES_ASSERTS(as##_PLACES, type, text) \
    STRATA_ASSERT(sizeof(type) >= (size_t)as##_FROM && sizeof(type) <= (size_t)as##_TO, text##_size)
#define STRATA_ASSERT_SIZE(type, as, text) STRATA_ASSERT(sizeof(type) == (size_t)STRATA_PASTE(as, _SIZEOF), text##_size)
#define STRATA_ASSERT_MEMBER(type, member, as, text, M) \
    STRATA_ASSERT(offsetof(type, member) == (size_t)STRATA_PASTE(as, _OFFSET_##M), text##_offset_of_##M); \
    STRATA_ASSERT(sizeof(((type *)STRATA_NULLPTR)->member) == (size_t)STRATA_PASTE(as, _SIZE_##M), text##_size_of_##M)

#endif
