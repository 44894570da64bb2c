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
    const char *name; /* "" for files without a `module` line, if the axis does not name their module */
    struct axis axis; /* the axis of the model, with the builds that files of this module attest */
    struct map *types, *constants, *globals; /* interned name without the module -> struct type, constant, global */
};

/* A target's name, pointer size and alignment rule. */
struct arch {
    const char *name;
    struct span span;
    unsigned index;
    uint32_t pointer_size;   /* size of a pointer in bytes */
    uint32_t alignment_most; /* the largest natural alignment in bytes */
    bool is_big;             /* the first byte of a number is its highest, unless a type or a member says otherwise */
    /* the arch whose columns serve this one if it has none of its own; NULL if there is none */
    const struct arch *fallback;
    /* the arch stands for kernels that differ from those of `fallback` at equal versions; only these versions exist */
    bool is_twin;
    const struct arch *twins;     /* the first arch with is_twin that falls back on this one; NULL if there is none */
    const struct arch *next_twin; /* the next twin with the same fallback; NULL at the end */
    struct version_set versions;
};

/* One value of a cell, for the versions that it holds in. */
struct cell_value {
    /* versions in which the value holds: cut to the row, and without those of earlier alternatives */
    struct version_set versions;
    uint8_t kind; /* enum ast_value NUMBER, NEGATIVE, UNKNOWN or ABSENT; an expression has been evaluated to a number */
    uint8_t provenance; /* enum ast_provenance */
    bool is_cut;        /* the text names more versions than `in`; cell_value_stated returns those */
    uint64_t number;
    const struct ast_alternative *alternative;
};

/* A range of versions, and the value of a cell that holds in it. */
struct cell_piece {
    struct version_range range;
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
    bool is_disjoint;               /* no two alternatives name the same version */
    const struct cell_index *index; /* index for a cell with many values; else NULL */
};

/* True if a value is a number of either sign; false for NULL. */
static inline bool cell_value_is_number(const struct cell_value *value)
{
    return value && (value->kind == AST_VALUE_NUMBER || value->kind == AST_VALUE_NEGATIVE);
}

/* Returns the bits of a number; for a negative number its two's complement. */
static inline uint64_t cell_value_bits(const struct cell_value *value)
{
    return value->kind == AST_VALUE_NEGATIVE ? 0 - value->number : value->number;
}

/* True if the text of a value names no versions. Such a value holds for all versions that no other alternative of its
 * cell names. */
static inline bool cell_value_is_bare(const struct cell_value *value)
{
    return !value->alternative || !value->alternative->set;
}

/* Returns the versions that the text of a value names in its brackets. For a value without brackets, returns `in`. */
struct version_set cell_value_stated(struct arena *arena, const struct axis *axis, const struct cell_value *value);

/* True if the version set in the text of a value has a range without a beginning, or with `is_end`, without an end. */
bool cell_value_is_open(const struct cell_value *value, bool is_end);

/* Returns the expression that a value was evaluated from; NULL if it is a plain number. */
const struct ast_expression *cell_value_expression(const struct cell_value *value);

/* Sets `was` to the value of the document that a `corrected … was` replaces. It holds in no version. Returns false if
 * the value has no `was`. */
bool cell_value_was(const struct cell_value *value, struct cell_value *was);

/* Returns the value that holds in a version; NULL if there is none. */
const struct cell_value *cell_at(const struct cell *cell, uint64_t version);

/* Kinds of types. Those up to TYPE_POINTER are scalars. */
enum type_kind {
    TYPE_UNSIGNED,
    TYPE_SIGNED,
    TYPE_CHAR,    /* an integer that is a character: of one byte signed, of two bytes an unsigned UTF-16 unit */
    TYPE_BOOL,    /* an unsigned integer that is 0 for false and 1 for true */
    TYPE_FLOAT,   /* an IEEE 754 number */
    TYPE_POINTER, /* a word such as PVOID; the type `X *` belongs to the row */
    TYPE_ENUM,
    TYPE_FLAGS,
    TYPE_RECORD,
    TYPE_OPAQUE
};

