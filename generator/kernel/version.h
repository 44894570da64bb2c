/*
 * Versions of symbol files, which the files do not contain.
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

/* Reads a full version, with a build at least: 10.0.22000 or 10.0.22000.318. The revision of 10.0.22000.x is not known:
 * REVISION_ANY. */
bool kernel_version_parse(const char *text, uint64_t *version);

/* Reads lines of "GUID-age version" or "build-ID version"; `#` begins a comment. NULL if it has other lines, which is
 * reported. */
struct map *kernel_versions_read(struct program *program, const struct source *source);

/* Adds the version of a GUID and age or a build ID, unless the table has one. */
void kernel_versions_add(struct program *program, struct map *versions, const char *pdb, uint64_t version);

/* Finds the version of a GUID and age or a build ID; false if the table does not have it. */
bool kernel_versions_find(struct program *program, const struct map *versions, const char *pdb, uint64_t *version);

/* Reads lines of "GUID-age TimeDateStamp SizeOfImage", and adds them to a list of struct identity_numbers. Returns
 * false if there are other lines, which is reported. */
bool kernel_images_read(struct program *program, const struct source *source, struct buffer *list);

/* Finds the last full version in a file's name: 10.0.22000.318 in "ntkrnlmp-x64-10.0.22000.318.json.xz". */
bool kernel_version_of_name(const char *path, uint64_t *version);

/* Finds the version of Windows that the words of a file's name say, as Volatility names its files: `win10-19041-2461`,
 * `win7`, `xp-sp2`, `2003`. Returns it as a text that names a version of an axis, or NULL. */
const char *kernel_words_of_name(struct arena *arena, const char *path);

/* Returns the architecture that a word of a file's name says, such as `x64` or `amd64`; or NULL. */
const struct arch *kernel_arch_of_name(const char *path, const struct arch *const *arches, size_t count);

#endif
