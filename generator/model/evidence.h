/*
 * Evidence for layouts: which versions somebody has looked at, and what follows from them for all other versions.
 *
 * An `attest` line that names a full build says that somebody has looked at this very build. A document speaks of
 * releases, and does not say which of their builds somebody has looked at.
 */
#ifndef MODEL_EVIDENCE_H
#define MODEL_EVIDENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "model/layout.h"

/* The evidence for the structures of a file, or for one structure, on an arch. */
struct evidence {
    const struct axis *axis;
    const uint64_t *seen; /* the full builds that somebody has looked at, ascending */
    size_t seen_count;
    struct version_set documented; /* versions that a document speaks of */
    size_t file_index;             /* whose `attest` lines say so; EVIDENCE_OWN: those of a structure, or none */
};

#define EVIDENCE_OWN SIZE_MAX

/* ---- Sightings
 *
 * An `attest` line of a member says where that lies in a build, and nothing of any other member. It may contradict the
 * rows, which carry a layout forward to builds that nobody has looked at as a whole. The layouts of a record take
 * sightings in: each is the layout of the rows, with the members moved that are known to lie elsewhere
 * (`is_sighted`). */

/* A list of builds, by its name. */
struct build_list {
    const char *name;
    const struct module *module; /* of the file that declares it; others do not know it */
    const struct arch *arch;  /* NULL: unknown, which is a fault */
    const uint64_t *versions; /* ascending */
    size_t count;
    const char *by; /* who looked at them, as its `by` says; or NULL */
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
    const char *by;          /* who looked at them; NULL: unknown, or several */
    const uint8_t *verdicts; /* enum verdict, by the number of a member; then that of the size */
    bool is_contrary;        /* some known member does not lie where the rows have it, */
    bool is_doubtful;        /* so that another member, or the size that the rows state, may be wrong */
};

/* The sightings of a record on an arch. */
struct sightings {
    const struct sighted_build *builds; /* ascending */
    size_t count;
    size_t member_count; /* of the record: the number of the size's verdict */
    const struct member *const *known; /* the members that somebody saw in some build, by their numbers */
    size_t known_count;
    const struct layout *rows; /* the layouts that the rows alone give */
    size_t row_count;
    const struct record_on *whole; /* the layouts of all members, when others have left the record (model/select.h) */
};

/* Returns the verdict of a build on a member (NULL: on the size). */
static inline enum verdict sighting_find(const struct sightings *sightings, size_t index, const struct member *member)
{
    return (enum verdict)sightings->builds[index].verdicts[member ? member->number : sightings->member_count];
}

/* Returns the index of the first build at or after a version. */
static inline size_t sighting_index(const struct sightings *sightings, uint64_t version)
{
    size_t low = 0, high = sightings->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (sightings->builds[middle].version < version)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#endif
