/*
 * Grades for people: the reason for a grade in words, and the grades of all versions of a record.
 */
#ifndef ANSWER_GRADES_H
#define ANSWER_GRADES_H

#include "answer/standing.h"

struct buffer;

/* Writes a grade and the attested versions that it follows from: "disputed: 10.0.17763.379 and 10.0.17763.2686
 * differ". */
void standing_write(const struct standing *standing, struct buffer *out);

/* Writes the reason for a grade without the grade: "10.0.17763.379 and 10.0.17763.2686 differ". */
void standing_write_reason(const struct standing *standing, struct buffer *out);

/* True if the answer is about a build only: somebody saw a revision of it without knowing which. */
bool standing_is_of_build(const struct standing *standing);

/* Writes a version: "10.0.19041.388", or "10.0.19041" for a build without its revision. */
void standing_write_version(const struct axis *axis, uint64_t version, struct buffer *out);

/* Writes that a record has no layout in a version, how well that is known, and why: "'EPROCESS' is not described in
 * 6.1-rtm: extrapolated: before 6.1.7601.24540, another build". `version` is the name of the version. */
void standing_write_absence(const struct standing *standing, const struct record *record, const struct arch *arch,
                            const char *version, struct buffer *out);

/* Writes how well a record is known on an arch in the versions of a range, strongest grade first: "attested
 * 10.0.19041.264 to 10.0.19041.928 (12 versions); bracketed 10.0.19041.265..10.0.19041.927; extrapolated
 * 10.0.19041.929..". A build of the system that runs the kernel of another build does not count; the other build
 * does. */
void record_write_grades(const struct record *record, const struct arch *arch, struct version_range in,
                         struct buffer *out);

/* A range of versions in which a record has the same layout and the same grade. */
struct standing_run {
    struct version_range range;
    /* standing in the first version of the run; in later versions only the neighbours differ */
    struct standing standing;
    uint64_t kernel; /* the build whose kernel these versions run; 0 if they run a kernel of their own */
};

/* Lists the versions of a record on an arch in the fewest runs such that every member has one grade within a run. If a
 * build runs the kernel of another build (`kernel`), all of its revisions are in one run. */
const struct standing_run *record_list_spans(struct arena *arena, const struct record *record, const struct arch *arch,
                                             size_t *count);

/* Lists the runs of versions of a record on an arch, ascending, from the first version in which the record exists.
 * Leaves out builds that run the kernel of another build. A build without its revision may have another grade than its
 * revisions. The list is in the arena. */
const struct standing_run *record_list_standings(struct arena *arena, const struct record *record,
                                                 const struct arch *arch, size_t *count);

/* Returns the first version after all builds that somebody has looked at. Answers about this and later versions are
 * carried forward. Returns VERSION_END if a document speaks of all versions, and 0 if nobody has looked at any. */
uint64_t evidence_find_end(const struct evidence *evidence);

/* Writes a range as specs do. A range without an end ends at the last version that was seen: "2004..10.0.22000 and
 * carried forward". */
void evidence_write_range(const struct evidence *evidence, struct version_range range, struct buffer *out);

#endif
