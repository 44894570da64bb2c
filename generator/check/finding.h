/*
 * What the checks share: findings, each one contradiction over all the versions and arches in which it shows.
 */
#ifndef CHECK_FINDING_H
#define CHECK_FINDING_H

#include "base/buffer.h"
#include "model/model.h"

enum { PARTNERS_MOST = 8, HELPS_MOST = 8 };

/* Versions on one arch. */
struct where {
    const struct arch *arch;
    struct version_set in;
};

/* The other side of a contradiction. */
struct partner {
    const struct row *row;
    struct span span;
    const char *text; /* of the note */
};

struct finding {
    struct finding *next;
    struct finding *next_there; /* at the same place */
    enum diag_code code;
    const struct row *row;       /* that would have to change; or NULL */
    const struct ast_decl *decl; /* of what is no row, for its `allow`; or NULL */
    struct span span;
    const char *text;  /* "'A' overlaps 'B'": where it holds is put behind it */
    const char *label; /* or NULL */
    const char *help;  /* or NULL */
    const char *replacement; /* what would mend it, instead of what stands at `replaced`; or NULL */
    struct span replaced;
    const char *more_helps[HELPS_MOST];
    size_t more_help_count;
    struct diag_edit *edits; /* further edits of the same fix */
    const struct row *about; /* of a gap: the row that the text names */
    unsigned room;           /* bytes that there are: the least; of a gap, 0 where they differ by version */
    struct partner partners[PARTNERS_MOST];
    size_t partner_count;
    struct where *where; /* by index of arch */
};

/* One run of the checks. */
struct check_run {
    const struct model *model;
    struct arena *arena;
    struct diags *diags;
    struct map *used_allows; /* ast_clause -> itself */
    struct map *faulty;      /* ast_decl -> the codes that its resolution met, a bit each */
    struct map *skipped;     /* ast_decl -> the codes that were not looked for on it, a bit each */
    const struct ast_decl *owner;             /* what is checked: a record, enumeration or NULL; its `allow` counts */
    const struct record *record;              /* one of these three */
    const struct enumeration *enumeration;
    const struct ast_file *file;
    const struct ast_decl *slot;              /* what was asked last about a slot, which has many rows */
    const struct arch *slot_arch;
    struct version_set slot_declared;
    uint64_t solver_steps;                    /* that looking for the right places has taken */
    const struct ast_decl *visited_slot;      /* of the row that was looked at last, on what arch */
    const struct arch *visited_arch;
    bool has_idle;                            /* some row, or alternative, is for no version on an arch */
    uint64_t failed;                          /* codes met on the record, a bit each */
    struct finding *findings, **findings_end; /* of the record */
    struct map *places;                       /* where a finding's span begins, plus 1 -> the last one there */
};

/* The finding of this code on this row and place, new or met before; `in` on `arch` (NULL: nothing) is added to where
 * it holds. */
struct finding *finding_add(struct check_run *run, enum diag_code code, const struct row *row, struct span span,
                            const struct arch *arch, struct version_set in);

/* Adds versions on an arch to where a finding holds. */
void finding_hold(struct check_run *run, struct finding *finding, const struct arch *arch, struct version_set in);

/* The finding of this code on this row and place, or NULL. */
struct finding *finding_at(const struct check_run *run, enum diag_code code, const struct row *row, struct span span);

/* The first of the findings on a place, whatever they say, or NULL: `next_there` leads to the others. */
struct finding *finding_first(const struct check_run *run, struct span span);

/* Adds the other side, once. */
void finding_add_partner(struct finding *finding, const struct row *row, struct span span, const char *text);

/* Adds a line of help, once. */
void finding_add_help(struct finding *finding, const char *text);

/* Reports and forgets the findings of the record. */
void findings_report(struct check_run *run);

/* Whether a clause `allow CODE` of a declaration silences a code; it then counts as used. */
bool allow_silences(struct check_run *run, const struct ast_decl *decl, enum diag_code code);

/* How messages call a row: 'Name', or what kind of nameless thing it is. */
const char *row_describe(struct arena *arena, const struct row *row);

/* Where a row is placed: its cell's alternative, else its name, else all of it. */
struct span row_place(const struct row *row, const struct cell_value *at);

/* Calls `visit` for every row of the record, on every arch on which the record has layouts of its own. */
void check_each_row(struct check_run *run,
                    void (*visit)(struct check_run *run, const struct row *row, const struct arch *arch));

/* The cells of a row, one after another; NULL behind the last. The first ones may be those of a slot. */
enum { CELLS_SHARED = 3 };
static inline const struct cell *row_cell(const struct row *row, const struct row_on *on, unsigned index)
{
    const struct cell *fixed[] = {&on->at, &on->extras->bit, &on->extras->mask, &on->extras->extent,
                                  &on->extras->default_value};
    unsigned count = sizeof fixed / sizeof *fixed;
    if (index < count)
        return fixed[index];
    return index - count < row_bound_count(row) ? &on->extras->bounds[index - count] : NULL;
}

/* The versions in which a row is there: its own, less those for which its cell says `-`. */
struct version_set row_present(struct check_run *run, const struct row *row, const struct arch *arch);

/* Whether two rows, or what they stand in, are rival declarations of one slot. What follows from that is no finding
 * of its own. */
bool rows_are_rivals(const struct row *a, const struct row *b);

/* check_rows.c: rows against their own cells, and against rows of the same name. */
void check_two_offsets(struct check_run *run);
void check_outside(struct check_run *run);
void check_no_offset(struct check_run *run);
void check_empty_range(struct check_run *run);
void check_duplicate_member(struct check_run *run);
void check_rival(struct check_run *run);

/* check_types.c: types against the versions of their members, and types of one member's rows against each other. */
void check_type_change(struct check_run *run);
void check_record_types(struct check_run *run);

/* check_enums.c, for an enumeration: its values. */
void check_enum_value(struct check_run *run);

/* check_versions.c, for a record: columns of arches that are not there yet; for that and for a file: `attest`. */
void check_arch(struct check_run *run);
void check_record_attest(struct check_run *run);
void check_file_attest(struct check_run *run);

/* check_values.c: values of members against types and enumerations. */
void check_mask_run(struct check_run *run);
void check_constraint(struct check_run *run);
void check_row_enumeration(struct check_run *run);

/* check_remarks.c: what remarks claim about other rows. Behind the checks of bytes, whose findings it bears out. */
void check_remark(struct check_run *run);

/* check_bytes.c: members against the bytes of other members: overlap, bit-overlap, past-size, misaligned, order, gap
 * and size, found together, since one wrong placement is most of them at once. */
void check_bytes(struct check_run *run);
void check_natural(struct check_run *run);

#endif
