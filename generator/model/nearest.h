/*
 * Suggests names that are similar to a name that does not exist.
 */
#ifndef MODEL_NEAREST_H
#define MODEL_NEAREST_H

#include <stddef.h>

struct model;

/* A search for the name nearest to a wanted one. Begin with {.wanted = NAME}. `best` stays NULL if no name is
 * similar. */
struct nearest {
    const char *wanted;
    const char *best;
    size_t distance;
};

/* Takes a name as the best one if it is nearer than all names before it. A difference in case counts little. */
void nearest_consider(struct nearest *nearest, const char *name);

/* Returns the distance of a name from the wanted one: 0 if they are equal, SIZE_MAX if they are not similar. */
size_t nearest_measure(const char *wanted, const char *name);

/* Considers the names of all records and enumerations of a model. */
void nearest_consider_types(struct nearest *nearest, const struct model *model);

#endif
