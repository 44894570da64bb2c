/*
 * Models to packs: all layouts in one file for programs that load them at run time. runtime/pack.md describes the
 * format, runtime/strata_pack.h reads it.
 */
#ifndef RENDER_PACK_H
#define RENDER_PACK_H

#include <stdbool.h>

struct buffer;
struct choice;
struct diags;
struct model;

/* Appends the pack of what is chosen. False when it is more than the format can say, which is reported as [limit]. */
bool export_pack(const struct model *model, const struct choice *choice, struct diags *diags, struct buffer *out);

#endif
