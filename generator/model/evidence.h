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

#include "base/lookup.h"
#include "model/axis.h"
#include "model/layout.h"

/* The evidence for the structures of a file, or for one structure, on an arch. */
struct evidence {
    const struct axis *axis;
    const uint64_t *seen; /* full builds that somebody has looked at, ascending */
    size_t seen_count;
    struct version_set documented; /* versions that a document speaks of */
    /* index of the file with the `attest` lines; EVIDENCE_OWN: the lines are the structure's own, or there are none */
    size_t file_index;
    bool leaves_out; /* for enumerations: some lines do not count, because their kind of files has none */
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
    const struct module *module; /* module of the file that declares the list; other modules do not know it */
    const struct arch *arch;     /* arch of the builds; NULL: unknown, which is a fault */
    const uint64_t *versions; /* ascending */
    size_t count;
    const char *source; /* text of the list's `by`: who looked at the builds; NULL if it has none */
    const struct ast_decl *decl;
};

/* Verdicts of a build on one member of a record. */
enum verdict {
    VERDICT_NONE,  /* nothing is known of the member; what is known of the build does not contradict the rows */
    VERDICT_KNOWN, /* somebody looked at the member in this build */
    VERDICT_MOVED, /* the known members before and after it moved by the same number of bytes, so this one moved, too */
    VERDICT_DOUBTFUL, /* a known member before it moved, or the order of the members is unknown */
};

/* A build in which somebody looked at some members of a record. */
struct sighted_build {
    uint64_t version;
    const char *source; /* who looked at them; NULL: unknown, or more than one */
    /* enum verdict for each member, by its number; the last one is for the size of the record */
    const uint8_t *verdicts;
    bool is_contrary; /* some known member does not lie where the rows place it */
    bool is_doubtful; /* is_contrary, so that other members or the size may be wrong, too */
};

/* The sightings of a record on an arch. */
struct sightings {
    const struct sighted_build *builds; /* ascending */
    size_t count;
    size_t member_count;               /* number of the record's members; also the index of the size in `verdicts` */
    const struct member *const *known; /* members that somebody saw in some build, ascending by number */
    size_t known_count;
    const struct layout *rows; /* layouts that the rows alone give, without sightings */
    size_t row_count;
    /* layouts of all members, if members were not selected and have left the record (model/select.h); else NULL */
    const struct record_on *whole;
};

/* Returns the verdict of a build on a member. With NULL for the member, returns the verdict on the size. */
static inline enum verdict sighting_find(const struct sightings *sightings, size_t index, const struct member *member)
{
    return (enum verdict)sightings->builds[index].verdicts[member ? member->number : sightings->member_count];
}

/* Returns the index of the first build at or after a version. */
static inline size_t sighting_index(const struct sightings *sightings, uint64_t version)
{
    size_t low;
    SEARCH_FIRST(low, sightings->count, i, sightings->builds[i].version < version);
    return low;
}

#endif
