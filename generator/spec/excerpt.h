/*
 * The part of a program that an edit within one structure concerns: that structure, those that need its layout, and the
 * declarations that these name. A check of the part finds about these structures what a check of the whole would.
 */
#ifndef SPEC_EXCERPT_H
#define SPEC_EXCERPT_H

#include "base/buffer.h"
#include "base/source.h"
#include "spec/named.h"

struct program;

struct excerpt {
    const struct named *names;     /* names of the whole program, before the edit */
    struct arena *arena;           /* memory of the excerpt */
    size_t file;                   /* index of the edited file in the program */
    const struct source *old, *new; /* its text before and after the edit */
    size_t before, after;          /* bytes at the beginning and at the end that both texts have in common */
    size_t edited;                 /* index of the node of the edited structure */
    struct ast_file *part;         /* the edited structure alone, read from the new text */
    struct named_edges edges;      /* the names in it */
    unsigned char *needs;          /* by index of node: what it is needed for */
    struct buffer checked;         /* list of size_t: the nodes to check */
};

/* Compares old and new text. Returns false if they are equal. */
bool excerpt_compare(struct excerpt *excerpt);

/* Finds the structure between whose braces all changes lie, and reads it from the new text. Syntax errors go to the
 * diagnostics of `program`. Returns false if there is no such structure, or if the edit may change what other
 * declarations mean; the whole program must then be read again. */
bool excerpt_read(struct excerpt *excerpt, struct program *program);

/* Replaces the syntax trees of a program, which is a copy of the whole program, by trees with the needed declarations.
 * The edited structure must have been read without errors. */
void excerpt_select(struct excerpt *excerpt, struct program *program);

/* Moves a span of the old text to the new one; a span in another text stays. Returns false if the text there has
 * changed. */
bool excerpt_move(const struct excerpt *excerpt, struct span *span);

/* True if a position, in the old or the new text, lies in a structure that is to be checked. */
bool excerpt_checks(const struct excerpt *excerpt, uint32_t position);

/* Frees the memory of an excerpt that is not in its arena. */
void excerpt_free(struct excerpt *excerpt);

#endif
