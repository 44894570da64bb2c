/*
 * Declarations that the files of merge/ share. No other folder includes this; they include merge.h.
 *
 * A kernel is folded in by one attempt: the model of the texts before it and the kernel say which edits are needed. The
 * edited texts are resolved once, to verify them, and checked. What cannot be folded in is given up, and the attempt is
 * made again without it.
 */
#ifndef MERGE_MERGE_PARTS_H
#define MERGE_MERGE_PARTS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "front/load.h"
#include "fold/fold_parts.h"
#include "kernel/kernel.h"
#include "merge/merge.h"
#include "model/model.h"
#include "spec/cell_edit.h"

/* Findings of check before kernels are folded in, and after one. */
struct merge_findings {
    struct map **before; /* "NAME code" -> how many there are before; NULL there: they are not counted yet */
    struct map *after;   /* the same now */
    struct map *doubted; /* names of declarations with new ones that cannot be excused -> one of them */
};

/* Versions that the `attest` lines of a file name, or of the files that it uses; `owner` is the file with the lines. */
struct merge_lines {
    bool is_known;
    struct version_set set;
    size_t owner;
};

enum { MERGE_LINES = 3 };

struct merge {
    struct program *user; /* its diagnostics are those that users see */
    struct arena *arena;   /* while a declaration is folded, the brief one */
    struct arena *brief, *lasting;
    const struct merge_request *request;
    const char *const *names; /* of the declarations that were asked for */
    size_t name_count;        /* 0: all */
    struct buffer texts;      /* of struct program_text: files that changed by now */
    struct map *said;         /* remarks that were made, each once */
    struct map **done;        /* by kernel of the request: names of declarations that are done, see kernel/into.h */
    struct merge_findings findings;
    size_t contradictions; /* of all kernels, though some were said before */

    /* For one kernel: */
    const struct kernel *kernel;
    const struct map *settled_names; /* of declarations that are done for it */
    struct kernel_fold_request alone;
    struct fold fold;              /* of the kernel alone */
    const struct selection *words; /* of the request, or of a directory that import made; or NULL */
    struct map *tags;              /* name in specs -> struct fold_tag that the kernel declares */
    const struct program *program; /* the texts before it */
    const struct model *model;     /* in which its version is an attested one */
    struct axis axis;          /* which names versions, also while there is no model */
    const struct arch *arch;       /* the kernel's, of the model */
    const struct arch *exact;      /* that of its identities */
    struct map *refused;           /* names of declarations that it cannot be folded into -> why */
    struct map *unnatural;         /* names of declarations whose natural offsets are not those of the kernel */
    const char *advice;            /* the help on contradictions with attested versions, or NULL */
    bool is_refused;               /* there are some */
    bool is_lost;                  /* what was given up cannot stand beside what was not */

    /* For one attempt to fold it in: */
    struct edits edits;
    struct map *chosen;        /* names of tags that were asked for, or of those that they hold -> the tag */
    struct map *noted;         /* what was edited where once is enough */
    struct map *settled;       /* names of declarations that contradict the kernel */
    struct merge_lines *lines; /* by file, MERGE_LINES of them: for the kernel's arch, its fallback, and for any */
    bool *is_open;             /* by file: its lines attest something that was not folded in */
    struct map *renewed;       /* names of declarations whose digests follow the kernel */
    bool is_settled;           /* there are such declarations */
    bool is_quiet;             /* the attempt is verified: what it says is compared, as what is attested */
    bool is_again;             /* contradictions have been reported */
    bool is_released;          /* the memory of the model is taken back */
    bool is_changed;           /* kernels were merged one by one since modules shared what they can */
    bool is_unshared;          /* the specs of some module cannot be folded, which is reported */
    size_t shared_begin, shared_end; /* the texts that changed by sharing */
};

/* A record, or a named aggregate inside one, and its counterpart in the kernel. */
struct merge_site {
    struct merge *merge;
    const struct record *record;
    const struct record *outer; /* the record that stands in the file */
    const struct kernel_record *known;
    const char *place; /* of that, see fold_parts.h */
    const struct record_on *on;
    const struct layout *layout; /* in the kernel's version */
    struct version_range in;     /* versions for which the kernel speaks */
    struct cell_columns columns;
    bool is_imported;     /* all that is known of it is from kernels */
    bool is_attested;     /* in the kernel's version */
    bool is_unnatural;     /* its natural offsets are not those of the kernel */
    const char *fixed_by; /* why it stands: that, or that it cannot change on one arch alone; or NULL */
    uint64_t *versions;   /* of each entry of a layout that was guessed, that of which it was taken; or NULL */
};

