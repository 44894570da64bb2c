/*
 * The words of the language, and the places where they are names. Scanner, formatter, completion and the files of
 * grammar/editors take them from the table in words.c; grammar/README.md lists them, too.
 *
 * A word has its meaning only where it can stand. `ULONG size at 0;` declares a member `size`: after a type, each word
 * but `volatile` is a name.
 */
#ifndef FRONT_WORDS_H
#define FRONT_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

/* Places of words. The same words are reserved at the beginning of each declaration and row, so that a declaration is
 * still recognised after a lost brace. */
enum word_place {
    PLACE_ROW,        /* at the beginning of a declaration or row, also after `const`, `volatile` and `unknown` there */
    PLACE_TYPED,      /* after the type of a member and its stars */
    PLACE_ENUMERATOR, /* at the beginning of a row of an enumeration */
    PLACE_PATH,       /* after a dot */
    PLACE_ELSEWHERE   /* any other place: all words of the language are reserved */
};

/* Uses of words, a bit each. */
enum {
    WORD_ITEM = 1 << 0,       /* begins a declaration of a file */
    WORD_ROW = 1 << 1,        /* begins a row of a structure */
    WORD_HEADER_ROW = 1 << 2,
    WORD_EVENT_ROW = 1 << 3,
    WORD_CLAUSE = 1 << 4,     /* begins a clause */
    WORD_POINTER = 1 << 5,    /* stands between a type and a name */
    WORD_PROVENANCE = 1 << 6, /* begins a value */
    WORD_PART = 1 << 7,       /* stands within a declaration or clause */
    WORD_FILE = 1 << 8        /* begins a file */
};

/* A row of the table. */
struct word {
    const char *text;
    uint16_t size, token;
    unsigned uses;
};

/* Returns the table. */
const struct word *word_list(size_t *count);

/* Returns the word of the language that a text is in a place, or NULL: there it is a name. */
const struct word *word_find(enum word_place place, const char *text, size_t size);

/* Returns a name as a spec has it in a place: in backticks if it is a word of the language there. */
const char *word_quote(struct arena *arena, enum word_place place, const char *name);

/* The place after the last token that was read. All zeros stand for the beginning of a text. */
struct word_reader {
    enum word_place place;
    enum { ENUMERATION_NONE, ENUMERATION_HEAD, ENUMERATION_ROWS } enumeration;
};

/* Moves the reader past a token, given by its number in the grammar. */
void word_reader_take(struct word_reader *reader, int token);

/* Moves the reader past a token, given by its text. Returns the word of the language that the token is, or NULL. */
const struct word *word_reader_read(struct word_reader *reader, const char *text, size_t size);

#endif
