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

/* Appends all structures that exist in the version on the architecture, and all enumerations; of a choice only its own,
 * unless that is NULL. */
void isf_write(const struct model *model, const struct choice *choice, const struct arch *arch, uint64_t version,
               struct buffer *out);

#endif
