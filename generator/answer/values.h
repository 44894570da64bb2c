/*
 * Answers about enumerations: the value of each enumerator in a version, and how well that is known. The rules are
 * those of structures (answer/standing.h); nobody looks at single enumerators of a build.
 */
#ifndef ANSWER_VALUES_H
#define ANSWER_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer/standing.h"
#include "model/type.h"

struct arena;

/* An enumeration in a version. */
struct valued {
    const struct enumeration *enumeration;
    bool exists; /* some enumerator has a value */
    /* how well all values are known. It has no layout: the values are those that the rows give for the version, as
     * generated headers and packs take them, also if the version is disputed */
    struct standing standing;
};

/* Finds the values in a version, as the runtime of packs does. */
struct valued enumeration_stand(const struct enumeration *enumeration, const struct arch *arch, uint64_t version);

/* Returns the value of an enumerator; NULL if it has none. Sets the grade of the value, or of its absence. */
const struct cell_value *enumerator_stand(const struct valued *valued, const struct enumerator *enumerator,
                                          struct standing *standing);

/* Returns how well the values of the chosen enumerators are known: the standing of the one about which least is known.
 * `chosen` is by index of enumerator; NULL: all. */
struct standing values_stand_chosen(const struct valued *valued, const bool *chosen);

/* Lists the ranges of versions in which no value changes and some enumerator has one, ascending. Only the `chosen`
 * enumerators count; NULL: all. The list is the arena's. */
const struct version_range *enumeration_list_runs(struct arena *arena, const struct enumeration *enumeration,
                                                  const struct arch *arch, const bool *chosen, size_t *count);

/* True if no version of an arch has another value than the arch that it falls back on. */
bool enumeration_is_alias(const struct enumeration *enumeration, const struct arch *arch);

#endif
