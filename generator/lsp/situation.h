/*
 * The situation of a cursor in a text: the kinds of words that may be written there. Only the words before the cursor
 * decide, because the text around it is usually incomplete.
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
    OFFER_ITEMS = 1 << 0, /* keywords of declarations of a file */
    OFFER_ROWS = 1 << 1,  /* keywords of rows */
    OFFER_HEADER_ROWS = 1 << 2,
    OFFER_EVENT_ROWS = 1 << 3,
    OFFER_CLAUSES = 1 << 4,    /* clauses of the declaration that is being written */
    OFFER_PROVENANCE = 1 << 5, /* `inferred`, `corrected` */
    OFFER_KINDS = 1 << 6,      /* kinds of a `type` */
    OFFER_TYPES = 1 << 7,
    OFFER_INTEGERS = 1 << 8,     /* types that the values of an enumeration may have */
    OFFER_ENUMERATIONS = 1 << 9, /* enumerations, and the words that `as` takes */
    OFFER_STRUCTURES = 1 << 10,
    OFFER_VERSIONS = 1 << 11,
    OFFER_ARCHES = 1 << 12,
    OFFER_CONSTANTS = 1 << 13,
    OFFER_MEMBERS = 1 << 14, /* members of `owner` */
    OFFER_FLAGS = 1 << 15,   /* enumerators of flags */
    OFFER_CHECKS = 1 << 16,
    OFFER_FILES = 1 << 17,
    OFFER_IN = 1 << 18, /* the word `in` after `next` */
    OFFER_MARKER = 1 << 19
};

struct situation {
    unsigned offers;
    enum ast_kind kind; /* kind of the declaration that is being written; AST_ATTEST if it has no clauses of its own */
    bool is_row;        /* the declaration is within another one */
    enum word_place place; /* place (front/words.h) of the word that is being written */
    size_t begin;          /* byte offset of the word that is being written */
    /* full name of the structure whose members may follow, with the members of a path; NULL if none may */
    const char *owner;
    /* words of the language that the declaration already has; their clauses are not offered again */
    const char *const *written;
    size_t written_count;
};

/* Finds the situation at a byte offset of a text, which may be incomplete. */
struct situation situation_find(struct arena *arena, const char *text, size_t offset);

#endif
