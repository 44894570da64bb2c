/*
 * Adds sightings of members to the layouts of a record. Patches move members to the offsets at which they were seen.
 * Verdicts say how far other members are then known.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "model/evidence.h"
#include "model/resolve.h"

/* A member that does not lie where its row places it, in some versions. */
struct patch {
    const struct member *member;
    struct version_range range;
    uint32_t offset; /* offset in bytes; LAYOUT_UNKNOWN: the member does not exist */
    uint8_t bit;     /* lowest bit; BIT_UNKNOWN: the bit of its row */
};

/* A member that was seen in a build, and how far it moved from the place of its row. */
struct anchor {
    const struct member *member;
    uint64_t place; /* place by the rows, in bits */
    bool is_placed; /* the rows have the member in this build */
    int64_t bytes;  /* number of bytes that it moved */
    int bits;
    bool is_contrary;
};

/* A record on an arch, while its sightings are added. */
struct sighter {
    struct resolver *resolver;
    struct record *record;
    const struct arch *arch;
    struct record_on *on;
    struct buffer seen;    /* struct seen_member: members that somebody saw */
    struct buffer moved;   /* struct seen_member: unseen members that moved with the seen ones around them */
    struct buffer builds;  /* list of struct sighted_build */
    struct buffer patches; /* list of struct patch */
    struct buffer anchors; /* list of struct anchor, those of the current build */
};

static int compare_by_member(const void *left, const void *right)
{
    const struct seen_member *a = left, *b = right;
    if (a->member != b->member)
        return a->member->number < b->member->number ? -1 : 1;
    return (a->version > b->version) - (a->version < b->version);
}

/* ---- Verdicts */

static uint64_t place_of(const struct layout_member *entry)
{
    return (uint64_t)entry->offset * 8 + (entry->width && entry->bit != BIT_UNKNOWN ? entry->bit : 0);
}

static struct anchor make_anchor(const struct layout *rows, const struct seen_member *seen)
{
    const struct layout_member *entry = rows ? layout_find(rows, seen->member) : NULL;
    struct anchor anchor = {.member = seen->member};
    anchor.is_placed = entry && entry->offset != LAYOUT_UNKNOWN;
    anchor.place = anchor.is_placed ? place_of(entry) : 0;
    if (!seen->is_absent && anchor.is_placed) {
        anchor.bytes = (int64_t)seen->offset - entry->offset;
        anchor.bits = seen->bit == BIT_UNKNOWN || entry->bit == BIT_UNKNOWN ? 0 : (int)seen->bit - entry->bit;
    }
    anchor.is_contrary = anchor.bytes || anchor.bits || (rows && !entry != seen->is_absent);
    return anchor;
}

static int compare_anchors(const void *left, const void *right)
{
    const struct anchor *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return (a->member->number > b->member->number) - (a->member->number < b->member->number);
}

/* True if the members around an anchor moved as far as the anchor did. */
static bool is_firm(const struct anchor *anchor)
{
    return anchor && (!anchor->is_contrary || anchor->bytes || anchor->bits);
}

/* Returns the verdict on a member that was not seen, from the nearest seen members before and after it. */
static enum verdict judge_member(const struct sighter *sighter, const struct layout_member *entry, struct anchor *by)
{
    const struct anchor *anchors = (const void *)sighter->anchors.data, *before = NULL, *after = NULL;
    size_t count = sighter->anchors.size / sizeof *anchors;
    if (!entry || entry->offset == LAYOUT_UNKNOWN)
        return VERDICT_DOUBTFUL;
    for (size_t i = 0; i < count; i++) {
        if (!anchors[i].is_placed && anchors[i].is_contrary)
            return VERDICT_DOUBTFUL; // the build has a member that the rows lack, at an unknown place
        if (!anchors[i].is_placed)
            continue;
        if (anchors[i].place <= place_of(entry))
            before = &anchors[i];
        if (anchors[i].place >= place_of(entry) && !after)
            after = &anchors[i];
    }
    if (!after || !is_firm(after) || (before && !is_firm(before)))
        return VERDICT_DOUBTFUL;
    *by = *after;
    if (!before)
        return after->is_contrary ? VERDICT_DOUBTFUL : VERDICT_NONE;
    if (before->bytes != after->bytes || before->bits != after->bits)
        return VERDICT_DOUBTFUL;
    if (!after->is_contrary)
        return VERDICT_NONE;
    bool fits = (int64_t)entry->offset + after->bytes >= 0 &&
                (!after->bits || (entry->width && entry->bit != BIT_UNKNOWN && entry->bit + after->bits >= 0 &&
                                  entry->bit + after->bits < 64));
    return fits ? VERDICT_MOVED : VERDICT_DOUBTFUL;
}

