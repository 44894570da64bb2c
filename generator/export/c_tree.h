/*
 * A layout as declarations of C. Every byte belongs to a member, to padding, or to a union of members that overlap.
 *
 * Offsets are bytes from the start of the record. All memory is allocated from the arena.
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
    C_MEMBER,   /* `member` is the member */
    C_FLEXIBLE, /* `member` is an array without a size at the end of the record */
    C_UNIT,     /* a storage unit, all bits of which are its children */
    C_BITS,     /* bits of a unit; `member` has them, or is NULL for padding */
    C_STRUCT,   /* an anonymous structure, or the record itself; has children */
    C_UNION,    /* an anonymous union, or the record itself; has children */
    C_PADDING
};

/* A declaration. */
struct c_node {
    enum c_kind kind;
    const struct layout_member *member;
    const char *name;      /* identifier in C; NULL if it has none */
    uint32_t offset, size; /* in bytes; for C_BITS those of the unit */
    uint32_t align;        /* bytes: the largest alignment that a compiler gives the declaration's type */
    /* for C_BITS: the lowest bit, counted from the least significant one, and the number of bits */
    unsigned bit, width;
    struct c_node *children, *next;
};

/* A member that C cannot declare, which the output names in a comment. */
struct c_omission {
    const struct layout_member *member;
    const char *why; /* reason, such as "its size is not known" */
    struct c_omission *next;
};

/* A record of the model as a type of C. */
struct c_record {
    const struct layout *layout;
    struct c_scope *scope; /* identifiers of its members */
    struct c_node *root;   /* its declarations; NULL: it has no bytes, so C has no type for it */
    uint32_t size; /* size of the type in bytes: that of the layout, or the end of its last member if that is unknown */
    uint32_t align;        /* alignment of the type in bytes; 1 if it is packed */
    bool is_packed;        /* some member lies where the natural alignment of its type would not allow it */
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

/* Returns the kind of a member's elements in C. An integer has 1, 2, 4 or 8 bytes, a float 4 or 8. */
enum c_type_kind c_type_kind(const struct layout_member *member);

/* Makes the tree of a record. The trees of the records that it holds by value must have been made. */
void c_tree_make(const struct c_trees *trees, struct c_record *record);

#endif
