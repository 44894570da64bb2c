#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "pack/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

/* Facts about a row that are the same at every offset. */
struct row_facts {
    uint32_t type_text; /* offset in the texts */
    uint32_t type;      /* number of the type, or STRATA_PACK_NONE */
};

static const strata_pack_kind kinds[] = {
    [ROW_UNSIGNED] = STRATA_PACK_UNSIGNED, [ROW_SIGNED] = STRATA_PACK_SIGNED, [ROW_POINTER] = STRATA_PACK_POINTER,
    [ROW_RECORD] = STRATA_PACK_RECORD,     [ROW_BYTES] = STRATA_PACK_BYTES,   [ROW_FLOAT] = STRATA_PACK_FLOAT,
};

static const strata_pack_provenance provenances[] = {
    [AST_DOCUMENTED] = STRATA_PACK_DOCUMENTED,
    [AST_INFERRED] = STRATA_PACK_INFERRED,
    [AST_CORRECTED] = STRATA_PACK_CORRECTED,
};

/* Returns the number of the type of a row. For a pointer this is the type that it points to; for a row with `as` the
 * type that `as` names. */
static uint32_t find_type(const struct pack *pack, const struct row *row)
{
    const struct ast_type *spelled = row_spelled(row);
    const struct type *type = row->display && row->display->enumeration ? row->display : row->type;
    if (!type || spelled->pointer_depth > 1 || spelled->parameters)
        return STRATA_PACK_NONE;
    uintptr_t number = (uintptr_t)map_get(pack->types, type);
    return number ? (uint32_t)(number - 1) : STRATA_PACK_NONE;
}

static const struct row_facts *find_facts(struct pack *pack, const struct row *row)
{
    struct row_facts *facts = map_get(pack->rows, row);
    if (facts)
        return facts;
    struct buffer text = {0};
    facts = ARENA_NEW(pack->model->arena, struct row_facts);
    row_write_type(row, &text);
    facts->type_text = pack_add_text(pack, buffer_text(&text));
    facts->type = find_type(pack, row);
    buffer_free(&text);
    map_set(pack->rows, row, facts);
    return facts;
}

/* Returns the meaning of a row's integers: that of their type, unless an `as` says more. */
static strata_pack_meaning row_meaning(const struct row *row)
{
    if (!row->type || row_spelled(row)->pointer_depth || row->display)
        return STRATA_PACK_NUMBER;
    return row->type->kind == TYPE_CHAR   ? STRATA_PACK_CHAR
           : row->type->kind == TYPE_BOOL ? STRATA_PACK_BOOL
                                          : STRATA_PACK_NUMBER;
}

/* Returns the number of the shape of a layout entry. Sets `*offset` to the offset of the entry. */
static uint32_t find_shape(struct pack *pack, const struct layout *layout, const struct layout_member *entry,
                           uint32_t *offset)
{
    const struct row_facts *facts = find_facts(pack, entry->row);
    unsigned char shape[STRATA_PACK_SHAPE_] = {0};
    uint64_t words[SLOT_WORDS_MOST];
    slot_describe(layout, entry, words);
    if (slot_is_unsized(entry) && pack_has_table(pack, layout->record)) {
        /* Describe an entry whose offset somebody saw, but whose size is not known: a record of size 0, or no
         * bytes. */
        bool is_record =
            row_kind(entry->row) == ROW_RECORD && facts->type != STRATA_PACK_NONE && !row_bound_count(entry->row);
        words[0] = is_record ? (uint64_t)STRATA_TAG_RECORD << 56 : (uint64_t)STRATA_TAG_ARRAY << 56 | (uint64_t)1 << 32;
        words[0] |= entry->offset;
        words[1] = is_record ? 1 : (uint64_t)1 << 32;
        words[2] = is_record ? 1 : 0;
    } else if (!strata_slot_is_present(words[0]))
        words[1] = words[2] = 0;
    *offset = strata_slot_offset(words[0]);
    strata_store_u32(shape, (uint32_t)(words[0] >> 32));
    strata_store_u32(shape + 4, (uint32_t)(words[1] >> 32));
    strata_store_u32(shape + 8, (uint32_t)words[1]);
    strata_store_u32(shape + 12, (uint32_t)words[2]);
    strata_store_u32(shape + 16, facts->type_text);
    strata_store_u32(shape + 20, facts->type);
    shape[24] = (unsigned char)kinds[row_kind(entry->row)];
    shape[25] = (unsigned char)provenances[entry->provenance];
    shape[26] = (unsigned char)row_meaning(entry->row);
    return pack_add_once(pack, STRATA_PACK_SHAPES, shape, sizeof shape) / STRATA_PACK_SHAPE_;
}

static void add_layout(struct pack *pack, struct pack_members *members, const struct layout *layout, uint32_t number)
{
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, layout->size);
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, layout->least_size);
    pack_add_u32(pack, STRATA_PACK_LAYOUTS, layout->align);
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        uint32_t offset, shape;
        if (!entry->row->member || entry->is_repeated)
            continue;
        shape = find_shape(pack, layout, entry, &offset);
        pack_add_run(pack, members, entry->row->member->index, number, shape, offset);
    }
}

/* Returns the array of numbers of an architecture's layouts, at first all unknown. Architectures that share layouts
 * share the array. */
static uint32_t *take_numbers(const struct pack *pack, const struct record *record, size_t arch, uint32_t **numbers)
{
    const struct record_on *on = &record->on[arch];
    for (size_t a = 0; a < arch; a++)
        if (numbers[a] && record->on[a].layouts == on->layouts)
            return numbers[a];
    uint32_t *own = ARENA_ARRAY(pack->model->arena, uint32_t, on->layout_count);
    for (size_t i = 0; i < on->layout_count; i++)
        own[i] = STRATA_LAYOUT_NONE;
    return own;
}

