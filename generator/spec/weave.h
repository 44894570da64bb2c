/*
 * Weaves a change into a spec that people may have edited. The change is the difference between two texts that the
 * compiler wrote, `before` and `after`. The result is the edited text with the same change.
 *
 * Statements are paired by their names, and the parts of a statement by their first words. The edited text stays
 * unchanged wherever `before` and `after` are equal. Comments, remarks and rows that only the edited text has stay,
 * too, and so does the order of its rows.
 */
#ifndef SPEC_WEAVE_H
#define SPEC_WEAVE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct source;

/* A spec of `size` bytes without syntax errors. */
struct weave_text {
    const char *text;
    size_t size;
};

/* The result of weaving. */
struct weave_result {
    struct buffer *out; /* receives the text */
    size_t edits;       /* number of changed and new statements; each row of a declaration counts */
};

/* Appends the text `old` with the change from `before` to `after`. Changed declarations are written in canonical form;
 * all others keep their bytes. Returns false and appends nothing if one of the texts has a syntax error. */
bool spec_weave(struct arena *arena, struct weave_text old, struct weave_text before, struct weave_text after,
                struct weave_result *result);

/* Appends a spec with the statements that it lacks and another text has: `use` lines, declarations and rows. Rows that
 * contradict the other text stay, and are reported as [contradiction]; `page` names the other text in the report.
 * `corrected A was B` agrees with B. Remarks and `allow` clauses are ignored. The spec must be a source of the program
 * without syntax errors. If the other text has syntax errors, reports them, appends nothing and returns false. */
bool spec_adopt(struct program *program, const struct source *spec, const char *page, struct weave_text other,
                struct buffer *out);

#endif
