/*
 * Takes single members that somebody saw (sightings) out of a model, for output that knows only kernels that somebody
 * looked at as a whole: headers of --whole-builds, and the templates of `strata render`.
 */
#ifndef ANSWER_SETTLE_H
#define ANSWER_SETTLE_H

struct model;

/* Removes the sightings of members from a model. Structures keep the places that follow from sightings, but no better
 * grade. A structure is not described in versions in which some member would otherwise get a better grade than it
 * had. */
void settle_sightings(const struct model *model);

#endif
