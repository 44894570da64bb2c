/*
 * The versions in which an enumeration has a value. A search by number is fast, however many members ask.
 */
#ifndef CHECK_ENUM_VALUES_H
#define CHECK_ENUM_VALUES_H

#include "check/check_parts.h"
#include "check/numbers.h"

/* The versions in which an enumeration has any value on an arch. */
struct version_set enum_values_known(struct check_run *run, const struct enumeration *enumeration,
                                     const struct arch *arch);

/* Returns those of these versions in which its value is unknown. */
struct version_set enum_values_undocumented(struct check_run *run, const struct enumeration *enumeration,
                                            const struct arch *arch);

/* Returns the versions in which a number in a range is one of its values. */
struct version_set enum_values_in(struct check_run *run, const struct enumeration *enumeration,
                                  const struct arch *arch, struct number_range range);

#endif
