#include "answer/standing.h"

#include "answer/slot.h"

const char *basis_name(strata_basis basis)
{
    static const char *const names[BASIS_COUNT] = {[STRATA_ATTESTED] = "attested",
                                                   [STRATA_BRACKETED] = "bracketed",
                                                   [STRATA_INTERPOLATED] = "interpolated",
                                                   [STRATA_EXTRAPOLATED] = "extrapolated",
                                                   [STRATA_DISPUTED] = "disputed"};
    return names[basis];
}

/* The part of a record that a question is about. */
enum about {
    ABOUT_ALL,
    ABOUT_MEMBER, /* the member `member`, or the size if that is NULL */
    ABOUT_OTHERS  /* the members on which all compared layouts agree */
};

/* A question about a record on an arch in a version. */
struct lookup {
    const struct record *record;
    const struct arch *arch;
    const struct evidence *evidence;
    const struct sightings *sightings; /* NULL if the record has no sightings */
    enum about about;
    const struct member *member;
};

static struct lookup lookup_of(const struct record *record, const struct arch *arch, enum about about,
                               const struct member *member)
{
    const struct record_on *on = &record->on[arch->index];
    return (struct lookup){record, arch, on->evidence, on->sightings, about, member};
}

/* True if two layouts are equal in the part that the question is about. NULL stands for a layout without the record. */
static bool agrees(const struct lookup *lookup, const struct layout *a, const struct layout *b)
{
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

/* Returns the index of the first attested version that is not below `version`. */
static size_t find_seen(const struct evidence *evidence, uint64_t version)
{
    size_t low = 0, high = evidence->seen_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (evidence->seen[middle] < version)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool evidence_has(const struct evidence *evidence, uint64_t version)
{
    size_t at = find_seen(evidence, version);
    return at < evidence->seen_count && evidence->seen[at] == version;
}

/* Returns the verdict of a build, in which only some members were seen, on the part that the question is about. */
static enum verdict find_verdict(const struct lookup *lookup, size_t index)
{
    const struct sighted_build *build = &lookup->sightings->builds[index];
    if (lookup->about == ABOUT_MEMBER)
        return sighting_find(lookup->sightings, index, lookup->member);
    return build->is_doubtful ? VERDICT_DOUBTFUL : VERDICT_NONE;
}

/* Returns the verdict of a version on the part that the question is about; VERDICT_NONE if nobody saw a member in
 * it. */
static enum verdict verdict_of(const struct lookup *lookup, uint64_t version)
{
    size_t index = lookup->sightings ? sighting_index(lookup->sightings, version) : 0;
    bool is_there = lookup->sightings && index < lookup->sightings->count;
    return is_there && lookup->sightings->builds[index].version == version ? find_verdict(lookup, index)
                                                                           : VERDICT_NONE;
}

/* True if somebody saw the part that the question is about in a version. */
static bool is_seen(const struct lookup *lookup, uint64_t version)
{
    return evidence_has(lookup->evidence, version) || verdict_of(lookup, version) == VERDICT_KNOWN;
}

/* Makes an answer that follows from an attested version disputed, if kernels of this version differ. Version 0 does
 * nothing. */
static void dispute(const struct lookup *lookup, uint64_t version, struct standing *standing)
{
    const struct record *record = lookup->record;
    const struct arch *twin = lookup->arch->is_twin ? NULL : lookup->arch->twins;
    for (; twin && is_seen(lookup, version); twin = twin->next_twin) {
        struct lookup other = lookup_of(record, twin, lookup->about, lookup->member);
        if (!record->on[twin->index].exists || !is_seen(&other, version))
            continue;
        if (agrees(lookup, layout_in(lookup, version), record_layout_at(record, twin, version)))
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

/* True if the layouts at both ends of a range, within the build of `first`, agree with the layout at `first`. */
static bool is_range_even(const struct lookup *lookup, struct version_range in, uint64_t first)
{
    uint64_t end = first + 0x10000;
    const struct layout *layout = layout_in(lookup, first);
    if (in.from > first && in.from < end && !agrees(lookup, layout_in(lookup, in.from), layout))
        return false;
    return in.to <= first || in.to >= end || agrees(lookup, layout_in(lookup, in.to), layout);
}

/* True if the rows give the same layout for all revisions of a build. An arch that has the layouts of another one may
 * have only some of the versions. */
static bool is_build_even(const struct lookup *lookup, uint64_t version)
{
    const struct record_on *on = &lookup->record->on[lookup->arch->index];
    uint64_t first = version & ~UINT64_C(0xFFFF);
    for (size_t i = 0; i < on->layout_count; i++)
        if (!is_range_even(lookup, on->layouts[i].in, first))
            return false;
    for (size_t i = 0; i < on->in.count; i++)
        if (!is_range_even(lookup, on->in.ranges[i], first))
            return false;
    return true;
}

/* Finds the answer for a build without its revision. The attested versions from index `first` up to `end` are those of
 * the build. */
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
        if (agrees(lookup, layout_in(lookup, evidence->seen[i]), taken))
            continue;
        standing->before = evidence->seen[i];
        standing->after = evidence->seen[end - 1];
    }
    for (size_t i = first; i < end; i++)
        dispute(lookup, evidence->seen[i], standing);
}

/* Adds the documented versions around a version. */
static void look_up_documents(const struct evidence *evidence, strata_around *around)
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

/* Numbers the layouts around a version; layouts that agree get the same number. */
static void number_layouts(const struct lookup *lookup, const struct layout *own, strata_around *around)
{
    enum { OWN, BEFORE, AFTER };
    const struct layout *before = around->before ? layout_in(lookup, around->before) : NULL;
    const struct layout *after = around->after ? layout_in(lookup, around->after) : NULL;
    around->layout = OWN;
    around->layout_before = around->before && !agrees(lookup, before, own) ? BEFORE : OWN;
    around->layout_after = AFTER;
    if (around->after && agrees(lookup, after, own))
        around->layout_after = OWN;
    else if (around->before && around->after && agrees(lookup, after, before))
        around->layout_after = around->layout_before;
    if (lookup->about == ABOUT_ALL && around->before && around->after &&
        around->layout_before != around->layout_after) {
        uint64_t begin = strata_newer_begin(around->before, around->after);
        around->is_change_at_newer = agrees(lookup, layout_in(lookup, begin - 1), before) &&
                                     agrees(lookup, layout_in(lookup, begin), after);
    }
}

/* True if somebody saw a member in one of the builds from index `first` up to `end`, and it lies elsewhere in a newer
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

/* True if somebody saw a member in a version, or between it and a newer one, and the member was not yet where the newer
 * one has it. */
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
    look_up_documents(lookup->evidence, &around);
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
    dispute(lookup, standing->before, standing);
    dispute(lookup, standing->after, standing);
}

/* Finds the attested versions of a build: indices from *first up to *end. */
static void find_build(const struct evidence *evidence, uint64_t version, size_t *first, size_t *end)
{
    *first = find_seen(evidence, version & ~UINT64_C(0xFFFF));
    *end = find_seen(evidence, (version | 0xFFFF) + 1);
}

strata_basis place_basis(const struct evidence *evidence, uint64_t version)
{
    size_t first, end, next = find_seen(evidence, version);
    unsigned revision = version_part(version, 3);
    find_build(evidence, version, &first, &end);
    if (next < end && evidence->seen[next] == version)
        return STRATA_ATTESTED;
    if (first < end && (revision == 0 || revision == STRATA_REVISION_ANY))
        return STRATA_INTERPOLATED;
    struct standing place = {.version = version};
    set_neighbours(evidence, next, next, &place);
    strata_around around = {.target = version, .before = place.before, .after = place.after};
    uint32_t taken;
    look_up_documents(evidence, &around);
    return strata_judge(&around, &taken);
}

uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version)
{
    size_t first, end;
    find_build(evidence, version, &first, &end);
    return first == end && evidence->seen_count ? axis_find_kernel(evidence->axis, version) : version;
}

