/*
 * Declarations that the files of merge/ share. No other folder includes this; they include merge.h.
 *
 * Each kernel is folded in by an attempt. An attempt finds the edits that the specs need to agree with the kernel,
 * applies them, resolves the edited texts, verifies the result and checks it. If some declaration fails, it is refused,
 * and the attempt is repeated without it.
 */
#ifndef MERGE_MERGE_PARTS_H
#define MERGE_MERGE_PARTS_H

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "fold/fold_parts.h"
#include "front/load.h"
#include "kernel/kernel.h"
#include "merge/merge.h"
#include "model/model.h"
#include "spec/cell_edit.h"

/* Findings of `strata check` before any kernel is folded in, and after one is. */
struct merge_findings {
    struct map **before; /* "NAME code" -> number of findings before; NULL until they are needed */
    struct map *after;   /* the same for the edited texts */
    struct map *doubted; /* names of declarations with new findings that no `allow` excuses -> one of these findings */
};

/* The versions that a file attests, in its own `attest` lines or in those of files that it uses. `owner` is the file
 * that has the lines. */
struct merge_lines {
    bool is_known;
    struct version_set set;
    size_t owner;
};

enum { MERGE_LINES = 3 };

/* The specs with new texts, and their model. */
struct merge_specs {
    const struct program *user; /* the specs before */
    const char *path;           /* as in the request */
    struct arena *models;       /* memory of `model`, unless that is the request's */
    struct buffer texts;        /* the texts; of struct program_text */
    struct program *program;
    const struct model *model; /* NULL: a text cannot be parsed */
    bool is_kept;              /* there are no errors, so both serve until texts change */
};

struct merge {
    struct program *user; /* its diagnostics are shown to the user */
    struct arena *arena;  /* `brief` while a declaration is folded, else `lasting` */
    struct arena *brief, *lasting;
    const struct merge_request *request;
    const char *const *names; /* names of the requested declarations */
    size_t name_count;        /* 0: all */
    struct buffer texts;      /* of struct program_text: new texts of changed files */
    struct map *said;         /* messages that are already reported */
    /* For each kernel of the request: names of declarations that kernel_into() has folded, see fold/into.h. */
    struct map **done;
    struct map *aside;      /* names of declarations that kernel_into() has left, see fold/into.h */
    struct map *structures; /* names of all structures; */
    struct map *own;        /* names of those with `attest` lines of their own; */
    struct map *failed;     /* names of those that some kernel could not be merged into -> the reason */
    /* Names of structures that keep their texts, since a folded one would be wrong -> the reason. */
    struct map *rejected;
    bool *is_merged;         /* by kernel of the request */
    struct merge_specs specs; /* as they were loaded last */
    struct buffer wrongs;    /* of struct wrong: the errors that the last check of them found */
    struct merge_findings findings;
    size_t contradictions; /* of all kernels; also counts those that are reported only once */

    /* Valid for one kernel: */
    const struct kernel *kernel;
    const struct map *settled_names; /* names of declarations in `done` for this kernel */
    struct kernel_fold_request alone;
    struct fold fold; /* of this kernel alone */
    /* Words that select members, of the request or of a directory that import made; or NULL. */
    const struct selection *words;
    struct map *tags;              /* name in specs -> struct fold_tag of the kernel */
    const struct program *program; /* the specs before this kernel */
    const struct model *model;     /* of `program`; the kernel's version counts as attested */
    struct axis axis;              /* knows the names of versions, also while there is no model */
    const struct arch *arch;       /* architecture of the kernel, in the model */
    const struct arch *exact;      /* architecture of the kernel's identities */
    struct map *refused;           /* names of declarations that the kernel cannot be folded into -> the reason */
    /* Names of declarations whose rows must state their offsets, since the natural offsets are not the kernel's. */
    struct map *unnatural;
    const char *advice; /* help text for contradictions with attested versions, or NULL */
    bool is_refused;    /* `refused` is not empty */
    bool is_lost;       /* the kernel cannot be folded in at all */

