/*
 * C names: how the names of specs are spelt in generated code.
 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

struct arena;

/* A name as part of a C identifier: without leading underscores, for two in a row are C++'s own, and with `_` for what
 * C does not take. It is the name itself when that will do. */
const char *names_in_c(struct arena *arena, const char *name);

/* The same in capitals. */
const char *names_in_capitals(struct arena *arena, const char *name);

#endif
