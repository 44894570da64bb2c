/*
 * The words of the language, and the places where they are names. Scanner, formatter, completion and the files of
 * grammar/editors take them from the table below; grammar/README.md lists them, too.
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

/* Places of words. The same words are reserved at the beginning of each declaration and row, so that the one after a
 * lost brace is still known. */
enum word_place {
    PLACE_ROW,        /* at the beginning of a declaration or row, also after `const`, `volatile` and `unknown` there */
    PLACE_TYPED,      /* after the type of a member and its stars */
    PLACE_ENUMERATOR, /* at the beginning of a row of an enumeration */
    PLACE_PATH,       /* after a dot */
    PLACE_ELSEWHERE   /* all words of the language are reserved */
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

/* The words by their length, frequent ones first: text, token of the grammar, class of the editors, uses. */
#define WORDS(X, n)                                                             \
    X(n, "in", IN, clause, WORD_CLAUSE)                                         \
    X(n, "at", AT, clause, WORD_CLAUSE)                                         \
    X(n, "as", AS, clause, WORD_CLAUSE)                                         \
    X(n, "by", BY, clause, WORD_CLAUSE)                                         \
    X(n, "of", OF, clause, WORD_PART)                                           \
    X(n, "bit", BIT, clause, WORD_CLAUSE)                                       \
    X(n, "big", BIG, clause, WORD_CLAUSE)                                       \
    X(n, "use", USE, declaration, WORD_ITEM)                                    \
    X(n, "was", WAS, provenance, WORD_PART)                                     \
    X(n, "size", SIZE, clause, WORD_ROW | WORD_HEADER_ROW | WORD_CLAUSE)        \
    X(n, "last", LAST, clause, WORD_CLAUSE)                                     \
    X(n, "type", TYPE, definition, WORD_ITEM)                                   \
    X(n, "next", NEXT, clause, WORD_CLAUSE)                                     \
    X(n, "arch", ARCH, definition, WORD_ITEM)                                   \
    X(n, "axis", AXIS, declaration, WORD_ITEM)                                  \
    X(n, "data", DATA, clause, WORD_HEADER_ROW | WORD_EVENT_ROW)                \
    X(n, "enum", ENUM, definition, WORD_ITEM)                                   \
    X(n, "hook", HOOK, clause, WORD_HEADER_ROW)                                 \
    X(n, "mask", MASK, clause, WORD_CLAUSE)                                     \
    X(n, "pack", PACK, clause, WORD_CLAUSE)                                     \
    X(n, "slot", SLOT, declaration, WORD_ROW)                                   \
    X(n, "flags", FLAGS, definition, WORD_ITEM)                                 \
    X(n, "const", CONST, modifier, WORD_ITEM | WORD_ROW)                        \
    X(n, "bytes", BYTES, declaration, WORD_ROW)                                 \
    X(n, "union", UNION, definition, WORD_ITEM | WORD_ROW)                      \
    X(n, "align", ALIGN, clause, WORD_CLAUSE)                                   \
    X(n, "allow", ALLOW, exception, WORD_CLAUSE)                                \
    X(n, "event", EVENT, definition, WORD_ITEM)                                 \
    X(n, "extra", EXTRA, clause, WORD_HEADER_ROW)                               \
    X(n, "group", GROUP, clause, WORD_EVENT_ROW)                                \
    X(n, "where", WHERE, clause, WORD_CLAUSE)                                   \
    X(n, "share", SHARE, declaration, WORD_ITEM)                                \
    X(n, "builds", BUILDS, declaration, WORD_ITEM)                              \
    X(n, "struct", STRUCT, definition, WORD_ITEM | WORD_ROW)                    \
    X(n, "attest", ATTEST, declaration, WORD_ITEM | WORD_ROW)                   \
    X(n, "digest", DIGEST, declaration, WORD_ROW)                               \
    X(n, "except", EXCEPT, clause, WORD_PART)                                   \
    X(n, "little", LITTLE, clause, WORD_CLAUSE)                                 \
    X(n, "header", HEADER, definition, WORD_ITEM | WORD_EVENT_ROW)              \
    X(n, "marker", MARKER, clause, WORD_HEADER_ROW | WORD_PART)                 \
    X(n, "global", GLOBAL, declaration, WORD_ITEM)                              \
    X(n, "module", MODULE, declaration, WORD_ITEM)                              \
    X(n, "opaque", OPAQUE, definition, WORD_ITEM)                               \
    X(n, "source", SOURCE, declaration, WORD_ITEM)                              \
    X(n, "strata", STRATA, declaration, WORD_FILE)                              \
    X(n, "columns", COLUMNS, declaration, WORD_ITEM | WORD_ROW)                 \
    X(n, "default", DEFAULT, clause, WORD_ITEM | WORD_CLAUSE)                   \
    X(n, "indexed", INDEXED, clause, WORD_CLAUSE)                               \
    X(n, "pointer", POINTER, clause, WORD_CLAUSE)                               \
    X(n, "unknown", UNKNOWN, modifier, WORD_ROW)                                \
    X(n, "identity", IDENTITY, declaration, WORD_ITEM)                          \
    X(n, "inferred", INFERRED, provenance, WORD_PROVENANCE)                     \
    X(n, "volatile", VOLATILE, modifier, WORD_ROW | WORD_POINTER)               \
    X(n, "corrected", CORRECTED, provenance, WORD_PROVENANCE)                   \
    X(n, "previously", PREVIOUSLY, clause, WORD_CLAUSE)                         \
    X(n, "unaccounted", UNACCOUNTED, declaration, WORD_ROW)

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

/* The place after the last token. All zeros: the beginning of a text. */
struct word_reader {
    enum word_place place;
    enum { ENUMERATION_NONE, ENUMERATION_HEAD, ENUMERATION_ROWS } enumeration;
};

/* Moves behind a token of the grammar. */
void word_reader_take(struct word_reader *reader, int token);

/* Moves behind a token by its text. Returns the word of the language that it is, or NULL. */
const struct word *word_reader_read(struct word_reader *reader, const char *text, size_t size);

#endif