struct type {
    enum type_kind kind;
    /* "S"; "ntdll!S" outside of the first module; "S.u" for the structure of a named aggregate inside S */
    const char *name;
    const char *local; /* the interned name without the module */
    const struct module *module;
    const struct type *original; /* for a type of `share`: the type whose declaration it has; else NULL */
    struct span span;
    const struct ast_decl *decl; /* declaration in the spec; files outside of model/ use it only as a key */
    const struct ast_file *file;
    const char *doc;   /* text of its `///` comment; NULL if there is none */
    bool is_announced; /* some `opaque NAME;` declares it; there need not be another declaration */
    bool is_signed;    /* an integer whose highest bit is its sign; for an enum see struct enumeration */
    size_t file_index; /* index of its file in program->files */
    /* the axis as the declaration means it; builds that end ranges depend on it (axis_find_end) */
    const struct axis *axis;
    /* bytes, by index of arch; NULL for records, opaque types of unknown size, and scalars with the size of a
     * pointer */
    const struct cell *size;
    const struct cell *align;        /* bytes, by index of arch; NULL if the type does not state it */
    struct record *record;           /* set for TYPE_RECORD, else NULL */
    struct enumeration *enumeration; /* set for TYPE_ENUM and TYPE_FLAGS, else NULL */
};

/* Size and alignment in bytes; `known` is false for an opaque type without a size, or where the type does not exist. */
struct measure {
    uint32_t size;
    uint32_t align;
    bool known;
    bool is_align_guess; /* no spec states the alignment */
};

/* Returns size and alignment of `X *` on an arch. */
struct measure pointer_measure(const struct arch *arch);

/* Returns size and alignment of a type. Records in it must have been resolved. */
struct measure type_measure(const struct type *type, const struct arch *arch, uint64_t version);

/* A name for a number; values differ by version and arch. */
struct enumerator {
    const char *name; /* NULL: only the value is known */
    const char *remark;
    const struct ast_decl *decl; /* declaration in the spec */
    bool is_dated;               /* its `in` names versions */
    bool is_counted;             /* the value is not written: it is that of the enumerator above, plus 1 */
    const struct cell *value;    /* cells of the value, by index of arch */
    struct enumerator *next_row; /* the next enumerator of the same name, for other versions; NULL if there is none */
    bool is_first_row;           /* no enumerator above it has its name */
};

/* Returns the value of an enumerator in a version. Also looks at later enumerators of the same name. Returns NULL if
 * none has a value there. */
const struct cell_value *enumerator_at(const struct enumerator *enumerator, size_t arch_index, uint64_t version);

struct enumeration {
    struct type *type;
    const struct type *base; /* type of the values; NULL: four bytes, signed if any value is negative */
    /* arches of the columns of its cells, NULL for unknown arches; NULL: each cell has one column for all arches */
    const struct arch *const *columns;
    size_t column_count;
    bool is_flags;
    bool is_signed;
    bool is_indexed; /* the bits index_low..index_high are an index into an array of dwords, not flags */
    unsigned index_low, index_high;
    struct enumerator *enumerators; /* in the order of the text */
    size_t count;
    uint64_t source_last;                   /* end of the versions that the document covers, or VERSION_END */
    const struct evidence *const *evidence; /* by index of arch: the evidence of its file */
};

/* The address of a global in one build. */
struct global_place {
    uint64_t version; /* REVISION_ANY is its revision if nobody knows that of the build */
    uint32_t address; /* offset within the image */
    bool is_absent;   /* the build has no such symbol; then the address is 0 */
    struct span span;
};

/* The addresses of a global on an arch, ascending by version. */
struct global_places {
    const struct global_place *items;
    size_t count;
};

/* True if values of a type have their highest byte first. The type says so, else the architecture. */
bool type_is_big(const struct type *type, const struct arch *arch);

/* A variable or function of a module, whose address is known in single builds. */
struct global {
    const char *name;  /* the name; "fltmgr!FltGlobals" outside of the first module */
    const char *local; /* the interned name without the module */
    const struct module *module;
    const struct ast_decl *decl; /* declaration in the spec */
    size_t file_index;           /* index of its file in program->files */
    const char *doc;             /* text of its `///` comment; NULL if there is none */
    struct global_places *on;    /* by index of arch */
};

/* A constant. */
struct constant {
    const char *name;            /* the name; outside of the first module it begins with that of the module */
    const struct ast_decl *decl; /* declaration in the spec */
    const struct cell *value;    /* cells of the value, by index of arch */
    size_t file_index;           /* index of its file in program->files */
    const char *doc;             /* text of its `///` comment; NULL if there is none */
};

#endif
