/*
 * The canonical form of a spec, as `strata fmt` writes it: one declaration in a row, its parts in the columns of a
 * table, in lines of at most 120 characters as far as texts and comments allow.
 *
 * Comments and single blank lines stay where they are, and the meaning stays the same. The clauses of a row have a
 * canonical order; everything else keeps its order.
 */
#ifndef SPEC_FORMAT_H
#define SPEC_FORMAT_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct source;

/* Appends the canonical form of a text. False, and appends nothing, if it has syntax errors, which are reported to the
 * program's diagnostics. */
bool format_source(struct program *program, const struct source *source, struct buffer *out);

/* Does the same for a text that is no source yet, without reports. */
bool format_spec(struct arena *arena, const char *text, size_t size, struct buffer *out);

/* Does the same for declarations without errors that are already spelled canonically, with one blank or line end
 * between words and comments on lines of their own. It only aligns columns and breaks lines, which takes a third of the
 * time. */
void format_spelled(const char *text, size_t size, struct buffer *out);

/* Does so for several texts at the same time on all processors. Each becomes its canonical form. */
void format_spelled_all(struct buffer *texts, size_t count);

#endif
