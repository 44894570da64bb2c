/*
 * Writes the types of one target, and the addresses of globals, as a symbol file of Volatility 3 (ISF).
 */
#ifndef EXPORT_ISF_H
#define EXPORT_ISF_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct buffer;
struct choice;
struct model;

/* True if the types of a model have their own names in symbol files: it is not about Windows. Its kernels are from BTF,
 * DWARF, or symbol files of Linux and macOS; or no kernel tells, and the axis is not that of Windows. */
bool isf_keeps_tags(const struct model *model);

/* Returns the tag that a type has in symbol files and in most PDBs: _EPROCESS, tagWND, or the tag that the spec states.
 * A tag that symbol files invent, such as `<unnamed-enum-Yes>`, gets no underscore. A name that begins with an
 * underscore gets no second one, unless another type has the name without it. With `keeps_tags`, returns the name in
 * the spec, without escapes. */
const char *isf_find_tag(const struct model *model, bool keeps_tags, const char *name);

/* Appends all structures and enumerations that exist in a version on an architecture. If `choice` is not NULL, appends
 * only those of the choice. */
void isf_write(const struct model *model, const struct choice *choice, const struct arch *arch, uint64_t version,
               struct buffer *out);

#endif
