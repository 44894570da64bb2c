/*
 * Definitions of a header that cannot be read, because a header or a type is missing.
 */
#ifndef CLANG_BROKEN_H
#define CLANG_BROKEN_H

#include "clang/unit.h"

/* Returns what is known of a definition: whether clang found an error in it or in a type that it holds by value, or
 * whether such a type is unknown. */
enum clang_tag_state clang_judge(struct clang_unit *unit, const struct clang_tag *tag);

/* True if a definition of C++ has base classes. The library does not say where they lie. */
bool clang_has_base(const struct clang_unit *unit, const struct clang_tag *tag);

#endif
