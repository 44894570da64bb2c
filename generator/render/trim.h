/*
 * The part of runtime/strata.h that a bundle needs: what its accessors use, and all that deals with versions, targets,
 * statuses and slots. Of the comments, the first sentences on versions, targets and statuses stay: the reference is
 * runtime/README.md.
 */
#ifndef RENDER_TRIM_H
#define RENDER_TRIM_H

#include <stddef.h>

struct arena;
struct buffer;

/* Appends a header of the runtime without the parts that nothing needs. `users` are texts that use it. */
void trim_runtime(struct arena *arena, const char *text, size_t size, const struct buffer *users, size_t user_count,
                  struct buffer *out);

#endif
