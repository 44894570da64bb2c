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

/* The user's question: which versions and architectures matter, and the prefix of the headers. */
struct uses_question {
    const char *prefix; /* prefix of the identifiers in the headers */
    uint64_t from, to;  /* range of versions; `to` is excluded */
    uint64_t arches;    /* set of arches, a bit for each index */
    bool any_version;   /* instead of the range: all versions in which a structure exists */
    bool any_arch;      /* instead of `arches`: all architectures on which a structure exists */
};

/* Lists the identifiers of the headers. If there are too many, reports that and returns NULL. */
struct uses *uses_new(const struct model *model, const struct uses_question *question);

/* Reports the uses in a source file whose meaning changes in the versions of the question. */
void uses_add_source(struct uses *uses, const struct source *source);

/* history.c: sentences about a member, or about the whole layout if the member is NULL, in the versions of the
 * question. A sentence is NULL if there is nothing to say. */
struct uses_history {
    const char *absent;
    const char *unknown;
    const char *retyped;
    const char *moved;
};
struct uses_history uses_history(const struct model *model, const struct uses_question *question,
                                 const struct member *member);

/* Returns the history of a place that a program takes from one layout, as uses_history returns that of a member. */
const char *uses_pinned_history(const struct model *model, const struct uses_question *question,
                                const struct plan *plan, const struct plan_alias *alias, const struct member *member);

#endif
