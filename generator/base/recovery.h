/*
 * The end of what a killed run has begun: base/journal.h says what such a run leaves.
 */
#ifndef BASE_RECOVERY_H
#define BASE_RECOVERY_H

#include <stdbool.h>
#include <stddef.h>

struct arena;

/* Completes the changes of a run that was killed, and removes the journal; `*count` is the number of files in it, and 0
 * if there is no journal. Each file must have its old state or its new text. It fails, and changes nothing, if one has
 * neither, or if the run that writes the journal has not ended. */
bool recovery_complete(struct arena *arena, const char *path, size_t *count, const char **error);

#endif