/* Adds an unseen member that moved with the seen ones around it, at its new place. */
static void add_moved(struct sighter *sighter, uint64_t version, const struct member *member,
                      const struct layout_member *entry, const struct anchor *by)
{
    struct seen_member moved = {.version = version, .member = member, .bit = BIT_UNKNOWN};
    moved.offset = (uint32_t)((int64_t)entry->offset + by->bytes);
    if (by->bits)
        moved.bit = (uint8_t)(entry->bit + by->bits);
    buffer_add(&sighter->moved, &moved, sizeof moved);
}

/* Sets the verdicts of a build on all members and on the size. `anchors` has the members that were seen in it. */
static void set_verdicts(struct sighter *sighter, const struct layout *rows, struct sighted_build *build,
                         uint8_t *verdicts)
{
    const struct record *record = sighter->record;
    const struct anchor *anchors = (const void *)sighter->anchors.data;
    for (size_t i = 0; i < record->member_count && build->is_contrary; i++) {
        struct anchor by = {0};
        const struct layout_member *entry = rows ? layout_find(rows, record->members[i]) : NULL;
        verdicts[i] = (uint8_t)judge_member(sighter, entry, &by);
        bool is_seen = false;
        for (size_t k = 0; verdicts[i] == VERDICT_MOVED && k < sighter->anchors.size / sizeof *anchors; k++)
            is_seen |= anchors[k].member == record->members[i];
        if (verdicts[i] == VERDICT_MOVED && !is_seen)
            add_moved(sighter, build->version, record->members[i], entry, &by);
    }
    for (size_t k = 0; k < sighter->anchors.size / sizeof *anchors; k++)
        verdicts[anchors[k].member->number] = VERDICT_KNOWN;
    for (size_t i = 0; i < record->member_count && build->is_contrary; i++)
        build->is_doubtful |= verdicts[i] == VERDICT_DOUBTFUL || verdicts[i] == VERDICT_MOVED;
    build->is_doubtful |= build->is_contrary && rows && rows->size != LAYOUT_UNKNOWN;
    verdicts[record->member_count] = build->is_contrary ? VERDICT_DOUBTFUL : VERDICT_NONE;
}

/* Reports a sighting in a build that is attested as a whole, if it contradicts the rows of that build. */
static void fault_contrary(const struct sighter *sighter, const struct seen_member *seen)
{
    struct fault *fault =
        resolve_fault(sighter->resolver, DIAG_TWO_OFFSETS, seen->decl->span, seen->decl, sighter->record,
                      "the rows have '%s' elsewhere in %s, which is attested", seen->member->name,
                      axis_version_text(sighter->resolver->arena, &sighter->resolver->module->axis, seen->version));
    fault->other = seen->member->rows[0]->decl->span;
    fault->other_message = "the member";
}

static bool is_seen_whole(const struct sighter *sighter, uint64_t version)
{
    const struct evidence *evidence = sighter->on->evidence;
    size_t first;
    SEARCH_FIRST(first, evidence->seen_count, i, evidence->seen[i] < version);
    return first < evidence->seen_count && evidence->seen[first] == version;
}

/* Adds the build of `count` sightings, which begin at `seen`. */
static void add_build(struct sighter *sighter, const struct seen_member *seen, size_t count)
{
    const struct layout *rows = record_layout_at(sighter->record, sighter->arch, seen->version);
    struct sighted_build build = {.version = seen->version, .source = seen->source};
    size_t size = sighter->record->member_count + 1;
    size_t above_count = sighter->builds.size / sizeof build;
    const struct sighted_build *above = (const void *)sighter->builds.data;
    buffer_clear(&sighter->anchors);
    for (size_t i = 0; i < count; i++) {
        struct anchor anchor = make_anchor(rows, &seen[i]);
        buffer_add(&sighter->anchors, &anchor, sizeof anchor);
        build.is_contrary |= anchor.is_contrary;
        build.source = build.source && seen[i].source && !strcmp(build.source, seen[i].source) ? build.source : NULL;
        if (anchor.is_contrary && is_seen_whole(sighter, seen->version)) {
            fault_contrary(sighter, &seen[i]);
            return;
        }
    }
    qsort(sighter->anchors.data, count, sizeof(struct anchor), compare_anchors);
    uint8_t *verdicts = ARENA_ARRAY(sighter->resolver->brief, uint8_t, size);
    set_verdicts(sighter, rows, &build, verdicts);
    if (above_count && !memcmp(above[above_count - 1].verdicts, verdicts, size))
        build.verdicts = above[above_count - 1].verdicts;
    else
        build.verdicts = arena_copy_array(sighter->resolver->arena, verdicts, size, sizeof *verdicts);
    buffer_add(&sighter->builds, &build, sizeof build);
}

