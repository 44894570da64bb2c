#include "answer/grades.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"

static void write_version(const char *before, const struct axis *axis, uint64_t version, struct buffer *out)
{
    buffer_add_text(out, before);
    axis_write_version(axis, version, out);
}

static void write_pair(const char *before, const struct standing *standing, const char *after, struct buffer *out)
{
    write_version(before, standing->axis, standing->before, out);
    write_version(" and ", standing->axis, standing->after, out);
    buffer_add_text(out, after);
}

static bool same_build(uint64_t left, uint64_t right)
{
    return left >> 16 == right >> 16;
}

/* Returns an arch that falls back on the arch that was asked for and has an attested kernel of the same build; NULL if
 * there is none. Such an arch is useful because all 32-bit kernels since 6.2 have PAE, so newer kernels are attested
 * for x86 with PAE only. */
static const struct arch *find_sibling(const struct standing *standing)
{
    const struct record *record = standing->layout ? standing->layout->record : NULL;
    for (const struct arch *arch = standing->arch->twins; record && arch; arch = arch->next_twin) {
        const struct evidence *evidence = record->on[arch->index].evidence;
        for (size_t i = 0; i < evidence->seen_count; i++)
            if (same_build(evidence->seen[i], standing->version))
                return arch;
    }
    return NULL;
}

bool standing_is_of_build(const struct standing *standing)
{
    if (!standing->layout)
        return false;
    const struct version_set *set = &standing->layout->record->on[standing->arch->index].evidence->documented;
    for (size_t i = 0; i < set->count; i++)
        if (set->ranges[i].from <= standing->version && standing->version < set->ranges[i].to)
            return set->ranges[i].from >> 16 == (set->ranges[i].to - 1) >> 16;
    return false;
}

/* Writes the attested versions that the grade follows from. Writes nothing if there are none. */
static void write_cause(const struct standing *standing, struct buffer *out)
{
    bool of_older = standing->before && same_build(standing->before, standing->version);
    bool of_newer = standing->after && same_build(standing->after, standing->version);
    if (standing->ambiguous) {
        write_version("kernels of ", standing->axis, standing->ambiguous, out);
        buffer_add_text(out, " differ");
        return;
    }
    if (standing->source) {
        buffer_format(out, "by %s", standing->source);
        return;
    }
    if (standing->sighted) {
        bool is_own = standing->sighted == standing->version;
        buffer_add_text(out, standing->basis == STRATA_DISPUTED ? "known members " : "known members beside it ");
        write_version(is_own ? "moved in " : "have moved in ", standing->axis, standing->sighted, out);
        return;
    }
    if (standing->is_by_document && standing->basis != STRATA_EXTRAPOLATED)
        buffer_add_text(out, standing->basis == STRATA_DISPUTED ? "documented versions beside it differ"
                                                               : "between documented versions");
    else if (standing->basis == STRATA_BRACKETED)
        write_pair("", standing, " agree", out);
    else if (standing->basis == STRATA_DISPUTED && standing->before && standing->after)
        write_pair("", standing, " differ", out);
    else if (standing->basis == STRATA_DISPUTED && standing->is_build)
        buffer_add_text(out, "revisions of the build differ");
    else if (standing->is_build)
        buffer_add_text(out, "other revisions of the build");
    else if (standing->basis == STRATA_EXTRAPOLATED) {
        /* Write whether the version is before or after all attested versions, and which arch has an attested kernel of
         * the same build. */
        const struct arch *sibling = find_sibling(standing);
        uint64_t neighbour = standing->before ? standing->before : standing->after;
        if (!neighbour || standing->is_by_document)
            return;
        write_version(standing->before ? "after " : "before ", standing->axis, neighbour, out);
        buffer_add_text(out, ", another build");
        if (sibling)
            buffer_format(out, "; %s has this one", sibling->name);
    } else if (standing->basis == STRATA_INTERPOLATED && of_older != of_newer)
        write_version("the build of ", standing->axis, of_older ? standing->before : standing->after, out);
    else if (standing->basis == STRATA_INTERPOLATED && standing->is_documented)
        buffer_add_text(out, standing_is_of_build(standing) ? "some revision of the build" : "by a document");
    else if (standing->basis == STRATA_INTERPOLATED)
        write_pair("", standing, " agree", out);
}

