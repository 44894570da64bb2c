/*
 * Specs of documents against specs of attested builds: every cell that a build contradicts.
 */
#ifndef MERGE_AGAINST_H
#define MERGE_AGAINST_H

#include <stddef.h>

struct diags;
struct kernel;
struct model;

/* Counts of a file of documents. */
struct against_tally {
    size_t structures, compared, contradicted, absent;
};

struct against_request {
    struct diags *diags;
    const struct model *model;    /* of the documents */
    const struct model *evidence; /* of the builds */
    struct against_tally *tallies; /* zeros, by file of the documents */
    const struct kernel *const *kernels; /* the builds that count; NULL: all that the evidence attests */
    size_t kernel_count;
};

/* Compares the structures of the requested files with those of the same name in the evidence, in the builds that it
 * attests: offsets, bits, and stated sizes. Each cell that a build contradicts is reported as [contradiction], with
 * both values. */
void against_compare(const struct against_request *request);

#endif
