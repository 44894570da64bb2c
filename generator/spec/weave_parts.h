/*
 * Shared by the files of weaving:
 *
 *   weave_text.c   cuts a text into statements, and pairs those of two texts
 *   weave.c        makes the statements of the result
 *   weave_adopt.c  makes the change of spec_adopt: the statements that a text lacks
 */
#ifndef SPEC_WEAVE_PARTS_H
#define SPEC_WEAVE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "spec/format_parts.h"
#include "spec/weave.h"

/* No statement. */
#define WEAVE_NONE SIZE_MAX

/* A statement: its comments, its words up to `;` or `{`, and the statements in its braces. */
struct statement {
    const char *key; /* interned: the statement of another text with this key is the same one */
    size_t lead;     /* the first of the comments above it; all these are indices of words */
    size_t first;    /* its first word */
    size_t head_end; /* `;` or `{` */
    size_t tail;     /* comments before `}`, or `}` itself; `head_end` without braces */
    size_t close;    /* `}`; `head_end` without braces */
    size_t end;      /* behind it, and behind comments in its last line */
    bool is_group;   /* an anonymous structure or union, or a slot: paired by what is in it */
    enum format_shape shape;
    struct statement *children;
    size_t child_count;
};

/* The words and statements of a text. */
struct text {
    struct weave_text whole;
    uint32_t base; /* the position of its first byte */
    const struct format_word *words;
    size_t word_count;
    struct statement *items;
    size_t count;
};

struct weave {
    struct arena *arena;
    struct program *program;
    struct text old, before, after;
    struct text written; /* what `before` is, while a declaration is compared with itself: see weave_declaration */
    bool is_alone;       /* that is so */
    bool keeps_rows;     /* declarations keep rows that `before` does not have */
    struct buffer words; /* of struct format_word: the result */
    size_t edits;
};

/* Reads a text, whose path reports name. Returns false if it has a syntax error, which is reported. */
bool weave_read(struct weave *weave, const char *path, struct weave_text whole, struct text *text);

/* Reads a source of the program that has no syntax errors. */
void weave_read_source(struct weave *weave, const struct source *source, struct text *text);

/* Appends the old text with the change between the two others. */
void weave_write(struct weave *weave, struct weave_result *result);

/* True if two texts have the same words there. */
bool weave_words_equal(const struct text *a, size_t a_first, size_t a_end, const struct text *b, size_t b_first,
                       size_t b_end);

/* Returns the partner of each statement of a list in another list, or WEAVE_NONE. */
size_t *weave_find_partners(struct weave *weave, const struct text *a, const struct statement *items, size_t count,
                            const struct text *b, const struct statement *others, size_t other_count);

#endif