void standing_write(const struct standing *standing, struct buffer *out)
{
    struct buffer cause = {0};
    write_cause(standing, &cause);
    buffer_format(out, "%s%s%s", basis_name(standing->basis), cause.size ? ": " : "", buffer_text(&cause));
    buffer_free(&cause);
}

void standing_write_reason(const struct standing *standing, struct buffer *out)
{
    size_t size = out->size;
    write_cause(standing, out);
    if (out->size > size)
        return;
    if (standing->basis == STRATA_ATTESTED)
        buffer_add_text(out, "somebody has looked at it");
    else if (standing->basis == STRATA_DISPUTED)
        buffer_add_text(out, "versions beside it differ");
    else
        buffer_add_text(out, standing->is_by_document ? "documents speak only of other versions"
                                                      : "nobody has looked at any version");
}

void standing_write_version(const struct axis *axis, uint64_t version, struct buffer *out)
{
    unsigned revision = version_part(version, 3);
    if (revision != 0 && revision != STRATA_REVISION_ANY)
        axis_write_version(axis, version, out);
    else
        axis_write_build(axis, version, out);
}

void standing_write_absence(const struct standing *standing, const struct record *record, const struct arch *arch,
                            const char *version, struct buffer *out)
{
    const struct record_on *on = &record->on[arch->index];
    if (!on->exists) {
        buffer_format(out, "nobody has described '%s' on %s", record->type->name, arch->name);
        return;
    }
    buffer_format(out, "'%s' %s in %s: ", record->type->name,
                  standing->basis <= STRATA_INTERPOLATED ? "does not exist" : "is not described", version);
    standing_write(standing, out);
}

/* ---- The grades of all versions in a range */

/* A run of versions with one grade, including attested versions between them. Runs known by documents are separate from
 * those known by kernels. */
struct run {
    struct version_range range;
    struct standing first; /* standing of its first version */
};

/* The grades of a record on an arch, while they are looked up for a range of versions. */
struct grades {
    const struct record *record;
    const struct arch *arch;
    const struct evidence *evidence;
    struct version_range range;
    struct buffer starts; /* versions at which the grade may change, as uint64_t */
    struct buffer runs;   /* list of struct run */
    uint64_t first_seen, last_seen;
    size_t seen_count;
};

static void add_start(struct grades *grades, uint64_t version)
{
    if (version >= grades->range.from && version < grades->range.to)
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
    if (grades->range.to > axis_end(axis))
        grades->range.to = axis_end(axis);
    add_start(grades, grades->range.from);
    for (size_t i = 0; i < evidence->seen_count; i++) {
        if (axis->form == AXIS_BUILDS) {
            add_start(grades, evidence->seen[i]);
            add_start(grades, evidence->seen[i] + 1);
        }
        add_build(grades, evidence->seen[i]);
    }
    for (size_t i = 0; i < evidence->documented.count; i++) {
        add_start(grades, evidence->documented.ranges[i].from);
        add_start(grades, evidence->documented.ranges[i].to);
    }
    const struct sightings *sightings = grades->record->on[grades->arch->index].sightings;
    for (size_t i = 0; sightings && i < sightings->count; i++) {
        add_start(grades, sightings->builds[i].version);
        add_start(grades, sightings->builds[i].version + 1);
        add_build(grades, sightings->builds[i].version);
    }
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].kernel && evidence->seen_count)
            add_build(grades, axis->points[i].version);
}

static bool is_same(const struct standing *a, const struct standing *b)
{
    return a->basis == b->basis && a->is_documented == b->is_documented && !a->sighted == !b->sighted;
}

