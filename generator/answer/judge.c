#include "answer/judge.h"

#include "answer/slot.h"

/* True if two layouts say the same of what the question is about. NULL: the record does not exist. */
static bool layouts_agree(const struct lookup *lookup, const struct layout *a, const struct layout *b)
{
    if (lookup->kind)
        return a == b || kind_number(lookup->kinds, lookup->kind, a) == kind_number(lookup->kinds, lookup->kind, b);
    if (lookup->about == ABOUT_MEMBER)
        return slot_agrees(a, b, lookup->member);
    if (lookup->about == ABOUT_OTHERS)
        return true;
    return a == b || (a && b && layout_equal(a, b));
}

static const struct layout *layout_in(const struct lookup *lookup, uint64_t version)
{
    return record_layout_at(lookup->record, lookup->arch, version);
}

enum verdict judge_find_verdict(const struct lookup *lookup, size_t index)
{
    const struct sighted_build *build = &lookup->sightings->builds[index];
    if (lookup->about == ABOUT_MEMBER)
        return sighting_find(lookup->sightings, index, lookup->member);
    return build->is_doubtful ? VERDICT_DOUBTFUL : VERDICT_NONE;
}

/* The same for a version; VERDICT_NONE if nobody saw a member in it. */
static enum verdict verdict_of(const struct lookup *lookup, uint64_t version)
{
    size_t index = lookup->sightings ? sighting_index(lookup->sightings, version) : 0;
    bool is_there = lookup->sightings && index < lookup->sightings->count;
    return is_there && lookup->sightings->builds[index].version == version ? judge_find_verdict(lookup, index)
                                                                           : VERDICT_NONE;
}

/* True if somebody saw in a version what the question is about. */
static bool is_seen(const struct lookup *lookup, uint64_t version)
{
    return evidence_has(lookup->evidence, version) || verdict_of(lookup, version) == VERDICT_KNOWN;
}

/* Disputes all that follows from an attested version (0: none) of which kernels differ. */
static void dispute_version(const struct lookup *lookup, uint64_t version, struct standing *standing)
{
    const struct record *record = lookup->record;
    const struct arch *twin = lookup->arch->is_twin ? NULL : lookup->arch->twins;
    for (; twin && is_seen(lookup, version); twin = twin->next_twin) {
        const struct record_on *on = &record->on[twin->index];
        const struct lookup other = {.record = record, .arch = twin, .evidence = on->evidence,
                                     .sightings = on->sightings, .about = lookup->about, .member = lookup->member};
        if (!on->exists || !is_seen(&other, version))
            continue;
        if (layouts_agree(lookup, layout_in(lookup, version), record_layout_at(record, twin, version)))
            continue;
        standing->basis = STRATA_DISPUTED;
        standing->ambiguous = version;
    }
}

static void set_neighbours(const struct evidence *evidence, size_t first, size_t end, struct standing *standing)
{
    standing->before = first ? evidence->seen[first - 1] : 0;
    standing->after = end < evidence->seen_count ? evidence->seen[end] : 0;
}

/* True if the layouts at both ends of a range, as far as they are in the build of `first`, agree with the one there. */
static bool is_range_even(const struct lookup *lookup, struct version_range in, uint64_t first)
{
    uint64_t end = first + 0x10000;
    const struct layout *layout = layout_in(lookup, first);
    if (in.from > first && in.from < end && !layouts_agree(lookup, layout_in(lookup, in.from), layout))
        return false;
    return in.to <= first || in.to >= end || layouts_agree(lookup, layout_in(lookup, in.to), layout);
}

/* True if the rows say the same for all revisions of a build. An arch that has the layouts of another one may have only
 * some of the versions. */
static bool is_build_even(const struct lookup *lookup, uint64_t version)
{
    const struct record_on *on = &lookup->record->on[lookup->arch->index];
    uint64_t first = version & ~UINT64_C(0xFFFF);
    for (size_t i = 0; !lookup->scene->is_even && i < on->layout_count; i++)
        if (!is_range_even(lookup, on->layouts[i].range, first))
            return false;
    for (size_t i = 0; !lookup->scene->is_even && i < on->versions.count; i++)
        if (!is_range_even(lookup, on->versions.ranges[i], first))
            return false;
    return true;
}