/* attest.c: returns the versions that are attested of a record (NULL: of the enumerations of a file) on an architecture
 * or (NULL) on any, also if it does not exist there. `*owner` is the file with the lines, or SIZE_MAX if they are the
 * record's own or there are none. An arch for other kernels has the versions of the one that it falls back on. */
struct version_set merge_attested(const struct merge *merge, const struct arch *arch, const struct record *record,
                                  size_t file_index, size_t *owner);

/* True if lines attest the kernel's version on its own arch; `attested` are the versions above. */
bool merge_attests(const struct merge *merge, const struct version_set *attested, const struct record *record,
                   size_t file_index);

/* attest.c: returns the versions for which a kernel speaks if these are attested: its own, if others have that. */
struct version_range merge_interval(const struct merge *merge, const struct version_set *attested);

/* Returns the editor of the cells of specs. */
struct cell_editor merge_editor(struct merge *merge);

/* Writes the versions of a new row: these in the kernel's column, and none in others. */
void merge_write_versions(struct merge *merge, const struct cell_columns *columns, struct version_range in,
                          struct buffer *out);

/* Return the columns at the end of a file, and those of an enumeration or a record. */
struct cell_columns merge_file_columns(const struct merge *merge, size_t file_index);
struct cell_columns merge_enumeration_columns(const struct merge *merge, const struct enumeration *enumeration);
struct cell_columns merge_record_columns(const struct merge *merge, const struct record *record);

/* Returns the kernel as an `attest` line names it. */
struct cell_attest merge_attest_of(const struct merge *merge, const struct arch *arch, bool is_alone);

/* Add the kernel to the lines of a file, or of a record, which may have no lines yet. */
void merge_attest_file(struct merge *merge, size_t file_index);
void merge_attest_record(struct merge *merge, const struct record *record);

/* texts.c: replaces texts of files, in a buffer of struct program_text, by others. */
void merge_set_texts(struct buffer *list, const struct buffer *changed);

/* Returns an empty program in which files hold these texts. */
struct program *merge_program_with(const struct program *user, const struct buffer *texts);

/* Loads a spec, or the specs of a directory, and the files that are only texts so far. */
void merge_add_files(struct program *program, const char *spec, const struct buffer *texts);

/* ---- module.c */

/* Merges kernels of another module than the first one. */
bool merge_module(struct program *program, const struct merge_request *request, struct buffer *out);

/* Finds anew what modules share with the first one, whose specs have these texts now; adds the texts that change by
 * that. `model`: of the program, or NULL. The result is not checked: a module may only be sound with both changes.
 * Returns false if the texts cannot be read, or the specs of a module cannot be folded, which is reported. */
bool merge_share_again(struct program *program, const struct model *model, const char *spec, struct buffer *texts);

/* declaration.c: true if the request is about a declaration, and it is not refused. */
bool merge_is_taken(const struct merge *merge, const struct type *type);

/* Folds the kernel into a declaration. Returns false if that contradicts the spec, which is reported. A quiet merge
 * only compares, and reports nothing. */
bool merge_type(struct merge *merge, const struct type *type);

/* True if a type is a declaration of its own; if that has a column for the kernel; if the kernel has it. */
bool merge_is_declaration(const struct type *type);
bool merge_has_column(const struct merge *merge, const struct type *type);
bool merge_is_known(const struct merge *merge, const struct type *type);

/* standing.c: finds the files whose lines speak of something that was folded in (`met`), and of something that was not
 * (`open`). */
void merge_find_open(struct merge *merge, bool *met);

/* Attests the kernel where it was folded in: in the lines that speak of it, if everything that they speak of was, else
 * in lines of its own. */
void merge_attest_all(struct merge *merge, const bool *met);

/* twins.c: returns the kernel with the arch that it has among the kernels of its version. Declares that arch, and gives
 * structures that differ a column for it, in the texts of the merge; sets `*is_edited` if they changed. */
const struct kernel *merge_tell_twin(struct merge *merge, bool *is_edited);