/* Returns the last run; NULL if there is none. */
static struct run *last_run(struct grades *grades)
{
    size_t count = grades->runs.size / sizeof(struct run);
    return count ? (struct run *)(void *)grades->runs.data + count - 1 : NULL;
}

/* Returns the first version of a range that is not a build without revision. If there is none, returns the beginning of
 * the range. */
static uint64_t first_revision(const struct grades *grades, uint64_t from, uint64_t to)
{
    bool is_any = version_part(from, 3) == 0 || version_part(from, 3) == REVISION_ANY;
    is_any &= grades->evidence->axis->form == AXIS_BUILDS;
    return is_any && to - from > 1 ? from + 1 : from;
}

static void look_up_all(struct grades *grades)
{
    add_starts(grades);
    uint64_t *starts = (uint64_t *)(void *)grades->starts.data;
    size_t count = version_sort(starts, grades->starts.size / sizeof *starts);
    for (size_t i = 0; i < count; i++) {
        /* Look up the versions from one possible change to the next. They have one grade, except that the revisions 0
         * and 0xFFFF may have another one, because they stand for any revision of their build. */
        uint64_t from = starts[i];
        uint64_t to = i + 1 < count ? starts[i + 1] : grades->range.to;
        bool is_any = version_part(from, 3) == 0 || version_part(from, 3) == REVISION_ANY;
        uint64_t probe = first_revision(grades, from, to);
        bool is_own = evidence_find_kernel(grades->evidence, probe) == probe;
        struct standing standing = record_stand(grades->record, grades->arch, probe);
        struct run *last = last_run(grades);
        if (is_own && standing.basis == STRATA_ATTESTED) {
            grades->first_seen = grades->seen_count++ ? grades->first_seen : probe;
            grades->last_seen = probe;
        } else if (last && (!is_own || is_same(&last->first, &standing) || probe + 1 - is_any == to)) {
            last->range.to = to;
        } else if (is_own) {
            const struct run run = {{from, to}, standing};
            buffer_add(&grades->runs, &run, sizeof run);
        }
    }
}

/* Writes a range as specs do, except that its last revision is written as a number. */
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
    axis_write_version(axis, in.to - 1, out);
}

/* Writes the runs of one grade, either those known by documents or those known by kernels. */
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
    write_range(grades, (struct version_range){first->range.from, count > MOST ? last->range.to : first->range.to},
                out);
    if (count == MOST) {
        buffer_add_text(out, " and ");
        write_range(grades, last->range, out);
    }
    if (count == 1) {
        /* Write the neighbours that explain a grade: ": 10.0.17763.379 and 10.0.17763.2686 differ". */
        const struct standing *standing = &first->first;
        struct buffer text = {0};
        size_t name = strlen(basis_name(standing->basis));
        standing_write(standing, &text);
        if (standing->basis == STRATA_DISPUTED || (!grades->seen_count && standing->basis != STRATA_EXTRAPOLATED))
            buffer_add_text(out, buffer_text(&text) + name);
        buffer_free(&text);
    }
}

void record_write_grades(const struct record *record, const struct arch *arch, struct version_range in,
                         struct buffer *out)
{
    struct grades grades = {record, arch, record->on[arch->index].evidence, in, .seen_count = 0};
    struct buffer text = {0};
    look_up_all(&grades);
    if (grades.seen_count) {
        buffer_add_text(&text, "attested ");
        axis_write_version(grades.evidence->axis, grades.first_seen, &text);
        if (grades.seen_count > 1) {
            buffer_add_text(&text, grades.seen_count > 2 ? " to " : " and ");
            axis_write_version(grades.evidence->axis, grades.last_seen, &text);
        }
        if (grades.seen_count > 2)
            buffer_format(&text, " (%zu versions)", grades.seen_count);
    }
    for (int basis = STRATA_BRACKETED; basis < BASIS_COUNT; basis++)
        for (int is_documented = 1; is_documented >= 0; is_documented--)
            write_grade(&grades, (strata_basis)basis, is_documented, &text);
    buffer_add(out, text.data, text.size);
    buffer_free(&text);
    buffer_free(&grades.starts);
    buffer_free(&grades.runs);
}

