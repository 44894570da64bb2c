/*
 * Tables that know some members of many builds: a row for each image of a program, a column for each member. They
 * become lists of builds, identities, and `attest` lines of members in the specs of the structures.
 *
 * Readers do not know what a column means. A mapping names the member of each: built in for System Informer's kphdyn,
 * a file for others, else the heading itself (`EPROCESS.Token`).
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

/* A column of members. */
struct sparse_field {
    const char *name;   /* as the table has it */
    struct span span;   /* where it is first named */
    const char *record; /* NULL: the column is left out, or of a global */
    const char *global; /* the name of a global, whose address the column has; or NULL */
    const char *path;   /* of the member: "u1.State" */
    bool is_bit;        /* its numbers count bits from the beginning of the structure */
};

enum sparse_kind { SPARSE_NOTHING, SPARSE_NUMBER, SPARSE_ABSENT };

struct sparse_value {
    enum sparse_kind kind;
    uint32_t number;
};

/* An image. */
struct sparse_row {
    struct span span;
    const char *module; /* or NULL */
    const char *arch;   /* as specs call it, or NULL */
    const char *version; /* as the table has it */
    struct identity_numbers numbers;
    const struct sparse_value *values; /* one for each field */
};

/* A table. */
struct sparse_sheet {
    struct sparse_field *fields;
    size_t field_count;
    struct sparse_row *rows;
    size_t row_count;
    const char *by; /* who made the table, if its form tells; or NULL */
};

/* How to read tables that do not say it. */
struct sparse_options {
    const char *arch;    /* of rows without one, or NULL */
    const char *module;  /* the only one whose rows count, or NULL */
    const char *unknown; /* the text of cells that say nothing, besides empty ones; or NULL */
    bool is_hexadecimal; /* numbers without 0x, too */
};

/* Reads kphdyn.xml. Returns false, after a report, if it is none. Needs libxml2. */
bool sparse_read_kphdyn(struct arena *arena, const struct source *source, struct diags *diags,
                        struct sparse_sheet *sheet);

/* True if a text begins as kphdyn.xml does. */
bool sparse_is_kphdyn(const struct source *source);

/* Reads the tables of a page: HTML, Markdown, TSV or CSV. Returns false, after a report, if there is none. */
bool sparse_read_page(struct arena *arena, const struct source *source, struct diags *diags,
                      const struct sparse_options *options, struct sparse_sheet *sheet);

/* Names the members of the columns of kphdyn.xml. */
void sparse_map_kphdyn(struct sparse_sheet *sheet);

/* Names the members of columns: by the lines of a mapping (NULL: there is none), else by the heading itself. Reports
 * lines that make no sense, and columns of which nobody knows the member. */
void sparse_map(struct arena *arena, const struct source *mapping, struct diags *diags, struct sparse_sheet *sheet);

/* The specs that take tables in, and the options. */
struct sparse_request {
    struct program *program;  /* which has read the specs */
    const struct model *model;
    const char *name;         /* of the lists */
    const char *origin;       /* names of the files, for a comment */
    const char *into;         /* the specs that they are added to, or NULL */
    const struct sparse_options *options;
    const struct sparse_sheet *sheets;
    size_t sheet_count;
};

struct sparse_counts {
    size_t images, members; /* rows that were taken, and their values */
    size_t skipped;         /* rows of which no column has a member */
    size_t contradictions;  /* values that attested versions of the specs contradict; they are reported and left out */
};

/* Makes texts of the specs that change, and of the file with the lists: struct program_text. `list_path` is that file
 * if no spec has the lists. Returns false, after reports, if the tables contradict each other or the specs have no
 * place for what they say; then there are no texts. Contradictions with the specs are reported, too, and left out. */
bool sparse_into(const struct sparse_request *request, struct buffer *texts, struct sparse_counts *counts);

/* Writes a spec of its own, with partial structures that have the members of the tables. */
bool sparse_write(const struct sparse_request *request, const char *used, struct buffer *out,
                  struct sparse_counts *counts);

#endif
