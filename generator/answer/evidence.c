#include "answer/evidence.h"

#include "base/arena.h"
#include "base/lookup.h"

size_t evidence_find_seen(const struct evidence *evidence, uint64_t version)
{
    size_t first;
    SEARCH_FIRST(first, evidence->seen_count, i, evidence->seen[i] < version);
    return first;
}

bool evidence_has(const struct evidence *evidence, uint64_t version)
{
    size_t at = evidence_find_seen(evidence, version);
    return at < evidence->seen_count && evidence->seen[at] == version;
}

void evidence_find_build(const struct evidence *evidence, uint64_t version, size_t *first, size_t *end)
{
    *first = evidence_find_seen(evidence, version & ~UINT64_C(0xFFFF));
    *end = evidence_find_seen(evidence, (version | 0xFFFF) + 1);
}

void evidence_look_up_documents(const struct evidence *evidence, strata_around *around)
{
    const struct version_set *set = &evidence->documented;
    uint64_t before = 0, after = 0;
    around->is_documented = version_set_contains(set, around->target);
    for (size_t i = 0; i < set->count && !around->is_documented; i++) {
        if (set->ranges[i].to <= around->target)
            before = set->ranges[i].to - 1;
        else if (!after)
            after = set->ranges[i].from;
    }
    strata_add_documented(around, before, after);
}

strata_basis place_basis(const struct evidence *evidence, uint64_t version)
{
    size_t first, end, next = evidence_find_seen(evidence, version);
    unsigned revision = version_part(version, 3);
    evidence_find_build(evidence, version, &first, &end);
    if (next < end && evidence->seen[next] == version)
        return STRATA_ATTESTED;
    if (first < end && (revision == 0 || revision == STRATA_REVISION_ANY))
        return STRATA_INTERPOLATED;
    strata_around around = {.target = version};
    around.before = next ? evidence->seen[next - 1] : 0;
    around.after = next < evidence->seen_count ? evidence->seen[next] : 0;
    uint32_t taken;
    evidence_look_up_documents(evidence, &around);
    return strata_judge(&around, &taken);
}

uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version)
{
    size_t first, end;
    evidence_find_build(evidence, version, &first, &end);
    return first == end && evidence->seen_count ? axis_find_kernel(evidence->axis, version) : version;
}

enum part { PART_NONE, PART_SOME, PART_ALL };

/* Tells how much of a build a set has. */
static enum part part_of_build(struct version_set set, uint64_t build)
{
    uint64_t end = build + 0x10000;
    size_t i = 0;
    while (i < set.count && set.ranges[i].to <= build)
        i++;
    if (i == set.count || set.ranges[i].from >= end)
        return PART_NONE;
    return set.ranges[i].from <= build && set.ranges[i].to >= end ? PART_ALL : PART_SOME;
}

/* Gives the build `to` in a set the revisions that the build `from` has in another one. */
static struct version_set copy_build(struct arena *arena, struct version_set set, uint64_t to, struct version_set other,
                                     uint64_t from)
{
    enum { REVISIONS = 0x10000 };
    struct version_set source = version_set_intersect(arena, other, version_set_range(arena, from, from + REVISIONS));
    struct version_list list = {0};
    version_list_add_set(&list, version_set_subtract(arena, set, version_set_range(arena, to, to + REVISIONS)));
    for (size_t i = 0; i < source.count; i++)
        version_list_add(&list, source.ranges[i].from - from + to, source.ranges[i].to - from + to);
    return version_list_take(&list, arena);
}

struct version_set evidence_spread(struct arena *arena, const struct evidence *evidence, struct version_set set)
{
    const struct axis *axis = evidence->axis;
    struct version_set spread = set;
    for (size_t i = 0; i < axis->point_count; i++) {
        uint64_t build = axis->points[i].version & ~UINT64_C(0xFFFF);
        uint64_t kernel = axis->points[i].kernel ? evidence_find_kernel(evidence, build) : build;
        enum part own = part_of_build(spread, build);
        if (kernel != build && (own == PART_SOME || own != part_of_build(set, kernel)))
            spread = copy_build(arena, spread, build, set, kernel);
    }
    return version_set_equal(spread, set) ? set : spread;
}

uint64_t enumeration_find_kernel(const struct enumeration *enumeration, const struct arch *arch, uint64_t version)
{
    return evidence_find_kernel(enumeration->evidence[arch->index], version);
}
