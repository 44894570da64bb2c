/*
 * Limits for the work of a library that may crash, take all memory or never end. The rest of the run is done by a child
 * process, which has the limits while it works on an item. Its parent only waits, and ends as the child does.
 *
 *     struct limited *limited = limited_start(arena, &limits, &failure);
 *     if (!limited)
 *         report why the child failed on `failure.item`; here the parent goes on
 *     limited_begin(limited, name);
 *     ... the library's work on the item of that name ...
 *     is_full = limited_end(limited);
 *
 * Windows has no such processes: there the same process does the work, without limits.
 */
#ifndef GUARD_LIMITED_H
#define GUARD_LIMITED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct limited;

/* Limits for the work on one item. */
struct limits {
    uint64_t memory;      /* bytes of memory, in addition to those that the process has when the work begins */
    unsigned cpu_seconds; /* seconds of processor time */
    unsigned seconds;     /* seconds until the work has to end, also if it only waits */
};

/* Reasons why the child ended before its work was done. */
enum limited_reason { LIMITED_CRASH, LIMITED_CPU_TIME, LIMITED_TIME };

struct limited_failure {
    enum limited_reason reason;
    const char *item; /* name of the item that the child began last */
};

/* Starts the child. Returns in the child, or in this process if there can be no child. In the parent, returns NULL if
 * the child has failed; otherwise the parent exits with the status of the child, or ends by the same signal. Signals
 * that end the parent end the child first, and the child ends when its parent does. Output that the parent has buffered
 * is written by the child. */
struct limited *limited_start(struct arena *arena, const struct limits *limits, struct limited_failure *failure);

/* Sets the limits before the work on an item. */
void limited_begin(struct limited *limited, const char *item);

/* Removes the limits, if they are set. Returns true if so little memory was left that the work failed because of it. */
bool limited_end(struct limited *limited);

/* Drops what the library writes to standard error, from a call with true until a call with false. */
void limited_hush(struct limited *limited, bool hush);

#endif
