/*
 * The types of one target as a symbol file of Volatility 3 (ISF), without symbols.
 */
#ifndef EXPORT_ISF_H
#define EXPORT_ISF_H

#include <stdint.h>

struct arch;
struct buffer;
struct model;

/* Appends all structures that exist in the version on the architecture, and all enumerations. */
void isf_write(const struct model *model, const struct arch *arch, uint64_t version, struct buffer *out);

#endif
