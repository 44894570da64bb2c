/*
 * Adds a column to declarations of a spec. In the versions of its architecture, it has the values of another column.
 *
 *     columns x64;            becomes    columns x64 | x64_2;
 *     columns x64 | arm64;               columns x64 | arm64 | x64_2;
 *     ULONG A at 4 | 8 (1607..1703);     ULONG A at 4 | 8 (1607..1703) | 4;
 *
 * A cell with one column for all architectures stays unchanged, unless it names versions: the new architecture exists
 * in other versions than the rest.
 */
#ifndef SPEC_COLUMN_EDIT_H
#define SPEC_COLUMN_EDIT_H

#include "spec/cell_edit.h"

/* A column to add. */
struct new_column {
    const char *name;         /* name of its architecture */
    const uint64_t *versions; /* the only versions of that architecture; ascending, at least one */
    size_t count;
    const char *base; /* architecture whose values the column copies */
};

/* Returns the `columns` line that applies to a declaration: the one in its braces, else the last one above it, or
 * NULL. */
const struct ast_decl *column_edit_find(const struct ast_file *file, const struct ast_decl *decl);

/* Return true if one `columns` line names an architecture, and if any `columns` line of a file does. */
bool column_edit_has(const struct ast_decl *line, const char *arch);
bool column_edit_names(const struct ast_file *file, const char *arch);

/* Adds a column to a `columns` line and to all declarations that the line applies to. The line must name the base, and
 * must not name the new column yet. */
void column_edit_add(struct cell_editor editor, const struct ast_file *file, const struct ast_decl *line,
                     const struct new_column *column);

#endif
