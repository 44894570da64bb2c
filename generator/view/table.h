/*
 * A structure as the table that somebody would publish of it. rows.c makes rows of the layouts and writes their cells,
 * order.c orders them so that the offsets of every version ascend, remarks.c writes their remarks, and table.c puts
 * them together. All memory is the arena's.
 */
#ifndef VIEW_TABLE_H
#define VIEW_TABLE_H

#include "view/sheet.h"
#include "model/model.h"

/* The part of a row on one arch in the versions of one layout. */
struct table_run {
    const struct layout *layout;
    const struct layout_member *member;
    bool is_moved; /* of order.c: out of order where it stands */
};

struct table_runs {
    struct table_run *items; /* ascending */
    size_t count, room;
};

/* A row of the table: all or some of the versions of a row of the spec. */
struct table_row {
    const struct row *row;
    const char *definition; /* lines of C or words */
    struct table_runs *on;  /* by column */
    struct table_row *next; /* of rows.c: another definition of the same row */
};

struct table {
    struct arena *arena;
    const struct model *model;
    const struct record *record;
    bool as_documented; /* what the document states instead of what is right; nothing where it states nothing */
    bool has_sizes;     /* in a table of their own, whose headings name the arches that the record is for */
    const struct arch **columns;
    size_t column_count;
    struct table_row **rows;
    size_t row_count, row_room;
    bool names_last; /* the last release by its name alone, for all that the document saw of it */
    bool has_moves;  /* some member moves, and the structure does not always end with the same one */
};

/* The subject of a section of a page; one of both is NULL. */
struct table_subject {
    const struct record *record;
    const struct enumeration *enumeration;
};

/* Returns the tables of a page below their names: a structure's sizes, then its members; an enumeration's values. */
struct sheet_document table_make_document(struct arena *arena, const struct model *model,
                                          const struct table_subject *subjects, size_t count, bool as_documented);

/* values.c */
struct sheet_section table_list_values(struct arena *arena, const struct model *model,
                                        const struct enumeration *enumeration, bool as_documented);

/* rows.c: makes a row for each row of the spec and each of its definitions, in the order of the spec. */
void table_collect(struct table *table);

/* Puts a row before the `at`th. */
void table_insert(struct table *table, struct table_row *row, size_t at);
struct table_row *table_row_new(struct table *table, const struct row *row, const char *definition);
void table_add_run(struct table *table, struct table_row *row, size_t column, struct table_run run);

/* Returns the run of a row in a layout, or NULL. */
const struct table_run *table_find_run(const struct table_row *row, size_t column, const struct layout *layout);

/* Returns a range of versions of an arch as the table's words say it: words_widen, but not to versions in which another
 * arch of the table has no such structure yet. */
struct version_range table_widen(const struct table *table, const struct arch *arch, struct version_range range);

/* Returns the versions of a row, in one column and in any; releases are whole as far as there are machines for them. */
struct version_set table_versions_on(const struct table *table, const struct table_row *row, size_t column);
struct version_set table_versions(const struct table *table, const struct table_row *row);

/* order.c: splits rows where members move past one another. */
void table_order(struct table *table);

/* rows.c: what a cell of `count` rows that share it says; mostly that is one. */
enum table_cell_kind { TABLE_OFFSET, TABLE_MASK };
const char *table_cell(const struct table *table, struct table_row *const *rows, size_t count, size_t column,
                       enum table_cell_kind kind);

/* Finds the offset that the table states for an entry of a layout. Returns false if it states none. */
bool table_states_offset(const struct table *table, const struct layout *layout, const struct layout_member *member,
                         uint64_t *offset);

/* False when all that is known of the row's place was worked out: then the document has no such row. */
bool table_states_row(const struct table *table, const struct table_row *row);

/* True if the name of a row's versions says all. */
bool table_is_plain(const struct table *table, const struct table_row *row);

/* remarks.c */
void table_find_moves(struct table *table);
const char *table_remarks(const struct table *table, const struct table_row *row);

#endif
