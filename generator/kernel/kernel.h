/*
 * The type information of kernels: the records and enumerations of each, and the types of their members, as the
 * compiler laid them out. Readers of files make it (isf.h); folding reads it (fold.h).
 *
 * Objects are shared by content: equal types and records of all kernels are one object. So pointers tell equality, and
 * a kernel like the one before costs little more than its list of records. Unnamed types are compared by content: they
 * are part of the member that has them, without the numbers that files give them. Members of anonymous unions stand in
 * the record around it, as most files list them, so members may share bytes. Files that keep the order of declaration
 * give it to such records, and the unions that they know. All memory is the arena's.
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
    KERNEL_INTEGER,  /* name, size, is_signed */
    KERNEL_FLOAT,    /* name, size */
    KERNEL_VOID,     /* only pointed to */
    KERNEL_POINTER,  /* target, size */
    KERNEL_ARRAY,    /* target, count, size */
    KERNEL_FUNCTION, /* only pointed to */
    KERNEL_TAG,      /* name, size: a record or enumeration with a name, which the kernel need not have */
    KERNEL_UNNAMED,  /* record, size: a structure or union without a name */
    KERNEL_HOLE      /* size: bytes that belong to no member; files have none, folding makes them */
};

/* A type of a member. */
struct kernel_type {
    enum kernel_type_kind kind;
    bool is_enum;     /* a KERNEL_TAG: of an enumeration; else of a record */
    bool is_union;    /* a KERNEL_TAG that a file which keeps names calls a union */
    const char *name; /* as the file has it, "unsigned long", "_LIST_ENTRY"; interned */
    uint32_t size;    /* bytes; 0 of a tag that a spec declares, or behind a pointer */
    bool is_signed;
    bool is_big; /* an integer or floating-point type of big-endian values */
    const struct kernel_type *target;
    uint64_t count; /* elements */
    const struct kernel_record *record;
    const struct kernel_type *kin; /* of a stored type: it stands for those that differ in `int` and `long` alone */
    uint32_t index; /* among all types of a run, from 0, in the order in which they were met; or KERNEL_NO_INDEX */
};

/* The beginning of the name of a KERNEL_FLOAT whose bytes nobody interprets: `bytes16`. */
#define KERNEL_BYTES "bytes"

/* The index of a type that no file has. */
#define KERNEL_NO_INDEX UINT32_MAX

/* Qualifiers of a member's type: of the type that its pointers lead to, and of the pointer itself. */
enum kernel_qualifier { KERNEL_IS_CONST = 1, KERNEL_IS_VOLATILE = 2, KERNEL_IS_VOLATILE_POINTER = 4 };

/* A type in the prototype of a function. */
struct kernel_parameter {
    const struct kernel_type *type; /* NULL: it is `...` */
    uint8_t qualifiers;
    const struct kernel_prototype *prototype; /* of a pointer to a function, or NULL */
};

/* The prototype of a function. One that a spec has is text. */
struct kernel_prototype {
    struct kernel_parameter result;
    const struct kernel_parameter *parameters;
    size_t count;
    const char *text; /* of the parameters, as it stands in a spec; NULL: it is from a file, and all above is set */
    const char *result_name;
    unsigned result_stars;
    const struct kernel_prototype *other; /* that an equal record of another file has, or NULL */
};

/* A member of a record. */
struct kernel_member {
    const char *name;               /* interned */
    const struct kernel_type *type; /* of the storage unit of a bit-field */
    uint32_t offset;                /* bytes from the start of the record */
    uint8_t bit, width;             /* of a bit-field, from the least significant of the unit; width 0: it is none */
    bool is_big;                    /* a bit-field of a big-endian unit: its highest bit comes first */
    uint8_t qualifiers;             /* a set; of equal records all that one of them has. Symbol files know none */
    const struct kernel_prototype *prototype; /* of a pointer to a function; NULL: unknown, as in symbol files */
};

/* A field of the file that makes no sense, and is no member; or a member whose type specs cannot say. */
struct kernel_omission {
    const char *name; /* interned */
    const char *why;  /* "it ends past …": one line of text; interned. NULL: it is a member, or a spec does
                         not say it any more */
    uint32_t offset;  /* 0 where the file's is out of bounds */
    const char *text; /* the field as JSON, of a file that keeps names; else NULL */
};

