#include "render/timeline.h"

#include "answer/standing.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "render/context_parts.h"

enum { REVISION_LAST = 0xFFFF };

/* The records and the evidence of a tree, while its points are found. */
struct survey {
    const struct render *render;
    const struct evidence *const *evidence;
    const struct record *const *records;
    size_t record_count;
};

bool timeline_is_fine(const struct render *render, const struct record *record)
{
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = &record->on[a];
        if (on->exists && on->sightings && choice_has_arch(render->choice, render->model->arches[a]))
            return true;
    }
    return false;
}

/* ---- Versions at which something may change */

static void add_version(struct buffer *starts, uint64_t version)
{
    uint64_t first_of_minor = version >> 32 << 32;
    if (version >= STRATA_TARGET_VERSION_MASK)
        return;
    buffer_add(starts, &first_of_minor, sizeof first_of_minor);
    buffer_add(starts, &version, sizeof version);
}

static void add_range(struct buffer *starts, struct version_range range)
{
    add_version(starts, range.from);
    add_version(starts, range.to);
}

/* Adds the versions at which an answer may change because of a build. Revisions 0 and 0xFFFF stand for the build as a
 * whole, so each of them and the version after it are added. */
static void add_build(struct buffer *starts, uint64_t version)
{
    uint64_t build = version & ~(uint64_t)REVISION_LAST;
    const uint64_t of_build[] = {build, build + 1, build + REVISION_LAST, build + REVISION_LAST + 1};
    for (size_t i = 0; i < sizeof of_build / sizeof *of_build; i++)
        add_version(starts, of_build[i]);
}

/* Adds the versions at which the grades of a tree may change: attested versions and those after them, the ends of
 * documented ranges, the builds of all these, and builds that run the kernel of another build. */
static void add_evidence(const struct evidence *evidence, struct buffer *starts)
{
    for (size_t i = 0; i < evidence->seen_count; i++) {
        add_range(starts, (struct version_range){evidence->seen[i], evidence->seen[i] + 1});
        add_build(starts, evidence->seen[i]);
    }
    for (size_t i = 0; i < evidence->documented.count; i++) {
        struct version_range range = evidence->documented.ranges[i];
        add_range(starts, range);
        if (range.from & REVISION_LAST)
            add_build(starts, range.from);
        if (range.to & REVISION_LAST)
            add_build(starts, range.to - 1);
    }
    for (size_t i = 0; i < evidence->axis->point_count; i++) {
        uint64_t build = evidence->axis->points[i].version & ~(uint64_t)REVISION_LAST;
        if (evidence_find_kernel(evidence, build) != build)
            add_range(starts, (struct version_range){build, build + REVISION_LAST + 1});
    }
}

/* Adds the versions at which a record begins or ceases to exist, its layout changes, or the answers of its plan
 * change. */
static void add_record(const struct render *render, const struct record *record, const struct arch *arch,
                       struct buffer *starts)
{
    const struct record_on *on = &record->on[arch->index];
    const struct plan *plan = map_get(render->plan_of, record);
    for (size_t i = 0; i < on->versions.count; i++)
        add_range(starts, on->versions.ranges[i]);
    for (size_t i = 0; i < on->layout_count; i++)
        add_range(starts, on->layouts[i].range);
    for (size_t i = 0; plan && i < plan->range_count; i++)
        if (plan->ranges[i].target >> 56 == plan_arch_number(arch))
            add_version(starts, plan->ranges[i].target & STRATA_TARGET_VERSION_MASK);
}

/* Lists the versions at which something may change on an arch, ascending. With `is_fine`, for all records; else only
 * for records without sightings. Returns their number; 0 if there are none. */
static size_t list_starts(const struct survey *survey, const struct arch *arch, bool is_fine, struct buffer *starts)
{
    const struct render *render = survey->render;
    const struct evidence *evidence = survey->evidence[arch->index];
    buffer_clear(starts);
    for (size_t i = 0; i < survey->record_count; i++)
        if (survey->records[i]->on[arch->index].exists && (is_fine || !timeline_is_fine(render, survey->records[i])))
            add_record(render, survey->records[i], arch, starts);
    if (evidence)
        add_evidence(evidence, starts);
    if (!starts->size)
        return 0;
    add_version(starts, 0);
    return version_sort((uint64_t *)(void *)starts->data, starts->size / sizeof(uint64_t));
}

/* ---- Points */

