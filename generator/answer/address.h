/*
 * Answers about globals: the address in a build, which somebody saw or nobody knows. It never follows from other
 * builds.
 */
#ifndef ANSWER_ADDRESS_H
#define ANSWER_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/type.h"

struct buffer;
struct model;

/* The address of a global in a build. */
struct address {
    const struct global *global;
    const struct arch *arch;
    uint64_t version;                          /* of the module's image: see axis_find_kernel */
    const struct global_place *place;          /* NULL: nobody knows it */
    const struct global_place *before, *after; /* of what nobody knows: the builds beside it that were seen, or NULL */
    const struct arch *twin; /* another arch that has this version at another address, so that the version alone does
                                not tell them apart; or NULL */
};

/* Finds the address in a version on an arch. Several builds may have one version: then only an identity tells which is
 * meant (`is_identified`). */
struct address address_find(const struct model *model, const struct global *global, const struct arch *arch,
                            uint64_t version, bool is_identified);

/* Writes a version; of a build of which the revision is not known, "10.0.19041". */
void address_write_version(uint64_t version, struct buffer *out);

/* Writes "0xCFB420, attested", or "unknown" with the builds that were seen. */
void address_write(const struct address *address, struct buffer *out);

#endif
