/*
 * Guesses for names that do not exist.
 */
#ifndef MODEL_NEAREST_H
#define MODEL_NEAREST_H

#include <stddef.h>

struct model;

/* Begin with {.wanted = NAME}; `best` stays NULL while nothing is like it. */
struct nearest {
    const char *wanted;
    const char *best;
    size_t distance;
};

/* Takes a name for the best one when it is nearer than those before. Case does not count for much. */
void nearest_consider(struct nearest *nearest, const char *name);

/* Returns how far a name is from another one that is wanted, 0 for the same; SIZE_MAX if they are not alike. */
size_t nearest_measure(const char *wanted, const char *name);

/* Considers the names of all records and enumerations of a model. */
void nearest_consider_types(struct nearest *nearest, const struct model *model);

#endif
