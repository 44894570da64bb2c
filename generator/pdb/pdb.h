/*
 * A PDB: its identity and its types. Pointers into a PDB are valid as long as its bytes.
 */
#ifndef PDB_PDB_H
#define PDB_PDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pdb/leaf.h"
#include "pdb/source.h"

struct arena;

enum { PDB_GUID_SIZE = 32 };

/* An open PDB. */
struct pdb {
    char guid[PDB_GUID_SIZE + 1]; /* 32 digits with capital letters, and a NUL */
    uint32_t age;                 /* age as symbol servers use it */
    uint32_t machine;             /* machine number of executables; 0 if it is unknown */
    const uint8_t *types;         /* the type stream */
    size_t types_size;
    const uint32_t *leaves;           /* for each type: its offset in `types`, after its length */
    uint32_t type_count;              /* number of types; the first one is LEAF_FIRST_TYPE */
    const struct pdb_source *sources; /* source of each type; NULL if no source is known */
};

/* True if a file with these first bytes is meant as a PDB: it is one, or it is a file that people confuse with one. */
bool pdb_is_meant(const void *bytes, size_t size);

/* Opens a PDB. If the bytes are no PDB, or a PDB without types, sets the reason and returns NULL. */
const struct pdb *pdb_open(struct arena *arena, const void *bytes, size_t size, const char **error);

/* Reads the GUID, in capital letters, and the age of a PDB, which may have no types. If the bytes are no PDB or an
 * incomplete one, sets the reason and returns false. */
bool pdb_identify(struct arena *arena, const void *bytes, size_t size, char guid[PDB_GUID_SIZE + 1], uint32_t *age,
                  const char **error);

/* Reads the leaf of a type. Returns false if the type does not exist or is damaged. */
bool pdb_read_type(const struct pdb *pdb, uint32_t type, struct leaf *leaf);

/* Reads the types of a function's parameters; the last one may be 0, which is `...`. Returns false if the
 * list is damaged, or has more than `most`. */
bool pdb_read_parameters(const struct pdb *pdb, uint32_t list, uint32_t *types, size_t most, size_t *count);

/* A walk over a list of fields and the lists that continue it. */
struct pdb_walk {
    const struct pdb *pdb;
    const uint8_t *next, *end;
    uint64_t *budget;          /* number of fields that may still be read */
    uint32_t mark;             /* a list that was read; if it comes again, the lists form a circle */
    uint32_t steps, steps_end; /* number of lists since `mark`, and the number after which `mark` is set anew */
    bool is_damaged;           /* the walk has ended because the next field cannot be read */
};

/* Begins a walk over a list of fields. Type 0 is an empty list. All walks of a run share `*budget`. */
struct pdb_walk pdb_walk_fields(const struct pdb *pdb, uint32_t fields, uint64_t *budget);

/* Reads the next field. Returns false at the end of the list, and if the list is damaged. */
bool pdb_next_field(struct pdb_walk *walk, struct leaf *field);

#endif