/* An anonymous structure or union in a record, whose members are the record's. */
struct kernel_group {
    bool is_union;
    uint32_t around; /* the group around it, from 1 on; 0: the record */
};

/* A structure or union. */
struct kernel_record {
    const char *name; /* the tag as the file has it, interned; NULL: it has none */
    bool is_union;
    uint32_t size;                       /* bytes */
    const struct kernel_member *members; /* by offset, bit; first of no bytes, then the larger, by name */
    size_t member_count;
    const uint32_t *order; /* the indices of the members in the order of declaration; NULL: unknown, or needless */
    bool is_grouped; /* `groups` has all groups that the order means: a spec says so, also if there are none */
    const struct kernel_group *groups; /* if the file has them, with an order; a group comes after the one around it */
    size_t group_count;
    const uint32_t *group_of; /* of each member in the order of declaration: its group, from 1 on, or 0 */
    const char *source; /* "ntexapi.h, line 1688", interned; NULL: unknown. Equal records may have others */
    const struct kernel_omission *omissions; /* by offset, then by name */
    size_t omission_count;
};

/* A value of an enumeration. */
struct kernel_value {
    const char *name; /* interned */
    int64_t value;    /* as the enumeration's type reads it; above INT64_MAX: its bits */
};

/* An enumeration. */
struct kernel_enum {
    const char *name; /* the tag, interned */
    uint32_t size;    /* bytes */
    bool is_signed;
    const struct kernel_type *base;    /* the type of its values in a file that keeps names; else NULL */
    const char *source;                /* as of a record */
    const struct kernel_value *values; /* by value, then by name */
    size_t value_count;
    const char *left_out; /* values as JSON that do not fit, in a file that keeps names; else NULL */
};

/* An integer or floating-point type that a file declares. */
struct kernel_base {
    const struct kernel_type *type;
    const char *kind; /* "int", "char", "bool" or "float", as symbol files have it */
};

/* A structure that a header's text claims to be laid out in another way than clang does. */
struct kernel_denial {
    uint32_t begin, end; /* of its declaration: a span */
    const char *text;
};

/* Choices of a reader whose file leaves something open. */
struct kernel_choices {
    size_t bit_field_count;    /* bit-fields whose positions follow from their order and widths */
    const char *const *larger; /* structures with several definitions, of which the larger one was taken; by name */
    size_t larger_count;
    size_t claim_count;                  /* offsets and sizes that the text of a header claims, */
    size_t denied_count;                 /* and those of them that clang's layout denies */
    const struct kernel_denial *denials; /* structures with such */
    size_t denial_count;
    size_t sized_count;  /* structures whose size follows from their members, */
    size_t short_count;  /* those of them that end in a type of unknown size, */
    const char *shortest; /* and the first of these; interned */
    size_t value_count;  /* members whose types are unknown, since a text has values in their places */
    size_t left_count;   /* parts of a text that are left out, */
    const char *left;    /* and the first of them, for a message; interned */
};

/* A variable or function. */
struct kernel_symbol {
    const char *name;  /* interned */
    uint32_t address; /* offset within the image */
};

/* One kernel: the content of one file. An unnamed enumeration is called `<unnamed-enum-V>` after its first value. */
struct kernel {
    const char *path; /* of the file, for messages */
    const char *module; /* that the name of its program database means; NULL: unknown */
    bool is_header;   /* a C header for that version, and no kernel */
    bool keeps_names; /* a symbol file that people keep by hand: the spec notes names that it cannot have itself */
    const struct kernel_base *bases; /* if it keeps names; in the order of the file */
    size_t base_count;
    uint64_t version; /* see model/axis.h */
    const char *const *sources; /* the kinds of files that it is from, by name; see source.h. None: unknown */
    size_t source_count;
    struct kernel_choices choices;
    const struct arch *arch;
    const struct arch *exact; /* of its identity, if other kernels have its version and arch; see twins.h. Or NULL */
    const struct identity_numbers *identities; /* several: files of equal content and version were read */
    size_t identity_count;
    const struct kernel_record *const *records; /* records with a name, by name (strcmp) */
    size_t record_count;
    const struct kernel_enum *const *enums; /* by name */
    size_t enum_count;
    const struct kernel_symbol *symbols; /* by name; only if the import takes them */
    size_t symbol_count;
    bool has_types; /* of a file of which symbols are taken: it has types, too */
};

/* Returns the bit of its unit at which a bit-field begins, in the order of memory. */
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
