#include "model/resolve.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"

/* Returns the limit of entries: ten times as many as real specs need. Those of kernels have one for 6 bytes of text. */
static uint64_t entries_most(const struct program *program)
{
    enum { ENTRIES_LEAST = 500000, ENTRIES_A_BYTE = 1 };
    uint64_t size = 0;
    for (size_t i = 0; i < program->file_count; i++)
        size += program->files[i].ast->source->size;
    return ENTRIES_LEAST + ENTRIES_A_BYTE * size;
}

struct model *model_resolve(const struct program *program)
{
    return model_resolve_within(program, program->arena);
}

struct model *model_resolve_within(const struct program *program, struct arena *arena)
{
    struct model *model = ARENA_NEW(program->arena, struct model);
    struct resolver resolver = {.model = model, .arena = program->arena, .program = program};
    resolver.brief = arena_new();
    resolver.entries_most = entries_most(program);
    resolver.all = version_set_range(program->arena, 0, VERSION_END);
    model->program = program;
    model->arena = arena;
    model->faults_end = &model->faults;
    model->type_names = map_new(model->arena);
    model->constant_names = map_new(model->arena);
    resolve_axis(&resolver);
    resolve_arches(&resolver);
    resolve_builds(&resolver);
    resolve_identities(&resolver);
    resolver.arena = arena;
    resolve_names(&resolver);
    resolve_evidence(&resolver);
    free(resolver.scratch.versions);
    free(resolver.scratch.rows);
    free(resolver.scratch.active);
    free(resolver.scratch.begins);
    free(resolver.scratch.members);
    free(resolver.scratch.layouts);
    arena_free(resolver.brief);
    return model;
}

/* ---- Faults */

static struct fault *add_fault(struct resolver *resolver, enum diag_code code, struct span span, const char *format,
                               va_list arguments)
{
    struct fault *fault = ARENA_NEW(resolver->arena, struct fault);
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    fault->code = code;
    fault->span = span;
    fault->message = buffer_take(&text, resolver->arena);
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
