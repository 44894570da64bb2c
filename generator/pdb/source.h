/*
 * The headers that define the types of a PDB, from its stream of identifiers. The stream names a file in two forms: by
 * the identifier of its name, or, after a linker has replaced that, by the position in the PDB's table of names.
 */
#ifndef PDB_SOURCE_H
#define PDB_SOURCE_H

#include <stdint.h>

#include "pdb/leaf.h"

struct arena;
struct msf;

/* The file and line of a type's definition. */
struct pdb_source {
    struct leaf_name file; /* name of the file without directories; empty if it is unknown */
    uint32_t line;
};

/* Returns the sources of the types, beginning with LEAF_FIRST_TYPE; NULL if none is known. Damaged entries are
 * unknown. */
const struct pdb_source *source_read(struct arena *arena, const struct msf *msf, uint32_t type_count);

#endif
