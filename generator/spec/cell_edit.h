/*
 * Edits the cells, `in` clauses and `attest` lines of a spec: sets a value in some versions, removes versions, or adds
 * one. Alternatives that do not change keep their text. The example sets 0x20 from version 6.1 on:
 *
 *     0x10 (..6.0), 0x18    becomes    0x10 (..5.2), 0x18 (6.0), 0x20
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

/* The list that collects edits, and the context that they need. */
struct cell_editor {
    struct edits *edits;
    struct arena *arena; /* memory that one edit needs until it is in the list */
    const struct axis *axis;
};

/* A cell in the text of a spec. */
struct cell_text {
    const struct ast_cell *node; /* identifies the cell; NULL: there is no cell */
    bool is_shared;              /* all rows of a slot use it */
    unsigned column_count;
    struct span span;
};

/* Returns the cell of a row, or the one that it takes from its slot. `kind` is AST_AT, AST_BIT or AST_MASK; AST_SIZE
 * returns the byte count of an `unaccounted` or `bytes` row. */
struct cell_text cell_text_of_row(const struct row *row, enum ast_clause_kind kind);

/* Return the cell of an array bound, of a record's size, of a record's digest, and of an enumerator's value. */
struct cell_text cell_text_of_bound(const struct row *row, unsigned bound);
struct cell_text cell_text_of_size(const struct record *record);
struct cell_text cell_text_of_digest(const struct record *record);
struct cell_text cell_text_of_enumerator(const struct enumerator *enumerator);

/* Returns the first alternative of the column that contains an alternative, or NULL if none does. Sets `*column` to the
 * column's index. */
const struct ast_alternative *cell_text_find(const struct cell_text *text, const struct ast_alternative *alternative,
                                             size_t *column);

/* The architectures of the columns of cells. */
struct cell_columns {
    const struct arch *const *arches;
    size_t count;
    unsigned own;              /* index of the column that edits change, or CELL_NO_COLUMN */
    bool is_alone;             /* the cells have no other architecture */
    struct version_set around; /* versions in which the cell's owner exists; edited alternatives name only these */
};

/* Gives the own column of a cell the value `wanted`, a number or `-`, in the versions `in`. `cells` holds the cell's
 * values by column. If one column serves all architectures, the cell first gets a column for each of them. */
void cell_edit_assign(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                      const struct cell *const *cells, struct version_range in,
                      const struct spec_alternative *wanted);

/* Removes the versions `in` from the own column of a cell, and removes alternatives that hold in no version of
 * `around`. Does nothing if no alternative would be left. */
void cell_edit_drop(struct cell_editor editor, const struct cell_columns *columns, const struct cell_text *text,
                    const struct cell *cell, struct version_range in);

/* Writes the own column of a declaration's `in`. `sets` are the versions by column. If the `in` has no columns yet, or
 * is missing, all columns are written. */
void cell_edit_in(struct cell_editor editor, const struct cell_columns *columns, const struct ast_decl *decl,
                  struct version_set *sets);

/* Returns the versions of a set that are in `around`. If the set goes on before or after `around`, the result is open
 * at that end. */
struct version_set cell_edit_clip(struct arena *arena, struct version_set set, struct version_set around);

/* Adds a version to the set of an `attest` or `arch` declaration, in ascending order. Does nothing if the set names
 * it. */
void cell_edit_add_version(struct cell_editor editor, const struct ast_set *set, uint64_t version);

/* A kernel to add to `attest` lines. */
struct cell_attest {
    const struct arch *arch;
    bool is_alone; /* an `attest` line without an architecture is for `arch` */
    uint64_t version;
    const char *source; /* kind of files that describe the kernel (`by`), or NULL */
};

/* Adds a version to the `attest` line of an architecture, in a record or, if `record` is NULL, in a file. If no line
 * fits, adds one below the last `attest` line. If some line has `by`, only a line with the same `by` as the kernel
 * fits. Returns false if there are no `attest` lines. */
bool cell_edit_attest(struct cell_editor editor, const struct ast_file *file, const struct record *record,
                      const struct cell_attest *attest);

/* Adds an `identity` line to a file, before the first identity that sorts after it. If there is none, the line goes
 * below the last identity, else below the last `attest`, else below the lines at the top of the file. */
void cell_edit_identity(struct cell_editor editor, const struct model *model, const struct ast_file *file,
                        const struct identity *identity, const char *line);

/* Adds ` pdb "GUID-age"` or ` image TIME SIZE` to an identity that has only the other one. */
void cell_edit_complete_identity(struct cell_editor editor, const struct ast_decl *decl, const char *half);

#endif
