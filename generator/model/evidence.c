#include "model/evidence.h"

#include "base/buffer.h"

const char *basis_name(strata_basis basis)
{
    static const char *const names[BASIS_COUNT] = {[STRATA_ATTESTED] = "attested",
                                                   [STRATA_BRACKETED] = "bracketed",
                                                   [STRATA_INTERPOLATED] = "interpolated",
                                                   [STRATA_EXTRAPOLATED] = "extrapolated",
                                                   [STRATA_DISPUTED] = "disputed"};
    return names[basis];
}

/* A record on an arch while a version is looked up. */
struct lookup {
    const struct record *record;
    const struct arch *arch;
    const struct evidence *evidence;
};

/* Returns the index of the first layout that is equal to that of a version: equal ones count as one. */
static uint32_t layout_at(const struct lookup *lookup, uint64_t version)
{
    const struct layout *layouts = lookup->record->on[lookup->arch->index].layouts;
    const struct layout *layout = record_layout_at(lookup->record, lookup->arch, version);
    uint32_t index = 0;
    if (!layout)
        return STRATA_LAYOUT_NONE;
    while (!layout_equal(&layouts[index], layout))
        index++;
    return index;
}

/* Returns the index of the first attested version that is at least `version`. */
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

static void set_neighbours(const struct evidence *evidence, size_t first, size_t end, struct standing *standing)
{
    standing->before = first ? evidence->seen[first - 1] : 0;
    standing->after = end < evidence->seen_count ? evidence->seen[end] : 0;
}

/* Judges a build without its revision, of which the versions from `first` to before `end` are attested. */
static void judge_build(const struct lookup *lookup, size_t first, size_t end, struct standing *standing)
{
    const struct evidence *evidence = lookup->evidence;
    uint32_t taken = layout_at(lookup, evidence->seen[end - 1]);
    set_neighbours(evidence, first, end, standing);
    standing->is_build = true;
    standing->taken = evidence->seen[end - 1];
    standing->layout = record_layout_at(lookup->record, lookup->arch, standing->taken);
    standing->basis = standing->before && standing->after ? STRATA_INTERPOLATED : STRATA_EXTRAPOLATED;
    for (size_t i = first; i + 1 < end; i++) {
        if (layout_at(lookup, evidence->seen[i]) == taken)
            continue;
        standing->basis = STRATA_DISPUTED;
        standing->before = evidence->seen[i];
        standing->after = evidence->seen[end - 1];
    }
}

/* Adds what documents say around a version. */
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

static void judge_version(const struct lookup *lookup, size_t next, struct standing *standing)
{
    set_neighbours(lookup->evidence, next, next, standing);
    strata_around around = {.target = standing->version,
                            .before = standing->before,
                            .after = standing->after,
                            .layout = layout_at(lookup, standing->version),
                            .layout_before = STRATA_LAYOUT_NONE,
                            .layout_after = STRATA_LAYOUT_NONE};
    look_up_documents(lookup->evidence, &around);
    if (around.before)
        around.layout_before = layout_at(lookup, around.before);
    if (around.after)
        around.layout_after = layout_at(lookup, around.after);
    if (around.layout_before != around.layout_after) {
        uint64_t begin = strata_newer_begin(around.before, around.after);
        around.is_change_at_newer = layout_at(lookup, begin - 1) == around.layout_before &&
                                    layout_at(lookup, begin) == around.layout_after;
    }
    uint32_t taken;
    standing->before = around.before;
    standing->after = around.after;
    standing->is_documented = around.is_documented;
    standing->is_by_document = around.is_by_document;
    standing->basis = strata_judge(&around, &taken);
    if (taken != around.layout)
        standing->taken = standing->after;
    standing->layout = record_layout_at(lookup->record, lookup->arch, standing->taken);
}

struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = record->on[arch->index].evidence;
    struct lookup lookup = {record, arch, evidence};
    struct standing standing = {.basis = STRATA_DISPUTED, .version = version, .taken = version};
    if (!record->on[arch->index].exists)
        return standing;
    if (evidence->seen_count)
        standing.taken = standing.version = version = axis_find_kernel(evidence->axis, version);
    size_t next = find_seen(evidence, version);
    if (next < evidence->seen_count && evidence->seen[next] == version) {
        standing.basis = STRATA_ATTESTED;
        standing.before = standing.after = version;
        standing.layout = record_layout_at(record, arch, version);
        return standing;
    }
    size_t first = find_seen(evidence, version & ~UINT64_C(0xFFFF)), end = find_seen(evidence, (version | 0xFFFF) + 1);
    unsigned revision = version_part(version, 3);
    if ((revision == 0 || revision == STRATA_REVISION_ANY) && first < end)
        judge_build(&lookup, first, end, &standing);
    else
        judge_version(&lookup, next, &standing);
    return standing;
}

static void write_version(const char *before, uint64_t version, struct buffer *out)
{
    buffer_format(out, "%s%u.%u.%u.%u", before, version_part(version, 0), version_part(version, 1),
                  version_part(version, 2), version_part(version, 3));
}

static void write_pair(const char *before, const struct standing *standing, const char *after, struct buffer *out)
{
    write_version(before, standing->before, out);
    write_version(" and ", standing->after, out);
    buffer_add_text(out, after);
}

static bool same_build(uint64_t left, uint64_t right)
{
    return left >> 16 == right >> 16;
}

/* Writes on which side of all attested versions the version is. */
static void write_outside(const struct standing *standing, struct buffer *out)
{
    uint64_t neighbour = standing->before ? standing->before : standing->after;
    if (!neighbour || standing->is_by_document)
        return;
    write_version(standing->before ? ": after " : ": before ", neighbour, out);
    buffer_add_text(out, same_build(neighbour, standing->version) ? ", same build" : ", another build");
}

void standing_write(const struct standing *standing, struct buffer *out)
{
    bool of_older = standing->before && same_build(standing->before, standing->version);
    bool of_newer = standing->after && same_build(standing->after, standing->version);
    buffer_add_text(out, basis_name(standing->basis));
    if (standing->is_by_document && standing->basis != STRATA_EXTRAPOLATED)
        buffer_add_text(out, standing->basis == STRATA_DISPUTED ? ": documented versions beside it differ"
                                                               : ": between documented versions");
    else if (standing->basis == STRATA_BRACKETED)
        write_pair(": ", standing, " agree", out);
    else if (standing->basis == STRATA_DISPUTED && standing->before && standing->after)
        write_pair(": ", standing, " differ", out);
    else if (standing->is_build)
        buffer_add_text(out, ": other revisions of the build");
    else if (standing->basis == STRATA_EXTRAPOLATED)
        write_outside(standing, out);
    else if (standing->basis == STRATA_INTERPOLATED && of_older != of_newer)
        write_version(": the build of ", of_older ? standing->before : standing->after, out);
    else if (standing->basis == STRATA_INTERPOLATED && standing->is_documented)
        buffer_add_text(out, ": by a document");
    else if (standing->basis == STRATA_INTERPOLATED)
        write_pair(": ", standing, " agree", out);
}