/* ---- The layouts to take in all versions */

const struct standing_run *record_list_spans(struct arena *arena, const struct record *record, const struct arch *arch,
                                             size_t *count)
{
    const struct record_on *on = &record->on[arch->index];
    struct grades grades = {record, arch, on->evidence, {0, VERSION_END}, .seen_count = 0};
    *count = 0;
    if (!on->exists)
        return NULL;
    for (size_t i = 0; i < on->layout_count; i++) {
        add_start(&grades, on->layouts[i].range.from);
        add_start(&grades, on->layouts[i].range.to);
    }
    /* An architecture may begin in the middle of a layout that it shares with another one. */
    for (size_t i = 0; i < on->versions.count; i++) {
        add_start(&grades, on->versions.ranges[i].from);
        add_start(&grades, on->versions.ranges[i].to);
    }
    add_starts(&grades);
    uint64_t *starts = (uint64_t *)(void *)grades.starts.data;
    size_t start_count = version_sort(starts, grades.starts.size / sizeof *starts);
    struct standing_run *spans = ARENA_ARRAY(arena, struct standing_run, start_count);
    for (size_t i = 0; i < start_count; i++) {
        struct version_range in = {starts[i], i + 1 < start_count ? starts[i + 1] : VERSION_END};
        uint64_t probe = first_revision(&grades, in.from, in.to);
        uint64_t kernel = evidence_find_kernel(grades.evidence, in.from);
        spans[(*count)++] = (struct standing_run){
            in, record_stand(record, arch, probe), kernel == in.from ? 0 : kernel & ~UINT64_C(0xFFFF)};
    }
    buffer_free(&grades.starts);
    return spans;
}

const struct standing_run *record_list_standings(struct arena *arena, const struct record *record,
                                                 const struct arch *arch, size_t *count)
{
    size_t span_count;
    const struct standing_run *spans = record_list_spans(arena, record, arch, &span_count);
    struct buffer merged = {0};
    for (size_t i = 0; i < span_count; i++)
        if (!spans[i].kernel) {
            /* Add versions to the list of runs. They extend the last run if layout and grade are the same. */
            const struct standing_run *run = &spans[i];
            size_t run_count = merged.size / sizeof *run;
            struct standing_run *last = run_count ? (struct standing_run *)(void *)merged.data + run_count - 1 : NULL;
            bool is_one = last && last->range.to == run->range.from && last->standing.layout == run->standing.layout;
            bool is_rest = run->range.to - run->range.from == 1 && version_part(run->range.from, 3) == REVISION_ANY;
            if (is_one && (is_rest || is_same(&last->standing, &run->standing)))
                last->range.to = run->range.to;
            else if (run->standing.layout || last)
                buffer_add(&merged, run, sizeof *run);
        }
    *count = merged.size / sizeof(struct standing_run);
    const struct standing_run *runs = arena_copy_array(arena, merged.data, *count, sizeof(struct standing_run));
    buffer_free(&merged);
    return runs;
}

uint64_t evidence_find_end(const struct evidence *evidence)
{
    const struct version_set *documented = &evidence->documented;
    uint64_t seen = evidence->seen_count ? (evidence->seen[evidence->seen_count - 1] | 0xFFFF) + 1 : 0;
    uint64_t named = documented->count ? documented->ranges[documented->count - 1].to : 0;
    uint64_t end = seen > named ? seen : named;
    return end < axis_end(evidence->axis) ? end : VERSION_END;
}

void evidence_write_range(const struct evidence *evidence, struct version_range range, struct buffer *out)
{
    uint64_t end = evidence_find_end(evidence);
    bool is_carried = range.to == VERSION_END && end && end != VERSION_END;
    struct version_range seen = {range.from, is_carried && range.from < end ? end : range.to};
    axis_write_range(evidence->axis, seen, out);
    if (is_carried)
        buffer_add_text(out, range.from < end ? " and carried forward" : " carried forward");
}