/* True if a version is a point of its own even if the version just before it is a point: it is a coarse point, the
 * first version of its major and minor number, or attested. */
static bool is_own_point(const struct evidence *evidence, uint64_t version, const struct point *coarse, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (coarse[i].version == version)
            return true;
    return !(uint32_t)version || (evidence && evidence_has(evidence, version));
}

/* Makes the points of an arch. A start that is one version after a point is no point, unless is_own_point says so: it
 * gives the answers after that point. */
static void add_points(const struct evidence *evidence, const struct arch *arch, const uint64_t *starts, size_t count,
                       const struct point *coarse, size_t coarse_count, struct buffer *found)
{
    for (size_t i = 0; i < count; i++) {
        struct point point = {arch, starts[i], starts[i], starts[i] + 1};
        bool is_next = i + 1 < count && starts[i + 1] == starts[i] + 1;
        if (is_next && !is_own_point(evidence, starts[i + 1], coarse, coarse_count))
            i++;
        buffer_add(found, &point, sizeof point);
    }
}

static const struct point *keep_points(const struct render *render, struct buffer *found, size_t *count)
{
    *count = found->size / sizeof(struct point);
    const struct point *points = arena_copy_array(render->arena, found->data, *count, sizeof *points);
    buffer_clear(found);
    return points;
}

/* Returns a hash of the points. Tables of headers have their answers by position, so they fit only a tree with this
 * hash. */
static uint32_t hash_points(const struct timeline *timeline)
{
    struct buffer text = {0};
    for (size_t i = 0; i < timeline->point_count; i++) {
        const struct point *point = &timeline->points[i];
        buffer_format(&text, "%llX %zu\n", (unsigned long long)plan_target(point->arch, point->version),
                      timeline_find_coarse(timeline, point));
    }
    uint32_t hash = hash_add(HASH_NOTHING, text.data, text.size);
    buffer_free(&text);
    return hash;
}

struct timeline *timeline_new(const struct render *render, const struct evidence *const *evidence,
                              const struct record *const *records, size_t record_count)
{
    const struct model *model = render->model;
    struct survey survey = {render, evidence, records, record_count};
    struct timeline *timeline = ARENA_NEW(render->arena, struct timeline);
    struct buffer starts = {0}, found = {0};
    bool has_fine = false;
    timeline->evidence = evidence;
    for (size_t i = 0; i < record_count; i++)
        has_fine |= timeline_is_fine(render, records[i]);
    for (int is_fine = 0; is_fine < 1 + has_fine; is_fine++) {
        for (size_t a = 0; a < model->arch_count; a++) {
            const struct arch *arch = model->arches[a];
            size_t count = choice_has_arch(render->choice, arch) ? list_starts(&survey, arch, is_fine, &starts) : 0;
            size_t first = 0, last = 0;
            for (size_t i = 0; is_fine && i < timeline->coarse_count; i++) {
                first += timeline->coarse[i].arch->index < a;
                last += timeline->coarse[i].arch->index <= a;
            }
            add_points(evidence[a], arch, (const uint64_t *)(const void *)starts.data, count,
                       last > first ? timeline->coarse + first : NULL, last - first, &found);
        }
        timeline->points = keep_points(render, &found, &timeline->point_count);
        if (!is_fine) {
            timeline->coarse = timeline->points;
            timeline->coarse_count = timeline->point_count;
        }
    }
    timeline->mark = hash_points(timeline);
    buffer_free(&starts);
    buffer_free(&found);
    return timeline;
}

size_t timeline_find_coarse(const struct timeline *timeline, const struct point *point)
{
    uint64_t target = plan_target(point->arch, point->version);
    size_t first;
    SEARCH_FIRST(first, timeline->coarse_count, i,
                 plan_target(timeline->coarse[i].arch, timeline->coarse[i].version) <= target);
    bool is_same = first && timeline->coarse[first - 1].arch == point->arch &&
                   timeline->coarse[first - 1].version == point->version;
    bool is_before_all = !first || timeline->coarse[first - 1].arch != point->arch;
    return is_before_all ? 0 : 2 * first + !is_same;
}

char timeline_grade(const struct timeline *timeline, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = timeline->evidence[arch->index];
    if (!evidence)
        return '0' + STRATA_EXTRAPOLATED;
    return evidence_find_kernel(evidence, version) != version ? STRATA_GRADE_OF_KERNEL
                                                              : (char)('0' + place_basis(evidence, version));
}
