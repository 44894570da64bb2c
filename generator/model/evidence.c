#include "model/evidence.h"

#include <string.h>

#include "base/arena.h"
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

/* True if a list has an attested version. */
static bool is_seen(const struct evidence *evidence, uint64_t version)
{
    size_t at = find_seen(evidence, version);
    return at < evidence->seen_count && evidence->seen[at] == version;
}

/* Disputes all that follows from an attested version (0: none) of which kernels differ in the record. */
static void dispute(const struct lookup *lookup, uint64_t version, struct standing *standing)
{
    const struct record *record = lookup->record;
    const struct arch *twin = is_seen(lookup->evidence, version) && !lookup->arch->is_twin ? lookup->arch->twins : NULL;
    for (; twin; twin = twin->twins) {
        if (!record->on[twin->index].exists || !is_seen(record->on[twin->index].evidence, version))
            continue;
        const struct layout *one = record_layout_at(record, lookup->arch, version);
        const struct layout *other = record_layout_at(record, twin, version);
        if (one == other || (one && other && layout_equal(one, other)))
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

/* True if the rows give all revisions of a build the same layout. */
static bool is_build_even(const struct lookup *lookup, uint64_t version)
{
    const struct record_on *on = &lookup->record->on[lookup->arch->index];
    uint64_t first = version & ~UINT64_C(0xFFFF), end = first + 0x10000;
    uint32_t layout = layout_at(lookup, first);
    for (size_t i = 0; i < on->layout_count; i++) {
        struct version_range in = on->layouts[i].in;
        if (in.from > first && in.from < end && layout_at(lookup, in.from) != layout)
            return false;
        if (in.to > first && in.to < end && layout_at(lookup, in.to) != layout)
            return false;
    }
    for (size_t i = 0; i < on->in.count; i++) {
        struct version_range in = on->in.ranges[i];
        if ((in.from > first && in.from < end) || (in.to > first && in.to < end))
            return false; // the structure comes or goes
    }
    return true;
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
    if (!is_build_even(lookup, standing->version))
        standing->basis = STRATA_DISPUTED;
    for (size_t i = first; i + 1 < end; i++) {
        if (layout_at(lookup, evidence->seen[i]) == taken)
            continue;
        standing->before = evidence->seen[i];
        standing->after = evidence->seen[end - 1];
    }
    for (size_t i = first; i < end; i++)
        dispute(lookup, evidence->seen[i], standing);
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
    dispute(lookup, standing->before, standing);
    dispute(lookup, standing->after, standing);
}

/* Finds the attested versions of a build: from *first to before *end. */
static void find_build(const struct evidence *evidence, uint64_t version, size_t *first, size_t *end)
{
    *first = find_seen(evidence, version & ~UINT64_C(0xFFFF));
    *end = find_seen(evidence, (version | 0xFFFF) + 1);
}

uint64_t evidence_find_kernel(const struct evidence *evidence, uint64_t version)
{
    size_t first, end;
    find_build(evidence, version, &first, &end);
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

struct standing record_stand(const struct record *record, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = record->on[arch->index].evidence;
    struct lookup lookup = {record, arch, evidence};
    struct standing standing = {.basis = STRATA_DISPUTED, .version = version, .taken = version};
    if (!record->on[arch->index].exists)
        return standing;
    size_t first, end;
    standing.taken = standing.version = version = evidence_find_kernel(evidence, version);
    find_build(evidence, version, &first, &end);
    size_t next = find_seen(evidence, version);
    if (next < end && evidence->seen[next] == version) {
        standing.basis = STRATA_ATTESTED;
        standing.before = standing.after = version;
        standing.layout = record_layout_at(record, arch, version);
        dispute(&lookup, version, &standing);
        return standing;
    }
    unsigned revision = version_part(version, 3);
    if ((revision == 0 || revision == STRATA_REVISION_ANY) && first < end) {
        judge_build(&lookup, first, end, &standing);
        return standing;
    }
    judge_version(&lookup, next, &standing);
    if (revision == STRATA_REVISION_ANY && !is_build_even(&lookup, version)) {
        standing.basis = STRATA_DISPUTED;
        standing.is_build = true;
        standing.before = standing.after = 0; // no attested versions, but the rows differ
    }
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
    if (standing->ambiguous) {
        write_version(": kernels of ", standing->ambiguous, out);
        buffer_add_text(out, " differ");
        return;
    }
    if (standing->is_by_document && standing->basis != STRATA_EXTRAPOLATED)
        buffer_add_text(out, standing->basis == STRATA_DISPUTED ? ": documented versions beside it differ"
                                                               : ": between documented versions");
    else if (standing->basis == STRATA_BRACKETED)
        write_pair(": ", standing, " agree", out);
    else if (standing->basis == STRATA_DISPUTED && standing->before && standing->after)
        write_pair(": ", standing, " differ", out);
    else if (standing->basis == STRATA_DISPUTED && standing->is_build)
        buffer_add_text(out, ": revisions of the build differ");
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

/* ---- The grades of all versions in a range */

/* Versions with one grade, and attested ones between them. A document's are apart from those between kernels. */
struct run {
    struct version_range in;
    struct standing first; /* of its first version */
};

/* The grades of a record on an arch, while the versions of a range are looked up. */
struct grades {
    const struct record *record;
    const struct arch *arch;
    const struct evidence *evidence;
    struct version_range in;
    struct buffer starts; /* of uint64_t: the versions at which the grade may change */
    struct buffer runs;   /* of struct run */
    uint64_t first_seen, last_seen;
    size_t seen_count;
};

static void add_start(struct grades *grades, uint64_t version)
{
    if (version >= grades->in.from && version < grades->in.to)
        buffer_add(&grades->starts, &version, sizeof version);
}

/* Adds the beginning and the end of a build. */
static void add_build(struct grades *grades, uint64_t version)
{
    add_start(grades, version & ~UINT64_C(0xFFFF));
    add_start(grades, (version | 0xFFFF) + 1);
}

static void add_starts(struct grades *grades)
{
    const struct evidence *evidence = grades->evidence;
    const struct axis *axis = evidence->axis;
    add_start(grades, grades->in.from);
    for (size_t i = 0; i < evidence->seen_count; i++) {
        add_start(grades, evidence->seen[i]);
        add_start(grades, evidence->seen[i] + 1);
        add_build(grades, evidence->seen[i]);
    }
    for (size_t i = 0; i < evidence->documented.count; i++) {
        add_start(grades, evidence->documented.ranges[i].from);
        add_start(grades, evidence->documented.ranges[i].to);
    }
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].kernel && evidence->seen_count)
            add_build(grades, axis->points[i].version);
}

static bool is_same(const struct standing *a, const struct standing *b)
{
    return a->basis == b->basis && a->is_documented == b->is_documented;
}

/* Returns the last run, or NULL. */
static struct run *last_run(struct grades *grades)
{
    size_t count = grades->runs.size / sizeof(struct run);
    return count ? (struct run *)(void *)grades->runs.data + count - 1 : NULL;
}

/* Returns the first version of a range that is no build without its revision, if there is one. */
static uint64_t first_revision(uint64_t from, uint64_t to)
{
    bool is_any = version_part(from, 3) == 0 || version_part(from, 3) == REVISION_ANY;
    return is_any && to - from > 1 ? from + 1 : from;
}

/* True if a version is looked up by its own number. */
static bool is_kernel(const struct evidence *evidence, uint64_t version)
{
    return !evidence->seen_count || axis_find_kernel(evidence->axis, version) == version;
}

/* Looks up the versions from one start to the next. They have one grade. Only the revisions 0 and 0xFFFF may differ,
 * since they stand for any revision of their build. */
static void look_up(struct grades *grades, uint64_t from, uint64_t to)
{
    bool is_any = version_part(from, 3) == 0 || version_part(from, 3) == REVISION_ANY;
    uint64_t probe = first_revision(from, to);
    bool is_own = is_kernel(grades->evidence, probe);
    struct standing standing = record_stand(grades->record, grades->arch, probe);
    struct run *last = last_run(grades);
    if (is_own && standing.basis == STRATA_ATTESTED) {
        grades->first_seen = grades->seen_count++ ? grades->first_seen : probe;
        grades->last_seen = probe;
    } else if (last && (!is_own || is_same(&last->first, &standing) || probe + 1 - is_any == to)) {
        last->in.to = to;
    } else if (is_own) {
        const struct run run = {{from, to}, standing};
        buffer_add(&grades->runs, &run, sizeof run);
    }
}

static void look_up_all(struct grades *grades)
{
    add_starts(grades);
    uint64_t *starts = (uint64_t *)(void *)grades->starts.data;
    size_t count = version_sort(starts, grades->starts.size / sizeof *starts);
    for (size_t i = 0; i < count; i++)
        look_up(grades, starts[i], i + 1 < count ? starts[i + 1] : grades->in.to);
}

static void write_seen(const struct grades *grades, struct buffer *out)
{
    buffer_add_text(out, "attested ");
    write_version("", grades->first_seen, out);
    if (grades->seen_count > 1) {
        buffer_add_text(out, grades->seen_count > 2 ? " to " : " and ");
        write_version("", grades->last_seen, out);
    }
    if (grades->seen_count > 2)
        buffer_format(out, " (%zu versions)", grades->seen_count);
}

/* Writes a range as specs do, but its last revision as it is. */
static void write_range(const struct grades *grades, struct version_range in, struct buffer *out)
{
    const struct axis *axis = grades->evidence->axis;
    if (in.to == VERSION_END || version_part(in.to, 3) == 0) {
        axis_write_range(axis, in, out);
        return;
    }
    if (in.to - in.from > 1) {
        axis_write_from(axis, in.from, out);
        buffer_add_text(out, "..");
    }
    write_version("", in.to - 1, out);
}

/* Writes the neighbours that explain a grade: ": 10.0.17763.379 and 10.0.17763.2686 differ". */
static void write_neighbours(const struct grades *grades, const struct standing *standing, struct buffer *out)
{
    struct buffer text = {0};
    size_t name = strlen(basis_name(standing->basis));
    standing_write(standing, &text);
    if (standing->basis == STRATA_DISPUTED || (!grades->seen_count && standing->basis != STRATA_EXTRAPOLATED))
        buffer_add_text(out, buffer_text(&text) + name);
    buffer_free(&text);
}

/* Writes the runs of one grade, by documents or not. */
static void write_grade(const struct grades *grades, strata_basis basis, bool is_documented, struct buffer *out)
{
    enum { MOST = 2 };
    const struct run *runs = (const void *)grades->runs.data, *first = NULL, *last = NULL;
    size_t count = 0, run_count = grades->runs.size / sizeof *runs;
    for (size_t i = 0; i < run_count; i++) {
        if (runs[i].first.basis != basis || runs[i].first.is_documented != is_documented)
            continue;
        first = count++ ? first : &runs[i];
        last = &runs[i];
    }
    if (!count)
        return;
    buffer_format(out, "%s%s ", out->size ? "; " : "", basis_name(basis));
    if (count > MOST)
        buffer_format(out, "in %zu ranges within ", count);
    write_range(grades, (struct version_range){first->in.from, count > MOST ? last->in.to : first->in.to}, out);
    if (count == MOST) {
        buffer_add_text(out, " and ");
        write_range(grades, last->in, out);
    }
    if (count == 1)
        write_neighbours(grades, &first->first, out);
}

void record_write_grades(const struct record *record, const struct arch *arch, struct version_range in,
                         struct buffer *out)
{
    struct grades grades = {record, arch, record->on[arch->index].evidence, in, .seen_count = 0};
    struct buffer text = {0};
    look_up_all(&grades);
    if (grades.seen_count)
        write_seen(&grades, &text);
    for (int basis = STRATA_BRACKETED; basis < BASIS_COUNT; basis++)
        for (int is_documented = 1; is_documented >= 0; is_documented--)
            write_grade(&grades, (strata_basis)basis, is_documented, &text);
    buffer_add(out, text.data, text.size);
    buffer_free(&text);
    buffer_free(&grades.starts);
    buffer_free(&grades.runs);
}

/* ---- The layouts to take in all versions */

/* Adds versions that follow one another. They extend the last run if the layout and its basis are the same. */
static void add_standing(struct grades *grades, uint64_t from, uint64_t to)
{
    size_t count = grades->runs.size / sizeof(struct standing_run);
    struct standing_run *last = count ? (struct standing_run *)(void *)grades->runs.data + count - 1 : NULL;
    uint64_t probe = first_revision(from, to);
    const struct standing_run run = {{from, to}, record_stand(grades->record, grades->arch, probe)};
    bool is_one = last && last->in.to == from && last->standing.layout == run.standing.layout;
    bool is_rest = to - from == 1 && probe == from && version_part(from, 3) == REVISION_ANY;
    if (!is_kernel(grades->evidence, probe))
        return;
    if (is_one && (is_rest || is_same(&last->standing, &run.standing)))
        last->in.to = to;
    else if (run.standing.layout || last)
        buffer_add(&grades->runs, &run, sizeof run);
}

const struct standing_run *record_list_standings(struct arena *arena, const struct record *record,
                                                 const struct arch *arch, size_t *count)
{
    const struct record_on *on = &record->on[arch->index];
    struct grades grades = {record, arch, on->evidence, {0, VERSION_END}, .seen_count = 0};
    *count = 0;
    if (!on->exists)
        return NULL;
    for (size_t i = 0; i < on->layout_count; i++) {
        add_start(&grades, on->layouts[i].in.from);
        add_start(&grades, on->layouts[i].in.to);
    }
    add_starts(&grades);
    uint64_t *starts = (uint64_t *)(void *)grades.starts.data;
    size_t start_count = version_sort(starts, grades.starts.size / sizeof *starts);
    for (size_t i = 0; i < start_count; i++)
        add_standing(&grades, starts[i], i + 1 < start_count ? starts[i + 1] : VERSION_END);
    *count = grades.runs.size / sizeof(struct standing_run);
    const struct standing_run *runs =
        arena_copy_array(arena, grades.runs.data, *count, sizeof(struct standing_run));
    buffer_free(&grades.starts);
    buffer_free(&grades.runs);
    return runs;
}
