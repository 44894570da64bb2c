/* Writes the parts of a pack: numbers, texts, members of types, and the tables of names. */

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "pack/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

enum { LAYOUTS_MOST = 1 << 12, SHAPES_MOST = 1 << 20 };

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

/* ---- Members, by type ---- */

/* The current run of a member. */
struct pack_state {
    uint32_t next; /* number after that of the last layout that has the member; 0: no layout has it */
    uint32_t shape;
    uint32_t value;
    uint32_t run_count;
    uint32_t index; /* index of the member's next run after the runs are sorted */
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

/* Writes the runs of members. They were found layout by layout, but the pack stores them member by member. */
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

void pack_write_index(struct pack *pack, strata_pack_part part, const char *const *names, size_t count)
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

uint32_t pack_record_count(const struct pack *pack, strata_pack_part part, uint32_t size)
{
    return (uint32_t)(pack->parts[part].size / size);
}

struct pack_type pack_type_begin(struct pack *pack, const char *name, strata_pack_type_kind kind)
{
    return (struct pack_type){
        .name = name,
        .kind = kind,
        .first_range = pack_record_count(pack, STRATA_PACK_RANGES, STRATA_PACK_RANGE_),
        .first_layout = pack_record_count(pack, STRATA_PACK_LAYOUTS, STRATA_PACK_LAYOUT_),
    };
}

/* The word of `kind` also contains flags. */
void pack_write_type(struct pack *pack, const struct pack_type *type, uint32_t first_member)
{
    pack_add_u32(pack, STRATA_PACK_TYPES, pack_add_text(pack, type->name));
    pack_add_u32(pack, STRATA_PACK_TYPES, (uint32_t)type->kind | type->index_low << 8 | type->index_bits << 16 |
                                              (uint32_t)type->has_table << 24);
    pack_add_u32(pack, STRATA_PACK_TYPES, first_member);
    pack_add_u32(pack, STRATA_PACK_TYPES, type->first_range);
    pack_add_u32(pack, STRATA_PACK_TYPES, type->first_layout);
    pack_add_u32(pack, STRATA_PACK_TYPES, pack_record_count(pack, STRATA_PACK_MEMBER_INDEX, 4));
    pack_add_u32(pack, STRATA_PACK_TYPES, type->evidence);
}

bool pack_has_member(const struct pack_members *members, size_t member)
{
    return members->states[member].next > 0;
}

void pack_type_end(struct pack *pack, const struct pack_type *type, struct pack_members *members,
                   const char *const *names)
{
    uint32_t first_run = pack_record_count(pack, STRATA_PACK_RUNS, STRATA_PACK_RUN_);
    const char **kept = memory_alloc((members->count + 1) * sizeof *kept);
    size_t count = 0;
    pack_write_type(pack, type, pack_record_count(pack, STRATA_PACK_MEMBERS, STRATA_PACK_MEMBER_));
    for (size_t i = 0; i < members->count; i++) {
        const struct pack_state *state = &members->states[i];
        if (!pack_has_member(members, i))
            continue;
        if (state->next < type->layout_count)
            push_run(members, i, state->next, 0, 0);
        kept[count++] = names[i];
        pack_add_u32(pack, STRATA_PACK_MEMBERS, pack_add_text(pack, names[i] ? names[i] : ""));
        pack_add_u32(pack, STRATA_PACK_MEMBERS, first_run);
        first_run += state->run_count;
    }
    pack_check_limit(pack, type->layout_count, LAYOUTS_MOST, "layouts of one structure");
    pack_check_limit(pack, count, PACK_NAMES_MOST, "members of one structure");
    write_runs(pack, members);
    pack_write_index(pack, STRATA_PACK_MEMBER_INDEX, kept, count);
    buffer_free(&members->runs);
    free(members->states);
    free(kept);
}
