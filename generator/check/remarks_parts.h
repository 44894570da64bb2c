/*
 * Private to the checks of remarks: the results for a claim, and what would make it right.
 */
#ifndef CHECK_REMARKS_PARTS_H
#define CHECK_REMARKS_PARTS_H

#include "check/check_parts.h"

/* The results of all arches for one alternative of a claim, or for a claim without a cell. */
struct verdict {
    struct verdict *next;
    const void *key; /* the alternative or clause */
    const struct row *row;
    const struct claim *claim;
    struct finding *finding;
    bool met;                 /* there is something that it speaks of */
    uint32_t said;            /* the first offset of `finding` that is wrong */
    bool is_split;            /* no one value would be right for all of it on an arch */
    uint32_t *offsets;        /* by index of arch: what would be right, or LAYOUT_UNKNOWN */
    struct version_set *idle; /* by index of arch: versions of the row in which there is nothing that it speaks of */
    struct version_set wrong; /* of `last`: versions in which a member lies after the row */
};

/* Adds the help and the edit that make a claim right. */
void remarks_mend(struct check_run *run, const struct verdict *verdict);

#endif
