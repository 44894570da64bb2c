/*
 * Answers: which layout a structure has in a version, and how well that is known, of the structure and of each member.
 * Everything that says where a member lies asks here.
 */
#ifndef ANSWER_STANDING_H
#define ANSWER_STANDING_H

#include <stddef.h>
#include <stdint.h>

#include "answer/evidence.h"
#include "model/layout.h"
#include "strata_pack.h"

struct arena;

/* The grades of certainty of a layout, each a strata_basis. */
enum { BASIS_COUNT = STRATA_DISPUTED + 1 };
const char *basis_name(strata_basis basis); /* "attested" */

/* The layout to take for a version, and how well it is known. */
struct standing {
    strata_basis basis;
    const struct axis *axis;     /* which names its versions */
    const struct arch *arch;     /* as asked for; that of the layout may be the one that it falls back on */
    const struct layout *layout; /* NULL: the structure does not exist */
    uint64_t version;            /* of the kernel: see axis_find_kernel */
    uint64_t taken;              /* a version in which the rows give this layout */
    uint64_t before, after;      /* the attested versions next to it, of disputed ones those that differ; or 0 */
    uint64_t ambiguous;          /* an attested version, before, after or itself, of which kernels differ; or 0 */
    uint64_t sighted;            /* of a grade that follows from what is known of single members: their build; or 0 */
    const char *source;          /* of a member that somebody saw in this version alone: who; or NULL */
    bool is_build;               /* it names a build of which some revisions are attested, without its revision */
    bool is_documented;          /* a document speaks of it */
    bool is_by_document;         /* before or after is not attested but documented */
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

/* The same for one member, or for the size of the record if `member` is NULL. The layout is that of record_stand. The
 * grade is how well the member is known: the layouts that record_stand compares count as equal if they agree in the
 * member. So a member is never known less well than its record. The grade of a member that the layout lacks says how
 * well its absence is known. */
struct standing member_stand(const struct record *record, const struct member *member, const struct arch *arch,
                             uint64_t version);

/* Returns the standing of the members that agree in all layouts that record_stand compares. In a disputed record, a
 * member either is disputed or stands like this. */
struct standing others_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* Returns the standing of a record, or if only some of its members were selected (model/select.h), that of the selected
 * member about which least is known; its size does not matter then. */
struct standing selection_stand(const struct record *record, const struct arch *arch, uint64_t version);

/* ---- Many questions
 *
 * An inquiry answers as the functions above do, which take as long for one question as it takes for many. Ask all about
 * a version before the next one. */

struct inquiry;
struct inquiry *inquiry_new(struct arena *arena, const struct record *record, const struct arch *arch);
const struct record *inquiry_record(const struct inquiry *inquiry);

struct standing inquiry_stand(struct inquiry *inquiry, uint64_t version);
struct standing inquiry_stand_member(struct inquiry *inquiry, const struct member *member, uint64_t version);
struct standing inquiry_stand_others(struct inquiry *inquiry, uint64_t version);
struct standing inquiry_stand_selection(struct inquiry *inquiry, uint64_t version);

/* Returns the index of the first member that has the grades of a member in all versions; its own if there is none. */
size_t inquiry_find_first(struct inquiry *inquiry, size_t member);

/* Counts the steps from one attested build to the next one on an arch, and those in which a member (NULL: the size)
 * changed. Leaves out steps to and from builds without the record. Of a build, the last attested revision counts. */
struct changes_seen {
    unsigned changes, steps;
};
struct changes_seen member_count_changes(const struct record *record, const struct member *member,
                                         const struct arch *arch);

#endif
