/*
 * Edits of specs by span: collected over the files of a program, then applied to their texts.
 *
 * An edit leaves the rest of its line in place: blanks beside it give or take the difference in length. Edits of one
 * place apply in the order in which they came; of edits that overlap, the first in the text is applied.
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

/* Returns the column of a position, from 0, in bytes. */
size_t edit_column(const struct edits *edits, uint32_t position);

/* Adds an edit: a copy of `text` instead of a span, or before a position. */
void edit_replace(struct edits *edits, struct span span, const char *text);
void edit_insert(struct edits *edits, uint32_t position, const char *text);

/* Returns the declaration of a file with braces around a position, and its name; else NULL, and an empty name. */
const struct ast_decl *edit_find_declaration(const struct program *program, uint32_t position, const char **name);

/* Returns the position behind a declaration, its `;` or `}`, and a comment on that line; `*blank` becomes the blanks at
 * the begin of the declaration's first line. */
uint32_t edit_end(const struct edits *edits, const struct ast_decl *decl, const char **blank);

/* Returns the begin of a declaration's line, or of the comments directly above it. */
uint32_t edit_begin(const struct edits *edits, const struct ast_decl *decl);

/* Removes a declaration; the rest of its line stays. */
void edit_remove(struct edits *edits, const struct ast_decl *decl);

/* Applies all edits and empties the list. Appends the text of each file that changes to `texts`, a buffer of struct
 * program_text. */
void edit_apply(struct edits *edits, struct buffer *texts);

#endif
