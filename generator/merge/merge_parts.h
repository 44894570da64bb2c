/*
 * Declarations that the files of merge/ share. No other folder includes this; they include merge.h.
 *
 * A kernel is folded in by steps. Each looks at the model of the texts as they are, notes edits of them, and has them
 * read again; when a step finds nothing more to do, the model says what the kernel says.
 */
#ifndef MERGE_MERGE_PARTS_H
#define MERGE_MERGE_PARTS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "cmd/command.h"
#include "kernel/fold_parts.h"
#include "merge/merge.h"
#include "kernel/kernel.h"
#include "front/load.h"
#include "model/model.h"

enum { INTO_COLUMNS_MOST = 64 };

#define INTO_NO_COLUMN (~0u)

struct into_edit {
    struct span span; /* empty: before it */
    const char *text;
    size_t order;
};

struct into {
    struct command_run *run; /* its diagnostics are those that users see */
    struct arena *arena;
    const char *spec;
    struct program *program; /* the texts as they are by now */
    const struct model *model; /* the kernel's version is an attested one */
    const struct kernel *kernel;
    const struct arch *arch; /* the kernel's, of the model */
    struct fold fold;        /* of the kernel alone */
    struct map *tags;        /* name in specs -> struct fold_tag that the kernel declares */
    struct buffer edits;     /* of struct into_edit */
    struct map *chosen;      /* names of tags that were asked for, or of those that they hold -> the tag */
    struct map *noted;       /* what was edited in this kernel's steps, where once is enough */
    struct map *said;        /* remarks that were made, each once */
    size_t contradictions;   /* of all kernels, though some were said before */
    bool last_step;          /* what is natural did not come right by itself */
    struct into_findings *findings;
};

/* The arches of the columns of cells, and which is the kernel's. */
struct into_columns {
    const struct arch *const *arches;
    size_t count;
    unsigned own; /* that of what it falls back on where it has none itself, or INTO_NO_COLUMN */
    bool is_alone; /* its own is the only one, so that what has the cells is of no other arch */
    struct version_set around; /* of the kernel's arch, in which what has the cells is to be */
};

/* A record, or an aggregate with a name inside one, and what the kernel says of it. */
struct into_site {
    struct into *into;
    const struct record *record;
    const struct record *outer; /* the record that stands in the file */
    const struct kernel_record *known;
    const char *place; /* of that, see fold_parts.h */
    const struct record_on *on;
    const struct layout *layout; /* in the kernel's version */
    struct version_range in;     /* versions for which the kernel speaks */
    struct into_columns columns;
    bool is_imported; /* all that is known of it is from kernels */
    bool is_attested;     /* in the kernel's version */
    const char *fixed_by; /* why it stands: that, or that it cannot change on one arch alone; or NULL */
};

/* edit.c: the text at a span; edits of it. */
const char *into_text(const struct into *into, struct span span);
void into_edit(struct into *into, struct span span, const char *text);
void into_insert(struct into *into, uint32_t position, const char *text);

/* Behind what a declaration ends with, `;` or `}`, and a comment on that line; `*blank` is what its first line begins
 * with. */
uint32_t into_end(const struct into *into, const struct ast_decl *decl, const char **blank);

/* Where the line of a declaration begins, or that of the comments just above it. */
uint32_t into_begin(const struct into *into, const struct ast_decl *decl);

/* Takes a declaration out; what else stands on its line stays as it is. */
void into_remove(struct into *into, const struct ast_decl *decl);

/* cell.c: a set of versions that stands in a text. */
struct version_set into_set(const struct into *into, const struct ast_set *set);
/* The versions that the `in` of a declaration names for a column; all where there is none. */
struct version_set into_declared(const struct into *into, const struct ast_decl *decl, size_t column);

/* A changed set without versions in which nothing is; ends that were open stay open. */
struct version_set into_clip(const struct into *into, struct version_set set, struct version_set around);
const char *into_set_text(const struct into *into, struct version_set set);

/* The versions for which a kernel speaks, those being attested. */
struct version_range into_interval(const struct into *into, const struct version_set *attested);

