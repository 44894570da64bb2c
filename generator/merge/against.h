/*
 * Compares specs of documents with specs of attested builds. Reports every cell of the documents that a build
 * contradicts.
 */
#ifndef MERGE_AGAINST_H
#define MERGE_AGAINST_H

#include <stddef.h>

struct diags;
struct kernel;
struct model;

/* Counts for one file of documents: its structures, and its cells by result. `compared` includes `contradicted`; an
 * absent cell is in no build. */
struct against_tally {
    size_t structures, compared, contradicted, absent;
};

struct against_request {
    struct diags *diags;
    const struct model *model;    /* of the documents */
    const struct model *evidence; /* of the builds */
    struct against_tally *tallies;       /* one for each file of the documents; must be zero */
    const struct kernel *const *kernels; /* the builds to compare with; NULL: all that the evidence attests */
    size_t kernel_count;
};

/* Compares each structure of the requested files with the structure of the same name in the evidence, in all attested
 * builds: offsets, bits and stated sizes. Reports each cell that a build contradicts as [contradiction], with both
 * values. */
void against_compare(const struct against_request *request);

#endif
