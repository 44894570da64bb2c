/*
 * Writes packs: all layouts of a model in a file that programs load at run time. runtime/pack.md describes the format,
 * and runtime/strata_pack.h reads it.
 */
#ifndef PACK_PACK_H
#define PACK_PACK_H

#include <stdbool.h>

struct buffer;
struct choice;
struct diags;
struct model;

/* Appends the pack of the chosen part of a model. With `is_of_whole_builds` the pack leaves out the identities of
 * builds that nobody saw as a whole; settle_sightings removes the other traces of these builds. Returns false, and
 * reports [limit], if the format cannot hold the layouts. */
bool pack_write(const struct model *model, const struct choice *choice, bool is_of_whole_builds, struct diags *diags,
                struct buffer *out);

#endif
