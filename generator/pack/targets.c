#include <stdlib.h>
#include <string.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "pack/pack_parts.h"
#include "render/choice.h"
#include "render/plan.h"

static void note_target(struct buffer *found, const struct arch *arch, uint64_t version)
{
    uint64_t target = plan_target(arch, version);
    if (version != VERSION_END)
        buffer_add(found, &target, sizeof target);
}

static void note_set(struct buffer *found, const struct arch *arch, const struct version_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        note_target(found, arch, set->ranges[i].from);
        note_target(found, arch, set->ranges[i].to);
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
                note_set(found, arch, &cell->values[v].versions);
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
        const struct arch *arch = model->arches[a];
        for (size_t i = 0; i < model->record_count; i++) {
            const struct record_on *on = &model->records[i]->on[arch->index];
            if (!choice_has(pack->choice, model->records[i]) || !on->exists)
                continue;
            /* Add the versions at which the layout of a record may change. */
            note_set(&found, arch, &on->versions);
            for (size_t j = 0; j < on->layout_count; j++) {
                note_target(&found, arch, on->layouts[j].range.from);
                note_target(&found, arch, on->layouts[j].range.to);
            }
        }
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
    size_t first;
    SEARCH_FIRST(first, pack->target_count, i, pack->targets[i] < target);
    return (uint32_t)first;
}

static void add_sighting(struct pack *pack, const struct arch *arch, uint64_t version)
{
    pack_add_u64(pack, STRATA_PACK_SIGHTINGS, plan_target(arch, version));
}

static const struct evidence *evidence_on(const struct pack *pack, const struct record *record, size_t arch)
{
    bool is_chosen = choice_has_arch(pack->choice, pack->model->arches[arch]);
    return is_chosen && record->on[arch].exists ? record->on[arch].evidence : NULL;
}

/* Returns the number of the evidence on each architecture. Equal evidence is written once. */
static uint32_t find_evidence(struct pack *pack, const struct evidence *const *key)
{
    const char *name = intern_name(pack->evidences, (const char *)key, pack->model->arch_count * sizeof *key);
    uintptr_t number = (uintptr_t)map_get(pack->evidence_numbers, name);
    if (!number) {
        number = ++pack->evidence_count;
        map_set(pack->evidence_numbers, name, (void *)number);
        /* Add the record of a list of sightings, and then the sightings. */
        const struct model *model = pack->model;
        pack_add_u32(pack, STRATA_PACK_EVIDENCE, pack_record_count(pack, STRATA_PACK_SIGHTINGS, 8));
        for (size_t a = 0; a < model->arch_count; a++)
            for (size_t i = 0; key[a] && i < key[a]->seen_count; i++)
                add_sighting(pack, model->arches[a], key[a]->seen[i]);
        pack_add_u32(pack, STRATA_PACK_EVIDENCE, pack_record_count(pack, STRATA_PACK_SIGHTINGS, 8));
        for (size_t a = 0; a < model->arch_count; a++) {
            for (size_t i = 0; key[a] && i < key[a]->documented.count; i++) {
                add_sighting(pack, model->arches[a], key[a]->documented.ranges[i].from);
                add_sighting(pack, model->arches[a], key[a]->documented.ranges[i].to);
            }
        }
    }
    return (uint32_t)(number - 1);
}

uint32_t pack_find_record_evidence(struct pack *pack, const struct record *record)
{
    const struct evidence **key = memory_alloc((pack->model->arch_count + 1) * sizeof *key);
    for (size_t a = 0; a < pack->model->arch_count; a++)
        key[a] = evidence_on(pack, record, a);
    uint32_t number = find_evidence(pack, key);
    free(key);
    return number;
}

uint32_t pack_find_enum_evidence(struct pack *pack, const struct enumeration *enumeration)
{
    const struct evidence **key = memory_alloc((pack->model->arch_count + 1) * sizeof *key);
    for (size_t a = 0; a < pack->model->arch_count; a++)
        key[a] = choice_has_arch(pack->choice, pack->model->arches[a]) ? enumeration->evidence[a] : NULL;
    uint32_t number = find_evidence(pack, key);
    free(key);
    return number;
}

