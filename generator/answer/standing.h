/*
 * Answers: which layout a structure has in a version, and how well that is known, of the structure and of each member.
 * Everything that says where a member lies asks here.
 */
#ifndef ANSWER_STANDING_H
#define ANSWER_STANDING_H

#include <stddef.h>
#include <stdint.h>

#include "model/evidence.h"
#include "model/layout.h"
#include "strata_pack.h"

struct arena;

/* True if a version is attested. */
bool evidence_has(const struct evidence *evidence, uint64_t version);

/* Returns the version by which answers for a version are looked up. That is the version of the kernel that runs in it
 * (axis_find_kernel), if builds are attested but no revision of the version's own build is; else the version itself. */
uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version);

/* Returns the versions whose answers are looked up by a version of the set (evidence_find_kernel). */
struct version_set evidence_spread(struct arena *arena, const struct evidence *evidence, struct version_set set);

/* Returns the version by which values of an enumeration on an arch are looked up, as evidence_find_kernel does. */
uint64_t enumeration_find_kernel(const struct enumeration *enumeration, const struct arch *arch, uint64_t version);

/* The grades of certainty of a layout, each a strata_basis. */
enum { BASIS_COUNT = STRATA_DISPUTED + 1 };
const char *basis_name(strata_basis basis); /* returns "attested" and the like */

/* The layout to take for a version, and how well it is known. */
struct standing {
    strata_basis basis;
    const struct axis *axis;     /* axis that has the names of the versions */
    const struct arch *arch;     /* arch that was asked for; the arch of `layout` may be one that it falls back on */
    const struct layout *layout; /* NULL: the structure does not exist */
    uint64_t version;            /* version of the kernel that the version runs (axis_find_kernel) */
    uint64_t taken;              /* a version in which the rows give this layout */
    /* nearest attested versions before and after; of a disputed answer, the versions that differ; 0 if there is none */
    uint64_t before, after;
    /* an attested version, the asked one or a neighbour, whose kernels differ from each other; 0 if there is none */
    uint64_t ambiguous;
    uint64_t sighted;    /* build with sightings of single members that the grade follows from; 0 if there is none */
    const char *by;      /* who saw the member, if it was seen in this version alone; else NULL */
    bool is_build;       /* the version is a build without a revision, and some revisions of the build are attested */
    bool is_documented;  /* a document speaks of the version */
    bool is_by_document; /* `before` or `after` is not attested but documented */
};

/* Finds the layout of a record in a version, as the runtime of packs does (strata_pack_stand in runtime/strata_pack.h),
 * and as tables of generated headers say.
 *
 * An attested version has the layout that its rows give. Between two attested versions that differ, the layout of the
 * newer one is taken, if the rows have the change where the newer one or its build begins. A version whose revision is
 * 0 or 0xFFFF names a build. If revisions of the build are attested, the last of them is taken, and the basis is that
 * of the weakest revision that it may be. If kernels of an attested version differ in the record (`twins` of struct
 * arch), all that follows from this version is disputed. */
struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* Returns the standing of one member, or of the record's size if `member` is NULL. The layout is the one that
 * record_stand returns. The grade is how well the member is known: layouts count as equal if they agree in the member.
 * So a member is never known less well than its record. If the layout lacks the member, the grade says how well its
 * absence is known. */
struct standing member_stand(const struct record *record, const struct member *member, const struct arch *arch,
                             uint64_t version);

/* Returns the grade in a version of members that are at the same place in all layouts around it; strata_resolve of the
 * runtime returns the same. `version` is that of the kernel (evidence_find_kernel). */
strata_basis place_basis(const struct evidence *evidence, uint64_t version);

/* Returns the standing of the members on which all layouts that record_stand compares agree. In a disputed record, each
 * member is either disputed or has this standing. */
struct standing others_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* Returns the standing of a record. If only some of its members were selected (model/select.h), returns the standing of
 * the selected member about which least is known; the size does not count. */
struct standing selection_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* Numbers of steps from one attested build to the next on an arch: all steps, and those in which a member changed. With
 * NULL for the member, the size counts. Steps to and from builds without the record do not count. The last attested
 * revision stands for its build. */
struct changes_seen {
    unsigned changes, steps;
};
struct changes_seen member_count_changes(const struct record *record, const struct member *member,
                                         const struct arch *arch);

#endif
