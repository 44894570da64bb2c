#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "render/choice.h"
#include "render/names.h"
#include "render/plan.h"

/* Where layout or basis may change on an arch, in ascending order; returns how many. */
static size_t find_boundaries(const struct record_on *on, uint64_t *versions)
{
    size_t count = 0;
    for (size_t i = 0; i < on->in.count; i++) {
        versions[count++] = on->in.ranges[i].from;
        versions[count++] = on->in.ranges[i].to;
    }
    for (size_t i = 0; i < on->layout_count; i++)
        versions[count++] = on->layouts[i].in.from;
    for (size_t i = 0; i < on->attested.count; i++) {
        versions[count++] = on->attested.ranges[i].from;
        versions[count++] = on->attested.ranges[i].to;
    }
    return version_sort(versions, count);
}

static const char *const basis_names[] = {
    [BASIS_ATTESTED] = "ATTESTED",
    [BASIS_INTERPOLATED] = "INTERPOLATED",
    [BASIS_EXTRAPOLATED] = "EXTRAPOLATED",
};

static void add_range(struct plan *plan, const struct arch *arch, uint64_t version)
{
    const struct record_on *on = &plan->record->on[arch->index];
    const struct layout *layout = record_layout_at(plan->record, arch, version);
    struct plan_range range = {plan_target(arch, version), (unsigned)plan->layout_count, basis_names[BASIS_ATTESTED]};
    if (layout) {
        range.layout = plan_find_layout(plan, layout);
        range.basis = basis_names[record_basis(on, version)];
    }
    struct plan_range *above = plan->range_count ? &plan->ranges[plan->range_count - 1] : NULL;
    if (above && above->target >> 56 == range.target >> 56 && above->layout == range.layout &&
        above->basis == range.basis)
        return;
    plan->ranges[plan->range_count++] = range;
}

void plan_find_ranges(const struct model *model, const struct choice *choice, struct plan *plan)
{
    const struct record *record = plan->record;
    size_t most = 0;
    for (size_t i = 0; i < record->arch_count; i++)
        most += 2 * record->on[i].in.count + record->on[i].layout_count + 2 * record->on[i].attested.count;
    plan->ranges = ARENA_ARRAY(model->arena, struct plan_range, most);
    uint64_t *versions = memory_alloc(most * sizeof *versions);
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        bool chosen = on->exists && choice_has_arch(choice, model->arches[i]);
        size_t count = chosen && on->in.count ? find_boundaries(on, versions) : 0;
        for (size_t k = 0; k < count; k++)
            if (versions[k] >= on->in.ranges[0].from && versions[k] != VERSION_END)
                add_range(plan, model->arches[i], versions[k]);
    }
    free(versions);
}

/* The layout that a range of versions has, or at least begins with. */
static const struct layout *first_layout(const struct record *record, const struct arch *arch,
                                         struct version_range range)
{
    const struct record_on *on = &record->on[arch->index];
    for (size_t i = 0; i < on->layout_count; i++)
        for (size_t k = 0; k < on->in.count; k++)
            if (on->layouts[i].in.from < range.to && range.from < on->layouts[i].in.to &&
                on->in.ranges[k].from < range.to && range.from < on->in.ranges[k].to)
                return &on->layouts[i];
    return NULL;
}

/* Adds a name of a version, unless it is among those of the arch already. */
static void add_alias(const struct model *model, struct plan *plan, struct map *names, const struct arch *arch,
                      const char *version, const struct layout *layout)
{
    const char *name = intern_text(model->program->intern, version);
    if (map_get(names, name))
        return;
    map_set(names, name, plan);
    plan->aliases[plan->alias_count++] = (struct plan_alias){version, arch, plan_find_layout(plan, layout)};
}

/* Windows 10's releases are points to the axis, but nobody else: `1607` is as good a name as `6.1`. `6.0-sp1` is not.
 */
static bool named_like_release(const struct axis_release *release, const struct axis_point *point)
{
    return strncmp(point->name, release->name, strlen(release->name)) != 0;
}

void plan_find_aliases(const struct model *model, const struct choice *choice, struct plan *plan)
{
    const struct record *record = plan->record;
    const struct axis *axis = &model->axis;
    size_t most = 0;
    for (size_t i = 0; i < record->arch_count; i++)
        most += record->on[i].exists ? record->on[i].layout_count + axis->release_count + axis->point_count : 0;
    plan->aliases = ARENA_ARRAY(model->arena, struct plan_alias, most);
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        const struct arch *arch = model->arches[i];
        if (!on->exists || !choice_has_arch(choice, arch))
            continue;
        struct map *names = map_new(model->arena);
        for (size_t k = 0; k < on->layout_count; k++)
            if (version_set_contains(&on->in, on->layouts[k].in.from))
                add_alias(model, plan, names, arch, plan_version_label(model, on->layouts[k].in), &on->layouts[k]);
        for (size_t r = 0; on->in.count && r < axis->release_count; r++) {
            const struct axis_release *release = &axis->releases[r];
            const struct layout *layout = first_layout(record, arch, release->range);
            if (layout)
                add_alias(model, plan, names, arch, names_in_c(model->arena, release->name), layout);
            for (size_t p = release->first_point; p < release->first_point + release->point_count; p++) {
                layout = named_like_release(release, &axis->points[p])
                             ? first_layout(record, arch, axis->points[p].range)
                             : NULL;
                if (layout)
                    add_alias(model, plan, names, arch, names_in_c(model->arena, axis->points[p].name), layout);
            }
        }
    }
}
