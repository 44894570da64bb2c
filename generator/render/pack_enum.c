#include <string.h>

#include "base/arena.h"
#include "render/pack_parts.h"
#include "render/choice.h"

enum { VALUES_MOST = 4000000 };

/* The values of all enumerators of an enumeration in some versions on an arch. A pack stores it like a layout. */
struct state {
    struct measure measure; /* size and sign of the values */
    bool *has;
    uint64_t *values;
    struct state *next;
};

struct enum_run {
    struct pack *pack;
    const struct enumeration *enumeration;
    struct pack_type type;
    struct pack_members members;
    struct pack_ranges ranges;
    struct state *states, **states_end;
};

static struct state *read_state(const struct enum_run *run, const struct arch *arch, uint64_t version)
{
    struct arena *arena = run->pack->model->arena;
    const struct enumeration *enumeration = run->enumeration;
    struct state *state = ARENA_NEW(arena, struct state);
    state->measure = type_measure(enumeration->type, arch, version);
    state->has = ARENA_ARRAY(arena, bool, enumeration->count);
    state->values = ARENA_ARRAY(arena, uint64_t, enumeration->count);
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct cell_value *value = cell_at(&enumeration->enumerators[i].value[arch->index], version);
        if (!cell_value_is_number(value))
            continue;
        state->has[i] = true;
        state->values[i] = cell_value_bits(value);
    }
    return state;
}

static bool is_empty(const struct enum_run *run, const struct state *state)
{
    for (size_t i = 0; i < run->enumeration->count; i++)
        if (state->has[i])
            return false;
    return true;
}

static bool is_same(const struct enum_run *run, const struct state *a, const struct state *b)
{
    return a->measure.size == b->measure.size && a->measure.align == b->measure.align &&
           !memcmp(a->has, b->has, run->enumeration->count * sizeof *a->has) &&
           !memcmp(a->values, b->values, run->enumeration->count * sizeof *a->values);
}

/* Returns the number of a state; adds the state if it is new. */
static uint32_t add_state(struct enum_run *run, struct state *state)
{
    struct pack *pack = run->pack;
    uint32_t number = 0;
    for (const struct state *known = run->states; known; known = known->next, number++)
        if (is_same(run, known, state))
            return number;
    *run->states_end = state;
    run->states_end = &state->next;
    run->type.layout_count++;
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, state->measure.size);
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, state->measure.size);
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, state->measure.align);
    for (size_t i = 0; i < run->enumeration->count; i++) {
        unsigned char value[8];
        strata_store_u64(value, state->values[i]);
        if (state->has[i])
            pack_add_run(pack, &run->members, i, number, 1,
                         pack_add_once(pack, STRATA_PACK_VALUES, value, sizeof value) / 8);
    }
    return number;
}

/* Adds the ranges of an arch: a state for each version in which some enumerator changes. */
static void add_arch(struct enum_run *run, const struct arch *arch)
{
    struct buffer found = {0};
    for (size_t i = 0; i < run->enumeration->count; i++) {
        const struct cell *cell = &run->enumeration->enumerators[i].value[arch->index];
        for (size_t v = 0; v < cell->count; v++)
            for (size_t r = 0; r < cell->values[v].in.count; r++)
                buffer_add(&found, &cell->values[v].in.ranges[r], sizeof(struct version_range));
    }
    uint64_t *versions = (void *)found.data; /* two for each range */
    size_t count = version_sort(versions, found.size / sizeof *versions);
    pack_check_limit(run->pack, count * run->enumeration->count, VALUES_MOST,
                     "values of one enumeration, over all of its versions,");
    if (run->pack->limit)
        count = 0;
    for (size_t i = 0; i < count && versions[i] != VERSION_END; i++) {
        struct state *state = read_state(run, arch, versions[i]);
        pack_add_range(run->pack, &run->ranges, arch, versions[i],
                       is_empty(run, state) ? STRATA_LAYOUT_NONE : add_state(run, state));
    }
    buffer_free(&found);
}

void pack_add_enumeration(struct pack *pack, const struct enumeration *enumeration)
{
    struct enum_run run = {.pack = pack, .enumeration = enumeration};
    run.type = pack_type_begin(pack, enumeration->type->name,
                               enumeration->is_flags ? STRATA_PACK_FLAGS : STRATA_PACK_ENUM);
    if (enumeration->is_indexed) {
        run.type.index_low = enumeration->index_low;
        run.type.index_bits = enumeration->index_high - enumeration->index_low + 1;
    }
    run.ranges.last = STRATA_LAYOUT_NONE;
    run.states_end = &run.states;
    const char **names = ARENA_ARRAY(pack->model->arena, const char *, enumeration->count);
    for (size_t i = 0; i < enumeration->count; i++)
        names[i] = enumeration->enumerators[i].name;
    run.members = pack_members_new(enumeration->count);
    for (size_t a = 0; a < pack->model->arch_count; a++)
        if (choice_has_arch(pack->choice, pack->model->arches[a]))
            add_arch(&run, pack->model->arches[a]);
    pack_type_end(pack, &run.type, &run.members, names);
}