    /* Valid for one attempt to fold the kernel in: */
    struct edits edits;
    struct map *chosen;  /* name -> tag, for the requested tags and the tags that they contain */
    struct map *noted;   /* keys of edits that must be made only once */
    struct map *settled; /* names of declarations that contradict the kernel */
    /* The `attest` lines of each file. A file has MERGE_LINES entries, in this order: lines without an architecture,
     * lines of the kernel's, and lines of the one that stands in for it. */
    struct merge_lines *lines;
    bool *is_open;       /* for each file: its lines attest a declaration that the kernel was not folded into */
    struct map *renewed; /* names of declarations whose digests are recomputed */
    bool is_settled;     /* `settled` is not empty */
    bool is_quiet;       /* only compare with the kernel, as if its version were attested; report nothing */
    bool is_again;       /* this is not the first attempt; contradictions are already reported */
    bool is_aside;       /* `aside` is not empty */
    bool is_failed;      /* some kernel could not be merged into all declarations */
    bool is_changed;     /* kernels were merged one by one, so the shared types of modules must be found again */
    bool is_unshared;    /* the specs of some module cannot be folded; this is reported */
    size_t shared_begin, shared_end; /* range of `texts` that changed when modules shared types */
};

/* A record, or a named aggregate inside a record, and the kernel's record of the same name. */
struct merge_site {
    struct merge *merge;
    const struct record *record;
    const struct record *outer; /* the top-level record around it, or itself */
    const struct kernel_record *known;
    const char *place; /* place of `known` in the kernel, see fold_parts.h */
    const struct record_on *on;
    const struct layout *layout; /* in the kernel's version */
    struct version_range range;  /* versions whose layout the kernel determines */
    struct cell_columns columns;
    bool is_imported;     /* only kernels attest it; no person described it */
    bool is_attested;     /* it is attested in the kernel's version */
    bool is_unnatural;    /* its rows must state their offsets, since the natural offsets are not the kernel's */
    const char *fixed_by; /* the reason why it cannot change, for messages; NULL: it can */
    uint64_t *versions;   /* for a guessed layout: for each entry, a version that has such an entry; else NULL */
};

/* attest.c: returns the attested versions of a record (NULL: of the enumerations of a file) on an architecture (NULL:
 * on any). The record need not exist there. A twin architecture has the attested versions of its fallback. Sets
 * `*owner` to the file that has the `attest` lines; to SIZE_MAX if the record has its own lines, or there are none. */
struct version_set merge_attested(const struct merge *merge, const struct arch *arch, const struct record *record,
                                  size_t file_index, size_t *owner);

/* True if the file of a declaration attests the version of a kernel only because others of its declarations were folded
 * with that kernel. */
bool merge_is_pending(const struct merge *merge, const struct type *type, const struct arch *arch, uint64_t version);

/* Returns the attested versions of a declaration without those of pending kernels. The other arguments are as above. */
struct version_set merge_attested_before(const struct merge *merge, const struct arch *arch, const struct type *type,
                                         size_t *owner);

/* True if `attest` lines name the kernel's version for its own architecture. `attested` are the versions that
 * merge_attested() returns. */
bool merge_attests(const struct merge *merge, const struct version_set *attested, const struct record *record,
                   size_t file_index);

/* Returns the versions whose layout the kernel determines, given the attested versions: from the kernel's version up to
 * the next attested one (see axis_find_bound()). A twin kernel determines only its own version. */
struct version_range merge_interval(const struct merge *merge, const struct version_set *attested);

/* Returns the editor that collects edits of this attempt. */
struct cell_editor merge_editor(struct merge *merge);

/* Writes the versions of a new row: `in` for the kernel's column, and `-` for the others. */
void merge_write_versions(struct merge *merge, const struct cell_columns *columns, struct version_range in,
                          struct buffer *out);

/* Return the columns that apply at the end of a file, to an enumeration, and to a record. */
struct cell_columns merge_file_columns(const struct merge *merge, size_t file_index);
struct cell_columns merge_enumeration_columns(const struct merge *merge, const struct enumeration *enumeration);
struct cell_columns merge_record_columns(const struct merge *merge, const struct record *record);

/* Returns the kernel as an `attest` line names it. */
struct cell_attest merge_attest_of(const struct merge *merge, const struct arch *arch, bool is_alone);

/* Add the kernel to the `attest` lines of a file, or of a record. A record without lines gets some. */
void merge_attest_file(struct merge *merge, size_t file_index);
void merge_attest_record(struct merge *merge, const struct record *record);

