/* SPDX-License-Identifier: 0BSD
 *
 * strata_address.h: addresses of variables and functions in the images of builds.
 *
 * Only generated headers of globals include it. See strata.h.
 */
#ifndef STRATA_ADDRESS_INCLUDED
#define STRATA_ADDRESS_INCLUDED /* the guard of a header generated from address.strata ends in _H instead */

#include "strata.h"

/** Up to so many elements are compared one by one: that depends on no load before it, as halving a list does. */
#define STRATA_SHORT_LIST 12

/**
 * Returns the number of records of an ascending list whose targets are at or before `target`. A record has `size` bytes
 * and begins with its target.
 *
 * The loops let compilers select instead of branch on the comparison. With targets in random order, a processor would
 * mispredict every second branch.
 */
static inline uint32_t strata_count_targets(const void *list, uint32_t count, size_t size, strata_target target)
{
    const unsigned char *at = (const unsigned char *)list;
    uint32_t behind = 0, i;

    if (count == 0)
        return 0;
    while (count > STRATA_SHORT_LIST) {
        const unsigned char *middle = at + count / 2 * size;

        at = *(const strata_target *)(const void *)middle <= target ? middle : at;
        count -= count / 2;
    }
    for (i = 0; i < count; i++)
        behind += *(const strata_target *)(const void *)(at + i * size) <= target;
    return (uint32_t)((size_t)(at - (const unsigned char *)list) / size) + behind;
}

/* ---- Addresses --------------------------------------------------------------------------------------------------- */

/** The address of a variable or function in the image of one build. It holds for that target alone. */
typedef struct strata_address {
    strata_target target; /**< version and architecture of the image */
    uint32_t offset; /**< from the beginning of the image; 0: the build has no such variable or function */
} strata_address;

/**
 * Finds the address for a target in a list, which ascends: STRATA_OK, STRATA_ABSENT if the build has no such variable
 * or function, or STRATA_UNKNOWN if nobody saw this build. Sets *offset to 0 unless it returns STRATA_OK.
 */
static inline strata_status strata_find_address(const strata_address *list, uint32_t count, strata_target target,
                                                uint32_t *offset)
{
    const uint32_t index = strata_count_targets(list, count, sizeof *list, target);

    *offset = 0;
    if (index == 0 || list[index - 1].target != target)
        return STRATA_UNKNOWN;
    *offset = list[index - 1].offset;
    return *offset ? STRATA_OK : STRATA_ABSENT;
}

#endif
