/*
 * C names: what the names of specs become in generated code, and the one table that sees to it that no two
 * declarations of a run give the same identifier or file.
 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

#include <stdbool.h>
#include <stddef.h>

#include "base/source.h"

struct arena;
struct diags;
struct names;

/* An empty table, but for the names of runtime/. */
struct names *names_new(struct arena *arena, struct diags *diags);

/* A name as part of a C identifier: without leading underscores, for two in a row are C++'s own, and with `_` for what
 * C does not take. It is the name itself when that will do. */
const char *names_in_c(struct arena *arena, const char *name);

/* The same in capitals. */
const char *names_in_capitals(struct arena *arena, const char *name);

enum { NAME_PARTS_MOST = 4 };

/* Claims the identifier (or file name) that the parts, which live as long as the arena, give when put together; NULL
 * ends them early. Reports a collision with both places and returns false when it is taken. */
bool names_claim(struct names *names, struct span span, const char *first, const char *second, const char *third,
                 const char *fourth);

#endif