/* Adds the ranges of an architecture, and each layout that no earlier range has. */
static void add_arch(struct pack *pack, struct pack_type *type, struct pack_members *members,
                     struct pack_ranges *ranges, const struct arch *arch, const struct record *record,
                     uint32_t *const *all_numbers)
{
    const struct record_on *on = &record->on[arch->index];
    uint32_t *numbers = all_numbers[arch->index];
    for (size_t r = 0, i = 0; r < on->versions.count; r++) {
        struct version_range in = on->versions.ranges[r];
        uint64_t end = in.from;
        while (i > 0 && on->layouts[i - 1].range.to > in.from)
            i--;
        for (; i < on->layout_count && on->layouts[i].range.from < in.to; i++) {
            const struct layout *layout = &on->layouts[i];
            if (layout->range.to <= in.from)
                continue;
            uint64_t from = layout->range.from > in.from ? layout->range.from : in.from;
            for (size_t k = 0; k < i && numbers[i] == STRATA_LAYOUT_NONE; k++)
                if (numbers[k] != STRATA_LAYOUT_NONE && layout_equal(&on->layouts[k], layout))
                    numbers[i] = numbers[k];
            if (numbers[i] == STRATA_LAYOUT_NONE) {
                /* Give an architecture's layout the number of the equal layout of its fallback: lookups in the pack
                 * compare these numbers. */
                const struct arch *base = arch->fallback;
                const uint32_t *known = base ? all_numbers[base->index] : NULL;
                for (size_t k = 0; known && k < record->on[base->index].layout_count; k++)
                    if (known[k] != STRATA_LAYOUT_NONE &&
                        layout_equal(&record->on[base->index].layouts[k], &record->on[arch->index].layouts[i]))
                        all_numbers[arch->index][i] = known[k];
            }
            if (numbers[i] == STRATA_LAYOUT_NONE) {
                numbers[i] = type->layout_count++;
                add_layout(pack, members, layout, numbers[i]);
            }
            if (from > end)
                pack_add_range(pack, ranges, arch, end, STRATA_LAYOUT_NONE);
            pack_add_range(pack, ranges, arch, from, numbers[i]);
            end = layout->range.to < in.to ? layout->range.to : in.to;
        }
        pack_add_range(pack, ranges, arch, end, STRATA_LAYOUT_NONE);
    }
}

void pack_add_record(struct pack *pack, const struct record *record)
{
    const struct model *model = pack->model;
    struct pack_type type = pack_type_begin(pack, record->type->name,
                                            record->is_union ? STRATA_PACK_UNION : STRATA_PACK_STRUCT);
    struct pack_members members = pack_members_new(record->member_count);
    struct pack_ranges ranges = {NULL, STRATA_LAYOUT_NONE};
    uint32_t **numbers = memory_alloc(model->arch_count * sizeof *numbers);
    const char **names = memory_alloc((record->member_count + 1) * sizeof *names);
    type.evidence = pack_find_record_evidence(pack, record);
    for (size_t a = 0; a < model->arch_count; a++) {
        const struct record_on *on = &record->on[a];
        bool chosen = on->exists && choice_has_arch(pack->choice, model->arches[a]);
        numbers[a] = chosen ? take_numbers(pack, record, a, numbers) : NULL;
        if (chosen)
            add_arch(pack, &type, &members, &ranges, model->arches[a], record, numbers);
    }
    for (size_t i = 0; i < record->member_count; i++)
        names[i] = record->members[i]->name;
    if (pack_has_table(pack, record))
        pack_add_table(pack, record, &type, &members, numbers);
    pack_type_end(pack, &type, &members, names);
    free(names);
    free(numbers);
}

/* ---- Enumerations */

enum { VALUES_MOST = 4000000 };

/* The values that all enumerators of an enumeration have in some versions on one architecture. A pack stores them like
 * a layout. */
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
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        const struct cell_value *value = enumerator_at(enumerator, arch->index, version);
        if (!enumerator->is_first_row || !cell_value_is_number(value))
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
static void add_enum_arch(struct enum_run *run, const struct arch *arch)
{
    struct buffer found = {0};
    for (size_t i = 0; i < run->enumeration->count; i++) {
        const struct cell *cell = &run->enumeration->enumerators[i].value[arch->index];
        for (size_t v = 0; v < cell->count; v++)
            for (size_t r = 0; r < cell->values[v].versions.count; r++)
                buffer_add(&found, &cell->values[v].versions.ranges[r], sizeof(struct version_range));
    }
    uint64_t *versions = (void *)found.data; /* two versions for each range: its begin and its end */
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
    run.type.evidence = pack_find_enum_evidence(pack, enumeration);
    run.ranges.last = STRATA_LAYOUT_NONE;
    run.states_end = &run.states;
    const char **names = ARENA_ARRAY(pack->model->arena, const char *, enumeration->count);
    for (size_t i = 0; i < enumeration->count; i++)
        names[i] = enumeration->enumerators[i].is_first_row ? enumeration->enumerators[i].name : NULL;
    run.members = pack_members_new(enumeration->count);
    for (size_t a = 0; a < pack->model->arch_count; a++)
        if (choice_has_arch(pack->choice, pack->model->arches[a]))
            add_enum_arch(&run, pack->model->arches[a]);
    pack_type_end(pack, &run.type, &run.members, names);
}