static void add_builds(struct sighter *sighter)
{
    const struct seen_member *seen = (const void *)sighter->seen.data;
    size_t count = sighter->seen.size / sizeof *seen;
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i; next < count && seen[next].version == seen[i].version; next++)
            ;
        if (!resolve_spend(sighter->resolver, 1 + sighter->record->member_count / 16, sighter->record->decl))
            return;
        add_build(sighter, &seen[i], next - i);
    }
}

/* ---- Patches */

/* Returns the first version of the build of `version`. If `before` is a version of the same build, returns
 * `version`. */
static uint64_t newer_begin(uint64_t before, uint64_t version)
{
    return before && before >> 16 == version >> 16 ? version : version & ~UINT64_C(0xFFFF);
}

/* Returns the nearest version before or after another one that was seen as a whole; 0 if there is none. */
static uint64_t whole_beside(const struct sighter *sighter, uint64_t version, bool is_after)
{
    const struct evidence *evidence = sighter->on->evidence;
    uint64_t before = 0;
    for (size_t i = 0; i < evidence->seen_count; i++) {
        if (evidence->seen[i] > version)
            return is_after ? evidence->seen[i] : before;
        before = evidence->seen[i];
    }
    return is_after ? 0 : before;
}

/* True if the rows place a member at the same offset in two layouts. NULL stands for a layout without the record. */
static bool rows_agree(const struct layout *a, const struct layout *b, const struct member *member)
{
    const struct layout_member *one = a ? layout_find(a, member) : NULL, *other = b ? layout_find(b, member) : NULL;
    return one && other ? one->offset == other->offset && one->bit == other->bit && one->row == other->row
                        : one == other;
}

/* Narrows a range around a version to those versions in which the rows place a member as they do in that version. */
static struct version_range clip_range(const struct sighter *sighter, struct version_range in, uint64_t version,
                                       const struct member *member)
{
    const struct record_on *on = sighter->on;
    const struct layout *rows = record_layout_at(sighter->record, sighter->arch, version);
    uint64_t end = 0; // end of the previous layout
    for (size_t i = 0; i <= on->layout_count; i++) {
        struct version_range next =
            i < on->layout_count ? on->layouts[i].range : (struct version_range){VERSION_END, 0};
        struct version_range gap = {end, next.from};
        const struct layout *layout = i < on->layout_count ? &on->layouts[i] : NULL;
        for (int k = 0; k < 2; k++) { // first the versions between two layouts, then those of the layout
            struct version_range piece = k ? next : gap;
            if (piece.from >= piece.to || rows_agree(k ? layout : NULL, rows, member))
                continue;
            if (piece.to <= version && piece.to > in.from)
                in.from = piece.to;
            if (piece.from > version && piece.from < in.to)
                in.to = piece.from;
        }
        end = next.to;
    }
    return in;
}

/* Adds the patch of a sighting. `before` and `after` are the nearest versions in which the same member was seen; 0 if
 * there is none. */
static void add_patch(struct sighter *sighter, const struct seen_member *seen, uint64_t before, uint64_t after)
{
    const struct layout *rows = record_layout_at(sighter->record, sighter->arch, seen->version);
    const struct layout_member *entry = rows ? layout_find(rows, seen->member) : NULL;
    bool is_bit_same = seen->bit == BIT_UNKNOWN || (entry && seen->bit == entry->bit);
    if (entry ? entry->offset == seen->offset && is_bit_same : seen->is_absent)
        return;
    /* Few sightings differ from the rows: only these are compared with all builds. */
    uint64_t whole_before = whole_beside(sighter, seen->version, false);
    uint64_t whole_after = whole_beside(sighter, seen->version, true);
    before = whole_before > before ? whole_before : before;
    after = !after || (whole_after && whole_after < after) ? whole_after : after;
    struct patch patch = {.member = seen->member, .offset = seen->offset, .bit = seen->bit};
    patch.range.from = newer_begin(before, seen->version);
    patch.range.to = after ? newer_begin(seen->version, after) : VERSION_END;
    patch.range = clip_range(sighter, patch.range, seen->version, seen->member);
    struct patch *above = (void *)sighter->patches.data;
    above = sighter->patches.size ? above + sighter->patches.size / sizeof *above - 1 : NULL;
    if (above && above->member == patch.member && above->range.to == patch.range.from &&
        above->offset == patch.offset && above->bit == patch.bit)
        above->range.to = patch.range.to;
    else
        buffer_add(&sighter->patches, &patch, sizeof patch);
}