enum part { PART_NONE, PART_SOME, PART_ALL };

/* Returns how many of a build's versions a set contains. */
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

/* Gives build `to` in a set those revisions that build `from` has in another set. */
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

/* Finds the answer for a version from the versions that were seen as a whole. If the question is about a member,
 * `standing` already has the layout of record_stand. */
static void judge_whole(const struct lookup *lookup, struct standing *standing)
{
    const struct evidence *evidence = lookup->evidence;
    uint64_t version = standing->version;
    size_t first, end, next = find_seen(evidence, version);
    find_build(evidence, version, &first, &end);
    if (next < end && evidence->seen[next] == version) {
        standing->basis = STRATA_ATTESTED;
        standing->before = standing->after = version;
        dispute(lookup, version, standing);
        return;
    }
    unsigned revision = version_part(version, 3);
    if ((revision == 0 || revision == STRATA_REVISION_ANY) && first < end) {
        judge_build(lookup, first, end, standing);
        return;
    }
    judge_version(lookup, next, standing);
    if (revision == STRATA_REVISION_ANY && !is_build_even(lookup, version)) {
        standing->basis = STRATA_DISPUTED;
        standing->is_build = true;
        standing->before = standing->after = 0; // the rows differ, but no attested versions do
    }
}

/* ---- Builds in which some members were seen */

