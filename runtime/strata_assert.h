/* SPDX-License-Identifier: 0BSD
 *
 * strata_assert.h: static assertions about layouts.
 *
 * Only the headers X_assert.h include it. See strata.h.
 */
#ifndef STRATA_ASSERT_INCLUDED
#define STRATA_ASSERT_INCLUDED /* the guard of a header generated from assert.strata ends in _H instead */

#include "strata.h"

/* ---- For the generated asserts ----------------------------------------------------------------------------------- */

/** Pastes two tokens after expanding them. */
#define STRATA_PASTE(a, b) STRATA_PASTE_(a, b)
#define STRATA_PASTE_(a, b) a##b

/** Uses of the list of a layout's members: constants; asserts of the user's type; asserts of the generated one. */
#define STRATA_PLACE(type, text, M, offset) text##_OFFSET_##M = offset,
#define STRATA_PLACE_SIZED(type, text, M, offset, size) text##_OFFSET_##M = offset, text##_SIZE_##M = size,
#define STRATA_PLACE_ASSERT(type, text, M, offset, size)                                                              \
    STRATA_ASSERT(offsetof(type, M) == offset, text##_offset_of_##M);
#define STRATA_PLACE_ASSERT_OFFSET(type, text, M, offset)                                                             \
    STRATA_ASSERT(offsetof(type, M) == offset, text##_offset_of_##M);
#define STRATA_PLACE_FIELD(type, text, M, offset, size)                                                               \
    STRATA_ASSERT(offsetof(type, m_##M) == offset, text##_m_##M);
#define STRATA_PLACE_NONE(type, text, M, ...)
#define STRATA_PLACES_CONSTANTS(list, text)                                                                           \
    list(STRATA_PLACE_SIZED, STRATA_PLACE_SIZED, STRATA_PLACE, STRATA_PLACE_SIZED, STRATA_PLACE, , text)
#define STRATA_PLACES_ASSERTS(list, type, text)                                                                       \
    list(STRATA_PLACE_ASSERT, STRATA_PLACE_ASSERT, STRATA_PLACE_ASSERT_OFFSET, STRATA_PLACE_NONE, STRATA_PLACE_NONE,  \
         type, text)
#define STRATA_PLACES_FIELDS(list, type)                                                                              \
    list(STRATA_PLACE_FIELD, STRATA_PLACE_NONE, STRATA_PLACE_NONE, STRATA_PLACE_NONE, STRATA_PLACE_NONE, type, type)

/** Asserts the offset of a field of a generated type, by the path to it; its name ends that of the assertion. */
#define STRATA_PLACE_AT(type, path, offset, name) STRATA_ASSERT(offsetof(type, path) == offset, type##_##name)

/** Asserts the size of a type, and offset and size of a member; `as` begins the names of the layout's constants. */
#define STRATA_ASSERT_SIZE(type, as, text) STRATA_ASSERT(sizeof(type) == (size_t)STRATA_PASTE(as, _SIZEOF), text##_size)
#define STRATA_ASSERT_MEMBER(type, member, as, text, M)                                                               \
    STRATA_ASSERT(offsetof(type, member) == (size_t)STRATA_PASTE(as, _OFFSET_##M), text##_offset_of_##M);             \
    STRATA_ASSERT(sizeof(((type *)STRATA_NULLPTR)->member) == (size_t)STRATA_PASTE(as, _SIZE_##M), text##_size_of_##M)

#endif
