/*
 * A structure as a table in the form in which people publish them. rows.c makes rows of the layouts and writes their
 * cells, order.c orders the rows so that the offsets of every version ascend, remarks.c writes the remarks, and table.c
 * combines them. All memory is the arena's.
 */
#ifndef VIEW_TABLE_H
#define VIEW_TABLE_H

#include "view/sheet.h"
#include "model/model.h"

/* The part of a row on one architecture in the versions of one layout. */
struct table_run {
    const struct layout *layout;
    const struct layout_member *member;
    bool is_moved; /* for order.c: its offset is out of order in this row */
};

struct table_runs {
    struct table_run *items; /* by version, ascending */
    size_t count, room;
};

/* A row of the table. A row of the spec becomes one or several, each with some of its versions. */
struct table_row {
    const struct row *row;
    const char *definition; /* lines of C, or words */
    struct table_runs *on;  /* the runs of each column */
    struct table_row *next; /* for rows.c: the next definition of the same row of the spec */
};

struct table {
    struct arena *arena;
    const struct model *model;
    const struct record *record;
    bool as_documented; /* the table has exactly what the document states, not the corrected values */
    bool has_sizes;     /* sizes have a table of their own; its headings name the architectures of the record */
    const struct arch **columns;
    size_t column_count;
    struct table_row **rows;
    size_t row_count, row_room;
    bool names_last; /* the name of the last release means all versions of it that the document saw */
    bool has_moves;  /* at least one member moves, and the last member is not always the same */
};

/* The subject of a section: a record or an enumeration; the other one is NULL. */
struct table_subject {
    const struct record *record;
    const struct enumeration *enumeration;
};

/* Returns the tables of a page, each section below the name of its subject: for a structure its sizes, then its
 * members; for an enumeration its values. */
struct sheet_document table_make_document(struct arena *arena, const struct model *model,
                                          const struct table_subject *subjects, size_t count, bool as_documented);

/* values.c */
struct sheet_section table_list_values(struct arena *arena, const struct model *model,
                                        const struct enumeration *enumeration, bool as_documented);

/* rows.c: makes a row for each row of the spec and each of its definitions, in the order of the spec. */
void table_collect(struct table *table);

/* Inserts a row before index `at`. */
void table_insert(struct table *table, struct table_row *row, size_t at);
struct table_row *table_row_new(struct table *table, const struct row *row, const char *definition);
void table_add_run(struct table *table, struct table_row *row, size_t column, struct table_run run);

/* Returns the run of a row in a layout, or NULL. */
const struct table_run *table_find_run(const struct table_row *row, size_t column, const struct layout *layout);

/* Returns the range of versions that the words of the table name, as words_widen does. The result has no versions in
 * which another architecture of the table does not have the structure yet. */
struct version_range table_widen(const struct table *table, const struct arch *arch, struct version_range range);

/* Returns the versions of a row, in one column and in all. A release counts as whole if the row has all versions that
 * the architecture has. */
struct version_set table_versions_on(const struct table *table, const struct table_row *row, size_t column);
struct version_set table_versions(const struct table *table, const struct table_row *row);

/* order.c: splits rows whose members change their order between versions. */
void table_order(struct table *table);

/* rows.c: returns the text of a cell that `count` rows share; usually `count` is 1. */
enum table_cell_kind { TABLE_OFFSET, TABLE_MASK };
const char *table_cell(const struct table *table, struct table_row *const *rows, size_t count, size_t column,
                       enum table_cell_kind kind);

/* Finds the offset that the table states for a layout entry. Returns false if it states none. */
bool table_states_offset(const struct table *table, const struct layout *layout, const struct layout_member *member,
                         uint64_t *offset);

/* True if the document has the row: at least one fact about its offset was not inferred. */
bool table_states_row(const struct table *table, const struct table_row *row);

/* True if the name of the row's versions needs no further words. */
bool table_is_plain(const struct table *table, const struct table_row *row);

/* remarks.c: finds members that move, and writes the remarks of a row */
void table_find_moves(struct table *table);
const char *table_remarks(const struct table *table, const struct table_row *row);

#endif
