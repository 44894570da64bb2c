/*
 * The situation of a cursor in a text: what may be written there. It is found from the words before the cursor alone,
 * since the text around it is seldom whole.
 */
#ifndef LSP_SITUATION_H
#define LSP_SITUATION_H

#include <stdbool.h>
#include <stddef.h>

#include "front/ast.h"
#include "front/words.h"

struct arena;

/* Kinds of words that may be written, a bit each. */
enum {
    OFFER_ITEMS = 1 << 0,         /* keywords of declarations of a file */
    OFFER_ROWS = 1 << 1,          /* keywords of rows */
    OFFER_HEADER_ROWS = 1 << 2,
    OFFER_EVENT_ROWS = 1 << 3,
    OFFER_CLAUSES = 1 << 4,       /* of the declaration that is being written */
    OFFER_PROVENANCE = 1 << 5,    /* `inferred`, `corrected` */
    OFFER_KINDS = 1 << 6,         /* of a `type` */
    OFFER_TYPES = 1 << 7,
    OFFER_INTEGERS = 1 << 8,      /* types that an enumeration may have */
    OFFER_ENUMERATIONS = 1 << 9,  /* and the words of `as` */
    OFFER_STRUCTURES = 1 << 10,
    OFFER_VERSIONS = 1 << 11,
    OFFER_ARCHES = 1 << 12,
    OFFER_CONSTANTS = 1 << 13,
    OFFER_MEMBERS = 1 << 14,      /* of `owner` */
    OFFER_FLAGS = 1 << 15,        /* enumerators of flags */
    OFFER_CHECKS = 1 << 16,
    OFFER_FILES = 1 << 17,
    OFFER_IN = 1 << 18,           /* `in`, after `next` */
    OFFER_MARKER = 1 << 19
};

struct situation {
    unsigned offers;
    enum ast_kind kind;    /* of the declaration that is being written; AST_ATTEST: one with no clauses of its own */
    bool is_row;           /* it is within another one */
    enum word_place place; /* of the word that is being written */
    size_t begin;      /* offset of the word that is being written */
    const char *owner; /* full name of a structure, with the parts of a path; or NULL */
    const char *const *written; /* words of the language in the declaration, for clauses that it has already */
    size_t written_count;
};

/* Finds the situation at an offset of a text, which need not be whole. */
struct situation situation_find(struct arena *arena, const char *text, size_t offset);

#endif
