#include "render/points.h"

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/lookup.h"
#include "render/context_parts.h"

enum { REVISION_LAST = 0xFFFF };

const struct plan *points_next_plan(const struct render *render, size_t *index)
{
    while (*index < render->records.count) {
        const struct plan *plan = render->plans[(*index)++];
        if (plan)
            return plan;
    }
    return NULL;
}

const struct plan_range *points_find_range(const struct plan *plan, const struct arch *arch, uint64_t version)
{
    uint64_t target = plan_target(arch, version);
    size_t first;
    SEARCH_FIRST(first, plan->range_count, i, plan->ranges[i].target <= target);
    return first && plan->ranges[first - 1].target >> 56 == target >> 56 ? &plan->ranges[first - 1] : NULL;
}

/* ---- Evidence */

/* Adds a record to a tree if both have the same evidence on every arch on which both exist. Returns false otherwise. */
static bool join_tree(const struct render *render, struct tree *tree, const struct record *record)
{
    const struct model *model = render->model;
    for (int is_sure = 0; is_sure < 2; is_sure++) {
        for (size_t a = 0; a < model->arch_count; a++) {
            const struct record_on *on = &record->on[a];
            if (!on->exists || !choice_has_arch(render->choice, model->arches[a]))
                continue;
            if (tree->is_known[a] && tree->evidence[a] != on->evidence)
                return false;
            if (is_sure) {
                tree->is_known[a] = true;
                tree->evidence[a] = on->evidence;
            }
        }
    }
    return true;
}

static void find_trees(struct points *points)
{
    const struct render *render = points->render;
    size_t arch_count = render->model->arch_count, index = 0;
    points->trees = ARENA_ARRAY(render->arena, struct tree, render->records.count);
    points->tree_of = ARENA_ARRAY(render->arena, size_t, render->records.count);
    for (const struct plan *plan; (plan = points_next_plan(render, &index));) {
        size_t i = 0;
        while (i < points->tree_count && !join_tree(render, &points->trees[i], plan->record))
            i++;
        points->tree_of[index - 1] = i;
        if (i < points->tree_count)
            continue;
        struct tree *tree = &points->trees[points->tree_count++];
        tree->evidence = ARENA_ARRAY(render->arena, const struct evidence *, arch_count);
        tree->is_known = ARENA_ARRAY(render->arena, bool, arch_count);
        join_tree(render, tree, plan->record);
    }
}

strata_basis points_judge(const struct tree *tree, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = tree->evidence[arch->index];
    return evidence ? place_basis(evidence, version) : STRATA_EXTRAPOLATED;
}

/* True if all revisions of a build are in the same range of answers. */
static bool is_whole(const struct plan *plan, const struct arch *arch, uint64_t build)
{
    return points_find_range(plan, arch, build) == points_find_range(plan, arch, build + REVISION_LAST);
}

/* True if a tree knows all revisions of a build, and of the build whose kernel it runs, equally well. Needed for trees
 * that do not look up the first build by the second one. */
static bool is_same_place(const struct tree *tree, const struct twin *twin)
{
    static const uint64_t revisions[] = {0, 1, REVISION_LAST};
    strata_basis basis = points_judge(tree, twin->arch, twin->build);
    for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++)
        if (points_judge(tree, twin->arch, twin->build + revisions[i]) != basis ||
            points_judge(tree, twin->arch, twin->kernel + revisions[i]) != basis)
            return false;
    return true;
}

/* True if each structure has the same answers in a build as in the build whose kernel it runs. */
static bool is_same_as_kernel(const struct points *points, const struct twin *twin)
{
    size_t index = 0;
    for (const struct plan *plan; (plan = points_next_plan(points->render, &index));) {
        const struct tree *tree = &points->trees[points->tree_of[index - 1]];
        const struct evidence *evidence = tree->evidence[twin->arch->index];
        const struct plan_range *own = points_find_range(plan, twin->arch, twin->build);
        const struct plan_range *other = points_find_range(plan, twin->arch, twin->kernel);
        if (!own)
            continue;
        if (!is_whole(plan, twin->arch, twin->build))
            return false;
        if (own->layout == STRATA_LAYOUT_OF_KERNEL)
            continue;
        if (!is_whole(plan, twin->arch, twin->kernel) || own->layout != other->layout || own->grades != other->grades)
            return false;
        bool is_looked_up = evidence && evidence_find_kernel(evidence, twin->build) != twin->build;
        if (!is_looked_up && !is_same_place(tree, twin))
            return false;
    }
    return true;
}

