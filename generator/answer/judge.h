/*
 * One question: what the grade of a layout follows from, and the grade. standing.h has the questions.
 */
#ifndef ANSWER_JUDGE_H
#define ANSWER_JUDGE_H

#include "answer/kinds.h"
#include "answer/standing.h"

/* The subject of a question. */
enum about {
    ABOUT_ALL,
    ABOUT_MEMBER, /* `member`; NULL: the size */
    ABOUT_OTHERS  /* the members that agree in all layouts that are compared */
};

/* What holds in a version whatever the question is about. */
struct scene {
    size_t first, end;       /* the attested versions of its build, as indexes in evidence->seen */
    size_t next;             /* the same of the first that is at least the version */
    size_t sighting;         /* index of the first build of the sightings that is at least the version */
    size_t documented;       /* how many ranges of documented versions begin or end up to the version */
    bool is_seen;            /* it is attested as a whole */
    bool is_sighted;         /* some members were seen in it */
    bool is_build;           /* it stands for a build: its revision is 0 or STRATA_REVISION_ANY */
    bool is_even;            /* of such a one: no layout begins or ends within the build */
};

/* A record on an arch while a version is looked up. */
struct lookup {
    const struct record *record;
    const struct arch *arch;
    const struct evidence *evidence;
    const struct sightings *sightings; /* or NULL */
    enum about about;
    const struct member *member;
    const struct kinds *kinds; /* or NULL: see struct inquiry */
    const struct kind *kind;   /* of the subject; or NULL */
    const struct scene *scene; /* of the version; NULL: no version is judged, only compared */
};

/* Sets the scene of a version. Returns the version by which it is looked up: itself if members were seen in it. */
uint64_t judge_set_scene(const struct record_on *on, uint64_t version, struct scene *scene);

/* Returns what a build in which only some members were seen says of what the question is about. */
enum verdict judge_find_verdict(const struct lookup *lookup, size_t index);

/* Judges a version. `standing` has the version, the layout that its rows give, or for a question about a member the one
 * that record_stand found. */
void judge_standing(const struct lookup *lookup, struct standing *standing);

#endif
