#include "render/pack.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "render/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

enum { LAYOUTS_MOST = 1 << 12, SHAPES_MOST = 1 << 20, NAMES_MOST = 0xFFFF };

void pack_add_u32(struct pack *pack, strata_pack_part part, uint32_t value)
{
    strata_store_u32((unsigned char *)buffer_reserve(&pack->parts[part], 4), value);
    pack->parts[part].size += 4;
}

void pack_add_u64(struct pack *pack, strata_pack_part part, uint64_t value)
{
    strata_store_u64((unsigned char *)buffer_reserve(&pack->parts[part], 8), value);
    pack->parts[part].size += 8;
}

uint32_t pack_add_once(struct pack *pack, strata_pack_part part, const void *bytes, size_t size)
{
    struct pack_once *once = &pack->once[part];
    if (!once->bytes) {
        once->bytes = intern_new(pack->model->arena);
        once->offsets = map_new(pack->model->arena);
    }
    const char *key = intern_name(once->bytes, bytes, size);
    uintptr_t known = (uintptr_t)map_get(once->offsets, key);
    if (!known) {
        known = pack->parts[part].size + 1;
        buffer_add(&pack->parts[part], bytes, size);
        map_set(once->offsets, key, (void *)known);
    }
    return (uint32_t)(known - 1);
}

uint32_t pack_add_text(struct pack *pack, const char *text)
{
    return pack_add_once(pack, STRATA_PACK_TEXTS, text, strlen(text) + 1);
}

void pack_check_limit(struct pack *pack, size_t count, size_t most, const char *what)
{
    if (count <= most || pack->limit)
        return;
    pack->limit = what;
    pack->limit_most = most;
}

/* ---- Members, type by type ---- */

/* Where a member was last seen. */
struct pack_state {
    uint32_t next; /* the layout behind the last one that has it; 0: none has */
    uint32_t shape;
    uint32_t value;
    uint32_t run_count;
    uint32_t index; /* of its next run, when they are put in order */
};

struct pack_run {
    uint32_t member, value, word;
};

static uint32_t run_word(uint32_t shape, uint32_t layout)
{
    return shape | layout << 20;
}

struct pack_members pack_members_new(size_t count)
{
    struct pack_members members = {.count = count};
    members.states = memory_alloc((count + 1) * sizeof *members.states);
    memset(members.states, 0, count * sizeof *members.states);
    return members;
}

static void push_run(struct pack_members *members, size_t member, uint32_t layout, uint32_t shape, uint32_t value)
{
    struct pack_run run = {(uint32_t)member, value, run_word(shape, layout)};
    buffer_add(&members->runs, &run, sizeof run);
    members->states[member].run_count++;
}

void pack_add_run(struct pack *pack, struct pack_members *members, size_t member, uint32_t layout, uint32_t shape,
                  uint32_t value)
{
    struct pack_state *state = &members->states[member];
    bool known = state->next > 0;
    pack_check_limit(pack, shape + (size_t)1, SHAPES_MOST, "kinds of members");
    if (known && state->next < layout)
        push_run(members, member, state->next, 0, 0);
    if (!known || state->next < layout || state->shape != shape || state->value != value)
        push_run(members, member, layout, shape, value);
    state->next = layout + 1;
    state->shape = shape;
    state->value = value;
}

/* Runs of a member follow each other in the pack; they were found layout by layout. */
static void write_runs(struct pack *pack, struct pack_members *members)
{
    const struct pack_run *runs = (const void *)members->runs.data;
    size_t count = members->runs.size / sizeof *runs;
    unsigned char *out = (unsigned char *)buffer_reserve(&pack->parts[STRATA_PACK_RUNS], count * STRATA_PACK_RUN_);
    uint32_t index = 0;
    for (size_t i = 0; i < members->count; i++) {
        members->states[i].index = index;
        index += members->states[i].run_count;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned char *run = out + (size_t)members->states[runs[i].member].index++ * STRATA_PACK_RUN_;
        strata_store_u32(run, runs[i].value);
        strata_store_u32(run + 4, runs[i].word);
    }
    pack->parts[STRATA_PACK_RUNS].size += count * STRATA_PACK_RUN_;
}

