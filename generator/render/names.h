/*
 * Names of specs as C identifiers, and the paths of headers: a tree below the output directory that mirrors the tree of
 * the specs.
 */
#ifndef RENDER_NAMES_H
#define RENDER_NAMES_H

struct arena;
struct program;

/* Returns a name as part of a C identifier. Other characters become `_`, but not at the ends and never two in a row,
 * because C++ reserves such identifiers. Returns `name` itself if it is valid. */
const char *names_in_c(struct arena *arena, const char *name);

/* Returns the result of names_in_c in capitals. */
const char *names_in_capitals(struct arena *arena, const char *name);

/* Returns a text with small letters replaced by capitals. */
const char *names_to_capitals(struct arena *arena, const char *text);

/* Returns, for each file of a program, its path below the output directory without the suffix: "etw/wmi_resource". A
 * file that `use <PATH>` finds has that path. The paths of the others start at the requested directory if they lie
 * below it, else at the deepest directory that holds them. All paths and header names differ on every system. A path
 * that would clash with another one gets another name, which is reported as [renamed]. */
const char *const *output_names_new(struct arena *arena, const struct program *program);

#endif