/* Judges a build without its revision, of which the versions from `first` to before `end` are attested. */
static void judge_build(const struct lookup *lookup, size_t first, size_t end, struct standing *standing)
{
    const struct evidence *evidence = lookup->evidence;
    const struct layout *taken = layout_in(lookup, evidence->seen[end - 1]);
    set_neighbours(evidence, first, end, standing);
    standing->is_build = true;
    if (lookup->about == ABOUT_ALL) {
        standing->taken = evidence->seen[end - 1];
        standing->layout = taken;
    }
    standing->basis = is_build_even(lookup, standing->version) ? STRATA_INTERPOLATED : STRATA_DISPUTED;
    for (size_t i = first; i + 1 < end; i++) {
        if (layouts_agree(lookup, layout_in(lookup, evidence->seen[i]), taken))
            continue;
        standing->before = evidence->seen[i];
        standing->after = evidence->seen[end - 1];
    }
    for (size_t i = first; i < end; i++)
        dispute_version(lookup, evidence->seen[i], standing);
}

/* Gives the layouts around a version numbers; those that agree have one number. */
static void number_layouts(const struct lookup *lookup, const struct layout *own, strata_around *around)
{
    enum { OWN, BEFORE, AFTER };
    const struct layout *before = around->before ? layout_in(lookup, around->before) : NULL;
    const struct layout *after = around->after ? layout_in(lookup, around->after) : NULL;
    around->layout = OWN;
    around->layout_before = around->before && !layouts_agree(lookup, before, own) ? BEFORE : OWN;
    around->layout_after = AFTER;
    if (around->after && layouts_agree(lookup, after, own))
        around->layout_after = OWN;
    else if (around->before && around->after && layouts_agree(lookup, after, before))
        around->layout_after = around->layout_before;
    if (lookup->about == ABOUT_ALL && around->before && around->after &&
        around->layout_before != around->layout_after) {
        uint64_t begin = strata_newer_begin(around->before, around->after);
        around->is_change_at_newer = layouts_agree(lookup, layout_in(lookup, begin - 1), before) &&
                                     layouts_agree(lookup, layout_in(lookup, begin), after);
    }
}

/* True if somebody saw a member in one of the builds from `first` to before `end` and it lies elsewhere in a newer
 * layout. The rows have one layout for all of these builds. */
static bool is_elsewhere(const struct sightings *sightings, size_t first, size_t end, const struct layout *layout,
                         const struct layout *newer)
{
    for (size_t k = 0; k < sightings->known_count; k++)
        for (size_t i = slot_agrees(layout, newer, sightings->known[k]) ? end : first; i < end; i++)
            if (sighting_find(sightings, i, sightings->known[k]) == VERDICT_KNOWN)
                return true;
    return false;
}

/* True if somebody saw a member, in a version or between it and a newer one, that does not lie yet where the newer one
 * has it. */
static bool goes_on(const struct lookup *lookup, uint64_t version, uint64_t newer)
{
    const struct sightings *sightings = lookup->sightings;
    if (!sightings)
        return false;
    const struct layout *last = record_on_layout_at(sightings->whole, newer);
    size_t i = sighting_index(sightings, version), end = sighting_index(sightings, newer);
    while (i < end) {
        size_t first = i;
        const struct layout *layout = record_on_layout_at(sightings->whole, sightings->builds[i].version);
        while (i < end && record_on_layout_at(sightings->whole, sightings->builds[i].version) == layout)
            i++;
        if (layout != last && is_elsewhere(sightings, first, i, layout, last))
            return true;
    }
    return false;
}

static void judge_version(const struct lookup *lookup, size_t next, struct standing *standing)
{
    set_neighbours(lookup->evidence, next, next, standing);
    strata_around around = {
        .target = standing->version, .before = standing->before, .after = standing->after};
    evidence_look_up_documents(lookup->evidence, &around);
    number_layouts(lookup, standing->layout, &around);
    uint32_t taken;
    standing->before = around.before;
    standing->after = around.after;
    standing->is_documented = around.is_documented;
    standing->is_by_document = around.is_by_document;
    standing->basis = strata_judge(&around, &taken);
    if (around.is_change_at_newer && taken != around.layout && !goes_on(lookup, standing->version, standing->after)) {
        standing->taken = standing->after;
        standing->layout = layout_in(lookup, standing->taken);
    }
    dispute_version(lookup, standing->before, standing);
    dispute_version(lookup, standing->after, standing);
}

/* Judges a version by what was seen as a whole. For a question about a member, `standing` has the layout that
 * record_stand found. */
