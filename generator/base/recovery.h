/*
 * Completes the changes of a run that was killed, from its journal (base/journal.h).
 */
#ifndef BASE_RECOVERY_H
#define BASE_RECOVERY_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Completes the changes of a run that was killed in a tree and removes the journal. `*count` is the number of files in
 * it; 0 if there is no journal. Fails and changes nothing if a file has neither its old state nor its new text, if a
 * link leads to it, or if the run that wrote the journal has not ended. */
bool recovery_complete(struct arena *arena, const char *path, const char *tree, size_t *count, const char **error);

#endif
