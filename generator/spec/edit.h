/*
 * Edits of specs. Each edit replaces the text of a span. Edits are collected over all files of a program, then applied.
 *
 * An edit tries to keep the rest of its line in place: runs of blanks beside it shrink or grow by the difference in
 * length. Edits at the same position are applied in the order in which they were added. If two edits overlap, only the
 * first in the text is applied.
 */
#ifndef SPEC_EDIT_H
#define SPEC_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "base/diag.h"

struct arena;
struct ast_decl;
struct program;
struct program_text;

struct edits {
    struct arena *arena;
    const struct program *program;
    struct buffer list; /* of struct diag_edit */
};

/* Returns the text at a span. */
const char *edit_text(const struct edits *edits, struct span span);

/* Returns the column of a position in its line, in bytes from 0. */
size_t edit_column(const struct edits *edits, uint32_t position);

/* Add an edit with a copy of `text`: one that replaces a span, and one that inserts before a position. */
void edit_replace(struct edits *edits, struct span span, const char *text);
void edit_insert(struct edits *edits, uint32_t position, const char *text);

/* Returns the top-level declaration with braces around a position, and sets `*name` to its name. If there is none,
 * returns NULL and sets `*name` to "". */
const struct ast_decl *edit_find_declaration(const struct program *program, uint32_t position, const char **name);

/* Returns the position after a declaration: after its `;` or `}`, and after a comment that ends that line. Sets
 * `*blank` to the indentation of the declaration's first line. */
uint32_t edit_end(const struct edits *edits, const struct ast_decl *decl, const char **blank);

/* Returns the beginning of a declaration's line, or of the comments directly above it. If other text stands before the
 * declaration on its line, returns the declaration's own beginning. */
uint32_t edit_begin(const struct edits *edits, const struct ast_decl *decl);

/* Removes a declaration and the comments directly above it. If other text follows on its last line, that text and the
 * comments stay. */
void edit_remove(struct edits *edits, const struct ast_decl *decl);

/* Applies all edits and empties the list. Appends the new text of each changed file to `texts`, a buffer of struct
 * program_text. */
void edit_apply(struct edits *edits, struct buffer *texts);

#endif
