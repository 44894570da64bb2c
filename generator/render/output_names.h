/*
 * The paths of headers: a tree below the output directory that mirrors the tree of the specs.
 */
#ifndef RENDER_OUTPUT_NAMES_H
#define RENDER_OUTPUT_NAMES_H

struct arena;
struct program;

/* Returns, for each file of a program, its path below the output directory without the suffix: "etw/wmi_resource". A
 * file that `use <PATH>` finds has that path. The paths of the others start at the requested directory if they lie
 * below it, else at the deepest directory that holds them. All paths and header names differ on every system. A path
 * that would not gets another name, and is reported: [renamed]. */
const char *const *output_names_new(struct arena *arena, const struct program *program);

#endif