static void judge_whole(const struct lookup *lookup, struct standing *standing)
{
    const struct scene *scene = lookup->scene;
    uint64_t version = standing->version;
    if (scene->is_seen) {
        standing->basis = STRATA_ATTESTED;
        standing->before = standing->after = version;
        dispute_version(lookup, version, standing);
        return;
    }
    if (scene->is_build && scene->first < scene->end) {
        judge_build(lookup, scene->first, scene->end, standing);
        return;
    }
    judge_version(lookup, scene->next, standing);
    if (version_part(version, 3) == STRATA_REVISION_ANY && !is_build_even(lookup, version)) {
        standing->basis = STRATA_DISPUTED;
        standing->is_build = true;
        standing->before = standing->after = 0; // no attested versions, but the rows differ
    }
}

/* ---- Builds in which some members were seen */

/* Returns the index of the nearest build that says something, from the one with an index on; any other number if there
 * is none on this side. */
static size_t find_speaker(const struct lookup *lookup, size_t index, bool is_after)
{
    const struct kind *kind = lookup->kind;
    if (!kind) {
        while (index < lookup->sightings->count && judge_find_verdict(lookup, index) == VERDICT_NONE)
            index += is_after ? 1 : SIZE_MAX;
        return index;
    }
    size_t low = kind_find_build(kind, index);
    bool is_there = low < kind->build_count && kind->builds[low] == index;
    low -= is_after || is_there ? 0 : 1;
    return low < kind->build_count ? kind->builds[low] : SIZE_MAX;
}

/* Returns the build that is the neighbour on one side, from the one with an index on; 0 if there is none before the
 * limit. In a build that says nothing, known members lie where the rows have them, so what moved in builds beyond it
 * does not matter. */
static uint64_t find_neighbour(const struct lookup *lookup, size_t index, bool is_after, uint64_t limit)
{
    size_t speaker = index < lookup->sightings->count ? find_speaker(lookup, index, is_after) : SIZE_MAX;
    if (speaker >= lookup->sightings->count)
        return 0;
    uint64_t version = lookup->sightings->builds[speaker].version;
    bool is_nearer = !limit || (is_after ? version < limit : version > limit);
    bool is_known = speaker == index || judge_find_verdict(lookup, speaker) == VERDICT_KNOWN;
    return is_nearer && is_known ? version : 0;
}

/* Takes such builds as neighbours, if they are nearer and say something. Returns false if none is. */
static bool add_sighted(const struct lookup *lookup, struct standing *standing)
{
    size_t next = lookup->scene->sighting;
    uint64_t before = find_neighbour(lookup, next - 1, false, standing->before);
    uint64_t after = find_neighbour(lookup, next, true, standing->after);
    standing->before = before ? before : standing->before;
    standing->after = after ? after : standing->after;
    return before || after;
}

/* Judges a version by its neighbours. One in which a member may have moved agrees with no version. */
static void judge_between(const struct lookup *lookup, struct standing *standing)
{
    enum { DOUBTFUL_BEFORE = 3, DOUBTFUL_AFTER };
    enum verdict before = verdict_of(lookup, standing->before), after = verdict_of(lookup, standing->after);
    strata_around around = {
        .target = standing->version, .before = standing->before, .after = standing->after};
    uint32_t taken;
    evidence_look_up_documents(lookup->evidence, &around);
    number_layouts(lookup, standing->layout, &around);
    around.is_change_at_newer = false;
    if (around.before == standing->before && before == VERDICT_DOUBTFUL)
        around.layout_before = DOUBTFUL_BEFORE;
    if (around.after == standing->after && after == VERDICT_DOUBTFUL)
        around.layout_after = DOUBTFUL_AFTER;
    standing->before = around.before;
    standing->after = around.after;
    standing->is_documented = around.is_documented;
    standing->is_by_document = around.is_by_document;
    standing->basis = strata_judge(&around, &taken);
    bool is_doubtful = around.layout_before == DOUBTFUL_BEFORE || around.layout_after == DOUBTFUL_AFTER;
    if (standing->basis == STRATA_EXTRAPOLATED && is_doubtful)
        standing->basis = STRATA_DISPUTED;
    if (standing->basis == STRATA_BRACKETED && (before == VERDICT_MOVED || after == VERDICT_MOVED))
        standing->basis = STRATA_INTERPOLATED;
    if (standing->basis == STRATA_DISPUTED && is_doubtful)
        standing->sighted = around.layout_before == DOUBTFUL_BEFORE ? around.before : around.after;
    dispute_version(lookup, standing->before, standing);
    dispute_version(lookup, standing->after, standing);
}

/* Judges a build without its revision by its revisions in which some members were seen. Returns false if there are
 * none that say something. */
