/*
 * Declares arches for kernels of one version in specs, or adds a version to such arches.
 *
 *     arch x64_2 = x64 in 10.0.19041.928;
 */
#ifndef SPEC_ARCH_EDIT_H
#define SPEC_ARCH_EDIT_H

#include "spec/cell_edit.h"

/* Returns the declaration of an arch in a file, or NULL. */
const struct ast_decl *arch_edit_find(const struct ast_file *file, const char *name);

/* Adds a version to an arch. Returns false if its declaration names no versions. */
bool arch_edit_extend(struct cell_editor editor, const struct ast_decl *decl, uint64_t version);

/* Declares arches for kernels of `base` in a file: below its last arch, else above everything else. */
void arch_edit_declare(struct cell_editor editor, const struct ast_file *file, const char *const *names, size_t count,
                       const char *base, uint64_t version);

#endif
