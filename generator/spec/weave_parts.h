/*
 * Declarations that the files of weaving share:
 *
 *   weave_text.c   splits a text into statements, and pairs the statements of two texts
 *   weave.c        builds the statements of the result
 *   weave_adopt.c  implements spec_adopt(): adds the statements that a spec lacks
 */
#ifndef SPEC_WEAVE_PARTS_H
#define SPEC_WEAVE_PARTS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buffer.h"
#include "spec/format_parts.h"
#include "spec/weave.h"

/* The index of a statement that does not exist. */
#define WEAVE_NONE SIZE_MAX

/* A statement: its comments, its words up to `;` or `{`, and the statements in its braces. */
struct statement {
    const char *key; /* interned; statements with equal keys in two texts are the same statement */
    size_t lead;     /* its first comment above; this and the fields below are indices of words */
    size_t first;    /* its first word */
    size_t head_end; /* its `;` or `{` */
    size_t tail;     /* the first comment before `}`, or `}` itself; `head_end` if there are no braces */
    size_t close;    /* its `}`; `head_end` if there are no braces */
    size_t end;      /* the first word after it and after comments on its last line */
    bool is_group;   /* an anonymous structure or union, or a slot; paired by its members */
    enum format_shape shape;
    struct statement *children;
    size_t child_count;
};

/* The words and statements of a text. */
struct text {
    struct weave_text whole;
    uint32_t base; /* position of its first byte */
    const struct format_word *words;
    size_t word_count;
    struct statement *items;
    size_t count;
};

/* Words of a text, from `first` up to `end`. */
struct word_range {
    const struct text *text;
    size_t first, end;
};

/* The statements on one level of a text. */
struct statement_list {
    const struct text *text;
    const struct statement *items;
    size_t count;
};

/* The old statements of one level that the change removes. */
struct left {
    struct left *around; /* those of the level around it, or NULL */
    const struct statement *items;
    bool *is_waiting; /* for each statement: it is removed, and its remarks have no place yet */
    size_t count;
};

struct weave {
    struct arena *arena;
    struct program *program;
    struct text old, before, after;
    struct text written;  /* `before`, as long as one declaration is compared with `old` in its place */
    struct left *left;    /* of the current level */
    bool is_alone;        /* one declaration is compared, and `before` is `old` */
    bool keeps_rows;      /* declarations keep rows that `before` lacks */
    bool has_new_columns; /* the change is in the `columns` line: old cells no longer fit it */
    struct buffer words;  /* of struct format_word: the words of the result */
    size_t edits;
};

/* Reads a text. If it has a syntax error, reports it under the name `path` and returns false. */
bool weave_read(struct weave *weave, const char *path, struct weave_text whole, struct text *text);

/* Reads a source of the program. It must have no syntax errors. */
void weave_read_source(struct weave *weave, const struct source *source, struct text *text);

/* Appends the text `old` with the change from `before` to `after`. */
void weave_write(struct weave *weave, struct weave_result *result);

/* True if ranges of words in two texts have the same spelling. */
bool weave_words_equal(struct word_range a, struct word_range b);

/* Returns, for each statement of a list, the index of the same statement in another list, or WEAVE_NONE. */
size_t *weave_find_partners(struct weave *weave, struct statement_list list, struct statement_list others);

#endif