/* Returns the nearest build with sightings before or after a version, beginning with the build at `index`; 0 if there
 * is none within the limit. In a build that says nothing, seen members lie where the rows place them, so moves in
 * builds beyond it do not matter. */
static uint64_t find_neighbour(const struct lookup *lookup, size_t index, bool is_after, uint64_t limit)
{
    const struct sightings *sightings = lookup->sightings;
    bool is_beside = true;
    for (size_t i = index; i < sightings->count; i += is_after ? 1 : SIZE_MAX, is_beside = false) {
        uint64_t version = sightings->builds[i].version;
        if (limit && (is_after ? version >= limit : version <= limit))
            break;
        enum verdict verdict = find_verdict(lookup, i);
        if (verdict != VERDICT_NONE)
            return is_beside || verdict == VERDICT_KNOWN ? version : 0;
    }
    return 0;
}

/* Takes builds with sightings as neighbours if they are nearer and say something. Returns false if there are none. */
static bool add_sighted(const struct lookup *lookup, struct standing *standing)
{
    size_t next = sighting_index(lookup->sightings, standing->version);
    uint64_t before = find_neighbour(lookup, next - 1, false, standing->before);
    uint64_t after = find_neighbour(lookup, next, true, standing->after);
    standing->before = before ? before : standing->before;
    standing->after = after ? after : standing->after;
    return before || after;
}

/* Finds the answer for a version from its neighbours. A neighbour in which a member may have moved agrees with no
 * version. */
static void judge_between(const struct lookup *lookup, struct standing *standing)
{
    enum { DOUBTFUL_BEFORE = 3, DOUBTFUL_AFTER };
    enum verdict before = verdict_of(lookup, standing->before), after = verdict_of(lookup, standing->after);
    strata_around around = {
        .target = standing->version, .before = standing->before, .after = standing->after};
    uint32_t taken;
    look_up_documents(lookup->evidence, &around);
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
    dispute(lookup, standing->before, standing);
    dispute(lookup, standing->after, standing);
}

/* Finds the answer for a build without its revision from its revisions with sightings. Returns false if none says
 * anything. */
static bool judge_sighted_build(const struct lookup *lookup, struct standing *standing)
{
    const struct sightings *sightings = lookup->sightings;
    uint64_t build = standing->version >> 16;
    bool any = false;
    for (size_t i = sighting_index(sightings, build << 16);
         i < sightings->count && sightings->builds[i].version >> 16 == build; i++) {
        enum verdict verdict = find_verdict(lookup, i);
        if (verdict == VERDICT_NONE)
            continue;
        if (!any)
            standing->basis = is_build_even(lookup, standing->version) ? STRATA_INTERPOLATED : STRATA_DISPUTED;
        any = standing->is_build = true;
        if (verdict == VERDICT_DOUBTFUL) {
            standing->basis = STRATA_DISPUTED;
            standing->sighted = sightings->builds[i].version;
        }
        dispute(lookup, sightings->builds[i].version, standing);
    }
    return any;
}

/* Returns who saw members in a version; NULL if nobody did. */
static const char *find_source(const struct sightings *sightings, uint64_t version)
{
    return sightings->builds[sighting_index(sightings, version)].by;
}

/* Adds what is known of single members to the answer for a version. */
static void judge_sighted(const struct lookup *lookup, struct standing *standing)
{
    static const strata_basis of_verdict[] = {[VERDICT_KNOWN] = STRATA_ATTESTED,
                                              [VERDICT_MOVED] = STRATA_INTERPOLATED,
                                              [VERDICT_DOUBTFUL] = STRATA_DISPUTED};
    enum verdict verdict = verdict_of(lookup, standing->version);
    unsigned revision = version_part(standing->version, 3);
    bool is_any = revision == 0 || revision == STRATA_REVISION_ANY;
    size_t first, end;
    find_build(lookup->evidence, standing->version, &first, &end);
    if (evidence_has(lookup->evidence, standing->version))
        return;
    if (verdict != VERDICT_NONE) {
        standing->basis = of_verdict[verdict];
        standing->before = standing->after = standing->version;
        standing->sighted = verdict == VERDICT_KNOWN ? 0 : standing->version;
        standing->ambiguous = 0;
        standing->by = verdict == VERDICT_KNOWN ? find_source(lookup->sightings, standing->version) : NULL;
        dispute(lookup, standing->version, standing);
        return;
    }
    if (is_any && (judge_sighted_build(lookup, standing) || first < end))
        return;
    struct standing between = {.axis = standing->axis, .arch = standing->arch, .layout = standing->layout,
                               .version = standing->version, .taken = standing->taken};
    size_t next = find_seen(lookup->evidence, standing->version);
    set_neighbours(lookup->evidence, next, next, &between);
    if (!add_sighted(lookup, &between))
        return;
    judge_between(lookup, &between);
    if (revision == STRATA_REVISION_ANY && !is_build_even(lookup, standing->version))
        between.basis = STRATA_DISPUTED;
    *standing = between;
}

