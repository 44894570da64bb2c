/*
 * Edits of cells that stand in a spec, and of `in` and `attest`: another value in some versions, fewer versions, or one
 * more. Alternatives that do not change keep their text.
 *
 *     0x10 (..6.0), 0x18    says 0x20 from 6.1 on:    0x10 (..5.2), 0x18 (6.0), 0x20
 */
#ifndef SPEC_CELL_EDIT_H
#define SPEC_CELL_EDIT_H

#include "front/ast.h"
#include "model/layout.h"
#include "spec/cell.h"
#include "spec/edit.h"

struct identity;
struct model;

enum { CELL_COLUMNS_MOST = 64 };

#define CELL_NO_COLUMN (~0u)

/* The list that edits are added to. */
struct cell_editor {
    struct edits *edits;
    struct arena *arena; /* for the time of one edit */
    const struct axis *axis;
};

/* A cell in the text. */
struct cell_text {
    const struct ast_cell *node; /* a key; NULL: there is no such cell */
    bool is_shared;              /* all rows of a slot have it */
    unsigned column_count;
    struct span span;
};

/* Returns the cell of a row or of its slot: AST_AT, AST_BIT or AST_MASK; or AST_SIZE, the bytes of `unaccounted` and
 * `bytes`. */
struct cell_text cell_text_of_row(const struct row *row, enum ast_clause_kind kind);

/* Return the cell of a bound of a row, of the size of a record and its digests, and of the value of an enumerator. */
struct cell_text cell_text_of_bound(const struct row *row, unsigned bound);
struct cell_text cell_text_of_size(const struct record *record);
struct cell_text cell_text_of_digest(const struct record *record);
struct cell_text cell_text_of_enumerator(const struct enumerator *enumerator);

/* Returns the first alternative of the column that has an alternative, or NULL; `*column` is its index. */
const struct ast_alternative *cell_text_find(const struct cell_text *text, const struct ast_alternative *alternative,
                                             size_t *column);

/* The architectures of the columns of cells. */
struct cell_columns {
    const struct arch *const *arches;
    size_t count;
    unsigned own;              /* the column that edits change, or CELL_NO_COLUMN */
    bool is_alone;             /* the cells speak of no other architecture */
    struct version_set around; /* versions in which the owner of the cell exists: alternatives name no others */
};

/* Makes a cell say a number, or `-`, in these versions. `cells` are its values by column. A cell of one column gets as
 * many as there are architectures. */
void cell_edit_assign(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                      const struct cell *const *cells, struct version_range in,
                      const struct spec_alternative *wanted);

/* Makes the own column of a cell silent on these versions, and drops its alternatives that are for no version of
 * `around`. A cell keeps one alternative at least. */
void cell_edit_drop(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                    const struct cell *cell, struct version_range in);

/* Sets the versions of the own column of a declaration's `in`. `sets` are the versions by column; the other columns are
 * written if the declaration does not have them. */
void cell_edit_in(struct cell_editor editor, const struct cell_columns *columns, const struct ast_decl *decl,
                  struct version_set *sets);

/* Returns the versions of a set that are in `around`. An end of the set that `around` does not have stays open. */
struct version_set cell_edit_clip(struct arena *arena, struct version_set set, struct version_set around);

/* Adds a version to the set of an `attest` or of an arch, before the first later one, unless it is there. */
void cell_edit_add_version(struct cell_editor editor, const struct ast_set *set, uint64_t version);

/* A kernel to attest. */
struct cell_attest {
    const struct arch *arch;
    bool is_alone; /* a line without an architecture is of this one */
    uint64_t version;
    const char *by; /* the kind of files that it is from, or NULL */
};

/* Adds a version to the `attest` line of an architecture in a record (NULL: in a file), or adds such a line below the
 * last one. If some line says the kind of files, the version's line does, too. Returns false if there are no lines. */
bool cell_edit_attest(struct cell_editor editor, const struct ast_file *file, const struct record *record,
                      const struct cell_attest *attest);

/* Adds the line of an identity to a file: before the first identity that comes after it, else behind the last identity,
 * `attest`, or other line at the beginning of the file. */
void cell_edit_identity(struct cell_editor editor, const struct model *model, const struct ast_file *file,
                        const struct identity *identity, const char *line);

/* Adds ` pdb "GUID-age"` or ` image TIME SIZE` to the line of an identity that has only the other one. */
void cell_edit_complete_identity(struct cell_editor editor, const struct ast_decl *decl, const char *half);

#endif
