/*
 * A model for what knows only of kernels that somebody looked at as a whole: headers of --whole-builds, and the
 * templates of `strata render`.
 */
#ifndef ANSWER_SETTLE_H
#define ANSWER_SETTLE_H

struct model;

/* Takes the sightings of members away. Structures keep the places that follow from them, but get no better grade by
 * them; in versions in which some member would get a better one than it has, the structure is not described. */
void settle_sightings(const struct model *model);

#endif