void pack_end_evidence(struct pack *pack)
{
    const struct axis *axis = &pack->model->axis;
    uint32_t end = pack_record_count(pack, STRATA_PACK_SIGHTINGS, 8);
    pack_add_u32(pack, STRATA_PACK_EVIDENCE, end);
    pack_add_u32(pack, STRATA_PACK_EVIDENCE, end);
    for (size_t i = 0; i < axis->point_count; i++) {
        if (!axis->points[i].kernel)
            continue;
        pack_add_u64(pack, STRATA_PACK_KERNELS, axis->points[i].version & ~UINT64_C(0xFFFF));
        pack_add_u64(pack, STRATA_PACK_KERNELS, axis->points[i].kernel);
    }
}

static int compare_pairs(const void *left, const void *right)
{
    const uint64_t *a = left, *b = right;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

/* Adds the pairs of targets that attested kernels of one version have on an architecture and on its fallback. */
static void note_twins(struct buffer *found, const struct arch *arch, const struct evidence *evidence,
                       const struct evidence *of_fallback)
{
    for (size_t k = 0; evidence && of_fallback && k < evidence->seen_count; k++) {
        if (!evidence_has(of_fallback, evidence->seen[k]))
            continue;
        const uint64_t pair[] = {plan_target(arch->fallback, evidence->seen[k]), plan_target(arch, evidence->seen[k])};
        buffer_add(found, pair, sizeof pair);
    }
}

void pack_add_twins(struct pack *pack)
{
    struct buffer found = {0};
    const struct model *model = pack->model;
    for (size_t a = 0; a < model->arch_count; a++) {
        const struct arch *arch = model->arches[a], *fallback = arch->fallback;
        if (!fallback || fallback->is_twin || !choice_has_arch(pack->choice, arch) ||
            !choice_has_arch(pack->choice, fallback))
            continue;
        for (size_t i = 0; i < model->record_count; i++)
            if (choice_has(pack->choice, model->records[i]))
                note_twins(&found, arch, evidence_on(pack, model->records[i], a),
                           evidence_on(pack, model->records[i], fallback->index));
        for (size_t i = 0; i < model->type_count; i++) {
            const struct enumeration *enumeration = model->types[i]->enumeration;
            if (enumeration && choice_has(pack->choice, model->types[i]))
                note_twins(&found, arch, enumeration->evidence[a], enumeration->evidence[fallback->index]);
        }
    }
    uint64_t *pairs = (void *)found.data;
    size_t count = found.size / (2 * sizeof *pairs);
    if (count)
        qsort(pairs, count, 2 * sizeof *pairs, compare_pairs);
    for (size_t i = 0; i < count; i++) {
        if (i && !compare_pairs(&pairs[2 * i], &pairs[2 * (i - 1)]))
            continue;
        pack_add_u64(pack, STRATA_PACK_TWINS, pairs[2 * i]);
        pack_add_u64(pack, STRATA_PACK_TWINS, pairs[2 * i + 1]);
    }
    buffer_free(&found);
}

/* True if somebody saw the build of an identity as a whole, or its document covers it. */
static bool is_seen(const struct model *model, const struct identity *identity)
{
    for (size_t i = 0; i < model->program->file_count; i++) {
        const struct evidence *evidence = model->evidence[i * model->arch_count + identity->arch->index];
        if (evidence && evidence_has(evidence, identity->version))
            return true;
    }
    return false;
}

void pack_add_identities(struct pack *pack)
{
    const struct module *module = choice_find_module(pack->choice);
    for (size_t i = 0; i < pack->model->identity_count; i++) {
        const struct identity *identity = pack->model->identities[i];
        if (identity->module != module || !choice_has_arch(pack->choice, identity->arch) ||
            (pack->is_of_whole_builds && !is_seen(pack->model, identity)))
            continue;
        const struct identity_numbers numbers = identity_as_pdb(&identity->numbers);
        buffer_add(&pack->parts[STRATA_PACK_IDENTITIES], numbers.guid, sizeof numbers.guid);
        pack_add_u32(pack, STRATA_PACK_IDENTITIES, numbers.age);
        pack_add_u32(pack, STRATA_PACK_IDENTITIES, numbers.timestamp);
        pack_add_u32(pack, STRATA_PACK_IDENTITIES, numbers.image_size);
        pack_add_u32(pack, STRATA_PACK_IDENTITIES, numbers.has_pdb ? 0 : numbers.build_size);
        pack_add_u64(pack, STRATA_PACK_IDENTITIES, plan_target(identity->arch, identity->version));
    }
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
