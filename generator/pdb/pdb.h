/*
 * A PDB: which program it belongs to, and its types. All that points into it is valid as long as its bytes.
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
    char guid[PDB_GUID_SIZE + 1]; /* in capital letters */
    uint32_t age;                 /* as symbol servers have it */
    uint32_t machine;             /* number of executables; 0: unknown */
    const uint8_t *types;         /* the type stream */
    size_t types_size;
    const uint32_t *leaves; /* where each type begins in it, behind its length */
    uint32_t type_count;    /* from LEAF_FIRST_TYPE on */
    const struct pdb_source *sources; /* of each type, or NULL */
};

/* True if a file with these first bytes is for pdb_open: a PDB, or a file that is given in the place of one. */
bool pdb_is_meant(const void *bytes, size_t size);

/* Opens a PDB. Returns NULL, and the reason, if the bytes are none, or one without types. */
const struct pdb *pdb_open(struct arena *arena, const void *bytes, size_t size, const char **error);

/* Reads the GUID, in capital letters, and the age of a PDB, which may have no types. Returns false, and the reason, if
 * the bytes are none, or a part of one. */
bool pdb_identify(struct arena *arena, const void *bytes, size_t size, char guid[PDB_GUID_SIZE + 1], uint32_t *age,
                  const char **error);

/* Reads the leaf of a type. Returns false if there is none, or it is damaged. */
bool pdb_read_type(const struct pdb *pdb, uint32_t type, struct leaf *leaf);

/* Reads the types of a function's parameters; the last one may be 0, which is `...`. Returns false if the
 * list is damaged, or has more than `most`. */
bool pdb_read_parameters(const struct pdb *pdb, uint32_t list, uint32_t *types, size_t most, size_t *count);

/* A walk over a list of fields and its continuations. */
struct pdb_walk {
    const struct pdb *pdb;
    const uint8_t *at, *end;
    uint64_t *budget;          /* how many fields may still be read */
    uint32_t mark;             /* a list that was read; one that comes again is in a circle */
    uint32_t steps, steps_end; /* lists since then, and how many until the next mark */
    bool is_damaged;           /* the fields after the last one cannot be read */
};

/* Begins a walk over a list; type 0 is an empty one. `*budget` is for all walks of a run. */
struct pdb_walk pdb_walk_fields(const struct pdb *pdb, uint32_t fields, uint64_t *budget);

/* Reads the next field. Returns false at the end, and where the list is damaged. */
bool pdb_next_field(struct pdb_walk *walk, struct leaf *field);

#endif
