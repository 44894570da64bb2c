/*
 * The syntax tree of one spec: what stands there, where it stands, and nothing about what it means.
 *
 * Nodes are made by the parser in the run's arena; names and texts are interned. Every declaration is an ast_decl: what
 * it declares, its clauses, and the declarations between its braces. Lists are linked in the order of the text.
 */
#ifndef FRONT_AST_H
#define FRONT_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"

enum ast_kind {
    /* Items of a file. */
    AST_AXIS,    /* children: AST_RELEASE */
    AST_RELEASE, /* name: its version; children: AST_POINT */
    AST_POINT,   /* name: what specs call it; text: the full build where it begins */
    AST_ARCH,    /* type.name: the arch it falls back on, or NULL */
    AST_COLUMNS, /* names: the arches, left to right; also in an aggregate */
    AST_SOURCE,  /* text: the document; type.name: its state, or NULL; clauses: AST_LAST */
    AST_ATTEST,  /* name: arch, or NULL; set: versions; also in an aggregate */
    AST_TYPE,    /* type.name: unsigned, signed or pointer; cell: size in bytes, or NULL for a pointer */
    AST_OPAQUE,  /* clauses: AST_SIZE, AST_ALIGN, AST_IN */
    AST_CONST,   /* cell: value */
    AST_ENUM,    /* type.name: type of the values, or NULL; children: AST_ENUMERATOR */
    AST_FLAGS,   /* as AST_ENUM */
    AST_HEADER,  /* name: the structure; children: the AST_HEADER_... below */
    AST_EVENT,   /* cell: hook id; children: the AST_EVENT_... below */

    /* Structures: items of a file, or rows of an aggregate; then nameless ones are anonymous. */
    AST_STRUCT,
    AST_UNION,

    /* Rows of an aggregate. */
    AST_MEMBER,      /* type, name, dims; width by AST_WIDTH */
    AST_UNACCOUNTED, /* cell: size in bytes */
    AST_BYTES,       /* cell: size in bytes; name */
    AST_SLOT,        /* children: the rival rows */
    AST_SIZE_ROW,    /* cell: the size of the aggregate in bytes */

    AST_ENUMERATOR, /* name, or NULL for an unnamed value; cell: value, or NULL for the next one */

    /* Between the braces of AST_HEADER: member paths as name chains. */
    AST_HEADER_MARKER, /* path; number: the mask of the bits that identify */
    AST_HEADER_SIZE,   /* path: the member that counts header and data, in bytes */
    AST_HEADER_HOOK,   /* path: the member that holds the hook id */
    AST_HEADER_DATA,   /* number: bytes before the data */
    AST_HEADER_EXTRA,  /* number: bytes of one item inserted before the data; path, mask: bits that count items */

    /* Between the braces of AST_EVENT. */
    AST_EVENT_HEADER, /* name: the structure; cell: its marker per arch */
    AST_EVENT_DATA,   /* name: the structure */
    AST_EVENT_GROUP,  /* name: the flag of the group mask */
    AST_KIND_COUNT
};

enum ast_clause_kind {
    AST_IN,         /* cell: one alternative a column, with a set and no value (or `-`) */
    AST_AT,         /* cell: offset in bytes */
    AST_SIZE,       /* cell: bytes */
    AST_BIT,        /* cell: bit number from the least significant */
    AST_MASK,       /* cell: mask within the storage unit */
    AST_WIDTH,      /* number: bits */
    AST_PACK,       /* number: bytes */
    AST_ALIGN,      /* cell: bytes */
    AST_POINTER,    /* number: bytes; of an arch */
    AST_AS,         /* name: the enum or flags that says how to show the value */
    AST_WHERE,      /* terms */
    AST_DEFAULT,    /* cell: value */
    AST_INDEXED,    /* number and number_last: the bits that hold the index */
    AST_PREVIOUSLY, /* cell: offset; name: type, or NULL */
    AST_NEXT,       /* cell: offset; name: type, or NULL */
    AST_NEXT_IN,    /* name: member that the row continues in */
    AST_LAST,       /* set: versions, or NULL for all of the row's; of a source: the version */
    AST_REMARK,     /* text */
    AST_ALLOW,      /* name: code of a check; text: reason */
    AST_CLAUSE_KIND_COUNT
};

/* A provenance stands before an alternative; documented is said by silence. */
enum ast_provenance { AST_DOCUMENTED, AST_INFERRED, AST_CORRECTED };

/* One of `6.1`, `6.1..`, `..6.0`, `5.0..6.0`: a missing end is NULL; for one version both are the same. There are no
 * blanks in a range, so that the places of its ends can be told from its own. */
struct ast_range {
    struct ast_range *next;
    struct span span;
    const char *from;
    const char *to;
};

/* A union of ranges less another union of ranges. */
struct ast_set {
    struct span span;
    struct ast_range *included;
    struct ast_range *excluded;
};

enum ast_expression_kind { AST_NUMBER, AST_NAME, AST_ADD, AST_SUBTRACT, AST_MULTIPLY };

struct ast_expression {
    enum ast_expression_kind kind;
    struct span span;
    unsigned depth; /* operators on the longest way down, at most 1,000 */
    uint64_t number;
    const char *name;
    struct ast_expression *left;
    struct ast_expression *right;
};

