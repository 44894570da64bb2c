#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "render/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

static void note(struct buffer *found, const struct arch *arch, uint64_t version)
{
    uint64_t target = plan_target(arch, version);
    if (version != VERSION_END)
        buffer_add(found, &target, sizeof target);
}

static void note_set(struct buffer *found, const struct arch *arch, const struct version_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        note(found, arch, set->ranges[i].from);
        note(found, arch, set->ranges[i].to);
    }
}

/* Adds the versions at which layout or basis of a record may change, unless the previous record has added them. */
static void note_record(struct buffer *found, const struct arch *arch, const struct record_on *on,
                        const struct record_on *before)
{
    note_set(found, arch, &on->in);
    if (!before || !version_set_equal(on->attested, before->attested))
        note_set(found, arch, &on->attested);
    for (size_t i = 0; i < on->layout_count; i++) {
        note(found, arch, on->layouts[i].in.from);
        note(found, arch, on->layouts[i].in.to);
    }
}

static void note_records(struct pack *pack, struct buffer *found, const struct arch *arch)
{
    const struct model *model = pack->model;
    const struct record_on *before = NULL;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record_on *on = &model->records[i]->on[arch->index];
        if (!choice_has(pack->choice, model->records[i]) || !on->exists)
            continue;
        note_record(found, arch, on, before);
        before = on;
    }
}

static void note_enumerations(struct pack *pack, struct buffer *found, const struct arch *arch)
{
    const struct model *model = pack->model;
    for (size_t i = 0; i < model->type_count; i++) {
        const struct enumeration *enumeration = model->types[i]->enumeration;
        if (!enumeration || !choice_has(pack->choice, model->types[i]))
            continue;
        for (size_t k = 0; k < enumeration->count; k++) {
            const struct cell *cell = &enumeration->enumerators[k].value[arch->index];
            for (size_t v = 0; v < cell->count; v++)
                note_set(found, arch, &cell->values[v].in);
        }
    }
}

void pack_find_targets(struct pack *pack)
{
    const struct model *model = pack->model;
    struct buffer found = {0};
    for (size_t a = 0; a < model->arch_count; a++) {
        if (!choice_has_arch(pack->choice, model->arches[a]))
            continue;
        note_records(pack, &found, model->arches[a]);
        note_enumerations(pack, &found, model->arches[a]);
    }
    size_t count = found.size / sizeof(uint64_t);
    uint64_t *targets = arena_copy_array(model->arena, found.data, count, sizeof *targets);
    buffer_free(&found);
    pack->targets = targets;
    pack->target_count = version_sort(targets, count);
    for (size_t i = 0; i < pack->target_count; i++)
        pack_add_u64(pack, STRATA_PACK_TARGETS, targets[i]);
}

static uint32_t target_index(const struct pack *pack, const struct arch *arch, uint64_t version)
{
    uint64_t target = plan_target(arch, version);
    size_t low = 0, high = pack->target_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (pack->targets[middle] < target)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static bool same_base(const struct model *model, const struct record *a, const struct record *b)
{
    for (size_t i = 0; a && i < model->arch_count; i++)
        if (!version_set_equal(a->on[i].attested, b->on[i].attested))
            return false;
    return a != NULL;
}

uint32_t pack_find_base(struct pack *pack, const struct record *record)
{
    const struct model *model = pack->model;
    if (same_base(model, pack->based, record))
        return pack->base;
    size_t size = (pack->target_count + 3) / 4;
    unsigned char *row = memory_alloc(size + 1);
    memset(row, 0, size);
    for (size_t i = 0; i < pack->target_count; i++) {
        size_t arch = strata_target_arch(pack->targets[i]) - 1; /* numbered by plan_arch_number */
        enum basis basis = record_basis(&record->on[arch], strata_target_version(pack->targets[i]));
        row[i / 4] |= (unsigned char)(basis << i % 4 * 2);
    }
    pack->based = record;
    pack->base = size ? pack_add_once(pack, STRATA_PACK_BASES, row, size) / (uint32_t)size : 0;
    free(row);
    return pack->base;
}

void pack_add_range(struct pack *pack, struct pack_ranges *ranges, const struct arch *arch, uint64_t version,
                    uint32_t layout)
{
    uint32_t last = ranges->arch == arch ? ranges->last : STRATA_LAYOUT_NONE;
    *ranges = (struct pack_ranges){arch, layout};
    if (layout == last || version == VERSION_END)
        return;
    pack_add_u32(pack, STRATA_PACK_RANGES, target_index(pack, arch, version));
    pack_add_u32(pack, STRATA_PACK_RANGES, layout);
}
