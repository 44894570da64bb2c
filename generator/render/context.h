/*
 * What the templates are filled with: for each spec, the objects that its header, its asserts and its printer are made
 * of. All naming and escaping for C is done here, and all decisions; the templates hold the text.
 */
#ifndef RENDER_CONTEXT_H
#define RENDER_CONTEXT_H

#include <stdbool.h>

#include "mustache/value.h"

struct choice;
struct diags;
struct map;
struct model;
struct plan;
struct plan_member;
struct print_shapes;

struct render {
    struct arena *arena;
    const struct model *model;
    struct diags *diags;
    const struct choice *choice; /* what is generated */
    struct map *given;         /* declaration -> its name, where that is not what names_in_c says: see context_name */
    struct map *enum_rows;     /* enumeration -> the rows of its table: see context_enum_row_count */
    const char *prefix;        /* of functions and types: "strata_" */
    const char *prefix_upper;  /* of macros and constants: "STRATA_" */
    const char *const *bases;  /* by index of file: the header's path below the output directory, less ".h"; or NULL */
    struct plan **plans;       /* by index of record; NULL of those that are not generated */
    const struct context_shapes *shapes;
    struct print_shapes *print_shapes;
    struct context_chain {
        size_t *first; /* by index of file: of what it declares the first, or SIZE_MAX */
        size_t *next;  /* by index of what is declared */
        size_t count;
    } records, types;
    size_t *includers;    /* by index of file: the last output that includes it, */
    size_t *output_count; /* which are counted */
    struct arena *scratch; /* for what is made of one record, until it is rendered */
    bool has_reader; /* whether records have the calls of strata_reader.h: true, unless it is changed */
};

/* Prepares a run: shapes, the plan of every chosen record, and the names of all that is chosen, so that no identifier
 * is given twice: see context_names.c. `prefix` is an identifier, such as "strata_"; `bases` may be NULL where headers
 * are no files. */
struct render *render_new(const struct model *model, struct diags *diags, const struct choice *choice,
                          struct keys *keys, const char *prefix, const char *const *bases);

/* Stands for an index of a file: all of them, in one output. */
#define CONTEXT_EVERY_FILE SIZE_MAX

/* What a file has to give: without records it has no asserts, and without records and enums no printer. */
bool context_has_records(const struct render *render, size_t file_index);
bool context_has_printer(const struct render *render, size_t file_index);

/* What the identifiers of a record's members are made of: what stands between the names of record and member, and what
 * behind that of the member. */
enum context_form {
    FORM_READ, FORM_GET, FORM_SET, FORM_FOLLOW, FORM_DEREF, FORM_AT, FORM_SET_AT, FORM_FOLLOW_AT, FORM_COUNT,
    FORM_COLUMNS, FORM_WALK, FORM_VIEW, FORM_VIEW_AT, FORM_KIND_COUNT
};
extern const struct context_form_parts {
    const char *before, *behind; /* `behind` may be NULL */
} context_forms[FORM_KIND_COUNT];

/* Macros of a record: which of their arguments, counted from 1, is the name of a member that they read, and which that
 * of a release, with its architecture behind it; 0: none is. */
extern const struct context_macro {
    const char *behind; /* the name of the record; NULL ends the table */
    unsigned member, release;
    bool asks; /* whether there is such a member */
} context_macros[];

/* Calls `visit` with each identifier that a record may have in its headers: with that of a member, and with NULL. */
void context_list_names(struct render *render, const struct plan *plan,
                        void (*visit)(void *user, const char *identifier, const struct plan_member *member),
                        void *user);

/* The value that the templates `header`, `assert` and `print` are rendered with. */
struct value context_header(const struct render *render, size_t file_index);
struct value context_assert(const struct render *render, size_t file_index);
struct value context_print(const struct render *render, size_t file_index);

#endif
