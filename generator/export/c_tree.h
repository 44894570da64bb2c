/*
 * A layout as declarations of C: every byte belongs to a member, to padding, or to a union of what overlaps.
 *
 * Offsets are bytes from the start of the record. All memory is the arena's.
 */
#ifndef EXPORT_C_TREE_H
#define EXPORT_C_TREE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/layout.h"

struct arena;
struct c_scope;
struct map;
struct program;

/* Kinds of declarations. */
enum c_kind {
    C_MEMBER,   /* member */
    C_FLEXIBLE, /* member: an array without a size, at the end of the record */
    C_UNIT,     /* a storage unit, all bits of which are its children */
    C_BITS,     /* bits of a unit; member, or NULL: padding */
    C_STRUCT,   /* children; an anonymous structure, or the record itself */
    C_UNION,    /* likewise */
    C_PADDING
};

/* A declaration. */
struct c_node {
    enum c_kind kind;
    const struct layout_member *member;
    const char *name;      /* an identifier; NULL: it has none */
    uint32_t offset, size; /* bytes; of C_BITS those of the unit */
    uint32_t align;        /* bytes: the largest alignment that a compiler gives its type */
    unsigned bit, width;   /* of C_BITS; the lowest bit from the least significant one */
    struct c_node *children, *next;
};

/* A member that C cannot declare there. */
struct c_omission {
    const struct layout_member *member;
    const char *why; /* "its size is not known" */
    struct c_omission *next;
};

/* A record of the model as a type of C. */
struct c_record {
    const struct layout *layout;
    struct c_scope *scope; /* of its members */
    struct c_node *root;   /* NULL: C has no type for it, since it has no bytes */
    uint32_t size;         /* of the type: that of the layout, or where its last member ends if that is unknown */
    uint32_t align;        /* see c_node; 1 if it is packed */
    bool is_packed;        /* some member lies where the alignment of its type does not let it lie */
    bool is_held;          /* another record of the output holds it by value */
    struct c_omission *omissions;
};

/* The records of an output, and the target that they are for. */
struct c_trees {
    const struct program *program;
    struct arena *arena;
    const struct arch *arch;
    uint64_t version;
    struct map *records; /* struct record -> struct c_record */
};

/* Kinds of types of C. */
enum c_type_kind { C_TYPE_INTEGER, C_TYPE_FLOAT, C_TYPE_POINTER, C_TYPE_RECORD, C_TYPE_ENUM, C_TYPE_BYTES };

/* Returns the kind of the elements of a member. An integer has 1, 2, 4 or 8 bytes, a float 4 or
 * 8. */
enum c_type_kind c_type_kind(const struct layout_member *member);

/* Makes the tree of a record. The records that it holds by value must have theirs. */
void c_tree_make(const struct c_trees *trees, struct c_record *record);

#endif
