/*
 * Evidence for layouts: which versions somebody has looked at, and what follows from them for all other versions.
 *
 * An `attest` line that names a full build says that somebody has looked at this very build. A document speaks of
 * releases, and does not say which of their builds somebody has looked at.
 */
#ifndef MODEL_EVIDENCE_H
#define MODEL_EVIDENCE_H

#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "model/layout.h"
#include "strata.h"

struct arena;
struct buffer;

/* The evidence for the structures of a file, or for one structure, on an arch. */
struct evidence {
    const struct axis *axis;
    const uint64_t *seen; /* the full builds that somebody has looked at, ascending */
    size_t seen_count;
    struct version_set documented; /* versions that a document speaks of */
    size_t file_index;             /* whose `attest` lines say so; EVIDENCE_OWN: those of a structure, or none */
};

#define EVIDENCE_OWN SIZE_MAX

/* Returns the version by which a version is looked up: that of the kernel that runs in it (axis_find_kernel), where
 * kernels are attested, and none of its own build. */
uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version);

/* Returns the versions that are looked up by a version of the set. */
struct version_set evidence_spread(struct arena *arena, const struct evidence *evidence, struct version_set set);

/* The same for the enumerators of an enumeration on an arch. */
uint64_t enumeration_find_kernel(const struct enumeration *enumeration, const struct arch *arch, uint64_t version);

/* The grades of certainty of a layout, each a strata_basis. */
enum { BASIS_COUNT = STRATA_DISPUTED + 1 };
const char *basis_name(strata_basis basis); /* "attested" */

/* The layout to take for a version, and how well it is known. */
struct standing {
    strata_basis basis;
    const struct layout *layout; /* NULL: the structure does not exist */
    uint64_t version;            /* of the kernel: see axis_find_kernel */
    uint64_t taken;              /* a version in which the rows give this layout */
    uint64_t before, after;      /* the attested versions next to it, of disputed ones those that differ; or 0 */
    uint64_t ambiguous;          /* an attested version, before, after or itself, of which kernels differ; or 0 */
    bool is_build;               /* it names a build of which some revisions are attested, without its revision */
    bool is_documented;          /* a document speaks of it */
    bool is_by_document;         /* before or after is not attested but documented */
};

/* Finds the layout of a record in a version, as the runtime does (strata_stand in runtime/strata.h).
 *
 * An attested version has the layout that its rows give. Between two attested versions that differ, the layout of the
 * newer one is taken, if the rows have the change where the newer one or its build begins. A version whose revision is
 * 0 or 0xFFFF names a build. If revisions of the build are attested, the last of them is taken, and the basis is that
 * of the weakest revision that it may be. If kernels of an attested version differ in the record (`is_twin` of struct
 * arch), all that follows from this version is disputed. */
struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* Writes the basis with the attested versions that it follows from:
 * "disputed: 10.0.17763.379 and 10.0.17763.2686 differ". */
void standing_write(const struct standing *standing, struct buffer *out);

/* Writes how well a record is known on an arch in the versions of a range, strongest grade first: "attested
 * 10.0.19041.264 to 10.0.19041.928 (12 versions); bracketed 10.0.19041.265..10.0.19041.927; extrapolated
 * 10.0.19041.929..". Builds of the system that run the kernel of another build do not count: that build does. */
void record_write_grades(const struct record *record, const struct arch *arch, struct version_range in,
                         struct buffer *out);

/* Versions of kernels that have one layout by one basis. */
struct standing_run {
    struct version_range in;
    struct standing standing; /* of the first of them; that of other versions has other neighbours */
};

/* Lists the versions of a record on an arch, ascending, from the first in which it exists. Leaves out builds that run
 * the kernel of another build. A build without its revision may stand otherwise than its revisions do. The memory is
 * the arena's. */
const struct standing_run *record_list_standings(struct arena *arena, const struct record *record,
                                                 const struct arch *arch, size_t *count);

#endif
