#include "model/resolve.h"

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