/* A hash table of names, two thirds full at most: 16 bits of the hash, and the number and one more in 16; 0: free. */
static void write_index(struct pack *pack, strata_pack_part part, const char *const *names, size_t count)
{
    size_t most = 1;
    while (most * 2 < count * 3)
        most *= 2;
    uint32_t *entries = count ? memory_alloc(most * sizeof *entries) : NULL;
    for (size_t i = 0; count && i < most; i++)
        entries[i] = 0;
    for (size_t i = 0; i < count; i++) {
        size_t size;
        uint64_t hash = strata_pack_hash(names[i] ? names[i] : "", 0, &size);
        size_t at = (size_t)(hash >> 32) & (most - 1);
        while (entries[at])
            at = (at + 1) & (most - 1);
        entries[at] = (uint32_t)(hash >> 48) << 16 | ((uint32_t)i + 1);
    }
    for (size_t i = 0; count && i < most; i++)
        pack_add_u32(pack, part, entries[i]);
    free(entries);
}

static uint32_t record_count(const struct pack *pack, strata_pack_part part, uint32_t size)
{
    return (uint32_t)(pack->parts[part].size / size);
}

struct pack_type pack_type_begin(struct pack *pack, const char *name, strata_pack_type_kind kind)
{
    return (struct pack_type){
        .name = name,
        .kind = kind,
        .first_range = record_count(pack, STRATA_PACK_RANGES, STRATA_PACK_RANGE_),
        .first_layout = record_count(pack, STRATA_PACK_LAYOUTS, STRATA_PACK_LAYOUT_),
    };
}

/* `kind` with what else is in its word. */
static void write_type(struct pack *pack, const struct pack_type *type, uint32_t first_member)
{
    pack_add_u32(pack, STRATA_PACK_TYPES, pack_add_text(pack, type->name));
    pack_add_u32(pack, STRATA_PACK_TYPES, (uint32_t)type->kind | type->index_low << 8 | type->index_bits << 16);
    pack_add_u32(pack, STRATA_PACK_TYPES, first_member);
    pack_add_u32(pack, STRATA_PACK_TYPES, type->first_range);
    pack_add_u32(pack, STRATA_PACK_TYPES, type->first_layout);
    pack_add_u32(pack, STRATA_PACK_TYPES, record_count(pack, STRATA_PACK_MEMBER_INDEX, 4));
    pack_add_u32(pack, STRATA_PACK_TYPES, type->base);
}

void pack_type_end(struct pack *pack, const struct pack_type *type, struct pack_members *members,
                   const char *const *names)
{
    uint32_t first_run = record_count(pack, STRATA_PACK_RUNS, STRATA_PACK_RUN_);
    const char **kept = memory_alloc((members->count + 1) * sizeof *kept);
    size_t count = 0;
    write_type(pack, type, record_count(pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_));
    for (size_t i = 0; i < members->count; i++) {
        const struct pack_state *state = &members->states[i];
        if (!state->next)
            continue;
        if (state->next < type->layout_count)
            push_run(members, i, state->next, 0, 0);
        kept[count++] = names[i];
        pack_add_u32(pack, STRATA_PACK_MEMBERS, pack_add_text(pack, names[i] ? names[i] : ""));
        pack_add_u32(pack, STRATA_PACK_MEMBERS, first_run);
        first_run += state->run_count;
    }
    pack_check_limit(pack, type->layout_count, LAYOUTS_MOST, "layouts of one structure");
    pack_check_limit(pack, count, NAMES_MOST, "members of one structure");
    write_runs(pack, members);
    write_index(pack, STRATA_PACK_MEMBER_INDEX, kept, count);
    buffer_free(&members->runs);
    free(members->states);
    free(kept);
}

/* ---- The whole ---- */

static void add_arches(struct pack *pack)
{
    for (size_t i = 0; i < pack->model->arch_count; i++) {
        const struct arch *arch = pack->model->arches[i];
        if (!choice_has_arch(pack->choice, arch))
            continue;
        pack_add_u32(pack, STRATA_PACK_ARCHES, pack_add_text(pack, arch->name));
        pack_add_u32(pack, STRATA_PACK_ARCHES, plan_arch_number(arch) | arch->pointer_size << 8);
    }
}

static void add_version(struct pack *pack, uint64_t version, const char *name)
{
    pack_add_u64(pack, STRATA_PACK_VERSIONS, version);
    pack_add_u32(pack, STRATA_PACK_VERSIONS, pack_add_text(pack, name));
    pack_add_u32(pack, STRATA_PACK_VERSIONS, 0);
}

static void add_versions(struct pack *pack)
{
    const struct axis *axis = &pack->model->axis;
    for (size_t r = 0; r < axis->release_count; r++) {
        const struct axis_release *release = &axis->releases[r];
        add_version(pack, release->range.from, release->name);
        for (size_t p = release->first_point; p < release->first_point + release->point_count; p++)
            add_version(pack, axis->points[p].range.from, axis->points[p].name);
    }
}

