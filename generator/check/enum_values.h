/*
 * The versions in which an enumeration has a value. The values are indexed, so that searches by number are fast for
 * enumerations that many members use.
 */
#ifndef CHECK_ENUM_VALUES_H
#define CHECK_ENUM_VALUES_H

#include "check/check_parts.h"
#include "check/numbers.h"

/* Returns the versions in which an enumeration has any value on an arch. */
struct version_set enum_values_known(struct check_run *run, const struct enumeration *enumeration,
                                     const struct arch *arch);

/* Returns the versions in which some value of an enumeration on an arch is unknown. */
struct version_set enum_values_undocumented(struct check_run *run, const struct enumeration *enumeration,
                                            const struct arch *arch);

/* Returns the versions in which some value of an enumeration on an arch lies in a range of numbers. */
struct version_set enum_values_in(struct check_run *run, const struct enumeration *enumeration,
                                  const struct arch *arch, struct number_range range);

#endif
