/*
 * What an importer makes of pages before it is written as a spec: structures with their rows, enumerations, and
 * comments for what was not understood, in the order of the page. Texts are ready to be written; all memory is the
 * arena's.
 */
#ifndef SPEC_TREE_H
#define SPEC_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"

enum { IMPORT_COLUMNS_MOST = 8 };

/* One alternative of a cell. */
struct import_alternative {
    struct import_alternative *next;
    enum { IMPORT_NUMBER, IMPORT_NEGATIVE /* in values alone */, IMPORT_UNKNOWN, IMPORT_ABSENT } kind;
    uint64_t number;
    bool has_bit; /* the cell says a bit behind the offset: "0x10 (bit 3)" */
    unsigned bit;
    unsigned width;        /* in bits, of a range of them ("0 to 2"); 0: it is none */
    bool is_bare;          /* for the versions that no other names */
    struct version_set in; /* unless bare */
};

/* A cell by the page's columns; a cell that serves all has one. */
struct import_cell {
    size_t column_count;                                           /* 0: there is no such cell */
    const struct import_alternative *columns[IMPORT_COLUMNS_MOST]; /* NULL: empty */
};

enum import_row_kind {
    IMPORT_MEMBER,      /* type, stars, name, bounds, width */
    IMPORT_FUNCTION,    /* a pointer to a function: type, stars of the result, name, bounds, parameters */
    IMPORT_STRUCT,      /* name (NULL: anonymous), bounds, children */
    IMPORT_UNION,       /* likewise */
    IMPORT_SLOT,        /* children */
    IMPORT_UNACCOUNTED, /* extent */
    IMPORT_BYTES,       /* extent, name */
    IMPORT_COMMENT      /* nothing but `comment` */
};

struct import_row {
    struct import_row *next;
    enum import_row_kind kind;
    unsigned line;          /* of the page */
    const char *comment;    /* lines to stand above, or NULL */
    const char *type;       /* one word */
    const char *qualifiers; /* "const", "volatile", both, or NULL */
    unsigned stars;
    bool is_volatile_pointer;
    const char *name;
    const char *bounds; /* "[3][N - 1]", or "" */
    const char *parameters;
    unsigned width; /* bits; 0: no bit-field */
    bool follows;   /* declared with the row above, in one declaration: lies behind it */
    bool is_unknown;
    const char *words;  /* the page's for a member without a name, or NULL */
    const char *extent; /* "4 | 8" */
    bool
        wants_room; /* the extent is what lies up to the next row; `kept` stands for the row when that cannot be told */
    const char *kept;
    bool has_versions;
    struct version_set in;
    struct import_cell at, bit, mask;
    const char *display; /* the enumeration of its values, or NULL */
    const char *claims;  /* clauses made of the remarks, or "" */
    const char *remark;  /* text, or NULL */
    struct import_row *children, **children_end;
};

struct import_enumerator {
    struct import_enumerator *next;
    const char *comment;      /* or NULL */
    const char *name;         /* NULL: known only as a value */
    struct import_cell value; /* without columns: nothing but the comment */
    bool has_versions;
    struct version_set in;
    const char *remark; /* or NULL */
};

enum import_item_kind { IMPORT_RECORD, IMPORT_ENUM, IMPORT_FLAGS, IMPORT_OPAQUE, IMPORT_CONST, IMPORT_NOTE };

/* What a page declares: a structure, an enumeration, or (IMPORT_NOTE) just a comment. */
struct import_item {
    struct import_item *next;
    enum import_item_kind kind;
    const char *name;
    const char *comment;                        /* or NULL */
    const char *type;                           /* of an enumeration's values, or NULL */
    bool is_union;                              /* not a structure */
    struct import_cell size;                    /* of a structure or union; the last of each column, or NULL: */
    struct import_alternative *size_ends[IMPORT_COLUMNS_MOST];
    struct version_set in[IMPORT_COLUMNS_MOST]; /* by column; no ranges: not known */
    size_t in_count;
    struct version_set unread_in; /* of rows that could not be read otherwise */
    struct import_row *rows, **rows_end;
    struct import_enumerator *enumerators, **enumerators_end;
};

/* All that one page gives. */
struct import_document {
    const char *title;
    bool is_draft;
    const char *comment;                     /* assumptions that hold for all of it, or NULL */
    const char *arches[IMPORT_COLUMNS_MOST]; /* of its columns */
    size_t arch_count;                       /* 0: the page names none */
    struct import_item *items, **items_end;
};

#endif