/* identity.c: true if a declaration is in a file that may change. */
bool merge_is_requested(const struct merge *merge, const struct ast_decl *decl);

/* Returns the file for the identities, or SIZE_MAX. */
size_t merge_find_home(const struct merge *merge);

/* Returns the identity of the model with a GUID and age, a build ID, or an image; NULL if there is none. */
const struct identity *merge_find_identity(const struct merge *merge, const struct identity_numbers *numbers);

/* Returns false, and reports it, if the spec has an identity of the kernel for another version. */
bool merge_check_identities(struct merge *merge);

/* True if lines attest the very version of the kernel for a record. */
bool merge_is_seen(const struct merge *merge, const struct record *record);

/* Adds the identities of the kernel, or the halves of them, that the spec lacks. */
void merge_add_identities(struct merge *merge);

/* add.c: finds the names of the declarations that the request is about; a name that the spec does not declare is that
 * of a kernel's tag. Returns false, and reports it, if a name is in neither, or in a file that is only used. */
bool merge_find_names(struct merge *merge);

/* Reduces the tags of the kernel to the members that words select. A structure that the spec has in part keeps its
 * members, and gets new ones that words select. One that the spec has whole stays whole. */
void merge_select_members(struct merge *merge);

/* Returns the file of the types in a directory that import made, or SIZE_MAX. */
size_t merge_find_types(const struct merge *merge);

/* Returns the path of that file, which need not exist. */
const char *merge_types_path(const struct merge *merge);

/* Chooses the named tags and those that they hold by value, and wants those that are not declared. Without a request
 * it takes the words of a directory that import made. Returns false, and reports it, if they nest too deep. */
bool merge_begin_tags(struct merge *merge);

/* Wants the tags that a new row at `place` holds by value. */
void merge_want_member(struct merge_site *site, const struct kernel_member *member, const char *place);

/* Declare the integer types that a new row or declaration names: the first is called before it is written, the second
 * after. */
void merge_note_bases(struct merge *merge);
void merge_add_bases(struct merge *merge, size_t file_index);

/* Declares the tags that are wanted and not declared, in texts of new files or by edits. Sets `met` of the file whose
 * lines attest them. */
void merge_add(struct merge *merge, struct buffer *texts, bool *met);

/* names.c: returns the `pack` of a record once it is folded, or 0. */
uint32_t merge_pack(const struct merge_site *site);

/* Return the structure or enumeration of that name in the kernel, or NULL. */
const struct kernel_record *merge_find_record(const struct merge *merge, const char *name);
const struct kernel_enum *merge_find_enum(const struct merge *merge, const char *name);

/* True if a name of a spec (NULL: none) is that of a name in kernels. */
bool merge_is_called(struct merge *merge, const char *name, const char *known);

/* type.c: returns the size of a kernel's type in bytes. */
uint32_t merge_type_size(const struct kernel_type *type);

/* True if a row has the type of the kernel's member in a version. */
bool merge_types_agree(const struct merge_site *site, const struct layout_member *entry, uint64_t version,
                       const struct kernel_member *member);

/* True if a row lies at the offset and bit of the kernel's member. */
bool merge_places_agree(const struct layout_member *entry, const struct kernel_member *member);

/* ---- A record, row by row */

/* A row, in the order of the text. */
struct merge_spot {
    const struct row *row;
    const struct layout_member *entry; /* in the kernel's version, or NULL */
    const struct layout_member *shape; /* the same, or in another version if it is to be there; or NULL */
    uint64_t version;                  /* of the entry */
    const struct kernel_member *known; /* what it is to be, or NULL */
    bool stays;
    bool is_new;  /* a row of its own for these versions, in place of this one or of none */
    bool is_left; /* a row of a hole that is not there any more, but may be another hole's */
    uint32_t offset;
    uint8_t bit;
    size_t holder;   /* the place of the aggregate around it, or MERGE_NO_SPOT */
    size_t end;      /* behind the spots in it */
    unsigned allows; /* of what is allowed in a declaration, once nothing moves any more */
};

#define MERGE_NO_SPOT SIZE_MAX

/* A new line in a record: the row of a member, a comment, or the row of a hole. */
struct merge_addition {
    const struct kernel_member *known; /* or NULL */
    const char *comment;               /* or NULL */
    uint32_t offset, size;             /* size: of a hole */
    struct version_range in;
    size_t holder, beside; /* the spots around it, and behind which it goes; MERGE_NO_SPOT: before all in the holder */
    unsigned allows;
    size_t number;
};

