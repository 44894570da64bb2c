/*
 * The resolved model of a program: everything that checks, renderers and commands work on.
 */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H

#include "base/diag.h"
#include "front/load.h"
#include "model/axis.h"
#include "model/identity.h"
#include "model/layout.h"
#include "model/type.h"

/* An error that resolution found. check/ reports it. */
struct fault {
    enum diag_code code;
    struct span span;
    const char *message;
    struct span other; /* a second position; {0,0} if there is none */
    const char *other_message;
    const char *help;            /* advice on how to fix the error; NULL if there is none */
    const struct ast_decl *decl; /* the declaration whose `allow` may silence the fault; NULL: nothing may */
    const struct record *record; /* the record that the declaration belongs to; NULL if it belongs to none */
    struct fault *next;
};

/* A line of an event header. The path leads from the header through named aggregates to a member. */
struct header_part {
    const char *const *path; /* names of the members on the path */
    size_t path_count;
    uint64_t number; /* for `marker`: its mask; for `data` and `extra`: a number of bytes */
    uint64_t mask;   /* for `extra`: mask of the bits with the number of items */
    struct span span;
};

/* An event header: the lines that say how to read its bytes. */
struct event_header {
    struct span span;
    const struct record *record;
    const struct header_part *marker, *size, *hook, *data; /* NULL: the spec lacks the line */
    const struct header_part *extras;
    size_t extra_count;
    size_t file_index;
};

/* One of the headers that may precede an event. */
struct event_binding {
    const struct event_header *header; /* NULL if no spec says how to read the structure */
    const struct record *record;
    const char *name; /* name of the header's structure, as written */
    struct span span;
    const struct cell *marker; /* cells of the marker, by index of arch */
};

struct event {
    const char *name;
    const char *doc; /* text of its `///` comment; NULL if there is none */
    struct span name_span;
    const struct cell *hook; /* cells of the hook id, by index of arch */
    struct version_set versions;
    struct event_binding *bindings;
    size_t binding_count;
    const struct record *data;      /* structure of the event's data; NULL if it has none */
    const struct enumerator *group; /* flag of the group mask; NULL if it names none */
    size_t file_index;
};

/* A declaration of a file with `default;` that another file replaces, or that contains a type which another file
 * replaces. */
struct replaced {
    const struct replaced *next;
    const struct ast_decl *decl;
};

struct build_list;

struct model {
    const struct program *program;
    struct arena *arena;
    struct axis axis;
    const struct axis **axes; /* by index of file: the axis as the text of the file means it */
    struct module *modules;   /* the first one is the module of files that have no `module` line */
    size_t module_count;
    struct arch **arches; /* in the order of declaration */
    size_t arch_count;
    struct type **types; /* in the order of declaration, used files first */
    size_t type_count;
    /* a record comes after the records that it holds by value; also has records declared inside others */
    struct record **records;
    size_t record_count;
    struct constant **constants;
    size_t constant_count;
    struct global **globals; /* in the order of declaration, used files first */
    size_t global_count;
    struct event_header **headers;
    size_t header_count;
    struct event **events;
    size_t event_count;
    /* type name -> struct type. Names are interned; outside of the first module they begin with that of the module */
    struct map *type_names;
    struct map *constant_names;
    /* by index of file and arch: evidence of the file's `attest` lines, or of those it uses; NULL if there is none */
    const struct evidence **evidence;
    const struct identity **identities; /* in the order of identity_compare */
    size_t identity_count;
    struct build_list *build_lists;
    size_t build_list_count;
    struct fault *faults, **faults_end;
    const struct replaced *replaced;
    bool is_cut; /* the model is incomplete, because it would exceed the limit of its size; a fault says so */
};

/* Resolves a program. Errors become faults of the model. The model can be checked even if it has faults. */
struct model *model_resolve(const struct program *program);

/* Resolves a program as model_resolve does, but allocates the model in `arena`, which may be cleared before the program
 * ends. The axis and the architectures live as long as the program, because importers keep them. */
struct model *model_resolve_within(const struct program *program, struct arena *arena);

/* A function that model_resolve_each calls for each structure of a model. */
struct model_visitor {
    void (*visit)(void *user, const struct model *model, const struct record *record);
    void *user;
    const char *step; /* name of the step in progress messages (base/progress.h), such as "checking" */
};

/* Resolves a program as model_resolve does, for a reader that looks at the rows of each structure once. `visit` gets
 * the structures in the order of model->records, each as soon as it is resolved. Then the structure loses its rows,
 * members and layouts, which saves half of the memory; its versions stay. Structures that others hold by value keep
 * everything. If a spec has a source, headers, events or shared types, the visits begin when the whole model is
 * resolved, and all structures keep everything. */
struct model *model_resolve_each(const struct program *program, const struct model_visitor *visitor);

/* Removes the structures, enumerations and globals of all other modules from the lists of a model. */
void model_keep_module(struct model *model, const struct module *module);

/* Returns the identity with the same GUID and age, or the same build ID; NULL if there is none. */
const struct identity *model_find_identity(const struct model *model, const struct identity_numbers *numbers);

/* Returns the module that a file belongs to. */
const struct module *model_find_module(const struct model *model, const struct ast_file *file);

/* Returns the type that an interned name means in files of a module: a type of that module, else of the first one; NULL
 * if neither has it. */
const struct type *model_find_type(const struct model *model, const struct module *module, const char *name);

/* Returns the module that attests a type. Returns NULL if no line attests anything of the type: then it belongs to all
 * modules. */
const struct module *model_module_of(const struct model *model, const struct type *type);

/* Returns the name of a type with the name of its module: "ntoskrnl!EPROCESS". */
const char *model_full_name(const struct model *model, const struct type *type);

const struct arch *model_find_arch(const struct model *model, const char *name);
const struct record *model_find_record(const struct model *model, const char *name);

/* Parses a target such as "6.1/x64", a version (axis_find_version) and an arch. If either is unknown, sets *error to
 * the reason and returns false. */
bool model_parse_target(const struct model *model, const char *text, uint64_t *version, const struct arch **arch,
                        const char **error);

#endif
