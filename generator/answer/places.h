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

/* How well a place is known. PLACE_KNOWN: seen, or between versions that were seen. PLACE_DISPUTED: between versions
 * that differ. PLACE_CARRIED: carried forward to versions after all that were seen. */
enum place_knowledge { PLACE_KNOWN, PLACE_DISPUTED, PLACE_CARRIED };

struct member_place {
    enum place_knowledge knowledge;
    /* standing in the version about which least is known; the first one if there are several */
    struct standing standing;
    const struct layout *layout; /* the first layout in which the member has this place */
    const struct layout_member *entry;
    struct changes_seen history; /* how often the member moved before, if knowledge is PLACE_CARRIED; else zeros */
    const char *type;            /* type with its bounds; begins with `big` if its bytes are big-endian */
    uint32_t offset, size;       /* in bytes; LAYOUT_UNKNOWN if nobody knows it */
    unsigned bit, width;         /* of a bit-field, in bits; width 0 means no bit-field */
    const char *arches;          /* names of the arches, separated by blanks */
    struct version_set versions;
};

/* Prepares the places of all members of a record. The result is in the arena. */
struct places *places_of(struct arena *arena, const struct model *model, const struct record *record);

/* Lists the places of a member of the record, architecture by architecture. An architecture that falls back on another
 * one has no places of its own. */
const struct member_place *places_list(struct places *places, const struct member *member, size_t *count);

#endif
