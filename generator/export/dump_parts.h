/*
 * Shared by the files of the dump: the JSON that is being written, and the values that several parts of it have.
 * dump_values.c has the functions.
 */
#ifndef EXPORT_DUMP_PARTS_H
#define EXPORT_DUMP_PARTS_H

#include "answer/grades.h"
#include "base/buffer.h"
#include "base/json.h"
#include "model/model.h"

struct choice;

/* A dump that is being written. */
struct dump {
    struct json json;
    const struct model *model;
    const struct choice *choice; /* the declarations that are written; NULL: all */
    struct arena *scratch;  /* of one structure */
    struct buffer text;     /* of names that are put together */
    struct buffer attested; /* of const struct evidence *: which versions are attested, each list once */
    struct map *sets;       /* evidence -> its number in the list, from 1 */
};

/* Writes the members "from" and "to", names for people, and "begin" and "end", the same as four numbers. `end` is
 * excluded. An end is null if there is none. */
void dump_range(struct dump *dump, struct version_range range);

/* Writes a key and a list of ranges. */
void dump_set(struct dump *dump, const char *key, struct version_set set);

/* Writes a key and a number, or null for LAYOUT_UNKNOWN. */
void dump_known(struct dump *dump, const char *key, uint32_t value);

/* Writes the members "provenance" and, of a corrected value, "was": the value of the document, null if that has none
 * there. `value` may be NULL. */
void dump_provenance(struct dump *dump, unsigned provenance, const struct cell_value *value);

/* Writes a key and a text, unless that is NULL. */
void dump_text(struct dump *dump, const char *key, const char *text);

/* Writes the objects of a cell: one for each arch, range of versions and value, of an enumerator with its name. */
void dump_cells(struct dump *dump, const struct cell *cells, const struct enumerator *enumerator);

/* Returns the number of a structure's evidence in the list "attested". */
uint64_t dump_attested(struct dump *dump, const struct evidence *evidence);

/* Writes a structure or union. */
void dump_record(struct dump *dump, const struct record *record);

#endif
