/*
 * Declarations that the files of the formatter share. The formatter splits a text into words in their final spelling,
 * groups the words into rows of pieces, and writes the rows as lines, one block of rows at a time.
 */
#ifndef SPEC_FORMAT_PARTS_H
#define SPEC_FORMAT_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "front/tokens.h"

struct program;
struct source;

/* Kinds of words before which a long line may be broken. */
enum format_joint {
    JOINT_NONE,
    JOINT_BAR,   /* the word is `|`, `||` or `&&` */
    JOINT_COMMA, /* the word follows a comma */
    JOINT_INNER  /* the word is a version or number in a bracketed list; breaks only lines that are too long */
};

/* A word of the text. */
struct format_word {
    const char *text;
    uint32_t size;
    uint32_t width;    /* in characters, including the blank before it */
    uint32_t begin;    /* position in the text; 0 for words of format_spelled.c */
    unsigned depth;    /* number of brackets that are open before it */
    uint8_t kind;      /* enum token_kind */
    uint8_t joint;     /* enum format_joint */
    uint8_t newlines;  /* line ends before it in the text; 2 means two or more */
    bool space;        /* a blank is written before it */
    bool breaks;       /* a line end must follow it, as after a `//` comment */
    bool tall;         /* it contains line ends */
};

/* True if a word that follows a comma is a version or number in one level of brackets. */
static inline bool format_is_inner(const struct format_word *word, unsigned depth)
{
    return depth == 1 && *word->text >= '0' && *word->text <= '9';
}

/* Kinds of rows. The rows of one kind form a table of their own. Frequent kinds come first. */
enum format_shape {
    SHAPE_FLOW, /* not aligned: `use`, `columns`, the first line of a structure ... */
    SHAPE_MEMBER,
    SHAPE_ENUMERATOR,
    SHAPE_ARCH,
    SHAPE_TYPE,
    SHAPE_OPAQUE,
    SHAPE_CONST,
    SHAPE_RELEASE,
    SHAPE_POINT,
    SHAPE_EVENT_ROW,
    SHAPE_COUNT
};

/* Limits of tables and lines. */
enum { FORMAT_COLUMNS_MOST = 7, FORMAT_LINE_MOST = 120, FORMAT_INDENT = 4 };

/* Words that stay together: the declaration at the beginning of a row, or one clause. */
struct format_piece {
    uint32_t first; /* index of its first word */
    uint32_t count;
    uint32_t width; /* in characters, on one line */
    uint8_t column;
    bool breaks; /* one of its words breaks */
    bool tall;   /* one of its words is tall */
};

/* All pieces of a row in one column. */
struct format_cell {
    uint32_t width;
    uint8_t column;
    bool breaks; /* one of its words breaks */
    bool tall;   /* one of its words is tall */
};

/* A declaration, split into pieces. */
struct format_row {
    enum format_shape shape;
    unsigned depth;  /* number of braces around it */
    bool blank;      /* a blank line stands before it */
    uint32_t pieces; /* index of its first piece */
    uint32_t piece_count;
    uint32_t cells; /* index of its first cell */
    uint32_t cell_count;
    const char *end;   /* text after the last piece: ";", " {", "}" ... */
    uint32_t comments; /* index of the first comment after it on its line */
    uint32_t comment_count;
};

/* Rows that are aligned with each other: one declaration with braces, or all rows between two such declarations. The
 * buffers hold the structures above. */
struct format_block {
    const struct format_word *words;
    struct buffer rows;
    struct buffer pieces;
    struct buffer cells; /* filled by format_lines() */
};

/* True if a word is the given keyword or sign. A name is never one, even if it has the same spelling. */
static inline bool word_is(const struct format_word *word, const char *text)
{
    size_t i = 0;
    if (word->kind == TOKEN_NAME)
        return false;
    while (i < word->size && text[i] && word->text[i] == text[i])
        i++;
    return i == word->size && !text[i];
}

/* ---- format_words.c */

/* Appends the words of a text without syntax errors, as struct format_word. Words that get a new spelling live in the
 * program's arena. Leaves out each `;` that ends nothing. */
void format_words(struct program *program, const struct source *source, struct buffer *words);

/* Returns the number of characters of a word. For a comment of several lines, counts only its last line. */
uint32_t format_width(const char *text, size_t size);

/* ---- format_spelled.c */

/* Appends the words of a text whose spelling is canonical. */
void format_spelled_words(const char *text, size_t size, struct buffer *words);

/* ---- format_rows.c */

/* Return the kind of a row from its first word: for a top-level row, for a row in braces whose rows are of the kind
 * `body`, and for the rows inside the braces of a top-level declaration. */
enum format_shape format_find_table(const struct format_word *word);
enum format_shape format_find_shape(enum format_shape body, const struct format_word *word);
enum format_shape format_find_body(const struct format_word *word);

/* True if a word begins a piece; sets the column of that piece. `last` is the word before it. `index` is its number in
 * the row; comments are not counted. */
bool format_opens_piece(enum format_shape shape, const struct format_word *word, const struct format_word *last,
                        size_t index, uint8_t *column);

/* Formats all words and appends the lines to `out`. `line_end` ends each line. */
void format_rows(const struct format_word *words, size_t count, const char *line_end, struct buffer *out);

/* ---- format_lines.c */

/* Appends the lines of a block. */
void format_lines(struct format_block *block, const char *line_end, struct buffer *out);

#endif
