/*
 * The type information of kernels: the records and enumerations of each kernel, and the types of their members, as the
 * compiler laid them out. Readers of files make it (isf.h), and folding reads it (fold.h).
 *
 * Objects are shared by content: equal types and records of all kernels are one object. So two pointers are equal if
 * the objects are equal, and a kernel that is like the one before costs little more than its list of records. Unnamed
 * types are compared by content: they are part of the member that has them, without the numbers that files give them.
 * Members of anonymous unions are members of the record around the union, as in most files, so members may share bytes.
 * Files that keep the order of declaration give it, and their anonymous unions, to records with shared bytes. All
 * memory is the arena's.
 */
#ifndef KERNEL_KERNEL_H
#define KERNEL_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arch;
struct identity_numbers;

/* Kinds of types. */
enum kernel_type_kind {
    KERNEL_INTEGER,  /* uses: name, size, is_signed */
    KERNEL_FLOAT,    /* uses: name, size */
    KERNEL_VOID,     /* only the target of a pointer */
    KERNEL_POINTER,  /* uses: target, size */
    KERNEL_ARRAY,    /* uses: target, count, size */
    KERNEL_FUNCTION, /* only the target of a pointer */
    KERNEL_TAG,      /* uses: name, size. A record or enumeration with a name; the kernel may lack its definition */
    KERNEL_UNNAMED,  /* uses: record, size. A structure or union without a name */
    KERNEL_HOLE      /* uses: size. Bytes that belong to no member; made by folding, never read from files */
};

/* A type of a member. */
struct kernel_type {
    enum kernel_type_kind kind;
    bool is_enum;     /* for KERNEL_TAG: it is an enumeration; otherwise a record */
    bool is_union;    /* for KERNEL_TAG: a file that keeps names calls it a union */
    const char *name; /* name as in the file, "unsigned long", "_LIST_ENTRY"; interned */
    uint32_t size;    /* in bytes; 0 if the type is a tag declared by a spec or a pointer's target */
    bool is_signed;
    bool is_big; /* values of this integer or floating-point type are big-endian */
    const struct kernel_type *target;
    uint64_t count; /* number of array elements */
    const struct kernel_record *record;
    const struct kernel_type *kin; /* representative of the stored types that differ only in `int` and `long` */
    uint32_t index; /* number of the type among all types of a run, counted from 0 as they occur; or KERNEL_NO_INDEX */
};

/* The name of a KERNEL_FLOAT whose bytes have no known meaning begins with this: `bytes16`. */
#define KERNEL_BYTES "bytes"

/* The index of types that no file contains. */
#define KERNEL_NO_INDEX UINT32_MAX

/* Qualifiers of a member's type: of the target of its pointers, and of the pointer itself. */
enum kernel_qualifier { KERNEL_IS_CONST = 1, KERNEL_IS_VOLATILE = 2, KERNEL_IS_VOLATILE_POINTER = 4 };

/* A type in the prototype of a function. */
struct kernel_parameter {
    const struct kernel_type *type; /* NULL: this parameter is `...` */
    uint8_t qualifiers;
    const struct kernel_prototype *prototype; /* prototype of a pointer to a function, or NULL */
};

/* The prototype of a function. A prototype from a spec is only text. */
struct kernel_prototype {
    struct kernel_parameter result;
    const struct kernel_parameter *parameters;
    size_t count;
    /* The parameters as written in a spec; NULL: the prototype is from a file, and the members above are set. */
    const char *text;
    const char *result_name;
    unsigned result_stars;
    /* The next of several prototypes that equal records of different files have, or NULL. */
    const struct kernel_prototype *other;
};

/* A member of a record. */
struct kernel_member {
    const char *name;               /* interned */
    const struct kernel_type *type; /* for a bit-field the type of its storage unit */
    uint32_t offset;                /* bytes from the start of the record */
    /* For a bit-field its bits, counted from the least significant of the unit; width 0: no bit-field. */
    uint8_t bit, width;
    bool is_big;        /* the unit of the bit-field is big-endian: its highest bit comes first */
    uint8_t qualifiers; /* a set; equal records get the union of their sets. Symbol files contain no qualifiers */
    /* Prototype of a pointer to a function; NULL: unknown, as in symbol files. */
    const struct kernel_prototype *prototype;
};

/* An invalid field of the file, which is not a member; or a member whose type specs cannot express. */
struct kernel_omission {
    const char *name; /* interned */
    /* "it ends past …": one line of text; interned. NULL: it is a member, or the spec no longer has the reason. */
    const char *why;
    uint32_t offset;  /* 0 if the offset in the file is out of bounds */
    const char *text; /* the field as JSON, if the file keeps names; else NULL */
};

/* An anonymous structure or union in a record. Its members are members of the record. */
struct kernel_group {
    bool is_union;
    uint32_t around; /* number of the group around it, counted from 1; 0: the record itself */
};