static void judge(const struct lookup *lookup, struct standing *standing)
{
    judge_whole(lookup, standing);
    if (lookup->sightings)
        judge_sighted(lookup, standing);
}

/* Returns the version by which an answer about a record is looked up. A version in which members were seen stands for
 * itself. */
static uint64_t find_kernel(const struct record_on *on, uint64_t version)
{
    size_t index = on->sightings ? sighting_index(on->sightings, version) : 0;
    bool is_sighted = on->sightings && index < on->sightings->count && on->sightings->builds[index].version == version;
    return is_sighted ? version : evidence_find_kernel(on->evidence, version);
}

struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    const struct record_on *on = &record->on[arch->index];
    struct standing standing = {
        .basis = STRATA_EXTRAPOLATED, .axis = &record->type->module->axis, .arch = arch, .version = version,
        .taken = version};
    if (!on->exists)
        return standing;
    struct lookup lookup = lookup_of(record, arch, ABOUT_ALL, NULL);
    standing.taken = standing.version = find_kernel(on, version);
    standing.layout = record_layout_at(record, arch, standing.version);
    judge(&lookup, &standing);
    return standing;
}

/* Finds the answer for a part of a record. It can differ from that for the record only if layouts differ. */
static struct standing judge_part(const struct lookup *lookup, uint64_t version)
{
    struct standing standing = record_stand(lookup->record, lookup->arch, version);
    if (standing.basis != STRATA_DISPUTED && !lookup->sightings)
        return standing;
    standing = (struct standing){.axis = standing.axis, .arch = lookup->arch, .layout = standing.layout,
                                 .version = standing.version, .taken = standing.taken};
    judge(lookup, &standing);
    return standing;
}

struct standing member_stand(const struct record *record, const struct member *member, const struct arch *arch,
                             uint64_t version)
{
    struct lookup lookup = lookup_of(record, arch, ABOUT_MEMBER, member);
    return judge_part(&lookup, version);
}

struct standing others_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    struct lookup lookup = lookup_of(record, arch, ABOUT_OTHERS, NULL);
    struct standing weakest = {.basis = STRATA_DISPUTED};
    if (!lookup.sightings)
        return judge_part(&lookup, version);
    for (size_t i = 0; i < record->member_count; i++) {
        struct standing standing = member_stand(record, record->members[i], arch, version);
        bool is_weaker = standing.basis != STRATA_DISPUTED && standing.basis > weakest.basis;
        if (is_weaker || weakest.basis == STRATA_DISPUTED)
            weakest = standing;
    }
    return weakest;
}

struct standing selection_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    struct standing weakest = record_stand(record, arch, version);
    bool is_sighted = record->on[arch->index].sightings;
    if (!record->is_reduced || (weakest.basis != STRATA_DISPUTED && !is_sighted))
        return weakest;
    if (!is_sighted)
        weakest = others_stand(record, arch, version);
    else if (record->member_count)
        weakest.basis = STRATA_ATTESTED;
    for (size_t i = 0; i < record->member_count; i++) {
        struct standing standing = member_stand(record, record->members[i], arch, version);
        if (standing.basis > weakest.basis || (is_sighted && !i))
            weakest = standing;
    }
    return weakest;
}

struct changes_seen member_count_changes(const struct record *record, const struct member *member,
                                         const struct arch *arch)
{
    struct changes_seen seen = {0};
    const struct evidence *evidence = record->on[arch->index].evidence;
    const struct layout *older = NULL;
    for (size_t i = 0; record->on[arch->index].exists && i < evidence->seen_count; i++) {
        if (i + 1 < evidence->seen_count && evidence->seen[i + 1] >> 16 == evidence->seen[i] >> 16)
            continue; // only the last revision of a build counts
        const struct layout *newer = record_layout_at(record, arch, evidence->seen[i]);
        if (older && newer) {
            seen.changes += !slot_agrees(older, newer, member);
            seen.steps++;
        }
        older = newer;
    }
    return seen;
}
