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
    bool is_of_kernel;           /* it runs the kernel of another build, which has more than one answer */
    uint32_t grades;             /* number of its row, from 1 on; 0: all grades are those of the place */
};

struct answers {
    const struct answer_range *ranges; /* ascending by version on each arch, from version 0 on */
    size_t range_count;
    const char **grades; /* digits of the record, of its size, and of the columns of members */
    size_t grade_count, grade_width;
    const unsigned *columns; /* by index of a member */
};

/* Returns the answers of a record on some arches, in their order. The memory is the arena's. */
struct answers record_list_answers(struct arena *arena, struct intern *intern, const struct record *record,
                                   const struct arch *const *arches, size_t arch_count);

/* The same with absolute grades: no digit is STRATA_GRADE_OF_PLACE, each range has a row, and all ranges that run the
 * kernel of another build say so. */
struct answers record_list_grades(struct arena *arena, struct intern *intern, const struct record *record,
                                  const struct arch *const *arches, size_t arch_count);

#endif
