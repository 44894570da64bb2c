#include "model/model.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/resolve.h"

/* ---- Modules */

const struct module *model_find_module(const struct model *model, const struct ast_file *file)
{
    for (size_t i = 0; i < model->module_count && file->module; i++)
        if (model->modules[i].name == file->module->name)
            return &model->modules[i];
    return model->modules;
}

const struct type *model_find_type(const struct model *model, const struct module *module, const char *name)
{
    const struct type *type = map_get(module->types, name);
    return type && !type->original ? type : map_get(model->type_names, name);
}

const struct module *model_module_of(const struct model *model, const struct type *type)
{
    if (type->module != model->modules)
        return type->module;
    const struct record *record = type->record;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct evidence *of_file = model->evidence[type->file_index * model->arch_count + i];
        const struct evidence *evidence = record              ? record->on[i].evidence
                                          : type->enumeration ? type->enumeration->evidence[i]
                                                              : of_file;
        bool is_seen = evidence && (evidence->seen_count || evidence->documented.count || evidence->leaves_out);
        if (is_seen && (evidence->file_index != EVIDENCE_OWN || evidence->seen_count))
            return type->module;
    }
    return record && record->attest_row ? type->module : NULL;
}

const char *model_full_name(const struct model *model, const struct type *type)
{
    return arena_format(model->arena, "%s!%s", type->module->name, type->local);
}

/* True if a type is of a module, or of all modules. */
static bool is_of(const struct model *model, const struct type *type, const struct module *module)
{
    const struct module *own = model_module_of(model, type);
    return !own || own == module;
}

void model_keep_module(struct model *model, const struct module *module)
{
    size_t types = 0, records = 0;
    for (size_t i = 0; i < model->type_count; i++)
        if (is_of(model, model->types[i], module))
            model->types[types++] = model->types[i];
    for (size_t i = 0; i < model->record_count; i++)
        if (is_of(model, model->records[i]->type, module))
            model->records[records++] = model->records[i];
    size_t globals = 0;
    for (size_t i = 0; i < model->global_count; i++)
        if (model->globals[i]->module == module)
            model->globals[globals++] = model->globals[i];
    model->type_count = types;
    model->record_count = records;
    model->global_count = globals;
}

/* ---- Names */

const struct arch *model_find_arch(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->arch_count; i++)
        if (!strcmp(model->arches[i]->name, name))
            return model->arches[i];
    return NULL;
}

const struct record *model_find_record(const struct model *model, const char *name)
{
    for (size_t i = 0; i < model->record_count; i++)
        if (!strcmp(model->records[i]->type->name, name))
            return model->records[i];
    return NULL;
}

const struct identity *model_find_identity(const struct model *model, const struct identity_numbers *numbers)
{
    for (size_t i = 0; i < model->identity_count; i++)
        if (identity_share_name(&model->identities[i]->numbers, numbers))
            return model->identities[i];
    return NULL;
}

bool model_parse_target(const struct model *model, const char *text, uint64_t *version, const struct arch **arch,
                        const char **error)
{
    const char *slash = strchr(text, '/');
    if (!slash || slash == text || !slash[1]) {
        *error = arena_format(model->arena, "'%s' is not VERSION/ARCH, as in 6.1/x64", text);
        return false;
    }
    *arch = model_find_arch(model, slash + 1);
    if (!*arch) {
        *error = arena_format(model->arena, "no arch is called '%s'", slash + 1);
        return false;
    }
    const char *name = intern_name(model->program->intern, text, (size_t)(slash - text));
    if (!axis_find_version(&model->axis, name, version)) {
        *error = arena_format(model->arena, "version '%s' is not on the axis", name);
        return false;
    }
    return true;
}

/* ---- Faults */

static struct fault *add_fault(struct resolver *resolver, enum diag_code code, struct span span, const char *format,
                               va_list arguments)
{
    struct fault *fault = ARENA_NEW(resolver->model->arena, struct fault);
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    fault->code = code;
    fault->span = span;
    fault->message = buffer_take(&text, resolver->model->arena);
    *resolver->model->faults_end = fault;
    resolver->model->faults_end = &fault->next;
    return fault;
}

struct fault *resolve_fault(struct resolver *resolver, enum diag_code code, struct span span,
                            const struct ast_decl *decl, struct record *record, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct fault *fault = add_fault(resolver, code, span, format, arguments);
    va_end(arguments);
    fault->decl = decl;
    fault->record = record;
    if (record)
        record->faults |= (uint64_t)1 << code;
    return fault;
}

struct fault *resolve_cut(struct resolver *resolver, const struct ast_decl *decl, const char *format, ...)
{
    if (resolver->model->is_cut)
        return NULL;
    resolver->model->is_cut = true;
    va_list arguments;
    va_start(arguments, format);
    struct fault *fault = add_fault(resolver, DIAG_LIMIT, decl->name ? decl->name_span : decl->span, format, arguments);
    va_end(arguments);
    return fault;
}

bool resolve_spend(struct resolver *resolver, uint64_t entries, const struct ast_decl *decl)
{
    uint64_t most = resolver->entries_most;
    if (entries <= most - resolver->entries) {
        resolver->entries += entries;
        return true;
    }
    struct fault *fault =
        resolve_cut(resolver, decl,
                    "up to here the specs have more than %llu values, ranges of versions and members of layouts",
                    (unsigned long long)most);
    if (fault)
        fault->help = "rows that change in many versions cause this: each change makes a layout with all members";
    resolver->entries = most;
    return false;
}

void resolve_check_numbers(struct resolver *resolver, const struct ast_decl *decl, struct record *record,
                           const struct cell *cell, uint64_t most, const char *what)
{
    for (size_t i = 0; i < cell->count; i++) {
        const struct cell_value *value = &cell->values[i];
        if (value->kind == AST_VALUE_NEGATIVE || (value->kind == AST_VALUE_NUMBER && value->number > most))
            resolve_fault(resolver, DIAG_NUMBER, ast_value_span(value->alternative), decl, record,
                          "this is not a valid %s: it must be between 0 and 0x%llX", what, (unsigned long long)most);
    }
}
