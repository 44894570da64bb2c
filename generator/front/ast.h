/*
 * The syntax tree of one spec: the declarations and their positions, without their meaning.
 *
 * The parser makes the nodes in the run's arena; names and texts are interned. Every declaration is an ast_decl: its
 * kind, its name, its clauses, and the declarations between its braces. Lists are linked in the order of the text.
 */
#ifndef FRONT_AST_H
#define FRONT_AST_H

#include <stdbool.h>
#include <stdint.h>

#include "base/source.h"

/* Kinds of declarations. The comment of a kind lists the members that it has in ast_decl. */
enum ast_kind {
    /* Items of a file. */
    AST_AXIS,     /* name: module of the files that have no `module` line, or NULL; children: AST_RELEASE */
    AST_RELEASE,  /* name: version of the release; names: its products, as texts; children: AST_POINT */
    AST_POINT,    /* name: short name; text: full version of its first build; type.name: build of its kernel, or NULL;
                     names: its products, as texts */
    AST_MODULE,   /* name: module of the file */
    AST_ARCH,     /* type.name: arch that it falls back on, or NULL */
    AST_COLUMNS,  /* names: arches, left to right; also in an aggregate */
    AST_SOURCE,   /* text: document; type.name: its state, or NULL; clauses: AST_LAST */
    AST_ATTEST,   /* name: arch, or NULL; set: versions; also in an aggregate */
    AST_IDENTITY, /* name: arch; type.name: version; identity */
    AST_BUILDS,   /* name: the list's; type.name: arch; set: versions */
    AST_SHARE,    /* name: type of the first module */
    AST_TYPE,     /* type.name: its kind (unsigned, signed, float, char, bool, pointer); cell: size in bytes, or NULL:
                     that of a pointer */
    AST_OPAQUE,   /* clauses: AST_SIZE, AST_ALIGN, AST_IN */
    AST_GLOBAL,   /* clauses: AST_AT, whose cell has addresses */
    AST_CONST,    /* cell: value */
    AST_ENUM,     /* type.name: type of the values, or NULL; children: AST_ENUMERATOR */
    AST_FLAGS,    /* has the same members as AST_ENUM */
    AST_HEADER,   /* name: structure; children: AST_HEADER_... */
    AST_EVENT,    /* cell: hook id; children: AST_EVENT_... */

    /* Items of a file, or rows of an aggregate. A row without a name is an anonymous structure or union. */
    AST_STRUCT,
    AST_UNION,

    /* Rows of an aggregate. */
    AST_MEMBER,      /* type, name, dims; width by AST_WIDTH */
    AST_UNACCOUNTED, /* cell: size in bytes */
    AST_BYTES,       /* cell: size in bytes; name */
    AST_SLOT,        /* children: rival rows */
    AST_SIZE_ROW,    /* cell: size of the aggregate in bytes */
    AST_DIGEST,      /* cell: digest of the layout that attested kernels have; `-`: they have no such structure */
    AST_PARTIAL,     /* the aggregate has only some of its members */
    AST_SIGHTING,    /* name: arch, or a list of builds; set: versions, or NULL: those of the list; names: path of a
                        member; clauses: AST_AT, AST_BIT */

    AST_ENUMERATOR, /* name, or NULL for an unnamed value; cell: value, or NULL for the previous value plus one */

    /* Children of AST_HEADER. Paths of members are lists of names. */
    AST_HEADER_MARKER, /* path; number: mask of the bits that identify the header */
    AST_HEADER_SIZE,   /* path: member with the size of header and data in bytes */
    AST_HEADER_HOOK,   /* path: member with the hook id */
    AST_HEADER_DATA,   /* number: bytes from the header's beginning to the data */
    AST_HEADER_EXTRA,  /* number: bytes of an item between header and data; path, mask: bits with the number of items */

    /* Children of AST_EVENT. */
    AST_EVENT_HEADER, /* name: structure; cell: its marker on each arch */
    AST_EVENT_DATA,   /* name: structure */
    AST_EVENT_GROUP,  /* name: flag of the group mask */
    AST_KIND_COUNT
};

/* Kinds of clauses: the rows of clauses.def, in its order. The Makefile writes clause_kinds.h, and writes it anew only
 * if a clause is added or removed. */
enum ast_clause_kind {
#include "clause_kinds.h"
    AST_CLAUSE_KIND_COUNT
};

