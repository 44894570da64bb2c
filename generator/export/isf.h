/*
 * The types of one target as a symbol file of Volatility 3 (ISF), without symbols.
 */
#ifndef EXPORT_ISF_H
#define EXPORT_ISF_H

#include <stdint.h>

struct arch;
struct buffer;
struct choice;
struct model;

/* Returns the tag that a type has in symbol files and most PDBs: _EPROCESS, tagWND, or what the spec says. A tag that
 * symbol files make up, such as `<unnamed-enum-Yes>`, gets no underscore. Neither does a name that has one, unless
 * another type has the name without it. */
const char *isf_find_tag(const struct model *model, const char *name);

/* Appends all structures that exist in the version on the architecture, and all enumerations; of a choice only its own,
 * unless that is NULL. */
void isf_write(const struct model *model, const struct choice *choice, const struct arch *arch, uint64_t version,
               struct buffer *out);

#endif