static void add_patches(struct sighter *sighter)
{
    struct buffer all = {0};
    buffer_add(&all, sighter->seen.data, sighter->seen.size);
    buffer_add(&all, sighter->moved.data, sighter->moved.size);
    struct seen_member *seen = (void *)all.data;
    size_t count = all.size / sizeof *seen;
    if (count)
        qsort(seen, count, sizeof *seen, compare_by_member);
    for (size_t i = 0; i < count; i++) {
        bool goes_on = i && seen[i - 1].member == seen[i].member;
        bool is_followed = i + 1 < count && seen[i + 1].member == seen[i].member;
        if (!is_seen_whole(sighter, seen[i].version))
            add_patch(sighter, &seen[i], goes_on ? seen[i - 1].version : 0, is_followed ? seen[i + 1].version : 0);
    }
    buffer_free(&all);
}

/* ---- Layouts */

/* Removes an entry and all entries in it. */
static void remove_entry(struct layout_member *entries, size_t *count, size_t index)
{
    size_t taken = 1 + entries[index].descendants;
    for (size_t i = 0; i < index; i++)
        if (i + entries[i].descendants >= index)
            entries[i].descendants -= (uint32_t)taken;
    memmove(&entries[index], &entries[index + taken], (*count - index - taken) * sizeof *entries);
    *count -= taken;
}

/* Moves the entry of a patched member to its place; adds or removes it where needed. */
static void patch_entry(const struct sighter *sighter, const struct patch *patch, uint64_t version,
                        struct layout_member *entries, size_t *count)
{
    size_t index = 0;
    while (index < *count && entries[index].row->member != patch->member)
        index++;
    if (patch->offset == LAYOUT_UNKNOWN) {
        if (index < *count)
            remove_entry(entries, count, index);
        return;
    }
    if (index == *count)
        resolve_begin_entry(sighter->resolver, sighter->record, sighter->arch, version,
                            resolve_row_at(patch->member, sighter->arch, version), &entries[(*count)++]);
    entries[index].offset = patch->offset;
    entries[index].placement = NULL;
    entries[index].provenance = AST_DOCUMENTED;
    if (patch->bit != BIT_UNKNOWN)
        entries[index].bit = patch->bit;
}

/* Returns a layout of the rows with the patches of a version. `rows` is NULL if the rows give no layout there. */
static struct layout patch_layout(struct sighter *sighter, const struct layout *rows, struct version_range in,
                                  struct layout_member *entries)
{
    const struct patch *patches = (const void *)sighter->patches.data;
    struct layout layout = {.record = sighter->record, .arch = sighter->arch, .align = 1, .is_align_guess = true};
    size_t count = 0;
    uint32_t end = 0;
    if (rows) {
        layout = *rows;
        count = rows->member_count;
        memcpy(entries, rows->members, count * sizeof *entries);
    } else {
        layout.size = LAYOUT_UNKNOWN;
    }
    for (size_t i = 0; i < sighter->patches.size / sizeof *patches; i++) {
        if (in.from < patches[i].range.from || in.from >= patches[i].range.to)
            continue;
        patch_entry(sighter, &patches[i], in.from, entries, &count);
        layout.is_sighted = true;
    }
    layout.range = in;
    layout.members = entries;
    layout.member_count = count;
    if (!layout.is_sighted)
        return layout;
    /* Move anonymous aggregates to the first of their members. */
    for (size_t i = count; i-- > 0;) {
        uint32_t least = LAYOUT_UNKNOWN;
        for (size_t k = 1; k <= entries[i].descendants; k++)
            least = entries[i + k].offset < least ? entries[i + k].offset : least;
        if (entries[i].descendants && least != LAYOUT_UNKNOWN)
            entries[i].offset = least;
    }
    for (size_t i = 0; i < count; i++)
        if (entries[i].offset != LAYOUT_UNKNOWN && entries[i].size != LAYOUT_UNKNOWN &&
            entries[i].offset + entries[i].size > end)
            end = entries[i].offset + entries[i].size;
    if (layout.size != LAYOUT_UNKNOWN && end > layout.size) {
        layout.size = LAYOUT_UNKNOWN;
        layout.stated = NULL;
    }
    for (size_t i = 0; i < count; i++)
        entries[i].goes_on = layout_goes_on(&layout, &entries[i]);
    layout_set_least_size(&layout, layout.size == LAYOUT_UNKNOWN ? end : layout.size);
    return layout;
}