/* Provenance of an alternative. Documented is the default and has no word. */
enum ast_provenance { AST_DOCUMENTED, AST_INFERRED, AST_CORRECTED };

/* A range of versions: `6.1`, `6.1..`, `..6.0` or `5.0..6.0`. A missing end is NULL; a single version is both ends. A
 * range has no blanks, so the positions of its ends follow from its span. */
struct ast_range {
    struct ast_range *next;
    struct span span;
    const char *from;
    const char *to;
};

/* Union of ranges, minus another union of ranges. */
struct ast_set {
    struct span span;
    struct ast_range *included;
    struct ast_range *excluded;
};

enum ast_expression_kind { AST_NUMBER, AST_NAME, AST_ADD, AST_SUBTRACT, AST_MULTIPLY };

/* An expression of numbers and constants. */
struct ast_expression {
    enum ast_expression_kind kind;
    struct span span;
    unsigned depth; /* depth of the tree, at most 1,000 */
    uint64_t number;
    const char *name;
    struct ast_expression *left;
    struct ast_expression *right;
};

/* Kinds of values in a cell. */
enum ast_value {
    AST_VALUE_NONE,       /* no value, only a version set: a cell of an `in` clause */
    AST_VALUE_NUMBER,     /* number */
    AST_VALUE_NEGATIVE,   /* number to be negated */
    AST_VALUE_EXPRESSION, /* expression of numbers and constants, such as a constant that bounds an array */
    AST_VALUE_UNKNOWN,    /* `?`: not documented */
    AST_VALUE_ABSENT      /* `-`: does not exist there */
};

/* An alternative of a cell: a value and its versions. Without a set it is for all versions that no other alternative
 * names. */
struct ast_alternative {
    struct ast_alternative *next;
    struct span span;    /* position of the whole alternative */
    uint32_t value_end;  /* position after the value, which begins where `span` does */
    uint8_t value;       /* enum ast_value */
    uint8_t provenance;  /* enum ast_provenance; if it is not AST_DOCUMENTED, this is an ast_marked_alternative */
    union {
        uint64_t number;
        struct ast_expression *expression;
    };
    struct ast_set *set;
};

/* An alternative with a word of provenance before its value, such as `inferred`. */
struct ast_marked_alternative {
    struct ast_alternative alternative;
    struct ast_alternative *was; /* the document's value, if provenance is AST_CORRECTED; else NULL */
    uint32_t value_begin;
};

/* A column of a cell: the alternatives for one arch, or for all. */
struct ast_column {
    struct ast_column *next;
    struct ast_alternative *alternatives;
};

/* A cell of a row: one column for all arches, or one column for each arch of the `columns` line. */
struct ast_cell {
    struct span span;
    unsigned column_count;
    struct ast_column columns[1]; /* the first column; `next` links the others to it */
};

enum ast_relation { AST_EQUAL, AST_NOT_EQUAL, AST_LESS, AST_LESS_EQUAL, AST_GREATER, AST_GREATER_EQUAL };

/* A condition in disjunctive normal form. Terms are joined by &&; a term that `begins` follows an ||. */
struct ast_term {
    struct ast_term *next;
    struct span span;
    enum ast_relation relation;
    bool begins;
    bool negative;
    uint64_t number;
};

/* A list of names: the arches of `columns`, the products of a version, or a member path. */
struct ast_name {
    struct ast_name *next;
    struct span span;
    const char *name;
};

/* A clause. The content of its row of clauses.def says which members it has. */
struct ast_clause {
    struct ast_clause *next;
    uint8_t kind;  /* enum ast_clause_kind */
    bool is_named; /* the clause is an ast_named_clause */
    uint32_t number;
    struct span span; /* position of the whole clause */
    union {
        struct ast_cell *cell;
        struct ast_set *set;
        struct ast_term *terms;
        const char *text;
        uint32_t number_last;
    };
};

/* A clause with a name or a text. */
struct ast_named_clause {
    struct ast_clause clause;
    struct span span; /* position of `name`, or of `text` if there is no name */
    const char *name;
};

/* Bounds of an array, outermost first. */
enum ast_bound_kind {
    AST_BOUND_COUNT,    /* `cell` is the number of elements, or an expression */
    AST_BOUND_FLEXIBLE, /* []: no bytes in sizeof */
    AST_BOUND_ANYSIZE   /* [ANYSIZE_ARRAY]: one element in sizeof */
};

