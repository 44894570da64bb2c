/*
 * Findings. Each finding is one contradiction, over all versions and arches in which it shows. The checks of a record
 * collect them, and report them at their end. All memory is the arena's.
 */
#ifndef CHECK_FINDING_H
#define CHECK_FINDING_H

#include "base/buffer.h"
#include "model/clauses.h"

enum { PARTNERS_MOST = 8, HELPS_MOST = 8 };

/* Versions on one arch. */
struct where {
    const struct arch *arch;
    struct version_set in;
};

/* Writes " on x86 and x64 in 6.1..", or each arch with its own versions: a list by index of arch, in which those
 * that do not matter have no arch. */
void where_write(const struct model *model, const struct where *wheres, struct buffer *out);

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
    const char *text;  /* "'A' overlaps 'B'"; the versions are added to it */
    const char *label; /* or NULL */
    const char *helps[HELPS_MOST];
    size_t help_count;
    struct diag_edit *edits; /* what would mend it, or NULL */
    const struct row *about; /* of a gap: the row that the text names */
    unsigned room;           /* bytes that there are: the least; of a gap, 0 where they differ by version */
    struct partner partners[PARTNERS_MOST];
    size_t partner_count;
    struct where *where; /* by index of arch */
};

struct check_run;

/* Returns the finding of a code on a row and place, and makes it if it is new. Adds `in` on `arch` (NULL: nothing)
 * to its versions. */
struct finding *finding_add(struct check_run *run, enum diag_code code, const struct row *row, struct span span,
                            const struct arch *arch, struct version_set in);

/* Adds versions on an arch to where a finding holds. */
void finding_hold(struct check_run *run, struct finding *finding, const struct arch *arch, struct version_set in);

/* Returns the finding of a code on a row and place, or NULL. */
struct finding *finding_at(const struct check_run *run, enum diag_code code, const struct row *row, struct span span);

/* Returns the first finding on a place, or NULL; `next_there` leads to the others. */
struct finding *finding_first(const struct check_run *run, struct span span);

/* Adds the other side, once. */
void finding_add_partner(struct finding *finding, const struct row *row, struct span span, const char *text);

/* Adds a line of help, once; NULL adds none. */
void finding_add_help(struct finding *finding, const char *text);

/* The one line of help, or (NULL) none, instead of what was said before. */
void finding_set_help(struct finding *finding, const char *text);

/* The one edit that would mend it, or (a NULL replacement) none, instead of what was said before. */
void finding_set_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement);

/* Adds an edit to those that would mend it together. */
void finding_add_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement);

/* Marks each `allow` that silences a finding as used. */
void finding_use_allows(struct check_run *run, const struct finding *finding);

/* True if a finding is not reported: its code is off, a document passes over its versions, or an `allow` silences it,
 * which then counts as used. */
bool finding_is_off(struct check_run *run, const struct finding *finding);

/* Reports and forgets the findings of the record. */
void findings_report(struct check_run *run);

/* True if a row (NULL: none) of a record, or anything around it, has a clause `allow CODE`. */
bool row_allows(const struct record *record, const struct row *row, enum diag_code code);

/* True if a declaration has such a clause, which then counts as used. */
bool allow_silences(struct check_run *run, const struct ast_decl *decl, enum diag_code code);

/* True if a row silences a code: by itself, by its slot, or by the aggregates around it. */
bool row_silences(struct check_run *run, const struct row *row, enum diag_code code);

#endif
