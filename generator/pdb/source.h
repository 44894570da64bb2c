/*
 * The headers that define the types of a PDB. The stream of the identifiers says it, in two forms: linkers replace the
 * identifier of a file's name by its place among the names of the PDB.
 */
#ifndef PDB_SOURCE_H
#define PDB_SOURCE_H

#include <stdint.h>

#include "pdb/leaf.h"

struct arena;
struct msf;

/* The place of a type's definition. */
struct pdb_source {
    struct leaf_name file; /* without its directories; empty: it is unknown */
    uint32_t line;
};

/* Returns the sources of the types from LEAF_FIRST_TYPE on; NULL if none is known. Damaged ones are unknown. */
const struct pdb_source *source_read(struct arena *arena, const struct msf *msf, uint32_t type_count);

#endif
