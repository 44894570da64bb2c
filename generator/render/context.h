/*
 * Values for the templates of a spec's header, asserts and printer. All decisions, names and escapes for C are made
 * here; the templates contain the text.
 */
#ifndef RENDER_CONTEXT_H
#define RENDER_CONTEXT_H

#include <stdbool.h>

#include "mustache/value.h"

struct arch;
struct choice;
struct compact;
struct diags;
struct map;
struct model;
struct plan;
struct plan_member;
struct print_shapes;
struct timeline;
struct context_releases;

/* A run of the renderer: the model, the choice, the names and the plans. */
struct render {
    struct arena *arena;
    const struct model *model;
    struct diags *diags;
    const struct choice *choice; /* the generated part of the model */
    struct map *given;         /* declaration -> its name in C if it differs from names_in_c; see context_name */
    struct map *enum_rows;     /* enumeration -> number of rows of its table; see context_enum_row_count */
    const char *prefix;        /* prefix of functions and types: "strata_" */
    const char *prefix_upper;  /* prefix of macros and constants: "STRATA_" */
    const char *const *bases;  /* by file: path of the header below the output directory, without ".h"; or NULL */
    struct plan **plans;       /* by record; NULL if the record is not generated */
    struct map *plan_of;       /* record -> its plan */
    const struct context_shapes *shapes;
    struct print_shapes *print_shapes;
    struct context_releases *releases; /* names of releases; see context_release.c */
    const struct timeline **timelines; /* by file: the points of its tree, or NULL; see context_find_timelines */
    struct context_chain {
        size_t *first; /* by file: first declaration, or SIZE_MAX */
        size_t *next;  /* by declaration: next declaration of the same file */
        size_t count;
    } records, types;
    size_t *includers;    /* by file: number of the last output that includes it */
    size_t *output_count; /* number of outputs so far */
    size_t *made;         /* number of values in all objects that were made */
    bool has_reader; /* records have the calls of strata_reader.h; true by default */
    unsigned calls;  /* set of enum trim_call: the calls that users make; TRIM_ALL except in bundles with --calls */
    bool has_offsets;              /* comments of members list their offsets */
    const struct compact *compact; /* data of a compact bundle (render/compact.h), or NULL */
    bool has_names;  /* each structure and member has calls of its own: strata_EPROCESS_get_Token */
    /* Arch of the only target that `structures` has; NULL: `structures` has all chosen targets. */
    const struct arch *at_arch;
    uint64_t at_version;
    bool is_selected; /* only chosen declarations are generated: a file without any has no header */
};

/* Prepares a run: shapes, plans of the chosen records, and a unique name for everything that is chosen
 * (context_names.c). `prefix` is an identifier such as "strata_". `bases` is NULL for a bundle, whose headers are not
 * files. */
struct render *render_new(const struct model *model, struct diags *diags, const struct choice *choice,
                          struct keys *keys, const char *prefix, const char *const *bases);

/* Stands for all files instead of the index of one file: they have one output. */
#define CONTEXT_EVERY_FILE SIZE_MAX

/* Tell which outputs a file has. Every file has a header, unless only chosen declarations are generated. A file without
 * records and releases has no asserts. A file without records and enums has no printer. A file without identities of
 * kernels has no header for them. */
bool context_has_header(const struct render *render, size_t file_index);
bool context_has_asserts(const struct render *render, size_t file_index);
bool context_has_records(const struct render *render, size_t file_index);
bool context_has_printer(const struct render *render, size_t file_index);
bool context_has_identities(const struct render *render, size_t file_index);

/* True if a structure of the file has floats: its header needs strata_float.h. */
bool context_has_floats(const struct render *render, size_t file_index);

/* True if some chosen structure has an array of two dimensions. */
bool context_has_columns(const struct render *render);

/* Forms of the identifiers of a record's member. `before` is the text between the names of record and member, `behind`
 * the text after the name of the member. */
enum context_form {
    FORM_READ, FORM_GET, FORM_SET, FORM_FOLLOW, FORM_DEREF, FORM_AT, FORM_SET_AT, FORM_FOLLOW_AT, FORM_COUNT,
    FORM_COLUMNS, FORM_WALK, FORM_VIEW, FORM_VIEW_AT, FORM_KIND_COUNT
};
extern const struct context_form_parts {
    const char *before, *behind; /* `behind` may be NULL */
} context_forms[FORM_KIND_COUNT];

/* Macros of a record. `member` is the position, from 1 on, of the argument that names the member to read. `release` is
 * the position of the argument that is a release; the next argument is its architecture. Both are 0 if there is no such
 * argument. */
extern const struct context_macro {
    const char *behind; /* text after the record's name; NULL ends the table */
    unsigned member, release;
    bool asks; /* the macro asks if the member exists */
} context_macros[];

/* Calls `visit` with each identifier that a record may have in its headers. `member` is the member that the identifier
 * belongs to, or NULL. */
void context_list_names(struct render *render, const struct plan *plan,
                        void (*visit)(void *user, const char *identifier, const struct plan_member *member),
                        void *user);

/* Return the values for the templates `header`, `assert`, `print` and `identity`. */
struct value context_header(const struct render *render, size_t file_index);
struct value context_assert(const struct render *render, size_t file_index);
struct value context_print(const struct render *render, size_t file_index);
struct value context_identity(const struct render *render, size_t file_index);

/* Returns the value for a user's template: the value for `header` with all files in one. It also has `structures`, and
 * the values for asserts and printers as `checks` and `printers`. templates/README.md describes all keys. */
struct value context_everything(const struct render *render);

#endif
