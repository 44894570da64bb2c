/*
 * Where the headers of each spec go: a tree below the output directory that mirrors the tree of the specs.
 */
#ifndef CMD_OUTPUT_NAMES_H
#define CMD_OUTPUT_NAMES_H

struct arena;
struct program;

/* For each file of a program its path below the output directory, less the suffix: "etw/wmi_resource". It counts from
 * the directory that was asked for if all files lie below it, else from the deepest directory that holds them all. No
 * two are the same to any system, nor are headers; one that would be has another name, and is reported: [renamed]. */
const char *const *output_names_new(struct arena *arena, const struct program *program);

#endif
