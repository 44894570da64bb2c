/*
 * The records of a PDB's type stream, which CodeView calls leaves: each describes a type. A structure's members are in
 * a leaf of their own, a list of fields.
 */
#ifndef PDB_LEAF_H
#define PDB_LEAF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Types with smaller numbers are simple types: the number itself says which type it is. */
enum { LEAF_FIRST_TYPE = 0x1000 };

/* Kinds of leaves, and of fields in a list. */
enum leaf_kind {
    LEAF_OTHER,        /* any other leaf; no member can have it as its type */
    LEAF_MODIFIER,     /* type, attributes: the type with const or volatile, or under another name */
    LEAF_POINTER,      /* type, attributes */
    LEAF_ARRAY,        /* type, size */
    LEAF_STRUCT,       /* fields, properties, size, name, unique */
    LEAF_UNION,        /* same fields as LEAF_STRUCT */
    LEAF_ENUM,         /* type: of its values, fields, properties, name, unique */
    LEAF_BITS,         /* type, bit, width */
    LEAF_FUNCTION,     /* type: of its result, fields: the list of its parameters */
    LEAF_FIELDS,       /* a list of fields, for leaf_walk */
    LEAF_MEMBER,       /* type, size: its offset, name */
    LEAF_VALUE,        /* size: an enumerator's value, is_negative, name */
    LEAF_BASE,         /* type: a base class, size: its offset */
    LEAF_VIRTUAL_BASE, /* type, size: the offset of the pointer that leads to it */
    LEAF_VIRTUALS,     /* size: the offset of a pointer to a table of functions */
    LEAF_CONTINUED,    /* type: the list that has the other fields */
    LEAF_SKIPPED       /* a field without an offset, such as a function */
};

/* Bits of `properties` of structures, unions and enumerations. */
enum { LEAF_IS_FORWARD = 0x80, LEAF_HAS_UNIQUE = 0x200 };

/* Bits of `attributes` of modifiers. */
enum leaf_modifier { LEAF_IS_CONST = 0x01, LEAF_IS_VOLATILE = 0x02 };

/* Bits of `attributes` of pointers. */
enum leaf_pointer {
    LEAF_POINTER_KIND = 0x1F,
    LEAF_POINTER_32 = 0x0A,
    LEAF_POINTER_64 = 0x0C,
    LEAF_POINTER_IS_VOLATILE = 0x200
};

/* A name of `size` bytes, without a NUL. */
struct leaf_name {
    const char *text;
    size_t size;
};

/* A leaf, or a field of a list. The kinds in enum leaf_kind say which members are set. */
struct leaf {
    enum leaf_kind kind;
    uint32_t type, fields;
    uint32_t attributes, properties;
    uint64_t size;
    bool is_negative; /* `size` is negative, in two's complement */
    uint8_t bit, width;
    struct leaf_name name, unique;
};

/* Reads a leaf of `size` bytes. Its first two bytes are the number of its kind. Unknown leaves are LEAF_OTHER. Returns
 * false if the leaf is damaged. */
bool leaf_read(const uint8_t *bytes, size_t size, struct leaf *leaf);

/* Reads the field at `*at`, and moves `*at` to the next field. Returns false if the field is damaged or unknown. */
bool leaf_read_field(const uint8_t **at, const uint8_t *end, struct leaf *field);

/* Returns the mode of a pointer: 0 is an ordinary one, 2 and 3 lead to members of classes; others are references. */
static inline unsigned leaf_pointer_mode(const struct leaf *leaf)
{
    return leaf->attributes >> 5 & 7;
}

/* Returns the size of a pointer in bytes; 0 if the leaf does not state it. */
static inline uint32_t leaf_pointer_size(const struct leaf *leaf)
{
    uint32_t size = leaf->attributes >> 13 & 0x3F, kind = leaf->attributes & LEAF_POINTER_KIND;
    return size ? size : kind == LEAF_POINTER_32 ? 4 : kind == LEAF_POINTER_64 ? 8 : 0;
}

#endif
