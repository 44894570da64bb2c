/*
 * Edits `arch` declarations for twin kernels: two kernels that have the same version but different layouts. Each of
 * them gets an architecture of its own, which exists only in that version.
 *
 *     arch x64_2 = x64 in 10.0.19041.928;
 */
#ifndef SPEC_ARCH_EDIT_H
#define SPEC_ARCH_EDIT_H

#include "spec/cell_edit.h"

/* Returns the declaration of an arch in a file, or NULL. */
const struct ast_decl *arch_edit_find(const struct ast_file *file, const char *name);

/* Adds a version to the `in` of an `arch` declaration. Returns false if it has no `in`. */
bool arch_edit_extend(struct cell_editor editor, const struct ast_decl *decl, uint64_t version);

/* Declares architectures that fall back on `base` and exist in one version. The lines go below the file's last `arch`.
 * A file without an `arch` gets them at its top. */
void arch_edit_declare(struct cell_editor editor, const struct ast_file *file, const char *const *names, size_t count,
                       const char *base, uint64_t version);

#endif
