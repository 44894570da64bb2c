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
    SOLVE_CHANGE = 2048, /* a caller may lower it a little, because of the votes of other layouts */
    /* SOLVE_CHANGE of an alternative that states one place for several layouts: it is more likely to be out of date */
    SOLVE_CHANGE_WIDE = 1366,
    SOLVE_IDLE = 600, /* added to SOLVE_CHANGE for a member that contradicts nothing */
    SOLVE_HOLE = 3072,
    SOLVE_OPEN = 1800,
    SOLVE_LOOSE = 512, /* a hole that members with unknown places could fill, which stand elsewhere in the text */
    SOLVE_MISALIGNED = 3072,
    SOLVE_OVERLAP = 3900,
    SOLVE_SIZE = 2048,
    SOLVE_BITS = 2500,
    SOLVE_FIXED = 1 << 22,     /* cost of changing an item whose placement cannot be changed */
    SOLVE_PLACES_MOST = 4,     /* candidates that are kept for one member */
    SOLVE_REACH = 64,          /* largest number of members between two anchors */
    SOLVE_ITEMS_MOST = 1000000 /* largest number of members in an aggregate */
};

/* A member. Offsets and sizes are in bytes, and offsets count from the same point as `base` of the group. */
struct solve_item {
    uint32_t stated; /* offset that the table states; SOLVE_UNKNOWN if nobody knows it */
    uint32_t size;   /* size, or SOLVE_UNKNOWN */
    uint32_t align;
    uint32_t give;   /* number of bytes before the member that may be free for another reason */
    bool is_guess;   /* `align` is a guess */
    unsigned cost;   /* cost of changing its placement */
    bool is_suspect; /* its placement contradicts another member, or itself */
    bool is_natural; /* the member has no placement and follows the item above */
    uint8_t bit;     /* lowest bit of a bit-field, as in struct layout_member */
    uint8_t width;   /* width of a bit-field in bits; 0 if it is none */

    /* Result of one of the cheapest choices: */
    bool is_changed;
    bool is_exact;  /* no bytes between the anchors around it are free */
    uint32_t place; /* offset of the member in this choice, or SOLVE_UNKNOWN */
    size_t before;  /* the anchors around it: indices of items plus 1; 0 and count + 1 are the ends of the aggregate */
    size_t behind;
    /* Result of all cheapest choices: */
    bool may_stay;                      /* some choice keeps the stated offset */
    uint32_t places[SOLVE_PLACES_MOST]; /* offsets in the other choices */
    unsigned place_count;
};

struct solve_group {
    struct solve_item *items;
    size_t count;
    uint32_t base;                    /* offset at which the aggregate begins */
    uint32_t end;                     /* stated end of the aggregate; SOLVE_UNKNOWN: it ends where its members do */
    bool is_limit;                    /* `end` is only a limit that the members must not exceed */
    uint32_t align;                   /* alignment of the aggregate, to which its end is rounded up */
    uint32_t align_least, align_most; /* range of that alignment if it is a guess */
    uint32_t give;                    /* number of bytes before `end` that may be free for another reason */
    /* number of bytes of members with unknown places, which may fill holes; SOLVE_UNKNOWN: any number */
    uint32_t loose;

    uint64_t cost;      /* cost of a cheapest choice */
    uint32_t right_end; /* end of the members in the result, rounded up; SOLVE_UNKNOWN if it is not known */
    bool is_end_wrong;  /* the stated end is wrong in the result */
    bool may_end_stay;  /* the stated end is right in some cheapest choice */
};

/* Finds the cheapest choice, and subtracts the steps that it takes from *budget. If that would take more steps than
 * *budget, returns false and leaves no result: nothing is reported about a table that is too large and too wrong. */
bool solve(struct solve_group *group, uint64_t *budget);

#endif
