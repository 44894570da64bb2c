/*
 * Adds a column to declarations that stand in a spec: one that says in some versions what another column says there.
 *
 *     columns x64;            becomes    columns x64 | x64_2;
 *     columns x64 | arm64;               columns x64 | arm64 | x64_2;
 *     ULONG A at 4 | 8 (1607..1703);     ULONG A at 4 | 8 (1607..1703) | 4;
 *
 * A cell with one column for all stays as it is, unless it names versions: the new column has others.
 */
#ifndef SPEC_COLUMN_EDIT_H
#define SPEC_COLUMN_EDIT_H

#include "spec/cell_edit.h"

/* A column to add. */
struct new_column {
    const char *name;         /* of its arch, which has only these versions; */
    const uint64_t *versions; /* ascending, at least one */
    size_t count;
    const char *base; /* the arch that has the same content there */
};

/* Returns the line that names the columns of a declaration of a file: its own, else the last one above it; or NULL. */
const struct ast_decl *column_edit_find(const struct ast_file *file, const struct ast_decl *decl);

/* True if a line names an arch; if any line of a file does. */
bool column_edit_has(const struct ast_decl *line, const char *arch);
bool column_edit_names(const struct ast_file *file, const char *arch);

/* Adds a column to a line, and to all declarations whose columns it names. The line has the base, not the column. */
void column_edit_add(struct cell_editor editor, const struct ast_file *file, const struct ast_decl *line,
                     const struct new_column *column);

#endif
