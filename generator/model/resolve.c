#include "model/resolve.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"

static struct fault *add_fault(struct resolver *resolver, enum diag_code code, struct span span, const char *format,
                               va_list arguments)
{
    struct fault *fault = ARENA_NEW(resolver->arena, struct fault);
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    fault->code = code;
    fault->span = span;
    fault->message = arena_copy(resolver->arena, text.data, text.size);
    buffer_free(&text);
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
    if (record)
        record->faults |= (uint64_t)1 << code;
    return fault;
}

/* As many entries as real specs have, and ten times the room: those of kernels have one for each 6 bytes of text. */
static uint64_t entries_most(const struct program *program)
{
    enum { ENTRIES_LEAST = 500000, ENTRIES_A_BYTE = 1 };
    uint64_t size = 0;
    for (size_t i = 0; i < program->file_count; i++)
        size += program->files[i].ast->source->size;
    return ENTRIES_LEAST + ENTRIES_A_BYTE * size;
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
        fault->help = "rows that change in very many versions do that: each change is a layout with all of its members";
    resolver->entries = most;
    return false;
}

struct model *model_resolve(const struct program *program)
{
    struct model *model = ARENA_NEW(program->arena, struct model);
    struct resolver resolver = {.model = model, .arena = program->arena, .program = program};
    resolver.brief = arena_new();
    resolver.entries_most = entries_most(program);
    resolver.all = version_set_range(program->arena, 0, VERSION_END);
    model->program = program;
    model->arena = program->arena;
    model->faults_end = &model->faults;
    model->type_names = map_new(model->arena);
    model->constant_names = map_new(model->arena);
    resolve_axis(&resolver);
    resolve_arches(&resolver);
    resolve_names(&resolver);
    free(resolver.scratch.versions);
    free(resolver.scratch.rows);
    free(resolver.scratch.active);
    free(resolver.scratch.begins);
    free(resolver.scratch.members);
    free(resolver.scratch.layouts);
    arena_free(resolver.brief);
    return model;
}

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
    struct version_range range;
    if (!axis_find(&model->axis, name, &range)) {
        *error = arena_format(model->arena, "version '%s' is not on the axis", name);
        return false;
    }
    uint64_t build;
    unsigned parts;
    *version = range.to - 1; /* also where it has no end */
    if (!version_parse(name, &build, &parts) || parts < 3)
        return true;
    if (parts == 4)
        *version = build;
    if (parts == 4 || map_get(model->axis.attested_builds, name))
        return true;
    for (size_t i = 0; i < model->axis.attested_count; i++)
        if (model->axis.attested[i] >= build && model->axis.attested[i] < range.to)
            *version = model->axis.attested[i];
    return true;
}
