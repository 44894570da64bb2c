/*
 * What somebody may have meant who wrote a name that does not exist.
 */
#ifndef EDGES_NEAREST_H
#define EDGES_NEAREST_H

#include <stddef.h>

/* Begin with {.wanted = NAME}; `best` stays NULL while nothing is like it. */
struct nearest {
    const char *wanted;
    const char *best;
    size_t distance;
};

/* Takes a name for the best one when it is nearer than those before. Case does not count for much. */
void nearest_consider(struct nearest *nearest, const char *name);

#endif
