/*
 * A PDB while it becomes an isf_file: pdb.c drives, pdb_types.c names the structures and enumerations, and makes types
 * of the leaves.
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
    const char *name;      /* of a structure, union or enumeration that is defined here; interned; else NULL */
    struct isf_type *made; /* NULL: not made yet */
    struct isf_prototype *prototype; /* of a function */
    uint8_t depth;         /* of types in it */
    bool is_open;          /* it is being made */
    bool has_prototype;    /* `prototype` is set, or the function has none */
    bool is_repeated;      /* an earlier definition has the same name and the same content */
};

struct pdb_reader {
    struct isf_file *file;
    const struct pdb *pdb;
    struct pdb_type *types;         /* from LEAF_FIRST_TYPE on */
    struct map *uniques;            /* interned unique name -> the pdb_type that defines it */
    struct map *records, *enums;    /* interned name -> the first struct variant */
    struct isf_type *simple[0x800]; /* by number, or NULL */
    struct map *bases;              /* interned names of file->bases */
    uint32_t pointer_size;          /* of the program */
    size_t open_count;              /* types that are being made */
    uint64_t budget;                /* for walks */
};

/* Returns a name of the PDB, interned; bytes that are no text are escaped. */
const char *pdb_intern(struct pdb_reader *reader, struct leaf_name name);

/* True if a leaf defines a structure, union or enumeration, or declares one. */
static inline bool pdb_is_tag(const struct leaf *leaf)
{
    return leaf->kind == LEAF_STRUCT || leaf->kind == LEAF_UNION || leaf->kind == LEAF_ENUM;
}

/* Names all definitions. */
void pdb_name_types(struct pdb_reader *reader);

/* Returns the type that defines what a leaf declares; `type` itself if it is a definition; 0 if there is none. */
uint32_t pdb_find_definition(struct pdb_reader *reader, uint32_t type, const struct leaf *leaf);

/* Returns a type for a field. One that makes no sense becomes an ISF_WRONG. */
struct isf_type *pdb_make_type(struct pdb_reader *reader, uint32_t type);

/* Returns the qualifiers of a field's type, of enum kernel_qualifier. */
uint8_t pdb_find_qualifiers(const struct pdb_reader *reader, uint32_t type);

/* Returns the prototype of the function that a field's type points to; NULL if it points to none. */
struct isf_prototype *pdb_find_prototype(struct pdb_reader *reader, uint32_t type);

/* Returns a type that is not possible, with the reason. */
struct isf_type *pdb_wrong_type(struct pdb_reader *reader, const char *format, ...) LIKE_PRINTF(2, 3);

/* Returns a pointer to no type. */
struct isf_type *pdb_make_pointer(struct pdb_reader *reader);

/* Returns the name of a simple type of values, and adds it to the file's; NULL if it is none. */
const char *pdb_find_base(struct pdb_reader *reader, uint32_t type);

/* Returns the size of a type in bytes; 0 if it is not known. */
uint64_t pdb_find_size(struct pdb_reader *reader, uint32_t type);

/* Returns the size of a pointer of this program, by its machine or its types. */
uint32_t pdb_find_pointer_size(const struct pdb *pdb);

#endif
