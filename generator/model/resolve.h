/*
 * Declarations that the files of resolution share. Only resolve*.c and model.c include this; others call
 * model_resolve.
 */
#ifndef MODEL_RESOLVE_H
#define MODEL_RESOLVE_H

#include "base/arena.h"
#include "base/printf.h"
#include "model/evidence.h"
#include "model/model.h"

struct buffer;

/* The lines of a file above a declaration that apply to it. */
struct context {
    const struct ast_file *file;
    size_t file_index;
    const struct axis *axis;
    const struct arch *const *columns;
    size_t column_count;
    const struct ast_decl *source;
};

/* Room that one record after another is laid out in; from malloc, freed with the resolver. */
struct scratch {
    uint64_t *versions; /* boundaries: where something may change */
    size_t version_count, version_room;
    struct run_row {
        const struct row *row;
        uint32_t depth; /* of anonymous aggregates around it */
    } *rows;            /* of the record, each before what is in it */
    size_t row_count, row_room;
    uint32_t *active; /* indices of the rows of one run of versions after another: */
    size_t active_room;
    size_t *begins; /* those of run i are begins[i] .. begins[i + 1] */
    size_t begin_room;
    struct layout_member *members;
    size_t member_room;
    struct layout *layouts;
    size_t layout_room;
};

/* The versions that the `attest` lines of a list name for one arch. */
struct attested {
    const struct evidence *evidence;
    struct version_set versions; /* all of the evidence */
    bool any; /* there is such a line, for whatever arch */
    bool done;
};

struct resolver {
    struct model *model;
    struct arena *arena; /* the model's; `body` for the rows of a structure that no other one needs */
    struct arena *body;  /* of model_resolve_each: cleared after each visit; else NULL */
    const struct model_visitor *visitor; /* or NULL */
    size_t visited;                      /* structures that it has had */
    bool visits_early; /* it has each as soon as possible, and structures that are not kept lose their rows */
    const struct program *program;
    const struct module *module; /* of the file whose text is being resolved */
    const struct axis *axis;     /* likewise: with the builds that end others in its ranges */
    struct version_set all; /* every version */
    struct version_set none;
    unsigned depth; /* of structures within structures */
    struct scratch scratch;
    uint32_t layouts_made;
    uint64_t entries_most, entries; /* that the model may have and has: see resolve_spend */
    struct attested *files; /* by index of file and arch: what is attested of its records */
    struct evidence *unattested; /* of structures for which no line attests anything, up to this version: */
    uint64_t unattested_end;
    struct map *replaced;   /* names of replaced declarations; NULL: there are none */
    struct arena *brief;    /* what is needed while the rows of one record are added: */
    struct map *members;    /* name -> struct member of that record */
};

/* A cell and how to read it: whose it is and when that exists. */
struct cell_reader {
    const struct ast_cell *cell;
    const struct ast_decl *decl; /* for faults */
    struct record *record;       /* likewise, or NULL */
    unsigned column;             /* of the arch */
    size_t column_count;         /* 0: the cell must have one column */
    const struct arch *arch;
    struct version_set in;
};

/* Keeps a fault; `record` (or NULL) remembers its code for the checks' prerequisites. */
struct fault *resolve_fault(struct resolver *resolver, enum diag_code code, struct span span,
                            const struct ast_decl *decl, struct record *record, const char *format, ...)
    LIKE_PRINTF(6, 7);

/* Reports the numbers of a cell above `most`, and negative ones: sums of numbers that lay something out must fit.
 * `what`: "offset"; `record` may be NULL. */
void resolve_check_numbers(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                           const struct cell *cell, uint64_t most, const char *what);

/* Reports that the model is larger than the limit that the message names. Nothing more is added to it, and nothing is
 * checked or made of it. This is said once a run, and no `allow` silences it. Returns NULL when it has been said. */
