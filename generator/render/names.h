/*
 * Names of specs as C identifiers.
 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

struct arena;

/* Returns a name as part of a C identifier. Other characters become `_`, but not at the ends and never two in a row,
 * because C++ reserves such identifiers. Returns `name` itself if it is valid. */
const char *names_in_c(struct arena *arena, const char *name);

/* Returns the same in capitals. */
const char *names_in_capitals(struct arena *arena, const char *name);

/* Returns a text with small letters replaced by capitals. */
const char *names_to_capitals(struct arena *arena, const char *text);

#endif
