/*
 * A line on a terminal that says what a long command is doing, such as "strata: reading 12 of 213: KERNEL". It appears
 * when a second has passed, changes ten times a second at most, and is erased at the end. Without a terminal there is
 * no line: `struct progress *` is NULL, and all functions take that.
 */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stddef.h>

struct arena;
struct progress;

/* Returns the progress of a command that begins now, on standard error, which must be a terminal that moves its cursor
 * to the beginning of the line at a carriage return. */
struct progress *progress_new(struct arena *arena);

/* Says that the command has done `done` of the `total` steps of a task, such as "reading", and begins the next one.
 * `subject` names what the step is about, or is NULL. Cheap enough for every structure of a model. */
void progress_step(struct progress *progress, const char *task, size_t done, size_t total, const char *subject);

/* Erases the line. To be called before anything else is written to the terminal. */
void progress_end(struct progress *progress);

#endif
