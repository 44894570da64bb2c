/*
 * The grades of all versions in a range, in one line: "attested 10.0.19041.264 to 10.0.19041.928 (12 versions);
 * bracketed between revisions of one build; extrapolated 10.0.19041.929..".
 */
#ifndef VIEW_GRADES_H
#define VIEW_GRADES_H

#include "model/evidence.h"

/* Appends how well a record is known on an arch in the versions of a range, strongest grade first. Builds of the system
 * that run the kernel of another build are not listed: that build is. Writes nothing if the record has no evidence. */
void grades_write(const struct record *record, const struct arch *arch, struct version_range in, struct buffer *out);

#endif