/* A value that a cell gets in some versions, in the kernel's column. */
struct into_value {
    uint64_t number;
    bool is_negative;
    bool is_decimal;
};

/* Has a cell say that value in these versions; `cells` are its columns as resolved, each on its arch. */
void into_assign(struct into *into, const struct into_columns *columns, const struct ast_cell *ast,
                 const struct cell *const *cells, struct version_range in, struct into_value value);

/* Has the alternatives of the kernel's column not speak of these versions, and drops those that are for none of the
 * versions that are left, which are `around`. */
void into_drop(struct into *into, const struct into_columns *columns, const struct ast_cell *ast,
               const struct cell *cell, struct version_range in);

/* Has the `in` of a declaration be `own` in the kernel's column; `sets` are all columns as they are. */
void into_set_in(struct into *into, const struct into_columns *columns, const struct ast_decl *decl,
                 const struct version_set *sets, struct version_set own);

/* attest.c: what the lines say, of an arch or (NULL) of any, that are about a record (or, NULL, about a
 * file's enumerations), whether or not it exists there; `*owner` is the file whose lines they are, or SIZE_MAX for the
 * record's own and for none. */
struct version_set into_attested(const struct into *into, const struct arch *arch, const struct record *record,
                                 size_t file_index, size_t *owner);

/* Whether nobody looked at anything but kernels. */
bool into_is_imported(const struct version_set *attested);

/* The columns of what stands in a file at a declaration (NULL: at its end); those of a record. */
struct into_columns into_file_columns(const struct into *into, size_t file_index, const struct ast_decl *decl);
struct into_columns into_record_columns(const struct into *into, const struct record *record);

/* Adds the kernel to the lines of a file, or to those of a record, which may have none so far. */
void into_attest_file(struct into *into, size_t file_index);
void into_attest_record(struct into *into, const struct record *record);

/* add.c: what was asked for, by the tags of kernels where the spec does not declare it. NULL where a name
 * is in neither, or in a file that the spec uses, which is reported. */
const char *const *into_find_names(struct into *into, const struct import_into_request *request);

/* What is named, and what that holds by value, is chosen, and wanted where it is not declared;
 * without names nothing is, but in a directory that import made all. False when that goes too deep, which is
 * reported. */
bool into_begin_tags(struct into *into, const char *const *names, size_t count);

/* Wants what a new row at `place` holds by value. */
void into_want_member(struct into_site *site, const struct kernel_member *member, const char *place);

/* Before a new row or declaration is written, and behind it: declares the integer types that it names. */
void into_note_bases(struct into *into);
void into_add_bases(struct into *into, size_t file_index);

/* Declares what is wanted and not declared: in new files, of struct program_text, or as edits. How many that are. */
size_t into_add(struct into *into, struct buffer *files);

/* What the kernel has of that name, or NULL. */
const struct kernel_record *into_find_record(const struct into *into, const char *name);
const struct kernel_enum *into_find_enum(const struct into *into, const char *name);

/* merge.c: whether a name of a spec, or NULL, is what specs call that name of a kernel. */
bool into_is_called(struct into *into, const char *name, const char *known);

/* type.c: the size of a kernel's type in bytes, and whether it is that of a row in the version
 * of its entry. */
uint32_t into_type_size(const struct kernel_type *type);
bool into_types_agree(const struct into_site *site, const struct layout_member *entry, uint64_t version,
                      const struct kernel_member *member);

/* Whether a row lies where the kernel has it. */
bool into_places_agree(const struct layout_member *entry, const struct kernel_member *member);

/* ---- A record, row by row */

/* A row, in the order of the text. */
struct into_spot {
    const struct row *row;
    const struct layout_member *entry; /* in the kernel's version, or NULL */
    const struct kernel_member *known; /* what it is to be, or NULL */
    bool stays;
    bool is_new; /* a row of its own for these versions, in place of this one or of none */
    uint32_t offset;
    uint8_t bit;
    size_t holder; /* the place of the aggregate around it, or INTO_NO_SPOT */
    size_t end;    /* behind the spots in it */
    unsigned allows; /* of what is allowed in a declaration, once nothing moves any more */
};

