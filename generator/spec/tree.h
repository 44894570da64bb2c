/*
 * The content of a spec, as importers build it from pages and kernels. spec/write.h writes it as text. All memory is
 * the arena's.
 */
#ifndef SPEC_TREE_H
#define SPEC_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/axis.h"
#include "spec/cell.h"

/* Limit for the columns of a page. */
enum { SPEC_COLUMNS_MOST = 8 /* of pages */ };

/* Kinds of clauses. Each line lists the fields that the kind uses. */
enum spec_clause_kind {
    SPEC_ALLOW,      /* name: code of a finding; reason */
    SPEC_PREVIOUSLY, /* name: a type, or NULL; cell */
    SPEC_NEXT,       /* name: a type, or NULL; cell */
    SPEC_NEXT_IN,    /* name: a structure */
    SPEC_LAST,       /* in: versions, or an empty set */
    SPEC_REMARK      /* reason: the remark */
};

/* A clause. */
struct spec_clause {
    struct spec_clause *next;
    enum spec_clause_kind kind;
    const char *name;
    const char *reason;
    struct spec_cell cell;
    struct version_set versions;
};

/* Kinds of rows. Each line lists the fields that the kind uses. */
enum spec_row_kind {
    SPEC_MEMBER,      /* type, stars, name, bounds, width */
    SPEC_FUNCTION,    /* a function pointer: type and stars of its result, name, bounds, parameters */
    SPEC_STRUCT,      /* name (NULL: anonymous), bounds, children */
    SPEC_UNION,       /* the same fields */
    SPEC_SLOT,        /* children */
    SPEC_UNACCOUNTED, /* extent */
    SPEC_BYTES,       /* extent, name */
    SPEC_COMMENT      /* only `comment` */
};

/* A row of a record. */
struct spec_row {
    struct spec_row *next;
    enum spec_row_kind kind;
    unsigned line;          /* of the page that the row is from */
    const char *comment;    /* lines above the row, or NULL */
    const char *type;       /* one word */
    const char *qualifiers; /* "const", "volatile", both, or NULL */
    unsigned stars;
    bool is_volatile_pointer;
    const char *name;
    const char *bounds; /* "[3][N - 1]"; "" or NULL: none */
    const char *parameters;
    struct spec_cell width; /* of a bit-field, in bits */
    bool follows;           /* the row above declares it too, and it lies after that row */
    bool is_unknown;
    const char *words;               /* the page's text for a member without a name, or NULL */
    struct spec_cell extent;         /* size in bytes */
    bool wants_room;                 /* the extent goes up to the next row */
    bool is_filled;                  /* its inner rows are from a separate table of the page */
    bool is_beside;                  /* the row above declares it too, and it has the same offset */
    const struct spec_row *overlaid; /* the row that it may overlap according to the page, or NULL */
    struct spec_versions versions;
    struct spec_cell offset, bit, mask;
    uint32_t alignment;  /* in bytes, if its declaration asks for one; 0: that of its type */
    const char *display; /* the enumeration that displays its values (`as`), or NULL */
    struct spec_clause *clauses;
    const char *remark;    /* text, or NULL */
    struct spec_cell size; /* of a SPEC_STRUCT or SPEC_UNION */
    struct spec_row *children, **children_end;
};

/* A value of an enumeration. */
struct spec_enumerator {
    struct spec_enumerator *next;
    const char *comment;    /* or NULL */
    const char *name;       /* NULL: only the value is known */
    struct spec_cell value; /* no columns: there is only the comment */
    struct spec_versions versions;
    const char *remark; /* or NULL */
};

/* Kinds of declarations. */
enum spec_item_kind {
    SPEC_RECORD, /* a structure or union */
    SPEC_ENUM,
    SPEC_FLAGS,
    SPEC_TYPE,   /* a type of numbers: `type` is "signed" or "unsigned", `bytes` its size */
    SPEC_OPAQUE, /* a type without rows; `bytes` is its size, or 0 if unknown */
    SPEC_SHARE,  /* a type of the first module that the spec's module uses, too */
    SPEC_CONST,  /* a constant whose value is unknown */
    SPEC_NOTE    /* only `comment` */
};

/* A declaration. */
struct spec_item {
    struct spec_item *next;
    enum spec_item_kind kind;
    bool follows; /* no blank line before it */
    const char *name;
    const char *comment; /* or NULL */
    const char *type;    /* of an enumeration's values, or NULL */
    uint32_t bytes, align;
    bool is_union;
    bool is_big;   /* a type of big-endian numbers */
    uint32_t pack; /* or 0 */
    const char *remark;         /* text, or NULL */
    bool is_partial;            /* a structure or union that lists only some of its members */
    struct spec_cell alignment; /* of a partial structure or union; no columns: not stated */
    struct spec_clause *clauses;
    struct spec_cell digest; /* of a structure or union */
    struct spec_cell size;   /* of a structure or union; `size_ends`: last alternative of each column, or NULL */
    struct spec_alternative *size_ends[SPEC_COLUMNS_MOST];
    struct spec_versions versions;
    bool has_size_table;
    struct version_set unread_in; /* versions of rows that could not be read */
    struct spec_row *rows, **rows_end;
    struct spec_enumerator *enumerators, **enumerators_end;
};

/* A twin architecture: it stands for one of several kernels that have the same versions. */
struct spec_twin {
    struct spec_twin *next;
    const char *name;
    const char *base;
    uint64_t *versions;
    size_t count;
    bool is_declared; /* a used spec declares it */
};

/* The kernels of one architecture that somebody has examined. */
struct spec_attest {
    struct spec_attest *next;
    const char *arch;
    const char *source; /* kind of files that describe them, or NULL */
    const char *remark; /* or NULL */
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

/* A name that another page declares, or the path of that page's spec. */
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
    const char *comment; /* the first lines of the spec, or NULL */
    const char *module;  /* or NULL */
    bool gives_way;      /* `default;` */
    const struct spec_use *uses;
    size_t use_count;
    bool needs_std; /* it uses types of <std.strata> that its other `use` lines do not bring */
    bool *needs;    /* by index of file: it uses types of that file that no `use` line brings yet; or NULL */
    struct spec_borrowed *borrowed;   /* types and constants that other pages declare */
    struct spec_borrowed *neighbours; /* paths of the specs of those pages */
    const char *title;                /* title of the page that the spec is from, or NULL */
    bool is_draft;
    uint64_t last;             /* end of the last version that the page names, or 0 */
    const char **arches;       /* architectures of its columns */
    size_t arch_count;         /* 0: no columns */
    struct version_set spoken; /* versions that the page names, if it skips some in between; else empty */
    struct spec_attest *attests;
    struct spec_identity *identities;
    struct spec_twin *twins;
    struct spec_item *items, **items_end;
};

#endif