static void number_type(struct pack *pack, const struct type *type, const char **names, size_t *count)
{
    names[*count] = type->name;
    map_set(pack->types, type, (void *)(uintptr_t)++*count);
}

/* Types get their numbers first, since members refer to them: what holds others stands behind them, then enums. */
static void add_types(struct pack *pack)
{
    const struct model *model = pack->model;
    const char **names = memory_alloc((model->record_count + model->type_count + 1) * sizeof *names);
    size_t count = 0;
    for (size_t i = 0; i < model->record_count; i++)
        if (choice_has(pack->choice, model->records[i]))
            number_type(pack, model->records[i]->type, names, &count);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && choice_has(pack->choice, model->types[i]))
            number_type(pack, model->types[i], names, &count);
    for (size_t i = 0; i < model->record_count; i++)
        if (choice_has(pack->choice, model->records[i]))
            pack_add_record(pack, model->records[i]);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && choice_has(pack->choice, model->types[i]))
            pack_add_enumeration(pack, model->types[i]->enumeration);
    pack_check_limit(pack, count, NAMES_MOST, "structures and enums");
    write_index(pack, STRATA_PACK_TYPE_INDEX, names, count);
    free(names);
}

/* One more record ends what the last one began. */
static void add_ends(struct pack *pack)
{
    struct pack_type end = pack_type_begin(pack, "", STRATA_PACK_STRUCT);
    write_type(pack, &end, record_count(pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_));
    pack_add_u32(pack, STRATA_PACK_MEMBERS, 0);
    pack_add_u32(pack, STRATA_PACK_MEMBERS, record_count(pack, STRATA_PACK_RUNS, STRATA_PACK_RUN_));
}

/* What is absent, and the value of an enumerator: the first two shapes. */
static void add_first_shapes(struct pack *pack)
{
    static const unsigned char kinds[] = {STRATA_PACK_BYTES, STRATA_PACK_BYTES + 1};
    for (size_t i = 0; i < sizeof kinds; i++) {
        unsigned char shape[STRATA_PACK_SHAPE_] = {0};
        strata_store_u32(shape, (uint32_t)STRATA_TAG_ABSENT << 24);
        strata_store_u32(shape + 20, STRATA_PACK_NONE);
        shape[24] = kinds[i];
        pack_add_once(pack, STRATA_PACK_SHAPES, shape, sizeof shape);
    }
}

/* Header and parts, each from a multiple of 8 on. */
static void write_pack(struct pack *pack, struct buffer *out)
{
    size_t begin = out->size, at = STRATA_PACK_HEADER_;
    unsigned char header[STRATA_PACK_HEADER_] = {0};
    strata_store_u64(header, STRATA_PACK_MAGIC_);
    strata_store_u32(header + 8, STRATA_PACK_FORMAT);
    buffer_add(out, header, sizeof header);
    for (unsigned i = 0; i < STRATA_PACK_PARTS; i++) {
        static const char zeros[8];
        const struct buffer *part = &pack->parts[i];
        unsigned char *entry = (unsigned char *)out->data + begin + 24 + i * (size_t)8;
        strata_store_u32(entry, (uint32_t)at);
        strata_store_u32(entry + 4, (uint32_t)(part->size / strata_pack_record_size(i)));
        buffer_add(out, part->data, part->size);
        buffer_add(out, zeros, -part->size % 8);
        at = out->size - begin;
    }
    unsigned char *bytes = (unsigned char *)out->data + begin;
    strata_store_u32(bytes + 12, (uint32_t)at);
    strata_store_u64(bytes + 16, strata_pack_checksum(bytes, at));
    pack_check_limit(pack, at, UINT32_MAX, "bytes of a file");
}

bool export_pack(const struct model *model, const struct choice *choice, struct diags *diags, struct buffer *out)
{
    struct pack pack = {.model = model, .choice = choice};
    pack.types = map_new(model->arena);
    pack.rows = map_new(model->arena);
    pack_add_text(&pack, "");
    add_first_shapes(&pack);
    add_arches(&pack);
    add_versions(&pack);
    pack_find_targets(&pack);
    add_types(&pack);
    add_ends(&pack);
    write_pack(&pack, out);
    for (unsigned i = 0; i < STRATA_PACK_PARTS; i++)
        buffer_free(&pack.parts[i]);
    if (pack.limit)
        diag_report(diags, DIAG_LIMIT, (struct span){0, 0}, "there are more %s than a pack can hold: %zu",
                    pack.limit, pack.limit_most);
    return !pack.limit;
}
