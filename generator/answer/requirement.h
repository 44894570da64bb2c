/*
 * A grade that a user requires of answers (--require), and the weakest answer that is below it.
 */
#ifndef ANSWER_REQUIREMENT_H
#define ANSWER_REQUIREMENT_H

#include "answer/address.h"
#include "answer/standing.h"

/* Begin with {arena, .least = ...}. */
struct requirement {
    struct arena *arena;
    strata_basis least;  /* the weakest grade that is enough; STRATA_DISPUTED: each is */
    size_t count;        /* answers below it */
    strata_basis worst;  /* of these */
    const char *text;    /* about the first of the worst: "EPROCESS.Token in 10.0.26100.1 on x64 is disputed: ..." */
};

/* Looks at an answer about a structure, or about a member of it (NULL: none). */
void requirement_check(struct requirement *requirement, const char *structure, const char *member,
                       const struct standing *standing);

/* The same for a structure in the version for which `standing` was found. If only some of its members were selected
 * (model/select.h), looks at these one by one. */
void requirement_check_record(struct requirement *requirement, const struct record *record,
                              const struct standing *standing);

/* The same for the address of a global: one that nobody saw is below every grade. */
void requirement_check_address(struct requirement *requirement, const struct address *address);

#endif
