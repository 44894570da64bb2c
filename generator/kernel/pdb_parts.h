/*
 * A PDB that is being converted to an isf_file. pdb.c controls the conversion; pdb_types.c names structures and
 * enumerations and converts types.
 */
#ifndef KERNEL_PDB_PARTS_H
#define KERNEL_PDB_PARTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/isf_parts.h"
#include "pdb/pdb.h"

/* A type of the PDB. */
struct pdb_type {
    const char *name;      /* name of a structure, union or enumeration defined here; interned; else NULL */
    struct isf_type *made; /* NULL: not made yet */
    struct isf_prototype *prototype; /* prototype of a function type */
    uint8_t depth;                   /* nesting depth of the types in it */
    bool is_open;                    /* the type is being made; detects cycles */
    bool has_prototype;              /* `prototype` has been computed; it is NULL if the function has none */
    bool is_repeated;                /* an earlier definition has the same name and content */
};

struct pdb_reader {
    struct isf_file *file;
    const struct pdb *pdb;
    struct pdb_type *types;         /* index 0 is the type LEAF_FIRST_TYPE */
    struct map *uniques;            /* interned unique name -> struct pdb_type of the definition */
    struct map *records, *enums;    /* interned name -> first struct variant with that name */
    struct isf_type *simple[0x800]; /* simple types by number; NULL: not made yet */
    struct map *bases;              /* interned names of the types in file->bases */
    uint32_t pointer_size;          /* size of the program's pointers */
    size_t open_count;              /* number of types that are being made */
    uint64_t budget;                /* remaining steps of walks over types; ends them in damaged files */
};

/* Returns a name of the PDB, interned. Bytes that are not valid text are escaped. */
const char *pdb_intern(struct pdb_reader *reader, struct leaf_name name);

/* True if a leaf defines a structure, union or enumeration, or declares one. */
static inline bool pdb_is_tag(const struct leaf *leaf)
{
    return leaf->kind == LEAF_STRUCT || leaf->kind == LEAF_UNION || leaf->kind == LEAF_ENUM;
}

/* Gives each definition its name in the isf_file. */
void pdb_name_types(struct pdb_reader *reader);

/* Returns the type that defines the structure, union or enumeration that a leaf declares; `type` itself if it is a
 * definition; 0 if there is none. */
uint32_t pdb_find_definition(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf);

/* Returns the type of a field. An invalid type becomes an ISF_WRONG. */
struct isf_type *pdb_make_type(struct pdb_reader *reader, uint32_t type);

/* Returns the qualifiers of a field's type, a set of enum kernel_qualifier. */
uint8_t pdb_find_qualifiers(const struct pdb_reader *reader, uint32_t type);

/* Returns the prototype of the function that a field's type points to; NULL if it points to none. */
struct isf_prototype *pdb_find_prototype(struct pdb_reader *reader, uint32_t type);

/* Returns an ISF_WRONG type with a reason. */
struct isf_type *pdb_wrong_type(struct pdb_reader *reader, const char *format, ...) LIKE_PRINTF(2, 3);

/* Returns a pointer to void. */
struct isf_type *pdb_make_pointer(struct pdb_reader *reader);

/* Returns the name of a simple type of values, and adds the type to the file. Returns NULL if there is no such type. */
const char *pdb_find_base(struct pdb_reader *reader, uint32_t type);

/* Returns the size of a type in bytes; 0 if it is not known. */
uint64_t pdb_find_size(struct pdb_reader *reader, uint32_t type);

/* Returns the size of the program's pointers, which its machine number or its types tell. */
uint32_t pdb_find_pointer_size(const struct pdb *pdb);

#endif
