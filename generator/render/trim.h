/*
 * Reduces runtime/strata.h to the part that a bundle needs: declarations that its accessors use, and those of versions,
 * targets, statuses and slots. Comments on versions, targets and statuses are reduced to their first sentences, and
 * other comments are left out. The reference is runtime/README.md.
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
    TRIM_NUMBERS = 8192, /* makes targets from numbers that are known only at run time */
    TRIM_ELEMENT = 16384,
    TRIM_ALL = 32767
};

/* Appends a header of the runtime to `out`, without the parts that nothing needs. A declaration in `instead`, which may
 * be empty, replaces the declarations of the header with its names. Both have the same order. `users` are texts that
 * use the header. `chosen` is a set of enum trim_call. With TRIM_ALL, all declarations of versions, statuses and slots
 * stay; otherwise only those that are needed. */
void trim_runtime(struct arena *arena, const struct buffer *runtime, const struct buffer *instead,
                  const struct buffer *users, size_t user_count, unsigned chosen, struct buffer *out);

#endif