/* Returns the build whose kernel a build runs, if some tree looks the build up by that kernel; else the build
 * itself. */
static uint64_t find_kernel(const struct points *points, const struct arch *arch, uint64_t build)
{
    for (size_t i = 0; i < points->tree_count; i++) {
        const struct evidence *evidence = points->trees[i].evidence[arch->index];
        uint64_t kernel = evidence ? evidence_find_kernel(evidence, build) : build;
        if (kernel != build)
            return kernel & ~(uint64_t)REVISION_LAST;
    }
    return build;
}

/* Finds the builds that run the kernel of another build. Returns false if a structure has other answers in such a build
 * than in the other build. */
static bool find_twins(struct points *points)
{
    const struct render *render = points->render;
    const struct axis *axis = &render->model->axis;
    struct buffer twins = {0};
    bool is_same = true;
    for (size_t a = 0; a < render->model->arch_count; a++) {
        const struct arch *arch = render->model->arches[a];
        for (size_t i = 0; choice_has_arch(render->choice, arch) && i < axis->point_count; i++) {
            uint64_t build = axis->points[i].version & ~(uint64_t)REVISION_LAST;
            struct twin twin = {arch, build, axis->points[i].kernel ? find_kernel(points, arch, build) : build};
            if (twin.kernel == build)
                continue;
            is_same = is_same && is_same_as_kernel(points, &twin);
            buffer_add(&twins, &twin, sizeof twin);
        }
    }
    points->twin_count = twins.size / sizeof *points->twins;
    points->twins = arena_copy_array(render->arena, twins.data, points->twin_count, sizeof *points->twins);
    buffer_free(&twins);
    return is_same;
}

/* ---- Points */

static bool is_twin(const struct points *points, const struct arch *arch, uint64_t version)
{
    for (size_t i = 0; i < points->twin_count; i++)
        if (points->twins[i].arch == arch && points->twins[i].build == (version & ~(uint64_t)REVISION_LAST))
            return true;
    return false;
}

/* Adds the versions at which an answer may change because of a build. Revisions 0 and 0xFFFF stand for the build as a
 * whole, so each of them and the version after it are added. */
static void add_build(struct buffer *starts, uint64_t version)
{
    uint64_t build = version & ~(uint64_t)REVISION_LAST;
    const uint64_t of_build[] = {build, build + 1, build + REVISION_LAST, build + REVISION_LAST + 1};
    buffer_add(starts, of_build, sizeof of_build);
}

/* Adds the versions at which the grades of a tree may change on an arch. */
static void add_evidence(const struct evidence *evidence, struct buffer *starts)
{
    for (size_t i = 0; i < evidence->seen_count; i++) {
        const uint64_t around[] = {evidence->seen[i], evidence->seen[i] + 1};
        buffer_add(starts, around, sizeof around);
        add_build(starts, evidence->seen[i]);
    }
    for (size_t i = 0; i < evidence->documented.count; i++)
        buffer_add(starts, &evidence->documented.ranges[i], sizeof evidence->documented.ranges[i]);
}

/* Lists the versions at which an answer may change on an arch, ascending. Returns their number. */
static size_t list_starts(const struct points *points, const struct arch *arch, struct buffer *starts)
{
    size_t index = 0;
    buffer_clear(starts);
    for (const struct plan *plan; (plan = points_next_plan(points->render, &index));) {
        for (size_t i = 0; i < plan->range_count; i++) {
            uint64_t version = plan->ranges[i].target & STRATA_TARGET_VERSION_MASK;
            if (plan->ranges[i].target >> 56 == plan_arch_number(arch))
                buffer_add(starts, &version, sizeof version);
        }
    }
    if (!starts->size)
        return 0; /* no structure is on the arch */
    buffer_add(starts, &(uint64_t){0}, sizeof(uint64_t));
    for (size_t i = 0; i < points->tree_count; i++)
        if (points->trees[i].evidence[arch->index])
            add_evidence(points->trees[i].evidence[arch->index], starts);
    for (size_t i = 0; i < points->twin_count; i++)
        if (points->twins[i].arch == arch)
            add_build(starts, points->twins[i].build);
    return version_sort((uint64_t *)(void *)starts->data, starts->size / sizeof(uint64_t));
}

