/*
 * Declarations that a header needs and does not have: of numbers that the headers of Windows and Linux declare, and of
 * types of which nothing is known. A header of which an include is missing can be read with them.
 */
#ifndef CLANG_MISSING_H
#define CLANG_MISSING_H

#include <stdbool.h>

#include "base/buffer.h"

struct arena;
struct intern;
struct map;

/* The declarations that are missing in a header. */
struct clang_missing {
    struct map *names;  /* interned names of the types */
    struct buffer text; /* declarations of C, */
    struct buffer list; /* and the names that they declare, for a message */
    bool has_opaque;    /* some are of types of which nothing is known */
};

/* Reads an error of clang. Adds the type or constant that it says is unknown, or a definition of a type that a member
 * has by value: clang goes on with that, and only comments tell the layout of such a structure. Returns false if the
 * error is about something else, or about a type that was added before. */
bool clang_add_missing(struct clang_missing *missing, struct arena *arena, struct intern *intern, const char *error);

/* True if an error says that a header is missing. Sets `*is_pack` if that header only packs structures, as pshpack1.h
 * does: without it their layouts are wrong. */
bool clang_is_missing_header(const char *error, bool *is_pack);

/* True if an error says that a constant is missing: what depends on it cannot be read. */
bool clang_is_missing_constant(const char *error);

#endif
