#include "render/context.h"

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/path.h"
#include "render/context_parts.h"

/* The records of an output, made one at a time. */
struct record_series {
    struct series series;
    const struct render *render;
    const struct plan **plans;
    struct value (*make)(const struct render *render, const struct plan *plan);
};

static struct value make_record(const struct series *series, size_t index, struct arena *scratch, size_t *made)
{
    const struct record_series *records = (const void *)series;
    struct render render = *records->render;
    render.arena = scratch;
    render.made = made;
    return records->make(&render, records->plans[index]);
}

struct value context_records(const struct render *render, size_t file_index,
                             struct value (*make)(const struct render *render, const struct plan *plan))
{
    struct record_series *records = ARENA_NEW(render->arena, struct record_series);
    struct buffer plans = {0};
    for (size_t i = context_first(&render->records, file_index); i < render->records.count;
         i = context_next(&render->records, file_index, i))
        if (choice_has(render->choice, render->model->records[i]))
            buffer_add(&plans, &render->plans[i], sizeof render->plans[i]);
    size_t count = plans.size / sizeof *render->plans;
    *records = (struct record_series){.series = {count, make_record}, .render = render, .make = make};
    records->plans = arena_copy_array(render->arena, plans.data, count, sizeof *render->plans);
    buffer_free(&plans);
    return value_series(&records->series);
}

struct object *context_object(const struct render *render, enum shape_number shape)
{
    *render->made += render->shapes->shapes[shape]->count;
    return object_new(render->arena, render->shapes->shapes[shape]);
}

struct value context_lower(const struct render *render, const struct plan *plan)
{
    return value_text(ARENA_JOIN(render->arena, render->prefix, plan->name));
}

struct value context_upper(const struct render *render, const struct plan *plan)
{
    return value_text(ARENA_JOIN(render->arena, render->prefix_upper, plan->name));
}

struct value context_hex(const struct render *render, uint64_t number)
{
    static const char digits[] = "0123456789ABCDEF";
    char text[18];
    size_t at = sizeof text;
    do {
        text[--at] = digits[number & 15];
        number >>= 4;
    } while (number);
    text[--at] = 'x';
    text[--at] = '0';
    return value_string(arena_copy(render->arena, text + at, sizeof text - at), sizeof text - at);
}

bool context_has_records(const struct render *render, size_t file_index)
{
    for (size_t i = context_first(&render->records, file_index); i < render->records.count;
         i = context_next(&render->records, file_index, i))
        if (choice_has(render->choice, render->model->records[i]))
            return true;
    return false;
}

/* True if a file declares a chosen enum. */
static bool has_enums(const struct render *render, size_t file_index)
{
    for (size_t i = context_first(&render->types, file_index); i < render->types.count;
         i = context_next(&render->types, file_index, i)) {
        const struct type *type = render->model->types[i];
        if (type->enumeration && choice_has(render->choice, type))
            return true;
    }
    return false;
}

bool context_has_printer(const struct render *render, size_t file_index)
{
    return has_enums(render, file_index) || context_has_records(render, file_index);
}

bool context_is_in_file(const struct render *render, size_t file_index, struct span span)
{
    const struct program *program = render->model->program;
    return file_index == CONTEXT_EVERY_FILE ||
           source_find(program->sources, span.begin) == program->files[file_index].ast->source;
}

/* True if a file may have declarations for headers. No header includes the header of a file that declares only
 * types. */
static bool has_content(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    const struct program_file *file = &model->program->files[file_index];
    bool has = file->use_count || context_first(&render->records, file_index) < render->records.count;
    for (size_t i = 0; i < model->type_count && !has; i++)
        has = model->types[i]->enumeration && model->types[i]->file_index == file_index;
    for (size_t i = 0; i < model->constant_count && !has; i++)
        has = model->constants[i]->file_index == file_index;
    for (size_t i = 0; i < model->event_count && !has; i++)
        has = model->events[i]->file_index == file_index;
    for (size_t i = 0; i < model->global_count && !has; i++)
        has = model->globals[i]->file_index == file_index;
    for (size_t i = 0; i < model->arch_count && !has; i++)
        has = context_is_in_file(render, file_index, model->arches[i]->span);
    return has || (model->axis.release_count && context_is_in_file(render, file_index, model->axis.releases[0].span));
}

