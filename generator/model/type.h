/*
 * Types: what a member's one-word type names, and how large it is on an arch in a version.
 */
#ifndef MODEL_TYPE_H
#define MODEL_TYPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "front/ast.h"
#include "model/axis.h"

struct enumeration;
struct evidence;
struct record;

/* A program whose structures are described. Modules have one axis of versions, and each has its own evidence. */
struct module {
    const char *name;              /* "" for files without `module`, if the axis does not name their module */
    struct axis axis;              /* the model's, with the builds that files of this module attest */
    struct map *types, *constants, *globals; /* interned name in its files -> struct type, constant, global */
};

/* A target's name, pointer size and alignment rule. */
struct arch {
    const char *name;
    struct span span;
    unsigned index;
    uint32_t pointer_size;       /* bytes */
    uint32_t alignment_most;     /* bytes; nothing is aligned to more by nature */
    bool is_big;                 /* the first byte of a number is its highest, unless type or member say otherwise */
    const struct arch *fallback; /* or NULL */
    bool is_twin;                /* it has other kernels of the versions that `fallback` has, and only these versions */
    const struct arch *twins;    /* other kernels of its versions: the first arch that falls back on it, or NULL */
    const struct arch *next_twin; /* the next arch with the same fallback, or NULL */
    struct version_set in;
};

/* One value of a cell, for the versions that it holds in. */
struct cell_value {
    struct version_set in; /* effective: cut to the row, and to what no earlier alternative has taken */
    uint8_t kind;       /* enum ast_value: NUMBER, NEGATIVE, UNKNOWN or ABSENT; expressions are worked out per value */
    uint8_t provenance; /* enum ast_provenance */
    bool is_cut;        /* the alternative names other versions than `in`: see cell_value_stated */
    uint64_t number;
    const struct ast_alternative *alternative;
};

/* A range of versions, and the value of a cell that holds in it. */
struct cell_piece {
    struct version_range in;
    const struct cell_value *value;
};

/* The ranges of a cell's values, ascending. */
struct cell_index {
    size_t count;
    struct cell_piece pieces[];
};

/* A cell on one arch. */
struct cell {
    const struct cell_value *values;
    uint32_t count;
    bool is_disjoint;               /* no two alternatives name one version */
    const struct cell_index *index; /* of a cell of many values; else NULL */
};

/* True if a value is a number of either sign; false for NULL. */
static inline bool cell_value_is_number(const struct cell_value *value)
{
    return value && (value->kind == AST_VALUE_NUMBER || value->kind == AST_VALUE_NEGATIVE);
}

/* Returns the bits of a number; those of a negative one in two's complement. */
static inline uint64_t cell_value_bits(const struct cell_value *value)
{
    return value->kind == AST_VALUE_NEGATIVE ? 0 - value->number : value->number;
}

/* True if a value names no versions: it is for all that no other alternative of its cell names. */
static inline bool cell_value_is_bare(const struct cell_value *value)
{
    return !value->alternative || !value->alternative->set;
}

/* Returns the versions that a value names between its brackets, not cut; those of a bare value are `in`. */
struct version_set cell_value_stated(struct arena *arena, const struct axis *axis, const struct cell_value *value);

/* True if the set of a value has a range without a beginning, or (`is_end`) without an end. */
bool cell_value_is_open(const struct cell_value *value, bool is_end);

/* Returns the expression that a value was worked out from, or NULL. */
const struct ast_expression *cell_value_expression(const struct cell_value *value);

/* Sets `was` to the value of the document that a `corrected … was` replaces, which holds in no version. Returns false
 * if there is none. */
bool cell_value_was(const struct cell_value *value, struct cell_value *was);

/* Returns the value that holds in a version, or NULL. */
const struct cell_value *cell_at(const struct cell *cell, uint64_t version);

/* Kinds of types. Those up to TYPE_POINTER are scalars. */
enum type_kind {
    TYPE_UNSIGNED,
    TYPE_SIGNED,
    TYPE_CHAR,    /* integer that is a character: of one byte signed, of two bytes an unsigned unit of UTF-16 */
    TYPE_BOOL,    /* unsigned integer that is false if it is 0, and true if it is 1 */
    TYPE_FLOAT,   /* IEEE 754 */
    TYPE_POINTER, /* a word such as PVOID; `X *` is said by the row */
    TYPE_ENUM,
    TYPE_FLAGS,
    TYPE_RECORD,
    TYPE_OPAQUE
};