static bool judge_sighted_build(const struct lookup *lookup, struct standing *standing)
{
    const struct sightings *sightings = lookup->sightings;
    uint64_t build = standing->version >> 16;
    bool any = false;
    for (size_t i = sighting_index(sightings, build << 16);
         i < sightings->count && sightings->builds[i].version >> 16 == build; i++) {
        enum verdict verdict = judge_find_verdict(lookup, i);
        if (verdict == VERDICT_NONE)
            continue;
        if (!any)
            standing->basis = is_build_even(lookup, standing->version) ? STRATA_INTERPOLATED : STRATA_DISPUTED;
        any = standing->is_build = true;
        if (verdict == VERDICT_DOUBTFUL) {
            standing->basis = STRATA_DISPUTED;
            standing->sighted = sightings->builds[i].version;
        }
        dispute_version(lookup, sightings->builds[i].version, standing);
    }
    return any;
}

/* Adds to the judgement of a version what is known of single members. */
static void judge_sighted(const struct lookup *lookup, struct standing *standing)
{
    static const strata_basis of_verdict[] = {[VERDICT_KNOWN] = STRATA_ATTESTED,
                                              [VERDICT_MOVED] = STRATA_INTERPOLATED,
                                              [VERDICT_DOUBTFUL] = STRATA_DISPUTED};
    const struct scene *scene = lookup->scene;
    enum verdict verdict = scene->is_sighted ? judge_find_verdict(lookup, scene->sighting) : VERDICT_NONE;
    if (scene->is_seen)
        return;
    if (verdict != VERDICT_NONE) {
        standing->basis = of_verdict[verdict];
        standing->before = standing->after = standing->version;
        standing->sighted = verdict == VERDICT_KNOWN ? 0 : standing->version;
        standing->ambiguous = 0;
        standing->source = verdict == VERDICT_KNOWN ? lookup->sightings->builds[scene->sighting].source : NULL;
        dispute_version(lookup, standing->version, standing);
        return;
    }
    if (scene->is_build && (judge_sighted_build(lookup, standing) || scene->first < scene->end))
        return;
    struct standing between = {.axis = standing->axis, .arch = standing->arch, .layout = standing->layout,
                               .version = standing->version, .taken = standing->taken};
    set_neighbours(lookup->evidence, scene->next, scene->next, &between);
    if (!add_sighted(lookup, &between))
        return;
    judge_between(lookup, &between);
    if (version_part(standing->version, 3) == STRATA_REVISION_ANY && !is_build_even(lookup, standing->version))
        between.basis = STRATA_DISPUTED;
    *standing = between;
}

void judge_standing(const struct lookup *lookup, struct standing *standing)
{
    judge_whole(lookup, standing);
    if (lookup->sightings)
        judge_sighted(lookup, standing);
}

/* True if a range begins or ends within the build of a version. */
static bool is_split(struct version_range in, uint64_t version)
{
    uint64_t first = version & ~UINT64_C(0xFFFF), end = first + 0x10000;
    return (in.from > first && in.from < end) || (in.to > first && in.to < end);
}

uint64_t judge_set_scene(const struct record_on *on, uint64_t version, struct scene *scene)
{
    const struct evidence *evidence = on->evidence;
    const struct sightings *sightings = on->sightings;
    for (int is_kernel = 0; is_kernel < 2; is_kernel++) {
        version = is_kernel ? evidence_find_kernel(evidence, version) : version;
        scene->sighting = sightings ? sighting_index(sightings, version) : 0;
        scene->is_sighted =
            sightings && scene->sighting < sightings->count && sightings->builds[scene->sighting].version == version;
        if (scene->is_sighted)
            break;
    }
    unsigned revision = version_part(version, 3);
    scene->is_build = revision == 0 || revision == STRATA_REVISION_ANY;
    scene->next = evidence_find_seen(evidence, version);
    scene->is_seen = scene->next < evidence->seen_count && evidence->seen[scene->next] == version;
    evidence_find_build(evidence, version, &scene->first, &scene->end);
    scene->is_even = true;
    for (size_t i = 0; scene->is_build && scene->is_even && i < on->layout_count; i++)
        scene->is_even = !is_split(on->layouts[i].range, version);
    for (size_t i = 0; scene->is_build && scene->is_even && i < on->versions.count; i++)
        scene->is_even = !is_split(on->versions.ranges[i], version);
    scene->documented = 0;
    for (size_t i = 0; i < evidence->documented.count; i++)
        scene->documented += (evidence->documented.ranges[i].from <= version ? 1u : 0u) +
                             (evidence->documented.ranges[i].to <= version ? 1u : 0u);
    return version;
}