struct merge_spots {
    struct merge_site *site;
    struct merge_spot *items;
    size_t count;
    struct map *by_row;
    const struct kernel_member **added; /* that get new rows */
    size_t added_count;
    struct buffer additions; /* of struct merge_addition */
    size_t last_beside;      /* behind which a row was added last */
};

/* spots.c: returns the value of a cell in the kernel's version, in a guessed layout the value that it would have; or
 * NULL. */
const struct cell_value *merge_value_at(const struct merge_site *site, const struct cell *cell);

/* Gives a site the layout that its record would have in the kernel's version if it were there. */
void merge_guess_layout(struct merge_site *site);

/* Finds the target of each row of a site. */
void merge_decide(struct merge_site *site, struct merge_spots *spots);

/* Returns the row of a member (NULL: none) in the kernel's version, or NULL. */
struct merge_spot *merge_present(const struct merge_spots *spots, const struct member *member);

/* Makes a row that stands at the position of a new member the row of that member. Returns false if it cannot be. */
bool merge_suits(const struct merge_spots *spots, struct merge_spot *spot, const struct kernel_member *known);

/* True if both share bytes. */
bool merge_overlap(const struct layout_member *entry, const struct kernel_member *known);

/* rows.c: edit the rows, or one row, to match their targets. The second returns false if the row lacks a cell. */
void merge_edit_rows(struct merge_spots *spots);
bool merge_move(struct merge_site *site, struct merge_spots *spots, const struct merge_spot *spot);

/* Make the cells in a record silent on the kernel's versions, or on versions in which their rows do not exist. */
void merge_drop_record(struct merge_site *site);
void merge_clip_record(struct merge_spots *spots);

/* Makes a row `unaccounted` exist in the versions of the site, with these bytes. Returns false if it lacks a cell. */
bool merge_resume_hole(struct merge_site *site, const struct row *row, uint32_t offset, uint32_t size);

/* Ends a row in the versions of the site. */
void merge_end_row(struct merge_site *site, const struct row *row);

/* Note a new line, return the noted lines, and write them by position and offset. */
void merge_add_line(struct merge_spots *spots, struct merge_addition addition);
struct merge_addition *merge_additions(const struct merge_spots *spots, size_t *count);
void merge_write_additions(struct merge_spots *spots);

/* target.c: adds the `allow` of rows that share bytes in the kernel's version. */
void merge_share(struct merge_spots *spots);

/* Accounts for the holes of a record in the kernel's version: by rows `unaccounted`, those that it has, or new ones. */
void merge_account(struct merge_spots *spots);

/* Notes a comment on each field of the kernel that was left out, if the record has none yet. */
void merge_note_omissions(struct merge_spots *spots);

/* verdict.c: true if attested versions agree with the kernel; else reports the contradictions. Sets `*learns` if the
 * kernel has an offset that is unknown in the spec. */
bool merge_bears_out(struct merge_spots *spots, bool *learns);

/* record.c: folds the kernel into a record, or ends it. The first returns false, and reports it, on a contradiction. */
bool merge_record(struct merge_site *site);
void merge_end_record(struct merge_site *site);

/* Reports that the kernel contradicts the text at `span`. `fixed_by` says in a message why that text cannot change. */
void merge_contradict(struct merge *merge, const char *fixed_by, struct span span, const char *what,
                      const char *imported);

/* Reasons why a text cannot change: it is attested, serves all architectures, or is that of a fallback. */
extern const char merge_by_attest[], merge_by_all[];
const char *merge_by_fallback(const struct merge *merge);

/* enum.c: the same for an enumeration. */
bool merge_enumeration(struct merge *merge, const struct enumeration *enumeration, const struct kernel_enum *known);
void merge_end_enumeration(struct merge *merge, const struct enumeration *enumeration);

/* digest.c: makes the digests of an attempt's result say what its rows give in the kernel's version. Notes the names of
 * declarations that contradict no other digest in `renewed`. */
void merge_renew_digests(struct merge *result);

/* findings.c: checks the result of an attempt. Edits the `allow` clauses of imports, and collects doubts. */
void merge_excuse_findings(struct merge *result);

#endif
