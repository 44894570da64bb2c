/*
 * Definitions of a header that cannot be read, because a header or a type is missing.
 */
#ifndef CLANG_BROKEN_H
#define CLANG_BROKEN_H

#include <stdbool.h>

struct clang_tag;
struct clang_unit;

/* True if clang found an error in a definition, or in a type that it holds by value. */
bool clang_is_broken(struct clang_unit *unit, const struct clang_tag *tag);

#endif