struct type {
    enum type_kind kind;
    const char *name;  /* "ntdll!S" in another module than the first; "S.u" for the structure of a named aggregate
                          inside S */
    const char *local; /* the name without the module, interned */
    const struct module *module;
    const struct type *original; /* of a `share`: the type whose declaration it has; or NULL */
    struct span span;
    const struct ast_decl *decl; /* its position; the declaration by itself is a key */
    const struct ast_file *file;
    const char *doc; /* or NULL */
    bool is_announced; /* some `opaque NAME;` names it: nothing else may be known of it */
    bool is_signed;    /* an integer whose highest bit is its sign; of an enum, see enumeration */
    size_t file_index;               /* in the program */
    const struct axis *axis;         /* as its declaration means it: only some builds end ranges, see axis_find_end */
    const struct cell *size;         /* per arch, bytes; NULL for records, opaque types of unknown size, and scalars
                                        with the size of a pointer */
    const struct cell *align;        /* per arch, bytes, or NULL */
    struct record *record;           /* TYPE_RECORD */
    struct enumeration *enumeration; /* TYPE_ENUM, TYPE_FLAGS */
};

/* Size and alignment in bytes; `known` is false for an opaque type without a size, or where the type does not exist. */
struct measure {
    uint32_t size;
    uint32_t align;
    bool known;
    bool is_align_guess; /* nobody says how it is aligned */
};

/* Returns size and alignment of `X *` on an arch. */
struct measure pointer_measure(const struct arch *arch);

/* Returns size and alignment of a type. Its records must be resolved. */
struct measure type_measure(const struct type *type, const struct arch *arch, uint64_t version);

/* A name for a number; values differ by version and arch. */
struct enumerator {
    const char *name; /* NULL: known only as a value */
    const char *remark;
    const struct ast_decl *decl; /* its position */
    bool is_dated;               /* its `in` names versions */
    bool is_counted;             /* its value is not written: it is one more than the one above */
    const struct cell *value;    /* per arch */
    struct enumerator *next_row; /* the next one of its name, in other versions, or NULL */
    bool is_first_row;           /* no enumerator above has its name */
};

/* Returns the value of an enumerator and the later rows of its name in a version, or NULL. */
const struct cell_value *enumerator_at(const struct enumerator *enumerator, size_t arch_index, uint64_t version);

struct enumeration {
    struct type *type;
    const struct type *base; /* type of the values, or NULL: four bytes, signed if any value is negative */
    const struct arch *const *columns; /* arches of its cells, NULL for unknown ones; none: one cell serves all */
    size_t column_count;
    bool is_flags;
    bool is_signed;
    bool is_indexed; /* the bits index_low..index_high are an index into an array of dwords, not flags */
    unsigned index_low, index_high;
    struct enumerator *enumerators; /* in the order of the text */
    size_t count;
    uint64_t source_last;                    /* as of a record */
    const struct evidence *const *evidence;  /* by index of arch: that of its file */
};

/* The address of a global in one build. */
struct global_place {
    uint64_t version; /* with REVISION_ANY, if nobody knows the revision of the build */
    uint32_t address; /* offset within the image */
    bool is_absent;   /* the build has no such symbol; then the address is 0 */
    struct span span;
};

/* The addresses of a global on an arch, by version. */
struct global_places {
    const struct global_place *items;
    size_t count;
};

/* True if values of a type have their highest byte first, as the type says, or else the architecture. */
bool type_is_big(const struct type *type, const struct arch *arch);

/* A variable or function of a module, whose address is known in single builds. */
struct global {
    const char *name;            /* "fltmgr!FltGlobals" in another module than the first */
    const char *local;           /* without the module, interned */
    const struct module *module;
    const struct ast_decl *decl; /* its position */
    size_t file_index;           /* in the program */
    const char *doc;             /* or NULL */
    struct global_places *on;    /* by index of arch */
};

/* A constant. */
struct constant {
    const char *name;            /* as that of a type */
    const struct ast_decl *decl; /* its position */
    const struct cell *value;    /* per arch */
    size_t file_index;           /* in the program */
    const char *doc;             /* or NULL */
};

#endif
