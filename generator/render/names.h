/*
 * C names: how the names of specs are spelt in generated code.
 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

struct arena;

/* A name as part of a C identifier: with `_` for what C does not take, but not at its ends and never two in a row, for
 * those are C++'s own. It is the name itself when that will do. */
const char *names_in_c(struct arena *arena, const char *name);

/* The same in capitals. */
const char *names_in_capitals(struct arena *arena, const char *name);

/* A text with capitals for its small letters. */
const char *names_to_capitals(struct arena *arena, const char *text);

#endif
