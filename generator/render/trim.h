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

/* Groups of calls that users of a bundle make. */
enum trim_call {
    TRIM_OPEN = 1,
    TRIM_GET = 2,
    TRIM_VALUE = 4,
    TRIM_SET = 8,
    TRIM_BYTES = 16,
    TRIM_VIEW = 32,
    TRIM_REBASE = 64,
    TRIM_REQUIRE = 128,
    TRIM_PRESENT = 256,
    TRIM_READ = 512,
    TRIM_VALIDATE = 1024,
    TRIM_FETCH = 2048,
    TRIM_ALL = 4095
};

/* Appends a header of the runtime without the parts that nothing needs. `users` are texts that use it; `chosen` is a
 * set of enum trim_call. Unless it is TRIM_ALL, of the parts about versions, statuses and tables only those stay, too,
 * that something needs. */
void trim_runtime(struct arena *arena, const char *text, size_t size, const struct buffer *users, size_t user_count,
                  unsigned chosen, struct buffer *out);

#endif
