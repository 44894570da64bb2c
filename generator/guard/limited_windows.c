/*
 * Limits for the work on items, on Windows: there are none.
 */
#include "guard/limited.h"

#include "base/arena.h"

struct limited {
    bool is_begun;
};

struct limited *limited_start(struct arena *arena, const struct limits *limits, struct limited_failure *failure)
{
    (void)limits;
    (void)failure;
    return ARENA_NEW(arena, struct limited);
}

void limited_begin(struct limited *limited, const char *item)
{
    (void)item;
    limited->is_begun = true;
}

bool limited_end(struct limited *limited)
{
    limited->is_begun = false;
    return false;
}

void limited_hush(struct limited *limited, bool hush)
{
    (void)limited;
    (void)hush;
}
