/*
 * Grades for people: the reason for a grade in words, and the grades of all versions of a record.
 */
#ifndef ANSWER_GRADES_H
#define ANSWER_GRADES_H

#include "answer/standing.h"

struct buffer;

/* Writes the basis with the attested versions that it follows from:
 * "disputed: 10.0.17763.379 and 10.0.17763.2686 differ". */
void standing_write(const struct standing *standing, struct buffer *out);

/* Writes the reason alone: "10.0.17763.379 and 10.0.17763.2686 differ". */
void standing_write_reason(const struct standing *standing, struct buffer *out);

/* Writes "10.0.19041.388", and "10.0.19041" for a build without its revision. */
void standing_write_version(const struct axis *axis, uint64_t version, struct buffer *out);

/* Writes that a record has no layout in a version (whose name is given), how well that is known, and why:
 * "'EPROCESS' is not described in 6.1-rtm: extrapolated: before 6.1.7601.24540, another build". */
void standing_write_absence(const struct standing *standing, const struct record *record, const struct arch *arch,
                            const char *version, struct buffer *out);

/* Writes how well a record is known on an arch in the versions of a range, strongest grade first: "attested
 * 10.0.19041.264 to 10.0.19041.928 (12 versions); bracketed 10.0.19041.265..10.0.19041.927; extrapolated
 * 10.0.19041.929..". Builds of the system that run the kernel of another build do not count: that build does. */
void record_write_grades(const struct record *record, const struct arch *arch, struct version_range in,
                         struct buffer *out);

/* Versions that have one layout by one basis. */
struct standing_run {
    struct version_range in;
    struct standing standing; /* of the first of them; that of other versions has other neighbours */
    uint64_t kernel;          /* of a build of the system that runs the kernel of another build: that build; else 0 */
};

/* Lists the versions of a record on an arch in the shortest runs: in each, every member of the record has one grade. A
 * run of a build with `kernel` is in it as a whole: its revisions stand as those of that build do. */
const struct standing_run *record_list_spans(struct arena *arena, const struct record *record, const struct arch *arch,
                                             size_t *count);

/* Lists the versions of a record on an arch, ascending, from the first in which it exists. Leaves out builds that run
 * the kernel of another build. A build without its revision may stand otherwise than its revisions do. The memory is
 * the arena's. */
const struct standing_run *record_list_standings(struct arena *arena, const struct record *record,
                                                 const struct arch *arch, size_t *count);

/* Returns the first version after all builds that somebody has looked at. What is said of it and of later versions is
 * carried forward. VERSION_END if a document speaks of all versions; 0 if nobody has looked at any. */
uint64_t evidence_find_end(const struct evidence *evidence);

/* Writes a range as specs do. One without an end is bounded by what was seen: "2004..10.0.22000 and carried
 * forward". */
void evidence_write_range(const struct evidence *evidence, struct version_range range, struct buffer *out);

#endif
