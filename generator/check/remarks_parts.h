/*
 * Shared by the checks of remarks: what checking a claim found, and the edit that corrects the claim.
 */
#ifndef CHECK_REMARKS_PARTS_H
#define CHECK_REMARKS_PARTS_H

#include "check/check_parts.h"

/* The result for one alternative of a claim, or for a claim without a cell, on all arches. */
struct verdict {
    struct verdict *next;
    const void *key; /* the alternative, or the clause of a claim without a cell */
    const struct row *row;
    const struct claim *claim;
    struct finding *finding;
    bool met;          /* some version has a row that the claim speaks of */
    uint32_t said;     /* the first wrong offset that `finding` is about */
    bool is_split;     /* on some arch, no single value is right for all versions of the claim */
    uint32_t *offsets; /* by index of arch: the right offset, or LAYOUT_UNKNOWN */
    /* by index of arch: versions of the row in which nothing exists that the claim speaks of */
    struct version_set *idle;
    struct version_set wrong; /* for `last`: versions in which a member lies after the row */
};

/* Adds advice and an edit that correct a claim. */
void remarks_mend(struct check_run *run, const struct verdict *verdict);

#endif
