/*
 * Tables that know some members of many builds, with a row for each image of a program and a column for each member.
 * They become lists of builds, identities, and `attest` lines of members in the specs of the structures.
 *
 * Readers do not know the meaning of a column. A mapping names the member of each column: a built-in one for System
 * Informer's kphdyn, a file for other tables, else the heading itself (`EPROCESS.Token`).
 */
#ifndef SPARSE_SPARSE_H
#define SPARSE_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/source.h"
#include "model/identity.h"

struct arena;
struct buffer;
struct diags;
struct intern;
struct model;
struct program;

/* A column of a table, which has the offsets of a member or the addresses of a global. */
struct sparse_field {
    const char *name;   /* heading of the column */
    struct span span;   /* position at which the source first names it */
    size_t table;       /* number of its table in the source */
    const char *module; /* module that its name has before a `!`; NULL if it has none */
    const char *record; /* structure of the member; NULL: the column is skipped, or is about a global */
    const char *global; /* name of the global whose address the column has; NULL: it is about no global */
    const char *path;   /* path of the member, such as "u1.State" */
    bool is_bit;        /* its numbers count bits from the beginning of the structure */
};

enum sparse_kind { SPARSE_NOTHING, SPARSE_NUMBER, SPARSE_ABSENT };

struct sparse_value {
    enum sparse_kind kind;
    uint32_t number;
};

/* A row of a table, which is about one image. */
struct sparse_row {
    struct span span;
    const char *module;  /* module of the image; NULL if the row does not name it */
    const char *arch;    /* arch of the image as specs name it; NULL if the row does not name it */
    const char *version; /* version as the table has it */
    struct identity_numbers numbers;
    const struct sparse_value *values; /* one for each field */
};

/* A table. */
struct sparse_sheet {
    struct sparse_field *fields;
    size_t field_count;
    struct sparse_row *rows;
    size_t row_count;
    const char *source; /* author of the table, if its form tells; else NULL */
};

/* Facts that the user states about tables. */
struct sparse_options {
    const char *arch;    /* arch of rows that name none; NULL if it is not given */
    const char *module;  /* module whose rows and columns are read; others are skipped. NULL: all are read */
    const char *unknown; /* text of cells that mean "unknown", like empty cells; NULL if there is none */
    bool is_hexadecimal; /* numbers without 0x are hexadecimal */
};

/* Reads kphdyn.xml. If the text is something else, reports that and returns false. Needs libxml2. */
bool sparse_read_kphdyn(struct arena *arena, const struct source *source, struct diags *diags,
                        struct sparse_sheet *sheet);

/* True if a text begins as kphdyn.xml does. */
bool sparse_is_kphdyn(const struct source *source);

/* Reads the tables of a page in HTML, Markdown, TSV or CSV. If there is none, reports that and returns false. */
bool sparse_read_page(struct arena *arena, const struct source *source, struct diags *diags,
                      const struct sparse_options *options, struct sparse_sheet *sheet);

/* Sets the members that the columns of kphdyn.xml are about. */
void sparse_map_kphdyn(struct sparse_sheet *sheet);

/* Sets the members that the columns are about: from the lines of a mapping, else from the heading. `mapping` may be
 * NULL. Reports lines that make no sense, and columns without a known member. */
void sparse_map(struct arena *arena, const struct source *mapping, struct diags *diags, struct sparse_sheet *sheet);

/* The specs that receive the facts of tables, and the options. */
struct sparse_request {
    struct program *program; /* program that has read the specs */
    const struct model *model;
    const char *name;   /* name of the lists of builds */
    const char *origin; /* names of the tables' files, for a comment */
    const char *into;   /* specs that receive the facts; NULL if a new spec is written */
    const struct sparse_options *options;
    const struct sparse_sheet *sheets;
    size_t sheet_count;
};

struct sparse_counts {
    size_t images, members; /* number of rows that were taken, and of values in them */
    size_t repeated;        /* number of rows that say what an earlier one says */
    size_t skipped;         /* number of rows without a value for any known member */
    /* number of values that contradict attested versions of the specs; they are reported and left out */
    size_t contradictions;
};

/* Makes new texts of the specs that change, and of the file with the lists of builds, as struct program_text. If no
 * spec has the lists, the file is `list_path`. If the tables contradict each other, or if the specs lack a structure
 * for some fact, reports that and returns false; then there are no texts. Values that contradict the specs are reported
 * and left out. */
bool sparse_into(const struct sparse_request *request, struct buffer *texts, struct sparse_counts *counts);

/* Writes a new spec with partial structures, which have only the members of the tables. */
bool sparse_write(const struct sparse_request *request, const char *used, struct buffer *out,
                  struct sparse_counts *counts);

#endif
