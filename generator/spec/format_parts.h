/*
 * Shared by the parts of the formatter. A text becomes words in their final spelling; words become rows, whose pieces
 * know their columns; rows become lines, block by block.
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

/* Places where a line may be broken before a word. */
enum format_joint {
    JOINT_NONE,
    JOINT_BAR,  /* it is `|`, `||` or `&&`: begins the next column or alternative */
    JOINT_COMMA, /* a comma stands before it */
    JOINT_INNER  /* a version of a list in brackets: only lines that are too long are broken here */
};

/* A word of the text. */
struct format_word {
    const char *text;
    uint32_t size;
    uint32_t width; /* in characters, with the blank before it, if there is one */
    uint32_t begin;    /* in the text; 0 for words of format_spelled.c */
    unsigned depth;    /* brackets that are open before it */
    uint8_t kind;      /* enum token_kind */
    uint8_t joint;     /* enum format_joint */
    uint8_t newlines;  /* line ends before it in the text; 2 stands for more, too */
    bool space;        /* a blank stands before it */
    bool breaks;       /* nothing stands behind it on its line */
    bool tall;         /* it has line ends in it */
};

/* True if a word behind a comma, in `depth` brackets, is a version or a number. */
static inline bool format_is_inner(const struct format_word *word, unsigned depth)
{
    return depth == 1 && *word->text >= '0' && *word->text <= '9';
}

/* Each kind of row is a table of its own. Those that most blocks have come first. */
enum format_shape {
    SHAPE_FLOW, /* no table: `use`, `columns`, what begins a structure ... */
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

/* Words that stay together: a declaration, a clause. */
struct format_piece {
    uint32_t first; /* of the words */
    uint32_t count;
    uint32_t width; /* in one line */
    uint8_t column;
    bool breaks; /* has a word that does, */
    bool tall;   /* or is */
};

/* All pieces of a row in one column. */
struct format_cell {
    uint32_t width;
    uint8_t column;
    bool breaks; /* a comment ends its line */
    bool tall;   /* or has line ends in it */
};

/* A declaration as pieces. */
struct format_row {
    enum format_shape shape;
    unsigned depth;  /* braces around it */
    bool blank;      /* a blank line stands before it */
    uint32_t pieces; /* the first */
    uint32_t piece_count;
    uint32_t cells; /* the first */
    uint32_t cell_count;
    const char *end;   /* its end: ";", " {", "}" ... */
    uint32_t comments; /* the first of those behind it in its line */
    uint32_t comment_count;
};

/* Rows that are aligned with each other: a declaration with braces, or all rows without braces between two such.
 * Buffers of the structures above. */
struct format_block {
    const struct format_word *words;
    struct buffer rows;
    struct buffer pieces;
    struct buffer cells; /* made by format_lines */
};

/* True for a word of the language or a sign. A name never is one, also if it is spelled like it. */
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

/* Appends the words of a text without syntax errors, as struct format_word. Words whose spelling changes are in the
 * program's arena. A `;` that ends nothing is left out. */
void format_words(struct program *program, const struct source *source, struct buffer *words);

/* Returns the number of characters of a word; of a comment of several lines, that of the last line. */
uint32_t format_width(const char *text, size_t size);

/* ---- format_spelled.c */

/* Appends the words of a text without comments whose spelling is canonical. */
void format_spelled_words(const char *text, size_t size, struct buffer *words);

/* ---- format_rows.c */

/* Return the kind of a row by its first word: of a row of a file, of a row in braces of `body`, and of the rows in the
 * braces of a declaration of a file. */
enum format_shape format_find_table(const struct format_word *word);
enum format_shape format_find_shape(enum format_shape body, const struct format_word *word);
enum format_shape format_find_body(const struct format_word *word);

/* True if a word begins a piece, whose column it sets. `last` is the word before it and `index` its number in the row,
 * without comments. */
bool format_opens_piece(enum format_shape shape, const struct format_word *word, const struct format_word *last,
                        size_t index, uint8_t *column);

/* Appends the lines of all words to `out`; lines end with `line_end`. */
void format_rows(const struct format_word *words, size_t count, const char *line_end, struct buffer *out);

/* ---- format_lines.c */

/* Appends the lines of a block. */
void format_lines(struct format_block *block, const char *line_end, struct buffer *out);

#endif