/* A structure or union. */
struct kernel_record {
    const char *name; /* tag as in the file, interned; NULL: it has none */
    bool is_union;
    uint32_t size;                       /* bytes */
    /* Sorted by offset and bit; at equal positions zero-sized members first, then larger ones, then by name. */
    const struct kernel_member *members;
    size_t member_count;
    const uint32_t *order; /* indices of the members in the order of declaration; NULL: unknown, or not needed */
    bool is_grouped;       /* `groups` is complete for the order, even if it is empty; set for records from specs */
    /* Only from files with an order of declaration; a group comes after the one around it. */
    const struct kernel_group *groups;
    size_t group_count;
    /* For each member in the order of declaration: number of its group, counted from 1, or 0. */
    const uint32_t *group_of;
    const struct kernel_record *other; /* the same record with another order of declaration, or NULL */
    /* "ntexapi.h, line 1688", interned; NULL: unknown. Not part of the content: equal records may have different
     * sources. */
    const char *source;
    const struct kernel_omission *omissions; /* sorted by offset, then by name */
    size_t omission_count;
};

/* A value of an enumeration. */
struct kernel_value {
    const char *name; /* interned */
    int64_t value;    /* read with the type of the enumeration; values above INT64_MAX are stored as negative numbers */
};

/* An enumeration. */
struct kernel_enum {
    const char *name; /* the tag, interned */
    uint32_t size;    /* bytes */
    bool is_signed;
    const struct kernel_type *base;    /* type of the values, if the file keeps names; else NULL */
    const char *source;                /* header and line, as in struct kernel_record */
    const struct kernel_value *values; /* sorted by value, then by name */
    size_t value_count;
    const char *left_out; /* JSON of values that do not fit the type, if the file keeps names; else NULL */
    /* "void, 1": base type and size in the file, if the values cannot have that type, or if there is no value. Only if
     * the file keeps names; else NULL. */
    const char *said_base;
};

/* An integer or floating-point type that a file declares. */
struct kernel_base {
    const struct kernel_type *type;
    const char *kind; /* "int", "char", "bool" or "float", as in symbol files */
};

/* A structure whose text in a header claims another layout than clang computes. */
struct kernel_denial {
    uint32_t begin, end; /* position of its declaration in the header: a span */
    const char *text;
};

/* Choices that a reader made because its file leaves something open. */
struct kernel_choices {
    size_t bit_field_count; /* bit-fields whose positions were computed from their order and widths */
    /* Names of structures with several definitions, of which the larger one was taken; sorted. */
    const char *const *larger;
    size_t larger_count;
    size_t claim_count;                  /* offsets and sizes that comments and assertions of a header claim, */
    size_t denied_count;                 /* and how many of them clang's layout contradicts */
    const struct kernel_denial *denials; /* structures with contradicted claims */
    size_t denial_count;
    size_t sized_count;   /* structures whose size was computed from their members */
    size_t short_count;   /* structures of these that end in a member of unknown size, */
    const char *shortest; /* and the name of the first one; interned */
    size_t value_count;   /* members of unknown type, because a text shows their values instead */
    size_t left_count;    /* parts of a text that were left out, */
    const char *left;     /* and the first such part, for a message; interned */
};

/* A variable or function. */
struct kernel_symbol {
    const char *name; /* interned */
    uint32_t address; /* offset within the image; 0: unknown */
    const char *text; /* JSON of what else the file says of it, if it names no program database; else NULL */
};

/* One kernel: the content of one file. An unnamed enumeration is called `<unnamed-enum-V>` after its first value. */
struct kernel {
    const char *path;   /* path of the file, for messages */
    const char *module; /* module that the name of its program database means; NULL: unknown */
    bool is_header;     /* the file is a C header for that version, not a kernel */
    /* The file is a symbol file that is maintained by hand: the spec records names that it cannot use itself. */
    bool keeps_names;
    const char *metadata; /* JSON of the format and the producer of such a file; NULL: unknown */
    const struct kernel_base *bases; /* number types that the file declares, in its order; only if it keeps names */
    size_t base_count;
    uint64_t version; /* see model/axis.h */
    const char *const *sources; /* kinds of files that it was read from, sorted by name; see source.h. Empty: unknown */
    size_t source_count;
    /* Kinds of files that tell of some revision of this kernel's build, without which one, and that agree with it. */
    const char *const *build_sources;
    size_t build_source_count;
    struct kernel_choices choices;
    const struct arch *arch;
    /* Architecture of its own, if several kernels share version and architecture; see twins.h. Or NULL. */
    const struct arch *exact;
    const struct identity_numbers *identities; /* identities of all files of equal content and version */
    size_t identity_count;
    const struct kernel_record *const *records; /* named records, sorted by name (strcmp) */
    size_t record_count;
    const struct kernel_enum *const *enums; /* sorted by name */
    size_t enum_count;
    const struct kernel_symbol *symbols; /* sorted by name; only if the import wants symbols */
    size_t symbol_count;
    bool has_types; /* the file has types besides its symbols */
};

/* Returns the first bit of a bit-field in its unit, in the order of memory. */
static inline unsigned kernel_first_bit(const struct kernel_member *member)
{
    unsigned bits = 8 * member->type->size, end = (unsigned)member->bit + member->width;
    return member->is_big && end <= bits ? bits - end : member->bit;
}

/* Compares two numbers, for sorting. */
static inline int kernel_compare_numbers(uint64_t left, uint64_t right)
{
    return (left > right) - (left < right);
}

#endif