/* A bound of an array. */
struct ast_bound {
    struct ast_bound *next;
    struct span span;
    enum ast_bound_kind kind;
    struct ast_cell *cell;
};

/* The type of a row, as written. */
struct ast_type {
    struct span span;
    const char *name; /* one word; NULL for an unnamed type */
    /* qualifiers of the named type: "volatile", "const" or "const volatile"; NULL if it has none */
    const char *qualifiers;
    /* parameters of a function pointer: the text between the brackets; NULL for any other type */
    const char *parameters;
    unsigned pointer_depth; /* number of stars. For a function pointer: the stars of its result, plus its own */
    bool pointer_volatile;  /* the pointer itself is volatile */
};

/* The identity of a kernel, as written. */
struct ast_identity {
    const char *pdb; /* "GUID-age" of the program database; NULL if the spec names none */
    struct span pdb_span;
    const char *build; /* the build ID of an ELF file; NULL if the spec names none */
    struct span build_span;
    uint64_t timestamp, image_size;
    struct span image_span; /* position of the image's two numbers; {0,0} if the spec names none */
};

/* A declaration. The comments of ast_kind list the members of the unions that each kind has. */
struct ast_decl {
    struct ast_decl *next;
    enum ast_kind kind;
    uint32_t clause_kinds : AST_CLAUSE_KIND_COUNT; /* kinds of its clauses; bit number: enum ast_clause_kind */
    bool is_unknown : 1;                           /* declared `unknown`: the name is invented */
    /* the arch holds kernels that differ from those of the arch it falls back on, at equal versions */
    bool is_twin : 1;
    struct span span;      /* position from the first token up to the `;` or the `{` */
    struct span body_span; /* position from `{` to `}`; {0,0} without braces */
    struct span name_span;
    const char *name;
    const char *doc; /* text of the `///` comment above it, lines joined by newlines; NULL if there is none */
    union {
        struct ast_type type;
        struct { /* members of AST_HEADER_... rows */
            uint64_t number;
            uint64_t mask;
        };
    };
    union {
        struct ast_cell *cell;
        struct ast_set *set;
        const char *text;
        struct ast_identity *identity;
    };
    union {
        struct ast_bound *bounds;
        struct ast_name *names;
    };
    struct ast_clause *clauses;
    struct ast_decl *children;
};

/* A `use` line. */
struct ast_use {
    struct ast_use *next;
    struct span span; /* position of the path, with its quotes or angle brackets */
    const char *path; /* the path as written, without quotes or angle brackets */
    bool is_searched; /* written in angle brackets: the path is looked up below the roots */
};

/* A parsed spec. */
struct ast_file {
    const struct source *source;
    struct ast_use *uses;
    struct ast_decl *decls;
    const struct ast_decl *module; /* the first `module` line of the file; NULL if it has none */
    bool gives_way; /* `default;`: a declaration in another file replaces one of its name here */
    /* Upper bounds for the number of declarations of each kind and of `allow` clauses, at any depth. A search may stop
     * after this many. */
    size_t counts[AST_KIND_COUNT];
    size_t allow_count;
};

/* Return the positions of the two versions of a range. */
struct span ast_range_from_span(const struct ast_range *range);
struct span ast_range_to_span(const struct ast_range *range);

/* Returns the position of the value of an alternative. */
struct span ast_value_span(const struct ast_alternative *alternative);

/* Returns the value of the document that a `corrected` alternative replaces; NULL for other alternatives. */
const struct ast_alternative *ast_alternative_was(const struct ast_alternative *alternative);

/* Returns the first clause of a kind, or NULL. */
const struct ast_clause *ast_clause_find(const struct ast_decl *decl, enum ast_clause_kind kind);

/* Return the name of a clause, or NULL, and the name's position. The position is {0,0} if the clause has neither a name
 * nor a text. */
const char *ast_clause_name(const struct ast_clause *clause);
struct span ast_clause_name_span(const struct ast_clause *clause);

/* Returns the position of the first clause of a kind; {0,0} if there is none. */
struct span ast_clause_span(const struct ast_decl *decl, enum ast_clause_kind kind);

/* True if two rows spell their types alike. */
bool ast_type_equal(const struct ast_type *a, const struct ast_type *b);

#endif