#define INTO_NO_SPOT SIZE_MAX

struct into_spots {
    struct into_site *site;
    struct into_spot *items;
    size_t count;
    struct map *by_row;
    const struct kernel_member **added; /* that get new rows */
    size_t added_count;
    size_t last_beside; /* behind which a row was added last */
};

/* spots.c: the rows of a site, and what each is to be. */
void into_decide(struct into_site *site, struct into_spots *spots);

/* The row of a member (or NULL) in the kernel's version, or NULL. */
struct into_spot *into_present(const struct into_spots *spots, const struct member *member);

/* A row that stands where a member is to get one becomes that, if it can be. */
bool into_suits(const struct into_spots *spots, struct into_spot *spot, const struct kernel_member *known);

/* Whether they share bytes. */
bool into_overlap(const struct layout_member *entry, const struct kernel_member *known);

/* rows.c: edits that have the rows be that; of one row alone, false when its text has no cell for it. */
void into_edit_rows(struct into_spots *spots);
bool into_move(struct into_site *site, struct into_spots *spots, const struct into_spot *spot);

/* Has the cells of rows, and the sizes of a record, not speak of the kernel's versions. */
void into_drop_rows(struct into_site *site, const struct row *rows);
void into_drop_sizes(struct into_site *site, const struct record *record);

/* Has a row `unaccounted` be there in the versions of the site, with these bytes; false when its text has no cell for
 * that. */
bool into_resume_hole(struct into_site *site, const struct row *row, uint32_t offset, uint32_t size);

/* Adds a line to a record, behind a row or before it; NULL: as the first. */
void into_add_line(struct into_site *site, const struct row *beside, bool is_behind, const char *line);

/* Adds such a row, likewise. */
void into_add_hole(struct into_site *site, const struct row *beside, bool is_behind, uint32_t offset, uint32_t size);

/* holes.c: accounts for the holes of a record, in the kernel's version, or in all where all that is known
 * is from kernels. */
void into_account(struct into_site *site);

/* Adds a comment on each field of the kernel that was left out, where the record has none yet. */
void into_note_omissions(struct into_site *site);

/* verdict.c: whether versions that stand are as the kernel says; else that is reported. `*learns` is set
 * where the kernel knows an offset that nobody knew. */
bool into_bears_out(struct into_spots *spots, bool *learns);

/* record.c: has a record say what the kernel says, or that there is none. False when it contradicts that,
 * which is reported. */
bool into_record(struct into_site *site);
void into_end_record(struct into_site *site);

/* What the kernel says contradicts what stands at `span`; why that stands is in the words of a message. */
void into_contradict(struct into *into, const char *fixed_by, struct span span, const char *what,
                     const char *imported);

/* Why it stands that somebody attests it, that it is of all arches, or that it is as on another one. */
extern const char into_by_attest[], into_by_all[];
const char *into_by_fallback(const struct into *into);

/* enum.c: the same of an enumeration. */
bool into_enumeration(struct into *into, const struct enumeration *enumeration, const struct kernel_enum *known);
void into_end_enumeration(struct into *into, const struct enumeration *enumeration);

/* findings.c: what check finds before kernels are folded in, and after one. */
struct into_findings {
    struct into *into;
    struct map *before;  /* "NAME code" -> how many there are before */
    struct map *after;   /* the same now */
    struct map *tried;   /* of `before`, for which an `allow` was added: one that goes again silenced nothing */
    struct map *doubted; /* names of declarations with new ones that cannot be excused -> one of them */
    bool is_dropping;    /* each `allow` that silences nothing is looked at, not the rest */
};

/* Counts what is found before. */
void into_count_findings(struct into_findings *findings, struct into *into);

/* True if a record had such a finding before. */
bool into_was_found(const struct into *into, const struct record *record, enum diag_code code);

/* Compares what is found now: notes edits that excuse what is new, and what is doubted where there are none. */
void into_excuse_findings(struct into_findings *findings);

#endif
