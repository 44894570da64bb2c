/*
 * Writes the types of one target as a symbol file of Volatility 3 (ISF), without symbols.
 */
#ifndef EXPORT_ISF_H
#define EXPORT_ISF_H

#include <stdint.h>

struct arch;
struct buffer;
struct choice;
struct model;

/* Returns the tag that a type has in symbol files and in most PDBs: _EPROCESS, tagWND, or the tag that the spec states.
 * A tag that symbol files invent, such as `<unnamed-enum-Yes>`, gets no underscore. A name that begins with an
 * underscore gets no second one, unless another type has the name without it. */
const char *isf_find_tag(const struct model *model, const char *name);

/* Appends all structures and enumerations that exist in a version on an architecture. If `choice` is not NULL, appends
 * only those of the choice. */
void isf_write(const struct model *model, const struct choice *choice, const struct arch *arch, uint64_t version,
               struct buffer *out);

#endif
