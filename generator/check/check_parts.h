/*
 * Declarations that check.c and the files of the checks share: a run, and the functions of the tables of checks.
 */
#ifndef CHECK_CHECK_PARTS_H
#define CHECK_CHECK_PARTS_H

#include "check/finding.h"
#include "check/rows.h"

/* One run of the checks. */
struct check_run {
    const struct model *model;
    struct arena *arena, *brief; /* brief: for a check of one record */
    struct diags *diags;
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

/* Returns the set of codes that a map has of a key, a bit each. */
uint64_t run_codes_of(const struct map *map, const void *key);

/* Adds codes to that set. */
void run_add_codes(struct check_run *run, struct map *map, const void *key, uint64_t more);

/* Calls `visit` for every row of the record that no fault leaves open, on every arch on which the record has layouts of
 * its own. */
void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch));

/* rows.c: rows against their own cells, and against rows of the same name. */
void check_two_offsets(struct check_run *run);
void check_outside(struct check_run *run);
void check_no_offset(struct check_run *run);
void check_empty_range(struct check_run *run);
void check_duplicate_member(struct check_run *run);
void check_rival(struct check_run *run);

/* types.c: types against the versions of their members, and types of one member's rows against each other. */
void check_type_change(struct check_run *run);
void check_record_types(struct check_run *run);

/* enums.c, for an enumeration: its values. */
void check_enum_value(struct check_run *run);

/* versions.c, for a record: columns of arches that are not there yet, and digests; for that and for a file: `attest`.
 */
void check_arch(struct check_run *run);
void check_digest(struct check_run *run);
void check_record_attest(struct check_run *run);
void check_file_attest(struct check_run *run);

/* values.c: values of members against types and enumerations. */
void check_mask_run(struct check_run *run);
void check_constraint(struct check_run *run);
void check_row_enumeration(struct check_run *run);

/* remarks.c: what remarks claim about other rows. Behind the checks of bytes, whose findings it bears out. */
void check_remark(struct check_run *run);

/* bytes.c: members against the bytes of other members: overlap, bit-overlap, past-size, misaligned, order, gap
 * and size, found together, since one wrong placement is most of them at once. */
void check_bytes(struct check_run *run);
void check_natural(struct check_run *run);

/* bits.c: bits between bit-fields that belong to none. After the checks of bytes: a mistake that these found may
 * be the reason. */
void check_bits(struct check_run *run);

#endif
