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
    uint64_t version; /* version of the module's image, which axis_find_kernel returns for a version of the system */
    const struct global_place *place; /* what somebody saw in this build; NULL: nobody knows the address */
    /* if nobody knows the address: the nearest builds with a known one; NULL if there is none */
    const struct global_place *before, *after;
    /* another arch that has the same version at another address, so that the version alone does not tell which is
     * meant; NULL if there is none */
    const struct arch *twin;
};

/* Finds the address of a global in a version on an arch. Several builds may share a version. `is_identified` says that
 * an identity tells the caller which build is meant; else the answer names a `twin`. */
struct address address_find(const struct model *model, const struct global *global, const struct arch *arch,
                            uint64_t version, bool is_identified);

/* Writes a version, such as "10.0.19041.1586"; without the revision if nobody knows it: "10.0.19041". */
void address_write_version(uint64_t version, struct buffer *out);

/* Writes "0xCFB420, attested"; or "unknown" and the nearest builds with a known address. */
void address_write(const struct address *address, struct buffer *out);

#endif
