#include "model/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/progress.h"

/* ---- Structures one by one */

/* Marks the structures that other structures hold by value, because those need their layouts. If the specs require it,
 * lets all visits wait until the whole model is resolved. */
static void choose_kept(struct resolver *resolver)
{
    const struct model *model = resolver->model;
    const struct program *program = resolver->program;
    for (size_t i = 0; i < program->file_count; i++) {
        const size_t *counts = program->files[i].ast->counts;
        if (counts[AST_SOURCE] || counts[AST_HEADER] || counts[AST_EVENT] || counts[AST_SHARE])
            return;
    }
    resolver->visits_early = true;
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->record)
            model->types[i]->record->is_kept = map_get(program->held, model->types[i]->local);
}

/* Removes the data of a structure that is in the arena which is cleared after the visit. */
static void empty_record(const struct model *model, struct record *record)
{
    record->parent_row = NULL;
    record->rows = NULL;
    record->members = NULL;
    record->member_count = 0;
    record->digest = NULL;
    for (size_t i = 0; i < record->arch_count; i++) {
        struct record_on *on = &record->on[i];
        on->versions.ranges =
            arena_copy_array(model->arena, on->versions.ranges, on->versions.count, sizeof *on->versions.ranges);
        on->attested = (struct version_set){0};
        on->evidence = NULL;
        on->sightings = NULL;
        on->layouts = NULL;
        on->layout_count = 0;
        record->size[i] = (struct cell){0};
    }
}

/* Passes the structures that were resolved since the last call to the visitor, and empties those that are not kept. */
static void visit_records(struct resolver *resolver)
{
    const struct model *model = resolver->model;
    size_t first = resolver->visited;
    for (; resolver->visited < model->record_count; resolver->visited++) {
        const struct record *record = model->records[resolver->visited];
        if (!resolver->visits_early)
            progress_step(model->program->progress, resolver->visitor->step, resolver->visited, model->record_count,
                          record->type->name);
        resolver->visitor->visit(resolver->visitor->user, model, record);
    }
    for (size_t i = first; resolver->visits_early && i < model->record_count; i++)
        if (!model->records[i]->is_kept)
            empty_record(model, model->records[i]);
    arena_clear(resolver->body);
}

static void resolve_records(struct resolver *resolver)
{
    const struct model *model = resolver->model;
    if (resolver->visitor)
        choose_kept(resolver);
    const char *step = resolver->visits_early ? resolver->visitor->step : "resolving";
    for (size_t i = 0; i < model->type_count; i++) {
        progress_step(model->program->progress, step, i, model->type_count, model->types[i]->name);
        if (model->types[i]->kind == TYPE_RECORD)
            resolve_record(resolver, model->types[i]->record);
        if (resolver->visits_early)
            visit_records(resolver);
    }
}

/* ---- The model */

static struct model *resolve_model(const struct program *program, struct arena *arena,
                                   const struct model_visitor *visitor)
{
    struct model *model = ARENA_NEW(program->arena, struct model);
    struct resolver resolver = {.model = model, .arena = program->arena, .program = program, .visitor = visitor};
    resolver.brief = arena_new();
    resolver.body = arena_new();
    /* The limit of entries of a model. It is ten times what real specs need: specs of kernels have one entry for 6
     * bytes of text. */
    enum { ENTRIES_LEAST = 500000, ENTRIES_A_BYTE = 1 };
    uint64_t size = 0;
    for (size_t i = 0; i < program->file_count; i++)
        size += program->files[i].ast->source->size;
    resolver.entries_most = ENTRIES_LEAST + ENTRIES_A_BYTE * size;
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
    resolve_records(&resolver);
    resolve_readers(&resolver);
    resolve_evidence(&resolver);
    if (visitor)
        visit_records(&resolver);
    free(resolver.scratch.versions);
    free(resolver.scratch.rows);
    free(resolver.scratch.active);
    free(resolver.scratch.begins);
    free(resolver.scratch.members);
    free(resolver.scratch.layouts);
    arena_free(resolver.brief);
    arena_free(resolver.body);
    return model;
}

struct model *model_resolve(const struct program *program)
{
    return model_resolve_within(program, program->arena);
}

struct model *model_resolve_within(const struct program *program, struct arena *arena)
{
    return resolve_model(program, arena, NULL);
}

struct model *model_resolve_each(const struct program *program, const struct model_visitor *visitor)
{
    return resolve_model(program, program->arena, visitor);
}