struct fault *resolve_cut(struct resolver *resolver, const struct ast_decl *decl, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* Counts entries of the model: values of cells, ranges of versions, members of layouts. A small text can say very many
 * of them: a layout has a member for each row, and rows can change in as many versions as there are rows. Returns false
 * when there are too many, which is reported once, at `decl`; then they are not to be made. */
bool resolve_spend(struct resolver *resolver, uint64_t entries, const struct ast_decl *decl);

/* resolve_runs.c: fills the scratch with the boundaries and runs of a record on an arch, and makes room for its
 * layouts. Returns false if that is too much. */
bool resolve_runs(struct resolver *resolver, struct record *record, const struct arch *arch);

/* Adds the boundaries of a cell's values to the scratch's versions. */
void resolve_add_boundaries(struct scratch *scratch, const struct cell *cell);

/* resolve_axis.c: releases, points, attested builds, arches. */
void resolve_axis(struct resolver *resolver);
/* Sets the file whose text is resolved next. */
void resolve_enter(struct resolver *resolver, size_t file_index);
/* True if a file has no structures. Its `attest` lines then count for the structures of the files of its module that
 * use it. */
bool resolve_attests_for(const struct resolver *resolver, const struct program_file *file,
                         const struct program_file *user);
void resolve_arches(struct resolver *resolver);

/* resolve_cell.c: columns, version sets and cells. */

/* Returns the arches of a `columns` line. One that is unknown is a fault, and NULL in its place: cells have its
 * column. */
const struct arch *const *resolve_columns(struct resolver *resolver, const struct ast_decl *decl, size_t *count);

/* Finds the column of an arch among `columns`, or of the nearest arch it falls back on; `home` is set to the arch of
 * that column. Returns false if there is none. Without columns every arch is at home in column 0. */
bool resolve_column(const struct arch *arch, const struct arch *const *columns, size_t count, unsigned *column,
                    const struct arch **home);

struct version_set resolve_set(struct resolver *resolver, const struct ast_set *set, const struct ast_decl *decl,
                               struct record *record);

/* Returns the versions that a declaration's `in` names for a column; all versions without an `in`. */
struct version_set resolve_in(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                              unsigned column, size_t column_count);

/* Returns the column of a cell that serves the reader's arch; NULL, and a fault, if there is none. */
const struct ast_column *resolve_pick_column(struct resolver *resolver, const struct cell_reader *reader);
struct cell resolve_cell(struct resolver *resolver, const struct cell_reader *reader);

/* Returns the cells, by index of arch, of a declaration that is no row: a type, a constant or an event. */
struct cell *resolve_cells(struct resolver *resolver, const struct ast_cell *cell, const struct ast_decl *decl,
                           const struct context *context);

/* resolve_type.c: collects all names, then resolves sizes and values of all that is no record. */
void resolve_names(struct resolver *resolver);

/* Resolves globals, headers and events, which name types and members of records. */
void resolve_readers(struct resolver *resolver);

struct type *resolve_new_record(struct resolver *resolver, const struct ast_decl *decl, const char *name,
                                const struct context *context);

/* resolve_enum.c */
void resolve_enumeration(struct resolver *resolver, struct type *type, const struct context *context);

/* resolve_row.c: resolves rows, members, and the arches at which a record is at home. */
void resolve_record(struct resolver *resolver, struct record *record);

/* The word that an `as` clause takes, or DISPLAY_VALUE where it names a type; and whether the entry of a row that has
 * one is what the word is for, else a fault. */
enum display_word resolve_display_word(const struct resolver *resolver, const struct ast_clause *as);
void resolve_check_display(struct resolver *resolver, struct record *record, const struct layout_member *entry);

/* Reports clauses of a float, or of its slot, that are for integers. */
void resolve_check_float(struct resolver *resolver, const struct row *row);

/* resolve_layout.c: makes the layouts of a record at home on an arch. Its rows are resolved. */
void resolve_layouts(struct resolver *resolver, struct record *record, const struct arch *arch);

/* resolve_attest.c: finds the attested versions of a record. */
/* Keeps the evidence of each file that attests something, and of those that use such files. */
void resolve_evidence(struct resolver *resolver);
/* Keeps the identities of kernels. */
void resolve_identities(struct resolver *resolver);
void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch);
/* Returns the end of the versions that a document covers, by its `source` line; VERSION_END if none says so. */
uint64_t resolve_source_last(struct resolver *resolver, const struct ast_decl *source);

/* Keeps the addresses of a global. */
void resolve_if_global(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);

/* resolve_builds.c: lists of builds, and lines that attest members. */

/* What such a line says of a build. */
struct seen_member {
    uint64_t version;
    const struct member *member; /* set by resolve_sighting.c */
    uint32_t offset;             /* of what the path names; LAYOUT_UNKNOWN: the build has no such member */
    uint8_t bit;                 /* BIT_UNKNOWN: as the row has it */
    bool is_absent;
    const char *by; /* who saw it, or NULL */
    const struct ast_decl *decl;
};

void resolve_builds(struct resolver *resolver);
/* True if a list has a build of an arch. */
bool resolve_is_listed(const struct model *model, const struct module *module, const struct arch *arch,
                       uint64_t version);
/* Returns the arch of a line, or NULL: its name is unknown. */
const struct arch *resolve_sighted_arch(const struct resolver *resolver, const struct record *record,
                                        const struct ast_decl *decl);
/* Reports lines of a record whose arch or list is unknown. */
void resolve_check_sighted(struct resolver *resolver, struct record *record);
/* True if some line attests a member of a record on an arch. */
bool resolve_is_sighted(const struct resolver *resolver, const struct record *record, const struct arch *arch);
/* Lists what the lines say of a record on an arch that is laid out: struct seen_member, by version and member, each
 * once. Lines that contradict each other are reported. */
void resolve_collect_sightings(struct resolver *resolver, struct record *record, const struct arch *arch,
                               struct buffer *seen);
/* Returns the row of a member that is there in a version, or its last one. */
const struct row *resolve_row_at(const struct member *member, const struct arch *arch, uint64_t version);

/* resolve_sighting.c: sightings of members. */

/* Adds the sightings to a record that is laid out on an arch and whose evidence is known. */
void resolve_sightings(struct resolver *resolver, struct record *record, const struct arch *arch);

/* resolve_layout.c: begins the entry of a row in a version, without its place. */
void resolve_begin_entry(struct resolver *resolver, struct record *record, const struct arch *arch, uint64_t version,
                         const struct row *row, struct layout_member *entry);

/* resolve_event.c: headers come before the events that are bound to them, wherever they stand. */
void resolve_if_header(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);
void resolve_if_event(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);

#endif
