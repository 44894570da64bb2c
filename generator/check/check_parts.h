/*
 * Declarations that check.c and the files of the checks share: a run, and the functions of the tables of checks.
 */
#ifndef CHECK_CHECK_PARTS_H
#define CHECK_CHECK_PARTS_H

#include "check/finding.h"
#include "check/rows.h"

/* The bit of a code in a set. Sets have the codes of findings about specs; those of command lines, of imports and of
 * output are in none. */
#define CODE_OF(code) ((uint64_t)1 << ((code) - DIAG_ENCODING))
#define CODE(name) CODE_OF(DIAG_##name)
_Static_assert(DIAG_USE_UNKNOWN - DIAG_ENCODING < 64, "sets of codes are 64 bits");

/* One run of the checks. */
struct check_run {
    const struct model *model;
    struct arena *arena, *brief; /* brief: for one check of one record, which clears it */
    struct diags *diags;
    struct diags *fault_diags; /* to which the faults of resolution go */
    const struct fault *fault; /* the last of them that was reported, or NULL */
    struct map *used_allows; /* ast_clause -> itself */
    struct map *faulty;      /* declaration, record or cell of its size -> codes that its resolution met, a bit each */
    struct map *open_sizes;  /* of doubts.c: record -> versions by index of arch in which its bytes are wrong */
    uint64_t divided;        /* entries of layouts that doubts.c has divided */
    struct map *skipped;     /* ast_decl -> the codes that were not looked for on it, a bit each */
    struct map *wrong_bytes; /* record's ast_decl -> the codes of what its rows, at odds with each other, may hide */
    struct map *enum_values; /* of enum_values.c: enumeration -> its values */
    uint64_t compared_pairs; /* of rows that share bytes */
    uint64_t solver_steps;   /* that looking for the right places has taken */

    /* The subject of the check: */
    const struct ast_decl *owner; /* a record, enumeration or NULL; its `allow` counts */
    const struct record *record;  /* one of these three */
    const struct enumeration *enumeration;
    const struct ast_file *file;
    uint64_t prerequisites;                   /* of the check that runs; a bit each, as in the next four */
    uint64_t faults;                          /* codes of faults of the record and its rows, if they are reported */
    uint64_t failed;                          /* codes of faults that leave all of it open */
    uint64_t found;                           /* codes of its findings */
    uint64_t open;                            /* codes of findings that nobody silenced, and */
    struct map *doubts;                       /* of doubts.c: what these leave open; NULL: nothing */
    const struct finding *doubted;            /* the last one that doubts.c has seen */
    struct finding *findings, **findings_end; /* what was found, */
    uint64_t reported;                        /* codes of those that nobody silenced, */
    struct map *places;                       /* also by where its span begins, plus 1 -> the last one there */

    /* Memory of rows.c and versions.c: */
    const struct ast_decl *slot; /* that was asked about last: it has many rows */
    const struct arch *slot_arch;
    struct version_set slot_declared;
    const struct ast_decl *visited_slot; /* of the row that was looked at last, on what arch */
    const struct arch *visited_arch;
    struct finding *conflict; /* with the digests of the record, or NULL */
    bool has_idle; /* some row, or alternative, is for no version on an arch */
};

/* Calls `visit` for every row of the record that no fault leaves open, on every arch on which the record has layouts of
 * its own. */
void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch));

#endif
