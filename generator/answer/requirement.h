/*
 * A grade that a user requires of answers (--require), and the weakest answer that is below it.
 */
#ifndef ANSWER_REQUIREMENT_H
#define ANSWER_REQUIREMENT_H

#include "answer/address.h"
#include "answer/standing.h"

/* A required grade and the answers below it. Begin with {arena, .least = ...}. */
struct requirement {
    struct arena *arena;
    strata_basis least; /* the weakest grade that is enough; STRATA_DISPUTED: every grade is enough */
    size_t count;       /* number of answers below `least` */
    strata_basis worst; /* the weakest grade of these answers */
    /* message about the first answer with the grade `worst`: "EPROCESS.Token in 10.0.26100.1 on x64 is disputed:
     * ..." */
    const char *text;
};

/* Compares an answer about a structure with the required grade, or an answer about its member if `member` is not
 * NULL. */
void requirement_check(struct requirement *requirement, const char *structure, const char *member,
                       const struct standing *standing);

/* Compares the answer about a structure with the required grade. `standing` is that of the structure in the version. If
 * only some of its members were selected (model/select.h), compares the answer about each of them instead. */
void requirement_check_record(struct requirement *requirement, const struct record *record,
                              const struct standing *standing);

/* Compares the address of a global with the required grade. An address that nobody saw is below every grade. */
void requirement_check_address(struct requirement *requirement, const struct address *address);

#endif
