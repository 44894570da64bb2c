#include "render/context.h"

#include "base/intern.h"
#include "render/context_parts.h"
#include "render/print_describe.h"
#include "render/trim.h"

#define KEY_TEXT(KIND, KEY, text) text,
#define SHAPE_NAMES(KIND) static const char *const names_of_##KIND[] = {KIND##_KEYS(KEY_TEXT)};
SHAPES(SHAPE_NAMES)

#define SHAPE_ENTRY(KIND) {names_of_##KIND, KIND##_KEY_COUNT},
static const struct {
    const char *const *names;
    size_t count;
} shape_table[] = {SHAPES(SHAPE_ENTRY)};

static struct context_chain chain_new(struct arena *arena, size_t file_count, size_t count)
{
    struct context_chain chain = {ARENA_ARRAY(arena, size_t, file_count), ARENA_ARRAY(arena, size_t, count), count};
    for (size_t i = 0; i < file_count; i++)
        chain.first[i] = SIZE_MAX;
    return chain;
}

/* Adds a declaration at the front, so the caller adds the last one first. */
static void chain_add(struct context_chain *chain, size_t index, size_t file_index)
{
    chain->next[index] = chain->first[file_index];
    chain->first[file_index] = index;
}

static void find_declared(struct render *render)
{
    const struct model *model = render->model;
    size_t file_count = model->program->file_count;
    render->includers = ARENA_ARRAY(model->arena, size_t, file_count);
    render->output_count = ARENA_NEW(model->arena, size_t);
    render->records = chain_new(model->arena, file_count, model->record_count);
    render->types = chain_new(model->arena, file_count, model->type_count);
    for (size_t i = model->record_count; i-- > 0;)
        chain_add(&render->records, i, model->records[i]->file_index);
    for (size_t i = model->type_count; i-- > 0;)
        chain_add(&render->types, i, model->types[i]->file_index);
}

struct render *render_new(const struct model *model, struct diags *diags, const struct choice *choice,
                          struct keys *keys, const char *prefix, const char *const *bases)
{
    struct render *render = ARENA_NEW(model->arena, struct render);
    struct context_shapes *shapes = ARENA_NEW(model->arena, struct context_shapes);
    for (size_t i = 0; i < SHAPE_COUNT; i++)
        shapes->shapes[i] = shape_new(keys, shape_table[i].names, shape_table[i].count);
    *render = (struct render){.arena = model->arena,
                              .model = model,
                              .diags = diags,
                              .choice = choice,
                              .bases = bases,
                              .shapes = shapes,
                              .calls = TRIM_ALL,
                              .has_offsets = true,
                              .has_reader = true};
    render->given = map_new(model->arena);
    render->enum_rows = map_new(model->arena);
    render->print_shapes = print_shapes_new(model->arena);
    render->made = ARENA_NEW(model->arena, size_t);
    render->prefix = prefix;
    render->prefix_upper = names_to_capitals(model->arena, prefix);
    render->plans = ARENA_ARRAY(model->arena, struct plan *, model->record_count);
    render->plan_of = map_new(model->arena);
    for (size_t i = 0; i < model->record_count; i++) {
        if (!choice_has(choice, model->records[i]))
            continue;
        render->plans[i] = plan_new(model, diags, choice, model->records[i]);
        map_set(render->plan_of, model->records[i], render->plans[i]);
    }
    context_find_releases(render);
    context_find_timelines(render);
    find_declared(render);
    context_settle_names(render);
    return render;
}