/* True if a file declares a chosen event, constant or global. */
static bool has_events(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    for (size_t i = 0; i < model->event_count; i++)
        if (context_takes(render, file_index, model->events[i]->file_index, model->events[i]))
            return true;
    for (size_t i = 0; i < model->constant_count; i++)
        if (context_takes(render, file_index, model->constants[i]->file_index, model->constants[i]))
            return true;
    for (size_t i = 0; i < model->global_count; i++)
        if (context_takes(render, file_index, model->globals[i]->file_index, model->globals[i]))
            return true;
    return false;
}

/* True if a file declares releases or an architecture. */
static bool has_axis(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    for (size_t i = 0; i < model->axis.release_count; i++)
        if (context_is_in_file(render, file_index, model->axis.releases[i].span))
            return true;
    for (size_t i = 0; i < model->arch_count; i++)
        if (context_is_in_file(render, file_index, model->arches[i]->span))
            return true;
    return false;
}

/* True if a file itself attests versions of a chosen structure. */
static bool has_evidence(const struct render *render, size_t file_index)
{
    const struct model *model = render->model;
    bool any = false;
    for (size_t a = 0; a < model->arch_count && !any; a++) {
        const struct evidence *evidence = model->evidence[file_index * model->arch_count + a];
        any = evidence && evidence->file_index == file_index && (evidence->seen_count || evidence->documented.count);
    }
    for (size_t i = 0; i < model->record_count && any; i++) {
        const struct record *record = model->records[i];
        for (size_t a = 0; a < record->arch_count && choice_has(render->choice, record); a++)
            if (record->on[a].exists && record->on[a].evidence && record->on[a].evidence->file_index == file_index)
                return true;
    }
    return false;
}

/* True if a file itself has declarations for its header. */
static bool file_declares(const struct render *render, size_t file_index)
{
    return context_has_printer(render, file_index) || has_events(render, file_index) ||
           has_axis(render, file_index) || has_evidence(render, file_index);
}

bool context_has_header(const struct render *render, size_t file_index)
{
    return !render->is_selected || file_declares(render, file_index);
}

/* True if a file has a header of a kind. A shipped spec always has its main header (kind ""), because it is
 * installed. */
static bool has_kind(const struct render *render, size_t file_index, const char *kind)
{
    if (*kind)
        return context_has_printer(render, file_index);
    return render->model->program->files[file_index].is_shipped || context_has_header(render, file_index);
}

struct value context_include(const struct render *render, size_t owner, size_t used, const char *kind)
{
    struct object *include = context_object(render, SHAPE_INCLUDE);
    const char *to = ARENA_JOIN(render->arena, render->bases[used], kind, ".h");
    bool is_installed = render->model->program->files[used].is_shipped; /* on the include path */
    include->values[INCLUDE_PATH] =
        value_text(is_installed ? to : path_between(render->arena, render->bases[owner], to));
    return value_object(include);
}

/* True if the header of `owner` need not include the header of `used`: `owner` has declarations, and `used` has only
 * structures or only uses other files. A program that names these structures in macros includes their header itself. */
static bool is_left_out(const struct render *render, size_t owner, size_t used)
{
    return file_declares(render, owner) && !has_enums(render, used) && !has_events(render, used) &&
           !has_axis(render, used) && !has_evidence(render, used);
}

/* Adds to `list` the headers of kind `kind` that file `owner` needs from the files that file `user` uses, each once. A
 * file without such a header, or whose header is left out, is replaced by the files that it uses. */
