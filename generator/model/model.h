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

/* Something that resolution could not give a meaning to. The checks report it. */
struct fault {
    enum diag_code code;
    struct span span;
    const char *message;
    struct span other; /* a second place, or nowhere */
    const char *other_message;
    const char *help;            /* or NULL */
    const struct ast_decl *decl; /* whose `allow` may silence it; or NULL */
    const struct record *record; /* that the declaration is of or in; or NULL */
    struct fault *next;
};

/* A line of an event header. The path names a member through named aggregates, from the header down. */
struct header_part {
    const char *const *path; /* the names */
    size_t path_count;
    uint64_t number; /* of `marker`: its mask; of `data` and `extra`: bytes */
    uint64_t mask;   /* of `extra`: the bits that count */
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

/* One of the headers that an event may come under. */
struct event_binding {
    const struct event_header *header; /* NULL when nothing says how to read that structure */
    const struct record *record;
    const char *name; /* of the record, as written */
    struct span span;
    const struct cell *marker; /* per arch */
};

struct event {
    const char *name;
    const char *doc; /* or NULL */
    struct span name_span;
    const struct cell *hook; /* per arch */
    struct version_set in;
    struct event_binding *bindings;
    size_t binding_count;
    const struct record *data; /* or NULL */
    const struct enumerator *group; /* or NULL */
    size_t file_index;
};

/* A declaration in a file with `default;` that another one replaces, or that holds a type which one replaces. */
struct replaced {
    const struct replaced *next;
    const struct ast_decl *decl;
};

struct build_list;

struct model {
    const struct program *program;
    struct arena *arena;
    struct axis axis;
    const struct axis **axes; /* by index of file: the axis as the text of that file means it */
    struct module *modules; /* the first one is that of files without `module` */
    size_t module_count;
    struct arch **arches; /* in the order of declaration */
    size_t arch_count;
    struct type **types; /* in the order of declaration, used files first */
    size_t type_count;
    struct record *
        *records; /* those that others hold by value come first; also those inside others */
    size_t record_count;
    struct constant **constants;
    size_t constant_count;
    struct global **globals; /* in the order of declaration, used files first */
    size_t global_count;
    struct event_header **headers;
    size_t header_count;
    struct event **events;
    size_t event_count;
    struct map *type_names; /* interned name, with the module if that is not the first -> struct type */
    struct map *constant_names;
    const struct evidence **evidence; /* by index of file and arch: of its `attest` lines, or those it uses; or NULL */
    const struct identity **identities; /* ascending, see identity_compare */
    size_t identity_count;
    struct build_list *build_lists;
    size_t build_list_count;
    struct fault *faults, **faults_end;
    const struct replaced *replaced;
    bool is_cut; /* it is not whole: that would be more than the limit, which is a fault */
};

/* Gives a program its meaning. What has none is kept as a fault; the model is always whole enough to check. */
struct model *model_resolve(const struct program *program);

/* The same, with the memory of the model in an arena, which may be cleared before the program ends. The axis and the
 * architectures last as long as the program: importers keep them. */
struct model *model_resolve_within(const struct program *program, struct arena *arena);

/* Gets the structures of a model, each when its meaning is known. */
struct model_visitor {
    void (*visit)(void *user, const struct model *model, const struct record *record);
    void *user;
    const char *step; /* for people who wait (base/progress.h): "checking" */
};

/* The same as model_resolve, for a reader that looks at the rows of each structure once. `visit` gets the structures in
 * the order of model->records, each when it is resolved. Then the structure loses its rows, members and layouts, which
 * saves half of the memory; its versions stay. Structures that others hold by value keep all. If a spec has a source,
 * headers, events or shared types, the visits begin when the model is whole, and all structures keep all. */
struct model *model_resolve_each(const struct program *program, const struct model_visitor *visitor);

/* Drops the structures, enumerations and globals of other modules from the lists of a model. */
void model_keep_module(struct model *model, const struct module *module);

/* Returns the identity of a GUID and age, or of a build ID; or NULL. */
const struct identity *model_find_identity(const struct model *model, const struct identity_numbers *numbers);

/* Returns the module that a file belongs to. */
const struct module *model_find_module(const struct model *model, const struct ast_file *file);

/* Returns the type that a name (interned) means in files of a module: one of the module, or else of the first one; or
 * NULL. */
const struct type *model_find_type(const struct model *model, const struct module *module, const char *name);

/* Returns the module whose evidence is that of a type; NULL if no line attests anything of it: then it belongs to all
 * modules. */
const struct module *model_module_of(const struct model *model, const struct type *type);

/* Returns the name of a type with that of its module: "ntoskrnl!EPROCESS". */
const char *model_full_name(const struct model *model, const struct type *type);

const struct arch *model_find_arch(const struct model *model, const char *name);
const struct record *model_find_record(const struct model *model, const char *name);

/* Parses "6.1/x64", a version and an arch. Returns false, and why in *error, if either is unknown. See
 * axis_find_version. */
bool model_parse_target(const struct model *model, const char *text, uint64_t *version, const struct arch **arch,
                        const char **error);

#endif
