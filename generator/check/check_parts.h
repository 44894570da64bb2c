/*
 * The state of a run of checks, shared by check.c and the files of the checks.
 */
#ifndef CHECK_CHECK_PARTS_H
#define CHECK_CHECK_PARTS_H

#include "check/finding.h"
#include "check/rows.h"

/* The bit of a code in a set of codes. Only codes of findings about specs have a bit; codes about command lines,
 * imports and output have none. */
#define CODE_OF(code) ((uint64_t)1 << ((code) - DIAG_ENCODING))
#define CODE(name) CODE_OF(DIAG_##name)
_Static_assert(DIAG_USE_UNKNOWN - DIAG_ENCODING < 64, "sets of codes are 64 bits");

/* One run of the checks. */
struct check_run {
    const struct model *model;
    struct arena *arena, *brief; /* `brief` is for one check of one record and is cleared after it */
    struct diags *diags;
    struct diags *fault_diags; /* receives the faults of resolution that are reported */
    const struct fault *fault; /* the last fault that was reported; NULL before the first */
    struct map *used_allows;   /* set of `allow` clauses that silenced something: ast_clause -> itself */
    /* declaration, record or cell of a record's size -> set of codes that its resolution reported */
    struct map *faulty;
    /* for doubts.c: record -> by index of arch, the versions in which findings say that its bytes are wrong */
    struct map *open_sizes;
    /* for doubts.c: number of layout entries that were copied to divide layouts at doubtful versions */
    uint64_t divided;
    struct map *skipped;     /* ast_decl -> set of codes that no check looked for in it */
    struct map *wrong_bytes; /* ast_decl of a record -> set of codes that contradictions between its rows may hide */
    struct map *enum_values; /* for enum_values.c: enumeration -> its values */
    uint64_t compared_pairs; /* number of pairs of rows with common bytes that were compared */
    uint64_t solver_steps;   /* number of steps that the solver has taken */

    /* The subject of the check: one of record, enumeration and file. */
    const struct ast_decl *owner; /* declaration of the record or enumeration, whose `allow` counts; NULL for a file */
    const struct record *record;  /* NULL if the subject is no record */
    const struct enumeration *enumeration;
    const struct ast_file *file;
    uint64_t prerequisites;        /* set of codes: prerequisites of the running check */
    uint64_t faults;               /* set of codes: reported faults of the record and its rows */
    uint64_t failed;               /* set of codes: faults that make the whole record doubtful */
    uint64_t found;                /* set of codes: findings about the record */
    uint64_t open;                 /* set of codes: findings that no `allow` silences */
    struct map *doubts;            /* for doubts.c: versions that the findings in `open` make doubtful; NULL: none */
    const struct finding *doubted; /* the last finding that doubts.c has looked at */
    struct finding *findings, **findings_end; /* findings about the record */
    uint64_t reported;                        /* set of codes: findings that are reported */
    struct map *places;                       /* begin of a finding's span, plus 1 -> the last finding there */

    /* State that rows.c and versions.c keep between rows: */
    const struct ast_decl *slot; /* the slot that slot_declared belongs to; kept because a slot has many rows */
    const struct arch *slot_arch;
    struct version_set slot_declared;
    const struct ast_decl *visited_slot; /* slot and arch of the row that was looked at last */
    const struct arch *visited_arch;
    struct finding *conflict; /* finding about the record's digests; NULL if there is none */
    bool has_idle;            /* some row or alternative holds in no version on some arch */
};

/* Calls `visit` for every row of the record, on every arch on which the record has its own layouts. Leaves out rows
 * that a fault makes doubtful. */
void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch));

#endif
