/*
 * The members of generated headers that programs use, by which identifiers, and the effect on the versions of a
 * question.
 *
 *     struct uses *uses = uses_new(model, &question);
 *     uses_add_source(uses, source);      (of each file)
 */
#ifndef VIEW_USES_H
#define VIEW_USES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct plan;
struct plan_alias;
struct source;
struct uses;

/* The question of the user. */
struct uses_question {
    const char *prefix; /* of the headers */
    uint64_t from, to;  /* versions, the last one excluded */
    uint64_t arches;    /* a bit for each, by index */
    bool any_version;   /* those in which a structure exists, and no others, */
    bool any_arch;      /* and the architectures on which it does */
};

/* Works out the identifiers of the headers. Returns NULL, after a report, if there are too many. */
struct uses *uses_new(const struct model *model, const struct uses_question *question);

/* Reports the uses in a source file that change in those versions. */
void uses_add_source(struct uses *uses, const struct source *source);

/* history.c: what becomes of a member, or (NULL) of the whole layout, in the versions asked about. Each is a
 * sentence, or NULL where there is nothing to say. */
struct uses_history {
    const char *absent;
    const char *unknown;
    const char *retyped;
    const char *moved;
};
struct uses_history uses_history(const struct model *model, const struct uses_question *question,
                                 const struct member *member);

/* Returns the same for a place that a program takes from one layout. */
const char *uses_pinned_history(const struct model *model, const struct uses_question *question,
                                const struct plan *plan, const struct plan_alias *alias, const struct member *member);

#endif
