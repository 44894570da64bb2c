/*
 * The canonical form of a spec, as `strata fmt` writes it. Each declaration is a row of a table, and its parts stand in
 * the table's columns. Lines have at most 120 characters, unless a text or comment is longer.
 *
 * Comments and single blank lines stay where they are, and the meaning does not change. The clauses of a row are put
 * into a fixed order; everything else keeps its order.
 */
#ifndef SPEC_FORMAT_H
#define SPEC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct source;

/* Appends the canonical form of a source. If it has syntax errors, reports them to the program's diagnostics, appends
 * nothing and returns false. */
bool format_source(struct program *program, const struct source *source, struct buffer *out);

/* Formats a text that is no source of a program. Returns false and appends nothing if it has syntax errors; does not
 * report them. */
bool format_spec(struct arena *arena, const char *text, size_t size, struct buffer *out);

/* Formats declarations that have no errors and whose words are already spelled canonically. Words must be separated by
 * one blank or line end, and comments must have lines of their own. It only aligns columns and breaks lines, which
 * takes a third of the time of format_spec(). */
void format_spelled(const char *text, size_t size, struct buffer *out);

/* Formats several such texts in parallel. Replaces each text by its canonical form. */
void format_spelled_all(struct buffer *texts, size_t count);

#endif
