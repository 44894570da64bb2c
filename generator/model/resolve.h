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

/* The position in a file: the lines above a declaration that apply to it. */
struct context {
    const struct ast_file *file;
    size_t file_index;
    const struct axis *axis;
    const struct arch *const *columns;
    size_t column_count;
    const struct ast_decl *source;
};

/* Memory for laying out records, used for one after another. It is from malloc and is freed with the resolver. */
struct scratch {
    uint64_t *versions; /* versions at which something of the record may change, ascending */
    size_t version_count, version_room;
    struct run_row {
        const struct row *row;
        uint32_t depth; /* number of anonymous aggregates around the row */
    } * rows;           /* rows of the record, each before the rows in it */
    size_t row_count, row_room;
    uint32_t *active; /* indices of the rows that exist in each run of versions, one run after another */
    size_t active_room;
    size_t *begins; /* the rows of run i are active[begins[i]] up to active[begins[i + 1]] */
    size_t begin_room;
    struct layout_member *members;
    size_t member_room;
    struct layout *layouts;
    size_t layout_room;
};

/* The versions that the `attest` lines of a list name for one arch. */
struct attested {
    const struct evidence *evidence;
    /* the same without the lines whose kind of files has no enumerations */
    const struct evidence *of_enums;
    struct version_set versions; /* all versions of the evidence */
    bool any;                    /* some `attest` line exists, for any arch */
    bool done;
};

struct resolver {
    struct model *model;
    struct arena *arena; /* the model's arena, or `body` while rows are made of a structure that no other one needs */
    struct arena *body;  /* arena of model_resolve_each, cleared after each visit; else NULL */
    const struct model_visitor *visitor; /* NULL without a visitor */
    size_t visited;                      /* number of structures that the visitor has had */
    /* the visitor gets each structure as soon as possible; structures that are not kept then lose their rows */
    bool visits_early;
    const struct program *program;
    const struct module *module; /* module of the file whose text is being resolved */
    /* axis of the file whose text is being resolved, with the builds that end others in its ranges */
    const struct axis *axis;
    struct version_set all; /* every version */
    struct version_set none;
    unsigned depth; /* depth of structures within structures, for the limit of nesting */
    struct scratch scratch;
    uint32_t layouts_made;
    uint64_t entries_most, entries; /* number of entries that the model may have, and has (resolve_spend) */
    struct attested *files;         /* by index of file and arch: versions that are attested for the file's records */
    /* last evidence made for structures for which no line attests anything; its versions end at unattested_end */
    struct evidence *unattested;
    uint64_t unattested_end;
    struct map *replaced; /* names of replaced declarations; NULL if there are none */
    struct arena *brief;  /* arena for the data that is needed only while the rows of one record are added */
    struct map *members;  /* name -> struct member of the record whose rows are being added */
};

/* A cell, the declaration that it belongs to, and the versions in which that exists. */
struct cell_reader {
    const struct ast_cell *cell;
    const struct ast_decl *decl; /* declaration that faults are about */
    struct record *record;       /* record that faults are about; NULL if there is none */
    unsigned column;             /* index of the column of the arch */
    size_t column_count;         /* number of columns that the cell must have; 0: it must have one for all arches */
    const struct arch *arch;
    struct version_set versions;
};

/* Adds a fault to the model. The record remembers the code, so that checks can skip it; `record` may be NULL. */
struct fault *resolve_fault(struct resolver *resolver, enum diag_code code, struct span span,
                            const struct ast_decl *decl, struct record *record, const char *format, ...)
    LIKE_PRINTF(6, 7);

/* Reports negative numbers in a cell, and numbers above `most`, so that sums of sizes and offsets fit 32 bits. `what`
 * names the numbers: "offset". `record` may be NULL. */
void resolve_check_numbers(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                           const struct cell *cell, uint64_t most, const char *what);

/* Reports that the model is larger than the limit that the message names. Then nothing more is added to the model, and
 * nothing is checked or generated. Reported once a run; no `allow` silences it. Returns NULL if it was reported
 * before. */
struct fault *resolve_cut(struct resolver *resolver, const struct ast_decl *decl, const char *format, ...)
    LIKE_PRINTF(3, 4);

/* Counts entries of the model: values of cells, ranges of versions, members of layouts. A small text can ask for very
 * many of them: a layout has a member for each row, and rows can change in as many versions as there are rows. If there
 * would be too many, reports that once, at `decl`, and returns false. The caller then does not make the entries. */
bool resolve_spend(struct resolver *resolver, uint64_t entries, const struct ast_decl *decl);

/* resolve_runs.c: fills the scratch with the versions at which a record changes on an arch and with the runs between
 * them, and makes room for its layouts. Returns false if there are too many. */
bool resolve_runs(struct resolver *resolver, struct record *record, const struct arch *arch);

/* Adds the versions at which a cell's value changes to the scratch's versions. */
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

/* Returns the arches of a `columns` line. An unknown arch is a fault and NULL in the list: its column still counts. */
const struct arch *const *resolve_columns(struct resolver *resolver, const struct ast_decl *decl, size_t *count);

/* Finds the column of an arch among `columns`, or the column of the nearest arch that it falls back on; `*home` becomes
 * the arch of that column. Returns false if there is none. Without columns, every arch is served by column 0 and is its
 * own home. */
