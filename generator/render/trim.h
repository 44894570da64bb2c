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
    TRIM_COLUMNS = 4096, /* part of TRIM_ELEMENT if some array has two dimensions */
    TRIM_NUMBERS = 8192, /* targets of numbers that are known only at run time */
    TRIM_ELEMENT = 16384,
    TRIM_ALL = 32767
};

/* Appends a header of the runtime without the parts that nothing needs. Declarations of `instead`, which may be empty,
 * take the place of those in the header that have one of their names; all are in the order of the header. `users` are
 * texts that use it; `chosen` is a set of enum trim_call. Unless it is TRIM_ALL, of the parts about versions, statuses
 * and tables only those stay, too, that something needs. */
void trim_runtime(struct arena *arena, const struct buffer *runtime, const struct buffer *instead,
                  const struct buffer *users, size_t user_count, unsigned chosen, struct buffer *out);

#endif