/* Returns the versions at which a layout may begin or end, ascending. */
static uint64_t *list_boundaries(const struct sighter *sighter, size_t *count)
{
    const struct patch *patches = (const void *)sighter->patches.data;
    size_t patch_count = sighter->patches.size / sizeof *patches;
    uint64_t *versions = ARENA_ARRAY(sighter->resolver->brief, uint64_t, 2 * (patch_count + sighter->on->layout_count));
    *count = 0;
    for (size_t i = 0; i < sighter->on->layout_count; i++) {
        versions[(*count)++] = sighter->on->layouts[i].range.from;
        versions[(*count)++] = sighter->on->layouts[i].range.to;
    }
    for (size_t i = 0; i < patch_count; i++) {
        versions[(*count)++] = patches[i].range.from;
        versions[(*count)++] = patches[i].range.to;
    }
    return versions;
}

/* Makes the layouts of the record anew, with the patches. */
static void patch_layouts(struct sighter *sighter)
{
    struct resolver *resolver = sighter->resolver;
    struct record_on *on = sighter->on;
    size_t count, made = 0, most = sighter->record->member_count + 1;
    uint64_t *versions = list_boundaries(sighter, &count);
    for (size_t i = 0; i < on->layout_count; i++)
        most += on->layouts[i].member_count;
    count = version_sort(versions, count);
    struct layout_member *entries = ARENA_ARRAY(resolver->brief, struct layout_member, most);
    struct layout *layouts = ARENA_ARRAY(resolver->arena, struct layout, count);
    struct version_list in = {0};
    version_list_add_set(&in, on->versions);
    for (size_t i = 0; i + 1 < count; i++) {
        const struct layout *rows = record_layout_at(sighter->record, sighter->arch, versions[i]);
        struct version_range range = {versions[i], versions[i + 1]};
        struct layout layout = patch_layout(sighter, rows, range, entries);
        struct layout *above = made ? &layouts[made - 1] : NULL;
        if (!rows && !layout.is_sighted)
            continue;
        if (!resolve_spend(resolver, layout.member_count / 8 + 1, sighter->record->decl))
            break;
        if (!rows)
            version_list_add(&in, layout.range.from, layout.range.to);
        if (above && above->range.to == layout.range.from && above->is_sighted == layout.is_sighted &&
            layout_equal(above, &layout)) {
            above->range.to = layout.range.to;
            continue;
        }
        layout.members = layout.is_sighted
                             ? arena_copy_array(resolver->arena, entries, layout.member_count, sizeof *entries)
                             : rows->members;
        layouts[made++] = layout;
    }
    on->layouts = layouts;
    on->layout_count = made;
    on->versions = version_list_take(&in, resolver->arena);
}

void resolve_sightings(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct sighter sighter = {.resolver = resolver, .record = record, .arch = arch, .on = on};
    resolve_collect_sightings(resolver, record, arch, &sighter.seen);
    add_builds(&sighter);
    struct sightings *sightings = ARENA_NEW(resolver->arena, struct sightings);
    *sightings = (struct sightings){.count = sighter.builds.size / sizeof(struct sighted_build),
                                    .member_count = record->member_count,
                                    .rows = on->layouts,
                                    .row_count = on->layout_count};
    sightings->builds = arena_copy_array(resolver->arena, sighter.builds.data, sightings->count,
                                         sizeof(struct sighted_build));
    if (sightings->count)
        on->sightings = sightings;
    /* List the members that somebody saw, without duplicates. */
    struct seen_member *seen = (void *)sighter.seen.data;
    size_t count = sighter.seen.size / sizeof *seen;
    if (count)
        qsort(seen, count, sizeof *seen, compare_by_member);
    const struct member **known = ARENA_ARRAY(sighter.resolver->arena, const struct member *, count);
    for (size_t i = 0; i < count; i++)
        if (!i || seen[i].member != seen[i - 1].member)
            known[sightings->known_count++] = seen[i].member;
    sightings->known = known;
    add_patches(&sighter);
    if (sighter.patches.size)
        patch_layouts(&sighter);
    sightings->whole = arena_copy_array(resolver->arena, on, 1, sizeof *on);
    buffer_free(&sighter.seen);
    buffer_free(&sighter.moved);
    buffer_free(&sighter.builds);
    buffer_free(&sighter.patches);
    buffer_free(&sighter.anchors);
}