/* texts.c: stores new texts of files in a list; both are buffers of struct program_text. A new text replaces the old
 * text of the same file. */
void merge_set_texts(struct buffer *list, const struct buffer *changed);

/* Returns an empty program that reads these texts instead of the files on disk. */
struct program *merge_program_with(const struct program *user, const struct buffer *texts);

/* True if specs are loaded with exactly these texts. */
bool merge_is_loaded(const struct merge_specs *specs, const struct buffer *texts);

/* Loads the specs with new texts, and resolves them; does nothing if they are loaded with these texts. `line` is the
 * text of another file, for this model only; or NULL. Errors are in the diagnostics of specs->program. */
void merge_load(struct merge_specs *specs, const struct buffer *texts, const char *line);

/* Frees the memory of the model. */
void merge_release(struct merge_specs *specs);

/* ---- groups.c */

/* Folds all kernels at once into declarations that only kernels attest; `names` are all that the specs declare. If the
 * result has errors, rejects the declarations with errors and folds the others again. If errors remain, the kernels are
 * merged one by one. Example of such an error: a document lacks a declaration that the result needs in that version.
 * With declarations in `aside`, the result is only checked when the kernels are merged into these. Returns false if
 * specs cannot be folded, which is reported. */
bool merge_fold_groups(struct merge *merge, const char *const *names, size_t name_count);

/* Forgets what kernel_into() folded, and what was merged since. */
void merge_forget(struct merge *merge);

/* Forgets what kernel_into() folded, so that the kernels are merged one by one. Reports that. */
void merge_fall_back(struct merge *merge, const char *why);

/* True if the specs have no errors with the new texts. Notes the errors. */
bool merge_check_all(struct merge *merge);

/* Returns the first error of the last check as a reason. */
const char *merge_first_wrong(const struct merge *merge);

/* ---- module.c */

/* Merges kernels of a module other than the first one. */
bool merge_module(struct program *program, const struct merge_request *request, struct buffer *out);

/* Finds again which types the modules share with the first module, after its specs changed to these texts. Adds the
 * texts that change by this. Does not check the result, since a module may only be sound with both changes. Returns
 * false, and reports the error, if the texts cannot be read or the specs of a module cannot be folded. */
bool merge_share_again(struct program *program, const struct model *before, struct merge_specs *specs,
                       struct buffer *texts);

/* declaration.c: true if a declaration is requested, and is neither refused nor done. */
bool merge_is_taken(const struct merge *merge, const struct type *type);

/* Folds the kernel into a declaration. Returns false, and reports it, if that contradicts the spec. A quiet merge only
 * compares and reports nothing. */
bool merge_type(struct merge *merge, const struct type *type);

/* Return true if a type is a top-level declaration, if that has a column for the kernel, and if the kernel has it. */
bool merge_is_declaration(const struct type *type);
bool merge_has_column(const struct merge *merge, const struct type *type);
bool merge_is_known(const struct merge *merge, const struct type *type);

/* standing.c: finds files by their `attest` lines. Sets `met` of a file if its lines attest a declaration that was
 * folded, and `is_open` if they attest one that was not. */
void merge_find_open(struct merge *merge, bool *met);

/* Attests the kernel for all declarations that it was folded into. Adds it to the lines of a file if all declarations
 * that these lines attest were folded. Otherwise adds it to lines of each declaration. */
void merge_attest_all(struct merge *merge, const bool *met);

/* twins.c: returns the kernel with its architecture among the twin kernels of its version. If necessary, declares that
 * architecture and adds columns for it to structures that differ, in the texts of the merge. Sets `*is_edited` if texts
 * changed. */
const struct kernel *merge_tell_twin(struct merge *merge, bool *is_edited);

/* identity.c: true if a declaration is in a requested file, which may change. */
bool merge_is_requested(const struct merge *merge, const struct ast_decl *decl);

/* Returns the file to add identities to, or SIZE_MAX. */
size_t merge_find_home(const struct merge *merge);

/* Returns the identity of the model that has the same GUID and age, build ID, or image; NULL if there is none. */
const struct identity *merge_find_identity(const struct merge *merge, const struct identity_numbers *numbers);

/* Returns false, and reports it, if the spec has an identity of the kernel under another version. */
bool merge_check_identities(struct merge *merge);

/* True if `attest` lines name exactly the kernel's version for a record. */
bool merge_is_seen(const struct merge *merge, const struct record *record);