bool resolve_column(const struct arch *arch, const struct arch *const *columns, size_t count, unsigned *column,
                    const struct arch **home);

struct version_set resolve_set(struct resolver *resolver, const struct ast_set *set, const struct ast_decl *decl,
                               struct record *record);

/* Returns the versions that a declaration's `in` names for a column; all versions without an `in`. */
struct version_set resolve_in(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                              unsigned column, size_t column_count);

/* Returns the column of a cell that serves the reader's arch. If there is none, adds a fault and returns NULL. */
const struct ast_column *resolve_pick_column(struct resolver *resolver, const struct cell_reader *reader);
struct cell resolve_cell(struct resolver *resolver, const struct cell_reader *reader);

/* Returns the cells, by index of arch, of a declaration that is no row: of a type, a constant or an event. */
struct cell *resolve_cells(struct resolver *resolver, const struct ast_cell *cell, const struct ast_decl *decl,
                           const struct context *context);

/* resolve_type.c: collects all names, then resolves sizes and values of all declarations except records. */
void resolve_names(struct resolver *resolver);

/* Resolves globals, headers and events, which name types and members of records. */
void resolve_readers(struct resolver *resolver);

struct type *resolve_new_record(struct resolver *resolver, const struct ast_decl *decl, const char *name,
                                const struct context *context);

/* resolve_enum.c */
void resolve_enumeration(struct resolver *resolver, struct type *type, const struct context *context);

/* resolve_row.c: resolves the rows and members of a record, and finds the arches whose columns serve it. */
void resolve_record(struct resolver *resolver, struct record *record);

/* resolve_display_word returns the word that an `as` clause names, or DISPLAY_VALUE if it names a type.
 * resolve_check_display adds a fault if the word does not fit the entry of its row. */
enum display_word resolve_display_word(const struct resolver *resolver, const struct ast_clause *as);
void resolve_check_display(struct resolver *resolver, struct record *record, const struct layout_member *entry);

/* Reports clauses of a floating-point row, or of its slot, that only integers may have. */
void resolve_check_float(struct resolver *resolver, const struct row *row);

/* resolve_layout.c: makes the layouts of a record on an arch that a column serves. Its rows are resolved. */
void resolve_layouts(struct resolver *resolver, struct record *record, const struct arch *arch);

/* resolve_attest.c: finds the attested versions of a record. */
/* Finds the evidence of each file that attests something, and of the files that use it. */
void resolve_evidence(struct resolver *resolver);
/* Adds the identities of kernels to the model. */
void resolve_identities(struct resolver *resolver);
void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch);
/* Returns the end of the versions that a document covers, by its `source` line; VERSION_END if none says so. */
uint64_t resolve_source_last(struct resolver *resolver, const struct ast_decl *source);

/* Adds the addresses of a global to the model, if the declaration is one. */
void resolve_if_global(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);

/* resolve_builds.c: lists of builds, and lines that attest members. */

/* What a line that attests a member says about one build. */
struct seen_member {
    uint64_t version;
    const struct member *member; /* the member; resolve_sighting.c sets it */
    uint32_t offset; /* offset of the member that the path leads to; LAYOUT_UNKNOWN: the build has no such member */
    uint8_t bit;     /* bit of the member; BIT_UNKNOWN: the bit of its row */
    bool is_absent;
    const char *source; /* who saw the member; NULL if the line does not say */
    const struct ast_decl *decl;
};

void resolve_builds(struct resolver *resolver);
/* True if a list of builds contains a build of an arch. */
bool resolve_is_listed(const struct model *model, const struct module *module, const struct arch *arch,
                       uint64_t version);
/* Returns the arch of a line that attests a member; NULL if its name is unknown. */
const struct arch *resolve_sighted_arch(const struct resolver *resolver, const struct record *record,
                                        const struct ast_decl *decl);
/* Reports lines of a record that attest members for an unknown arch or list. */
void resolve_check_sighted(struct resolver *resolver, struct record *record);
/* True if some line attests a member of a record on an arch. */
bool resolve_is_sighted(const struct resolver *resolver, const struct record *record, const struct arch *arch);
/* Lists what the lines say about the members of a record on an arch, which must be laid out. Appends struct
 * seen_member, sorted by version and member, without duplicates. Reports lines that contradict each other. */
void resolve_collect_sightings(struct resolver *resolver, struct record *record, const struct arch *arch,
                               struct buffer *seen);
/* Returns the row of a member that exists in a version; if none does, the last row. */
const struct row *resolve_row_at(const struct member *member, const struct arch *arch, uint64_t version);

/* resolve_sighting.c: sightings of members. */

/* Adds the sightings to a record on an arch. Its layouts and its evidence must be known. */
void resolve_sightings(struct resolver *resolver, struct record *record, const struct arch *arch);

/* resolve_layout.c: fills the entry of a row in a version, without offset and bit. */
void resolve_begin_entry(struct resolver *resolver, struct record *record, const struct arch *arch, uint64_t version,
                         const struct row *row, struct layout_member *entry);

/* resolve_event.c: all headers are resolved before the events that are bound to them, wherever they stand in the
 * text. */
void resolve_if_header(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);
void resolve_if_event(struct resolver *resolver, const struct ast_decl *decl, const struct context *context);

#endif
