/*
 * The answers of a record for all versions, in ranges: in each, the layout and the grade of every member are the same.
 *
 * Most grades are those of the place (place_basis): members that do not move have it. So a row of grades has a digit
 * for each member, of a strata_basis, or STRATA_GRADE_OF_PLACE of the runtime. Columns that are the same in all rows
 * are one.
 */
#ifndef ANSWER_RANGES_H
#define ANSWER_RANGES_H

#include "answer/standing.h"

struct intern;

struct answer_range {
    const struct arch *arch;
    uint64_t first;
    const struct layout *layout; /* NULL: the record does not exist */
    bool is_of_kernel;           /* the versions run the kernel of another build that has more than one answer */
    uint32_t grades;             /* 1 + index in answers.grades; 0: all grades are those of the place */
};

struct answers {
    const struct answer_range *ranges; /* ascending by version on each arch; each arch begins with version 0 */
    size_t range_count;
    /* rows of digits, interned: a digit for the record, one for its size, and one for each column of members */
    const char **grades;
    size_t grade_count, grade_width;
    const unsigned *columns; /* by index of a member: the member's column in the rows of grades */
};

/* Returns the answers of a record on some arches, in the order of `arches`. The result is in the arena. */
struct answers record_list_answers(struct arena *arena, struct intern *intern, const struct record *record,
                                   const struct arch *const *arches, size_t arch_count);

/* Returns the answers of a record as record_list_answers does, but with absolute grades: no digit is
 * STRATA_GRADE_OF_PLACE, each range has a row of grades, and is_of_kernel is set in all ranges that run the kernel of
 * another build. */
struct answers record_list_grades(struct arena *arena, struct intern *intern, const struct record *record,
                                  const struct arch *const *arches, size_t arch_count);

#endif
