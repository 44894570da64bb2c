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
    struct version_set versions;
    size_t room; /* number of ranges that the array of `in` has room for; 0: the array is also that of another set */
};

/* Writes " on x86 and x64 in 6.1..", or each arch with its own versions. `wheres` is indexed by arch; entries without
 * an arch are left out. */
void where_write(const struct model *model, const struct where *wheres, struct buffer *out);

/* Another row that a contradiction is about. */
struct partner {
    const struct row *row;
    struct span span;
    const char *text; /* text of the note about the row */
};

struct finding {
    struct finding *next;
    struct finding *next_there; /* the next finding at the same position */
    enum diag_code code;
    const struct row *row;       /* the row that would have to change; NULL if the finding is about no row */
    const struct ast_decl *decl; /* the declaration whose `allow` counts if the finding is about no row; else NULL */
    struct span span;
    const char *text;  /* message such as "'A' overlaps 'B'"; the versions are added to it */
    const char *label; /* text after the caret; NULL if there is none */
    const char *helps[HELPS_MOST];
    size_t help_count;
    struct diag_edit *edits; /* edits that fix the finding; NULL if none is known */
    const struct row *about; /* for a gap: the row that the message names */
    unsigned room; /* the least number of bytes available; for a gap, its size, or 0 if that differs by version */
    struct partner partners[PARTNERS_MOST];
    size_t partner_count;
    struct where *where; /* versions of the finding, by index of arch */
};

struct check_run;

/* Returns the finding of a code on a row at a position, and makes it if it is new. Adds the versions `in` on `arch` to
 * it; with NULL for `arch` adds none. */
struct finding *finding_add(struct check_run *run, enum diag_code code, const struct row *row, struct span span,
                            const struct arch *arch, struct version_set in);

/* Adds versions on an arch to a finding. */
void finding_hold(struct check_run *run, struct finding *finding, const struct arch *arch, struct version_set in);

/* Returns the finding of a code on a row at a position; NULL if there is none. */
struct finding *finding_at(const struct check_run *run, enum diag_code code, const struct row *row, struct span span);

/* Returns the first finding at a position, or NULL; `next_there` leads to the others. */
struct finding *finding_first(const struct check_run *run, struct span span);

/* Adds a note about another row of the contradiction, unless the finding has the note. */
void finding_add_partner(struct finding *finding, const struct row *row, struct span span, const char *text);

/* Adds a line of help, unless the finding has it. NULL adds nothing. */
void finding_add_help(struct finding *finding, const char *text);

/* Replaces all lines of help by one, or by none if `text` is NULL. */
void finding_set_help(struct finding *finding, const char *text);

/* Replaces all edits by one, or by none if `replacement` is NULL. */
void finding_set_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement);

/* Adds an edit. All edits of a finding together fix it. */
void finding_add_edit(struct check_run *run, struct finding *finding, struct span span, const char *replacement);

/* Marks each `allow` that silences a finding as used. `check` reports the others. */
void finding_use_allows(struct check_run *run, const struct finding *finding);

/* True if a finding is not reported: its code is off, its versions are not those of the document, or an `allow`
 * silences it. Marks that `allow` as used. */
bool finding_is_off(struct check_run *run, const struct finding *finding);

/* Reports the findings about the current record, and empties the list. */
void findings_report(struct check_run *run);

/* True if a row of a record, or any declaration around the row, has a clause `allow CODE`. With NULL for the row, looks
 * at the record. */
bool row_allows(const struct record *record, const struct row *row, enum diag_code code);

/* True if a declaration has a clause `allow CODE`. Marks the clause as used. */
bool allow_silences(struct check_run *run, const struct ast_decl *decl, enum diag_code code);

/* True if a row, its slot, or an aggregate around it has a clause `allow CODE`. Marks the clause as used. */
bool row_silences(struct check_run *run, const struct row *row, enum diag_code code);

#endif
