/*
 * The content of a spec before it is text: what importers make of pages and kernels. spec/write.h writes it. Texts are
 * ready to be written; all memory is the arena's.
 */
#ifndef SPEC_TREE_H
#define SPEC_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "spec/cell.h"

/* The limit for columns of pages. */
enum { SPEC_COLUMNS_MOST = 8 /* of pages */ };

/* Clauses of declarations. */
enum spec_clause_kind {
    SPEC_ALLOW,      /* name of a check, reason */
    SPEC_PREVIOUSLY, /* name of a type or NULL, cell */
    SPEC_NEXT,       /* likewise */
    SPEC_NEXT_IN,    /* name of a structure */
    SPEC_LAST,       /* set of versions, which may be empty */
    SPEC_REMARK      /* the text is the reason */
};

/* A clause. */
struct spec_clause {
    struct spec_clause *next;
    enum spec_clause_kind kind;
    const char *name;
    const char *reason;
    struct spec_cell cell;
    struct version_set in;
};

/* Kinds of rows, and the fields of a row that each uses. */
enum spec_row_kind {
    SPEC_MEMBER,      /* type, stars, name, bounds, width */
    SPEC_FUNCTION,    /* a pointer to a function: type, stars of the result, name, bounds, parameters */
    SPEC_STRUCT,      /* name (NULL: anonymous), bounds, children */
    SPEC_UNION,       /* likewise */
    SPEC_SLOT,        /* children */
    SPEC_UNACCOUNTED, /* extent */
    SPEC_BYTES,       /* extent, name */
    SPEC_COMMENT      /* nothing but `comment` */
};

/* A row of a record. */
struct spec_row {
    struct spec_row *next;
    enum spec_row_kind kind;
    unsigned line;          /* of the page */
    const char *comment;    /* lines to stand above, or NULL */
    const char *type;       /* one word */
    const char *qualifiers; /* "const", "volatile", both, or NULL */
    unsigned stars;
    bool is_volatile_pointer;
    const char *name;
    const char *bounds; /* "[3][N - 1]"; "" or NULL: none */
    const char *parameters;
    struct spec_cell width; /* in bits, of a bit-field */
    bool follows;           /* lies behind the row above, with which it is declared */
    bool is_unknown;
    const char *words;       /* the page's for a member without a name, or NULL */
    struct spec_cell extent; /* in bytes */
    bool wants_room;         /* the extent reaches up to the next row */
    bool is_filled;          /* a table that stands apart has its rows */
    bool is_beside;          /* shares its offset with the row that it is declared with */
    const struct spec_row *overlaid; /* the row whose bytes it may share, since the page says so, or NULL */
    struct spec_versions in;
    struct spec_cell at, bit, mask;
    uint32_t alignment;    /* in bytes, as its declaration asks for; 0: as its type says */
    const char *display; /* the enumeration of its values, or NULL */
    struct spec_clause *clauses;
    const char *remark;    /* text, or NULL */
    struct spec_cell size; /* of SPEC_STRUCT and SPEC_UNION */
    struct spec_row *children, **children_end;
};

/* A value of an enumeration. */
struct spec_enumerator {
    struct spec_enumerator *next;
    const char *comment;    /* or NULL */
    const char *name;       /* NULL: known only as a value */
    struct spec_cell value; /* without columns: nothing but the comment */
    struct spec_versions in;
    const char *remark; /* or NULL */
};

/* Kinds of declarations. */
enum spec_item_kind {
    SPEC_RECORD, /* a structure or union */
    SPEC_ENUM,
    SPEC_FLAGS,
    SPEC_TYPE,   /* a type of numbers: `type`, "signed" or "unsigned", and bytes */
    SPEC_OPAQUE, /* a type with so many bytes; 0: not known */
    SPEC_SHARE,  /* a type of the first module, which the module of the spec shares */
    SPEC_CONST,  /* a constant whose value is unknown */
    SPEC_NOTE    /* nothing but `comment` */
};

/* A declaration. */
struct spec_item {
    struct spec_item *next;
    enum spec_item_kind kind;
    bool follows; /* no blank line stands before it */
    const char *name;
    const char *comment; /* or NULL */
    const char *type;    /* of an enumeration's values, or NULL */
    uint32_t bytes, align;
    bool is_union;
    bool is_big;   /* of a type of numbers: they are big-endian */
    uint32_t pack; /* or 0 */
    const char *remark;         /* text, or NULL */
    bool is_partial;            /* a structure or union with some of its members */
    struct spec_cell alignment; /* of such; no columns: it is not said */
    struct spec_clause *clauses;
    struct spec_cell digest; /* of a structure or union */
    struct spec_cell size;   /* likewise; the last of each column, or NULL: */
    struct spec_alternative *size_ends[SPEC_COLUMNS_MOST];
    struct spec_versions in;
    bool has_size_table;
    struct version_set unread_in; /* of rows that could not be read otherwise */
    struct spec_row *rows, **rows_end;
    struct spec_enumerator *enumerators, **enumerators_end;
};

/* An arch of one of several kernels of its versions. */
struct spec_twin {
    struct spec_twin *next;
    const char *name;
    const char *base;
    uint64_t *versions;
    size_t count;
    bool is_declared; /* by a used spec */
};

/* The kernels of one arch whose types somebody looked at. */
struct spec_attest {
    struct spec_attest *next;
    const char *arch;
    const char *by; /* the kind of files that they are from, or NULL */
    const uint64_t *versions;
    size_t count;
};

/* An attested kernel and its identity. */
struct spec_identity {
    struct spec_identity *next;
    const char *arch;
    uint64_t version;
    const struct identity_numbers *numbers;
};

/* A name that another page declares, or the path of its spec. */
struct spec_borrowed {
    struct spec_borrowed *next;
    const char *name;
};

/* A `use` line. */
struct spec_use {
    const char *path;
    bool is_searched; /* in angle brackets */
};

/* A spec. */
struct spec_document {
    const char *comment; /* its first lines, or NULL */
    const char *module;  /* or NULL */
    bool gives_way;      /* `default;` */
    const struct spec_use *uses;
    size_t use_count;
    bool needs_std;    /* it has types that <std.strata> declares and its other `use` lines do not */
    bool *needs;       /* by index of file: it has types of that file, which no `use` brings yet; or NULL */
    struct spec_borrowed *borrowed;   /* types and constants that other pages declare */
    struct spec_borrowed *neighbours; /* paths of their specs */
    const char *title; /* of the page that it is from, or NULL */
    bool is_draft;
    uint64_t last;       /* the end of the last version that the page names, or 0 */
    const char **arches; /* of its columns */
    size_t arch_count;   /* 0: none are named */
    struct version_set spoken; /* versions that the page names, if others lie between them; else empty */
    struct spec_attest *attests;
    struct spec_identity *identities;
    struct spec_twin *twins;
    struct spec_item *items, **items_end;
};

#endif