static void add_includes(const struct render *render, size_t owner, size_t user, const char *kind, size_t output,
                         struct list *list)
{
    const struct program_file *file = &render->model->program->files[user];
    for (size_t i = 0; i < file->use_count; i++) {
        size_t used = file->uses[i];
        if (render->includers[used] == output)
            continue;
        render->includers[used] = output;
        if (!has_content(render, used))
            continue;
        if (!has_kind(render, used, kind) || (!*kind && is_left_out(render, owner, used))) {
            add_includes(render, owner, used, kind, output, list);
            continue;
        }
        list_add(render->arena, list, context_include(render, owner, used, kind));
    }
}

static struct value file_includes(const struct render *render, size_t file_index, const char *kind)
{
    struct list *list = list_new(render->arena);
    add_includes(render, file_index, file_index, kind, ++*render->output_count, list);
    return value_list(list);
}

const char *context_guard(const struct render *render, size_t file_index, const char *kind)
{
    const char *path = ARENA_JOIN(render->arena, render->bases[file_index], kind);
    return ARENA_JOIN(render->arena, names_in_capitals(render->arena, path), "_H");
}

struct object *context_file(const struct render *render, size_t file_index, const char *kind)
{
    struct object *object = context_object(render, SHAPE_FILE);
    object->values[FILE_LOWER] = value_text(render->prefix);
    object->values[FILE_UPPER] = value_text(render->prefix_upper);
    object->values[FILE_TOOL] = value_text(STRATA_VERSION_TEXT);
    object->values[FILE_RUNTIME] = value_integer(STRATA_RUNTIME);
    if (file_index == CONTEXT_EVERY_FILE)
        return object;
    const char *base = render->bases[file_index];
    const char *guard = context_guard(render, file_index, kind);
    object->values[FILE_SPEC] = value_text(arena_format(render->arena, "%s.strata", base));
    object->values[FILE_GUARD] = value_text(arena_format(render->arena, "%s%s", render->prefix_upper, guard));
    object->values[FILE_HEADER] = value_text(arena_format(render->arena, "%s.h", path_name(&path_posix, base)));
    object->values[FILE_INCLUDES] = file_includes(render, file_index, kind);
    return object;
}

/* True if a layout's label is that of a version on an arch: "6_1_x64". */
static bool is_label(const char *label, const char *version, const char *arch)
{
    size_t length = strlen(version);
    return !strncmp(label, version, length) && label[length] == '_' && !strcmp(label + length + 1, arch);
}

struct value context_aliases(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < plan->alias_count; i++) {
        const struct plan_alias *alias = &plan->aliases[i];
        const struct plan_layout *layout = &plan->layouts[alias->layout];
        struct object *object = context_object(render, SHAPE_ALIAS);
        const char *arch = names_in_c(render->arena, alias->arch->name);
        object->values[ALIAS_VERSION] = value_text(alias->version);
        object->values[ALIAS_ARCH] = value_text(arch);
        object->values[ALIAS_LAYOUT] = value_integer(alias->layout);
        object->values[ALIAS_LABEL] = value_text(layout->label);
        object->values[ALIAS_BASIS] = value_text(basis_name(alias->basis));
        object->values[ALIAS_RENAMED] = value_boolean(!is_label(layout->label, alias->version, arch));
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

const char *context_name(const struct render *render, const void *declared, const char *name)
{
    const char *given = map_get(render->given, declared);
    return given ? given : names_in_c(render->arena, name);
}

const char *context_inner_suffix(const struct render *render, const struct plan_member *member, unsigned number)
{
    const struct type *type = member->records[number]->type;
    return member->record_count > 1 ? arena_format(render->arena, "_%s", context_name(render, type, type->name)) : "";
}

struct value context_inner_tag(const struct render *render, unsigned number, bool array)
{
    return context_hex(render, (array ? 0x30u : 0x20u) | number);
}