/* Adds the kernel's identities that the spec lacks. Completes those that the spec has only in part. */
void merge_add_identities(struct merge *merge);

/* add.c: finds the names of the requested declarations, in the spec and in the kernels. Returns false, and reports it,
 * if a name is in neither, or is declared by a used file that is not requested. */
bool merge_find_names(struct merge *merge);

/* Reduces the kernel's tags to the members that words select. A partial structure of the spec keeps its members and
 * gets the selected ones. Any other structure of the spec keeps all members. */
void merge_select_members(struct merge *merge);

/* Returns the file types.strata of a directory that import made, or SIZE_MAX. */
size_t merge_find_types(const struct merge *merge);

/* Returns the path of types.strata. The file need not exist. */
const char *merge_types_path(const struct merge *merge);

/* Chooses the requested tags and the tags that they hold by value. Marks those as wanted that are not declared. Without
 * a request, takes the words of a directory that import made. Returns false, and reports it, if they nest too deep. */
bool merge_begin_tags(struct merge *merge);

/* Marks the tags as wanted that a new row at `place` holds by value. */
void merge_want_member(struct merge_site *site, const struct kernel_member *member, const char *place);

/* Add declarations of the integer types that a new row or declaration names. Call the first before it is written, and
 * the second after. */
void merge_note_bases(struct merge *merge);
void merge_add_bases(struct merge *merge, size_t file_index);

/* Declares the wanted tags that are not declared, in new files or by edits. Sets `met` of the file whose lines attest
 * them. */
void merge_add(struct merge *merge, struct buffer *texts, bool *met);

/* names.c: returns the `pack` that a record has after folding, or 0. */
uint32_t merge_pack(const struct merge_site *site);

/* Return the kernel's structure or enumeration with a name, or NULL. */
const struct kernel_record *merge_find_record(const struct merge *merge, const char *name);
const struct kernel_enum *merge_find_enum(const struct merge *merge, const char *name);

/* True if a name in a spec stands for a name in kernels. A `name` of NULL never does. */
bool merge_is_called(struct merge *merge, const char *name, const char *known);

/* type.c: returns the size of a kernel's type in bytes. */
uint32_t merge_type_size(const struct kernel_type *type);

/* True if a row has, in a version, the type of the kernel's member. */
bool merge_types_agree(const struct merge_site *site, const struct layout_member *entry, uint64_t version,
                       const struct kernel_member *member);

/* True if a row has the offset and bit of the kernel's member. */
bool merge_places_agree(const struct layout_member *entry, const struct kernel_member *member);

/* ---- A record, row by row */

/* A row of the spec and its state after folding. Rows are in the order of the text. */
struct merge_spot {
    const struct row *row;
    const struct layout_member *entry; /* its entry in the kernel's version, or NULL */
    /* `entry`; without one, its entry in another version if the row is to resume; or NULL. */
    const struct layout_member *shape;
    uint64_t version;                  /* version of `entry` */
    const struct kernel_member *known; /* the kernel's member that it becomes, or NULL */
    bool stays;
    bool is_new;  /* a new row takes its place in these versions */
    bool is_left; /* a row `unaccounted` whose hole is gone; it may serve another hole */
    uint32_t offset;
    uint8_t bit;
    size_t holder;   /* index of the anonymous aggregate around it, or MERGE_NO_SPOT */
    size_t end;      /* index of the first spot that is not inside it */
    unsigned allows; /* set of the findings that its declaration allows, after all rows have moved */
};

#define MERGE_NO_SPOT SIZE_MAX

/* A new line of a record: a row of a member, a row of a hole, or a comment. */
struct merge_addition {
    const struct kernel_member *known; /* or NULL */
    const char *comment;               /* or NULL */
    uint32_t offset, size;             /* `size` is that of a hole */
    struct version_range range;
    size_t holder, beside; /* spot around it, and spot that it follows; `beside` MERGE_NO_SPOT: first in the holder */
    unsigned allows;
    size_t number;
};

struct merge_spots {
    struct merge_site *site;
    struct merge_spot *items;
    size_t count;
    struct map *by_row;
    const struct kernel_member **added; /* members that get new rows */
    size_t added_count;
    struct buffer additions; /* of struct merge_addition */
    size_t last_beside;      /* the spot that the last new row follows */
};