enum ast_value {
    AST_VALUE_NONE,       /* only a version set, in the cell of an `in` */
    AST_VALUE_NUMBER,     /* number */
    AST_VALUE_NEGATIVE,   /* number, to be negated */
    AST_VALUE_EXPRESSION, /* expression: a symbolic bound */
    AST_VALUE_UNKNOWN,    /* `?`: nobody has documented it */
    AST_VALUE_ABSENT      /* `-`: does not exist there */
};

/* One alternative of a cell: a value and the versions it is for (none: every version that no other names). */
struct ast_alternative {
    struct ast_alternative *next;
    struct span span;       /* all of it */
    struct span value_span; /* the value alone */
    enum ast_value value;
    enum ast_provenance provenance;
    union {
        uint64_t number;
        struct ast_expression *expression;
    };
    struct ast_set *set;
    struct ast_alternative *was; /* what the document says instead, for AST_CORRECTED */
};

struct ast_column {
    struct ast_column *next;
    struct ast_alternative *alternatives;
};

/* A cell of a table: one column for all arches, or one for each of the `columns` line. */
struct ast_cell {
    struct span span;
    unsigned column_count;
    struct ast_column columns[1]; /* the first, which leads to the others */
};

enum ast_relation { AST_EQUAL, AST_NOT_EQUAL, AST_LESS, AST_LESS_EQUAL, AST_GREATER, AST_GREATER_EQUAL };

/* A condition in disjunctive form: terms joined by && until one that `begins` the next side of an ||. */
struct ast_term {
    struct ast_term *next;
    struct span span;
    enum ast_relation relation;
    bool begins;
    bool negative;
    uint64_t number;
};

/* Names in a list, as of columns, or joined by dots, as of a member path. */
struct ast_name {
    struct ast_name *next;
    struct span span;
    const char *name;
};

/* What a clause holds is said above, kind by kind; the rest is not there, hence the union. */
struct ast_clause {
    struct ast_clause *next;
    enum ast_clause_kind kind;
    uint32_t number;
    struct span span;      /* all of it */
    struct span name_span; /* of `name`; of the text where there is no name */
    const char *name;
    union {
        struct ast_cell *cell;
        struct ast_set *set;
        struct ast_term *terms;
        const char *text;
        uint32_t number_last;
    };
};

/* The bounds of an array, outermost first. */
enum ast_bound_kind {
    AST_BOUND_COUNT,    /* cell: number or expression */
    AST_BOUND_FLEXIBLE, /* []: no bytes in sizeof */
    AST_BOUND_ANYSIZE   /* [ANYSIZE_ARRAY]: one element in sizeof */
};

struct ast_bound {
    struct ast_bound *next;
    struct span span;
    enum ast_bound_kind kind;
    struct ast_cell *cell;
};

/* A type as a row spells it. */
struct ast_type {
    struct span span;
    const char *name;       /* one word, or NULL */
    const char *qualifiers; /* "volatile", "const", "const volatile", or NULL: of what it names */
    const char *parameters; /* of a function pointer, as written between the brackets, or NULL */
    unsigned pointer_depth; /* stars; of a function pointer, those of what it returns and its own */
    bool pointer_volatile;  /* the pointer itself is volatile */
};

/* As with clauses, members of a union are there only for the kinds that name them above. */
struct ast_decl {
    struct ast_decl *next;
    enum ast_kind kind;
    uint32_t clause_kinds : AST_CLAUSE_KIND_COUNT; /* those of its clauses: a bit for each enum ast_clause_kind */
    bool is_unknown : 1;                           /* declared `unknown`: the name is ours */
    struct span span;                              /* to before the `;` or the `{` */
    struct span body_span;                         /* from `{` to `}`, or nowhere */
    struct span name_span;
    const char *name;
    const char *doc; /* lines of its `///` comment, joined by newlines, or NULL */
    union {
        struct ast_type type;
        struct { /* of the rows of a header */
            uint64_t number;
            uint64_t mask;
        };
    };
    union {
        struct ast_cell *cell;
        struct ast_set *set;
        const char *text;
    };
    union {
        struct ast_bound *bounds;
        struct ast_name *names;
    };
    struct ast_clause *clauses;
    struct ast_decl *children;
};

struct ast_use {
    struct ast_use *next;
    struct span span; /* of the string */
    const char *path; /* as written */
};

struct ast_file {
    const struct source *source;
    struct ast_use *uses;
    struct ast_decl *decls;
    /* Declarations of each kind and `allow` clauses, wherever they stand and at least as many as there are: who looks
     * for them all may stop when he has them. */
    size_t counts[AST_KIND_COUNT];
    size_t allow_count;
};

/* The places of the two versions of a range. */
struct span ast_range_from_span(const struct ast_range *range);
struct span ast_range_to_span(const struct ast_range *range);

/* The first clause of a kind, or NULL. */
const struct ast_clause *ast_clause_find(const struct ast_decl *decl, enum ast_clause_kind kind);

/* Returns the span of the first clause of a kind; nowhere if there is none. */
struct span ast_clause_span(const struct ast_decl *decl, enum ast_clause_kind kind);

/* Whether two rows spell their types alike. */
bool ast_type_equal(const struct ast_type *a, const struct ast_type *b);

#endif
