/*
 * All places of a member: a place for each offset, type, provenance and state of knowledge, with the versions and
 * architectures in which the member lies there.
 *
 *     struct places *places = places_of(arena, model, record);
 *     const struct member_place *all = places_list(places, member, &count);      (for each member)
 */
#ifndef ANSWER_PLACES_H
#define ANSWER_PLACES_H

#include "answer/standing.h"

struct model;
struct places;

/* Seen, or between versions that were seen; or between versions that differ; or carried forward to versions past all
 * that were seen. */
enum place_knowledge { PLACE_KNOWN, PLACE_DISPUTED, PLACE_CARRIED };

struct member_place {
    enum place_knowledge knowledge;
    struct standing standing;    /* of the version about which least is known, the first of these */
    const struct layout *layout; /* the first that has the place */
    const struct layout_member *entry;
    struct changes_seen history; /* of a place that is carried forward; else 0 */
    const char *type;            /* with bounds, and `big` if its bytes are so */
    uint32_t offset, size;       /* LAYOUT_UNKNOWN */
    unsigned bit, width;         /* of a bit-field; width 0: it is none */
    const char *arches;          /* names with blanks between them */
    struct version_set versions;
};

/* Returns the answers for all versions of a record; the memory is the arena's. */
struct places *places_of(struct arena *arena, const struct model *model, const struct record *record);

/* Lists the places of a member of the record, architecture by architecture. An architecture that falls back on another
 * one has no places of its own. */
const struct member_place *places_list(struct places *places, const struct member *member, size_t *count);

#endif
