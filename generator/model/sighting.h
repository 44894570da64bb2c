/*
 * Sightings: what `attest … of` lines say of single members, and what follows from it for the others of the structure.
 *
 * A sighting says where a member lies in a build, and nothing of any other member. It may contradict the rows, which
 * carry a layout forward to builds that nobody has looked at as a whole. The layouts of a record take sightings in:
 * each is the layout of the rows, with the members that are known to lie elsewhere moved there (`is_sighted`).
 */
#ifndef MODEL_SIGHTING_H
#define MODEL_SIGHTING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/layout.h"

/* A list of builds, by its name. */
struct build_list {
    const char *name;
    const struct arch *arch;  /* NULL: unknown, which is a fault */
    const uint64_t *versions; /* ascending */
    size_t count;
    const struct ast_decl *decl;
};

/* What a build says of a member of which it was seen, or of which it was not. */
enum verdict {
    VERDICT_NONE,     /* nothing: what is known of the build does not contradict the rows */
    VERDICT_KNOWN,    /* somebody looked at it */
    VERDICT_MOVED,    /* the known members before and behind it moved by one amount, and so it does */
    VERDICT_DOUBTFUL, /* a known member before it moved, or there is no order to tell */
};

/* A build in which somebody looked at some members of a record. */
struct sighted_build {
    uint64_t version;
    const uint8_t *verdicts; /* enum verdict, by the number of a member; then that of the size */
    bool is_contrary;        /* some known member does not lie where the rows have it */
};

/* The sightings of a record on an arch. */
struct sightings {
    const struct sighted_build *builds; /* ascending */
    size_t count;
    size_t member_count; /* of the record: the number of the size's verdict */
    const struct layout *rows; /* the layouts that the rows alone give */
    size_t row_count;
};

/* Returns the verdict of a build on a member (NULL: on the size). */
enum verdict sighting_find(const struct sightings *sightings, size_t index, const struct member *member);

/* Returns the index of the first build at or after a version. */
size_t sighting_index(const struct sightings *sightings, uint64_t version);

#endif