/* spots.c: returns the value of a cell in the kernel's version, or NULL. In a guessed layout, returns the value that
 * the cell would have if the record existed. */
const struct cell_value *merge_value_at(const struct merge_site *site, const struct cell *cell);

/* Gives a site a guessed layout: the one that its record would have if it existed in the kernel's version. */
void merge_guess_layout(struct merge_site *site);

/* Decides for each row of a site if it stays, moves or ends, and which members get new rows. */
void merge_decide(struct merge_site *site, struct merge_spots *spots);

/* Returns the row that a member has in the kernel's version, or NULL. `member` may be NULL. */
struct merge_spot *merge_present(const struct merge_spots *spots, const struct member *member);

/* Reuses an old row for a new member if its name and type fit. Returns false if they do not. */
bool merge_suits(const struct merge_spots *spots, struct merge_spot *spot, const struct kernel_member *known);

/* True if a row and a member of the kernel share bytes. */
bool merge_overlap(const struct layout_member *entry, const struct kernel_member *known);

/* rows.c: edit all rows, or one row, so that they agree with the kernel. The second returns false if the row lacks a
 * cell. */
void merge_edit_rows(struct merge_spots *spots);
bool merge_move(struct merge_site *site, struct merge_spots *spots, const struct merge_spot *spot);

/* Remove versions from the cells of a record: the kernel's versions, or versions in which the rows do not exist. */
void merge_drop_record(struct merge_site *site);
void merge_clip_record(struct merge_spots *spots);

/* Makes a row `unaccounted` exist in the site's versions, with an offset and size. Returns false if it lacks a cell. */
bool merge_resume_hole(struct merge_site *site, const struct row *row, uint32_t offset, uint32_t size);

/* Ends a row in the site's versions. */
void merge_end_row(struct merge_site *site, const struct row *row);

/* Add a new line to the list, return the list, and write all its lines, sorted by position and offset. */
void merge_add_line(struct merge_spots *spots, struct merge_addition addition);
struct merge_addition *merge_additions(const struct merge_spots *spots, size_t *count);
void merge_write_additions(struct merge_spots *spots);

/* target.c: adds `allow` clauses to rows that share bytes in the kernel's version. */
void merge_share(struct merge_spots *spots);

/* Covers the holes of a record in the kernel's version with rows `unaccounted`. Reuses old rows or adds new ones. */
void merge_account(struct merge_spots *spots);

/* Adds a comment for each field that was left out when the kernel was read, unless the record has that comment. */
void merge_note_omissions(struct merge_spots *spots);

/* verdict.c: compares attested versions with the kernel. Returns false, and reports it, on a contradiction. Sets
 * `*learns` if the kernel has an offset that the spec does not know. */
bool merge_bears_out(struct merge_spots *spots, bool *learns);

/* record.c: fold the kernel into a record, and end a record that the kernel does not have. The first returns false, and
 * reports it, on a contradiction. */
bool merge_record(struct merge_site *site);
void merge_end_record(struct merge_site *site);

/* Reports that the kernel contradicts the text at `span`. `what` and `imported` are the statements of the spec and of
 * the kernel. `fixed_by` is the reason why the text cannot change. */
void merge_contradict(struct merge *merge, const char *fixed_by, struct span span, const char *what,
                      const char *imported);

/* Reasons why a text cannot change: it is attested, it applies to all architectures, or it belongs to a fallback. */
extern const char merge_by_attest[], merge_by_all[];
const char *merge_by_fallback(const struct merge *merge);

/* enum.c: fold the kernel into an enumeration, and end one that the kernel does not have. The first returns false, and
 * reports it, on a contradiction. */
bool merge_enumeration(struct merge *merge, const struct enumeration *enumeration, const struct kernel_enum *known);
void merge_end_enumeration(struct merge *merge, const struct enumeration *enumeration);

/* digest.c: sets the digests of the result to those that its rows have in the kernel's version. Skips declarations
 * whose rows contradict digests of other versions. Puts the names of the others into `renewed`. */
void merge_renew_digests(struct merge *result);

/* findings.c: checks the result of an attempt. Edits the `allow` clauses that imports write, and collects the
 * declarations with other new findings in `doubted`. */
void merge_excuse_findings(struct merge *result);

#endif
