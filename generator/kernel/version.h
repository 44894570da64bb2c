/*
 * Versions of symbol files. The files do not contain their version, so it comes from a table or from the file's name.
 */
#ifndef KERNEL_VERSION_H
#define KERNEL_VERSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arch;
struct arena;
struct buffer;
struct map;
struct program;
struct source;

/* Reads a full version: at least up to the build, as in 10.0.22000 or 10.0.22000.318. The result for 10.0.22000 has an
 * unknown revision, REVISION_ANY. */
bool kernel_version_parse(const char *text, uint64_t *version);

/* Reads a table of lines "GUID-age version" or "build-ID version"; `#` begins a comment. Reports other lines, and then
 * returns NULL. */
struct map *kernel_versions_read(struct program *program, const struct source *source);

/* Adds the version of a GUID and age or a build ID, unless the table has one. */
void kernel_versions_add(struct program *program, struct map *versions, const char *pdb, uint64_t version);

/* Finds the version of a GUID and age or a build ID. Returns false if the table does not have it. */
bool kernel_versions_find(struct program *program, const struct map *versions, const char *pdb, uint64_t *version);

/* Reads lines of "GUID-age TimeDateStamp SizeOfImage", and adds them to a list of struct identity_numbers. Reports
 * other lines, and then returns false. */
bool kernel_images_read(struct program *program, const struct source *source, struct buffer *list);

/* Finds the last full version in a file's name: 10.0.22000.318 in "ntkrnlmp-x64-10.0.22000.318.json.xz". */
bool kernel_version_of_name(const char *path, uint64_t *version);

/* Finds the version of Windows in the words of a file's name, in the form that Volatility uses: `win10-19041-2461`,
 * `win7`, `xp-sp2`, `2003`. Returns it as the text of an axis version, or NULL. */
const char *kernel_words_of_name(struct arena *arena, const char *path);

/* Returns the architecture that a word of a file's name means, such as `x64` or `amd64`; or NULL. */
const struct arch *kernel_arch_of_name(const char *path, const struct arch *const *arches, size_t count);

#endif
