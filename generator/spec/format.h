/*
 * The canonical form of a spec, as `strata fmt` writes it: a declaration a row, its parts in the columns of a table, in
 * lines of at most 120 characters as far as texts and comments let them.
 *
 * Comments and blank lines (one of several) stay where they are, and what the text means stays the same. The order of
 * the clauses of a row is canonical; that of everything else is the author's.
 */
#ifndef SPEC_FORMAT_H
#define SPEC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct source;

/* Appends the canonical form of a text. False, and nothing is appended, when it has syntax errors, which are reported
 * to the program's diagnostics. */
bool format_source(struct program *program, const struct source *source, struct buffer *out);

/* The same of a text that is no source yet; what is wrong with it goes unsaid. */
bool format_spec(struct arena *arena, const char *text, size_t size, struct buffer *out);

/* The same of declarations that have no faults, no comments but on lines of their own, and are spelled canonically:
 * with one blank, or a line end, wherever there is to be one. They need no more than to be set in columns and lines,
 * which takes a third of the time. */
void format_spelled(const char *text, size_t size, struct buffer *out);

#endif