static bool is_same_answer(const struct points *points, const struct arch *arch, uint64_t a, uint64_t b)
{
    size_t index = 0;
    for (const struct plan *plan; (plan = points_next_plan(points->render, &index));) {
        const struct plan_range *left = points_find_range(plan, arch, a), *right = points_find_range(plan, arch, b);
        if (left != right && (!left || !right || left->layout != right->layout || left->grades != right->grades))
            return false;
    }
    for (size_t i = 0; i < points->tree_count; i++)
        if (points_judge(&points->trees[i], arch, a) != points_judge(&points->trees[i], arch, b))
            return false;
    return true;
}

/* Removes each start that has the same answers as the one kept before it, and the starts in builds that run the kernel
 * of another build. Returns the number of starts that are kept. */
static size_t keep_changes(const struct points *points, const struct arch *arch, uint64_t *starts, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_version = starts[i] < STRATA_TARGET_VERSION_MASK && !is_twin(points, arch, starts[i]);
        if (is_version && (!kept || !is_same_answer(points, arch, starts[kept - 1], starts[i])))
            starts[kept++] = starts[i];
    }
    return kept;
}

/* Returns the build of the last version in an ascending list that is below another version; 0 if there is none. */
static uint64_t last_below(const uint64_t *versions, size_t count, uint64_t version)
{
    uint64_t last = 0;
    for (size_t i = 0; i < count && versions[i] < version; i++)
        last = versions[i];
    return last & ~(uint64_t)REVISION_LAST;
}

/* Adds a point at each build whose kernel another build runs, if the build has no point, and there are points between
 * the two builds. */
static void add_kernels(const struct points *points, const struct arch *arch, struct buffer *kept)
{
    for (size_t i = 0; i < points->twin_count; i++) {
        const struct twin *twin = &points->twins[i];
        const uint64_t *starts = (const void *)kept->data;
        size_t count = kept->size / sizeof *starts;
        if (twin->arch != arch || !count)
            continue;
        uint64_t last = last_below(starts, count, twin->kernel + REVISION_LAST + 1);
        if (last == twin->kernel || last_below(starts, count, twin->build) == last)
            continue;
        buffer_add(kept, &twin->kernel, sizeof twin->kernel);
        kept->size = sizeof *starts * version_sort((uint64_t *)(void *)kept->data, kept->size / sizeof *starts);
    }
}

/* Makes the points of an arch. A start that is one version after a point is no point: it gives the answers after that
 * point. */
static void add_points(const struct arch *arch, const uint64_t *starts, size_t count, struct buffer *found)
{
    for (size_t i = 0; i < count; i++) {
        struct point point = {arch, starts[i], starts[i], starts[i]};
        if (i + 1 < count && starts[i + 1] == starts[i] + 1)
            point.after = starts[++i];
        buffer_add(found, &point, sizeof point);
    }
}

static void find_points(struct points *points)
{
    const struct model *model = points->render->model;
    struct buffer starts = {0}, found = {0};
    for (size_t a = 0; a < model->arch_count; a++) {
        if (!choice_has_arch(points->render->choice, model->arches[a]))
            continue;
        size_t count = list_starts(points, model->arches[a], &starts);
        starts.size =
            keep_changes(points, model->arches[a], (uint64_t *)(void *)starts.data, count) * sizeof(uint64_t);
        add_kernels(points, model->arches[a], &starts);
        add_points(model->arches[a], (const void *)starts.data, starts.size / sizeof(uint64_t), &found);
    }
    points->point_count = found.size / sizeof *points->points;
    points->points =
        arena_copy_array(points->render->arena, found.data, points->point_count, sizeof *points->points);
    buffer_free(&starts);
    buffer_free(&found);
}

bool points_find(const struct render *render, struct points *points)
{
    *points = (struct points){.render = render};
    find_trees(points);
    if (!find_twins(points))
        return false;
    find_points(points);
    return true;
}
