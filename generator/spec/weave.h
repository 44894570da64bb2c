/*
 * Weaves a change into a spec: what differs between two texts that the compiler wrote is changed in a third text, which
 * people may have edited since.
 *
 * Statements are paired by their names, and the parts of a statement by the words that they begin with. Where the two
 * texts are equal, the third stays as it is. What only the third has stays, too: comments, remarks, other rows, the
 * order of rows.
 */
#ifndef SPEC_WEAVE_H
#define SPEC_WEAVE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct buffer;
struct program;
struct source;

/* A spec without syntax errors, `size` bytes. */
struct weave_text {
    const char *text;
    size_t size;
};

/* The woven text. */
struct weave_result {
    struct buffer *out; /* the text is appended */
    size_t edits;       /* statements that changed or are new, each with its rows apart */
};

/* Appends `old` with the change from `before` to `after`. Declarations that change are written in canonical form; all
 * others keep their bytes. Returns false and appends nothing if one of the texts has a syntax error. */
bool spec_weave(struct arena *arena, struct weave_text old, struct weave_text before, struct weave_text after,
                struct weave_result *result);

/* Appends a spec that people edit with the statements of another text that it lacks: `use` lines, declarations, rows.
 * Rows that say otherwise stay, and are reported as [contradiction]: `page` names the other text. `corrected A was B`
 * agrees with B; remarks and `allow` are no difference. The spec is a source of the program without syntax errors.
 * Returns false and appends nothing if the other text has some, which are reported. */
bool spec_adopt(struct program *program, const struct source *spec, const char *page, struct weave_text other,
                struct buffer *out);

#endif
