/*
 * The solver. It finds the wrong placements of a table that contradicts itself, and the right places of those members.
 *
 * Members of one aggregate come in the order of the text. A member is an anchor, which keeps the place that the table
 * states, or it is laid out naturally after the one before it. Everything must fit between two anchors. The cost of a
 * choice of anchors is the sum of:
 *
 *     SOLVE_CHANGE      a changed placement
 *     SOLVE_OPEN        a changed placement that contradicts nothing, if the members between its anchors leave a hole
 *     SOLVE_HOLE        bytes before an anchor without a reason
 *     SOLVE_MISALIGNED  an anchor that is not at a multiple of its alignment
 *     SOLVE_OVERLAP     an anchor that begins inside the member above it, whose type then has another size
 *     SOLVE_BITS        bits that two members have
 *     SOLVE_SIZE        an end that differs from the stated one
 *
 * Members without a known place cost nothing, and fill holes. Dynamic programming from both ends finds the cheapest
 * choice, and all places that a member has in any cheapest choice. One place is a suggestion, several are candidates.
 */
#ifndef CHECK_SOLVE_H
#define CHECK_SOLVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SOLVE_UNKNOWN UINT32_MAX

enum {
    SOLVE_CHANGE = 2048,      /* a caller may make one a little cheaper, for what other layouts say of it */
    SOLVE_CHANGE_WIDE = 1366, /* of an alternative that claims one place for several layouts: likelier stale */
    SOLVE_IDLE = 600,         /* more, of a member that contradicts nothing */
    SOLVE_HOLE = 3072,
    SOLVE_OPEN = 1800,
    SOLVE_LOOSE = 512, /* a hole that members could fill which lie nobody knows where, but stand elsewhere */
    SOLVE_MISALIGNED = 3072,
    SOLVE_OVERLAP = 3900,
    SOLVE_SIZE = 2048,
    SOLVE_BITS = 2500,
    SOLVE_FIXED = 1 << 22,     /* of an item whose placement cannot be changed */
    SOLVE_PLACES_MOST = 4,     /* candidates that are kept of one member */
    SOLVE_REACH = 64,          /* members between two anchors */
    SOLVE_ITEMS_MOST = 1000000 /* in one aggregate */
};

/* A member. Offsets and sizes in bytes, from wherever `base` counts from. */
struct solve_item {
    uint32_t stated; /* where the table has it; SOLVE_UNKNOWN: nobody knows */
    uint32_t size;   /* or SOLVE_UNKNOWN */
    uint32_t align;
    uint32_t give;   /* this many bytes before it need no other reason */
    bool is_guess;   /* its alignment is one */
    unsigned cost;   /* of changing its placement */
    bool is_suspect; /* it contradicts others, or itself, where it is */
    bool is_natural; /* has no placement of its own: follows the item above */
    uint8_t bit;     /* of a bit-field, as in a layout */
    uint8_t width;   /* 0: it is none */

    /* The result of one cheapest choice: */
    bool is_changed;
    bool is_exact;  /* nothing is left free between the anchors around it */
    uint32_t place; /* where it lies then, or SOLVE_UNKNOWN */
    size_t before;  /* the anchors around it: indices of items plus 1, 0 and count + 1 being the ends */
    size_t behind;
    /* and by all of them: */
    bool may_stay;                      /* one of them leaves it where it is */
    uint32_t places[SOLVE_PLACES_MOST]; /* where the others have it */
    unsigned place_count;
};

struct solve_group {
    struct solve_item *items;
    size_t count;
    uint32_t base;                    /* where the aggregate begins */
    uint32_t end;                     /* its stated end, or SOLVE_UNKNOWN: then it ends where its members do */
    bool is_limit;                    /* `end` is only what it must not reach beyond */
    uint32_t align;                   /* of the aggregate: its end is rounded up to it */
    uint32_t align_least, align_most; /* what that may be, where it is a guess */
    uint32_t give;                    /* this many bytes before its end need no other reason */
    uint32_t loose;                   /* bytes of members that lie nobody knows where; SOLVE_UNKNOWN: any number */

    uint64_t cost;      /* of the cheapest choices */
    uint32_t right_end; /* where the members then end, rounded up; SOLVE_UNKNOWN if that is not known */
    bool is_end_wrong;  /* by the choice that was taken, and */
    bool may_end_stay;  /* by all of them */
};

/* Finds the cheapest choice. False, with no result, when that would take more than *budget steps, which are taken from
 * it; so says nothing about a table that is too large and too wrong. */
bool solve(struct solve_group *group, uint64_t *budget);

#endif
