#include "view/coverage.h"

#include <stdlib.h>
#include <string.h>

#include "answer/requirement.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "front/load.h"
#include "model/clauses.h"

#define REVISIONS UINT64_C(0xFFFF)

/* ---- Structures */

static int compare_structures(const void *left, const void *right)
{
    const struct coverage_structure *a = left, *b = right;
    return strcmp(a->name, b->name);
}

struct coverage *coverage_new(const struct model *model, const struct record *const *records, size_t count)
{
    struct coverage *coverage = ARENA_NEW(model->arena, struct coverage);
    struct coverage_structure *structures = ARENA_ARRAY(model->arena, struct coverage_structure, count);
    struct map *found = map_new(model->arena);
    *coverage = (struct coverage){.model = model, .arena = model->arena, .structures = structures, .count = count};
    for (size_t i = 0; i < count; i++)
        structures[i] = (struct coverage_structure){.name = records[i]->type->name, .part_count = 1};
    for (size_t i = 0; i < count; i++)
        map_set(found, records[i], &structures[i]);
    for (size_t i = 0; i < model->record_count; i++) {
        struct coverage_structure *structure = map_get(found, record_outermost(model->records[i]));
        if (structure && model->records[i]->parent_row)
            structure->part_count++;
    }
    for (size_t i = 0; i < count; i++) {
        structures[i].parts = ARENA_ARRAY(model->arena, const struct record *, structures[i].part_count);
        structures[i].parts[0] = records[i];
        structures[i].part_count = 1;
    }
    for (size_t i = 0; i < model->record_count; i++) {
        struct coverage_structure *structure = map_get(found, record_outermost(model->records[i]));
        if (structure && model->records[i]->parent_row)
            structure->parts[structure->part_count++] = model->records[i];
    }
    if (count)
        qsort(structures, count, sizeof *structures, compare_structures);
    return coverage;
}

static const struct evidence *evidence_of(const struct coverage_structure *structure, const struct arch *arch)
{
    const struct record_on *on = &structure->parts[0]->on[arch->index];
    return on->exists ? on->evidence : NULL;
}

/* Returns the standing of the least known part of a structure. It has no layout if the structure does not exist. */
static struct standing stand_of(const struct coverage_structure *structure, const struct arch *arch, uint64_t version)
{
    struct standing weakest = record_stand(structure->parts[0], arch, version);
    for (size_t i = 1; weakest.layout && i < structure->part_count; i++) {
        struct standing standing = record_stand(structure->parts[i], arch, version);
        if (standing.layout && standing.basis > weakest.basis)
            weakest = standing;
    }
    return weakest;
}

/* True if a structure has different layouts in two versions. Sets `*exists` if it exists in at least one of them. */
static bool layouts_differ(const struct coverage_structure *structure, const struct arch *arch, uint64_t before,
                           uint64_t after, bool *exists)
{
    bool is_different = false;
    *exists = false;
    for (size_t i = 0; i < structure->part_count; i++) {
        const struct layout *older = record_layout_at(structure->parts[i], arch, before);
        const struct layout *newer = record_layout_at(structure->parts[i], arch, after);
        *exists = *exists || older || newer;
        is_different = is_different || (older != newer && (!older || !newer || !layout_equal(older, newer)));
    }
    return is_different;
}

/* ---- Lists */

static struct coverage_names take_names(const struct coverage *coverage, struct buffer *names)
{
    size_t count = names->size / sizeof(const char *);
    struct coverage_names taken = {arena_copy_array(coverage->arena, names->data, count, sizeof(const char *)), count};
    buffer_free(names);
    return taken;
}

static void add_name(struct buffer *names, const struct coverage_structure *structure)
{
    buffer_add(names, &structure->name, sizeof structure->name);
}

/* Returns the index of the first version of a sorted list that is at least `version`. */
static size_t find_version(const uint64_t *versions, size_t count, uint64_t version)
{
    size_t low;
    SEARCH_FIRST(low, count, i, versions[i] < version);
    return low;
}

/* ---- Changes */

/* Returns the next boundary after a version: the begin or end of a range, whichever comes first; VERSION_END if there
 * is none. The ranges ascend and are `stride` bytes apart. */
static uint64_t next_end(const void *ranges, size_t stride, size_t count, uint64_t version)
{
    const char *items = ranges;
    size_t low;
    SEARCH_FIRST(low, count, i, ((const struct version_range *)(const void *)(items + i * stride))->to <= version);
    if (low == count)
        return VERSION_END;
    const struct version_range *range = (const void *)(items + low * stride);
    return range->from > version ? range->from : range->to;
}

static uint64_t lesser_version(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Returns the first version after `version` in which the layout of a structure may be different. */
static uint64_t next_layout(const struct coverage_structure *structure, const struct arch *arch, uint64_t version)
{
    uint64_t next = VERSION_END;
    for (size_t i = 0; i < structure->part_count; i++) {
        const struct record_on *on = &structure->parts[i]->on[arch->index];
        if (on->layout_count)
            next = lesser_version(next, next_end(&on->layouts->range, sizeof *on->layouts, on->layout_count, version));
        next = lesser_version(next,
                              next_end(on->versions.ranges, sizeof *on->versions.ranges, on->versions.count, version));
    }
    return next;
}

/* Returns the first version after the end of a build in which the standing of a structure may be different. */
static uint64_t next_standing(const struct coverage_structure *structure, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = evidence_of(structure, arch);
    const struct version_set *documented = &evidence->documented;
    size_t next = find_version(evidence->seen, evidence->seen_count, version + 1);
    if (next && evidence->seen[next - 1] >> 16 == version >> 16)
        return version + 1;
    uint64_t change = next_layout(structure, arch, version);
    if (next < evidence->seen_count)
        change = lesser_version(change, evidence->seen[next] & ~REVISIONS);
    return lesser_version(change, next_end(documented->ranges, sizeof *documented->ranges, documented->count, version));
}

/* ---- Survey of an architecture */

/* The gaps between the attested versions of one list of evidence. */
struct lineage {
    const struct evidence *evidence;
    struct coverage_gap *gaps;
    struct buffer *names; /* for each gap: names of the structures that differ, of const char * */
};

/* A survey in progress. */
struct survey {
    const struct coverage *coverage;
    const struct arch *arch;
    struct coverage_arch *result;
    struct map *lineages; /* const struct evidence * -> struct lineage * */
    struct buffer lists;  /* of struct lineage *: the same lineages in the order in which they were added */
    uint64_t *seen;       /* versions that are attested for at least one structure, ascending */
    size_t seen_count;
};

static struct lineage *find_lineage(struct survey *survey, const struct evidence *evidence)
{
    struct arena *arena = survey->coverage->arena;
    struct lineage *lineage = map_get(survey->lineages, evidence);
    if (lineage)
        return lineage;
    lineage = ARENA_NEW(arena, struct lineage);
    lineage->evidence = evidence;
    lineage->gaps = ARENA_ARRAY(arena, struct coverage_gap, evidence->seen_count);
    lineage->names = ARENA_ARRAY(arena, struct buffer, evidence->seen_count);
    for (size_t i = 0; i + 1 < evidence->seen_count; i++) {
        lineage->gaps[i].before = evidence->seen[i];
        lineage->gaps[i].after = evidence->seen[i + 1];
    }
    map_set(survey->lineages, evidence, lineage);
    buffer_add(&survey->lists, &lineage, sizeof lineage);
    return lineage;
}

/* Adds a structure to the gaps between its attested versions. While gaps are being filled, `compared` of a gap has only
 * the difference to the gap before it. So a gap without a change costs nothing. */
static void compare_over_gaps(struct survey *survey, const struct coverage_structure *structure)
{
    const struct evidence *evidence = evidence_of(structure, survey->arch);
    struct lineage *lineage = find_lineage(survey, evidence);
    size_t last = evidence->seen_count - 1;
    for (size_t i = 0, next; i < last; i = next) {
        uint64_t change = next_layout(structure, survey->arch, evidence->seen[i]);
        bool exists;
        next = find_version(evidence->seen, evidence->seen_count, change);
        layouts_differ(structure, survey->arch, evidence->seen[i], evidence->seen[i], &exists);
        lineage->gaps[i].compared += exists;
        lineage->gaps[next - 1].compared -= exists;
        if (next > last)
            break;
        if (layouts_differ(structure, survey->arch, evidence->seen[next - 1], evidence->seen[next], &exists))
            add_name(&lineage->names[next - 1], structure);
        lineage->gaps[next - 1].compared += exists;
        lineage->gaps[next].compared -= exists;
    }
}

static void take_structures(struct survey *survey)
{
    const struct coverage *coverage = survey->coverage;
    struct coverage_arch *result = survey->result;
    struct buffer documented = {0}, unseen = {0};
    for (size_t i = 0; i < coverage->count; i++) {
        const struct coverage_structure *structure = &coverage->structures[i];
        const struct evidence *evidence = evidence_of(structure, survey->arch);
        if (!evidence)
            continue;
        result->structure_count++;
        if (evidence->seen_count)
            compare_over_gaps(survey, structure);
        else
            add_name(evidence->documented.count ? &documented : &unseen, structure);
    }
    result->documented = take_names(coverage, &documented);
    result->unseen = take_names(coverage, &unseen);
}

static int compare_gaps(const void *left, const void *right)
{
    const struct coverage_gap *a = left, *b = right;
    if (a->before != b->before)
        return a->before < b->before ? -1 : 1;
    return (a->after > b->after) - (a->after < b->after);
}

/* Joins equal gaps of several lineages. The gaps must be sorted. */
static void join_gaps(struct survey *survey, const struct coverage_gap *gaps, size_t count)
{
    struct coverage_arch *result = survey->result;
    result->gaps = ARENA_ARRAY(survey->coverage->arena, struct coverage_gap, count);
    for (size_t i = 0, end; i < count; i = end) {
        struct coverage_gap joined = {.before = gaps[i].before, .after = gaps[i].after};
        struct buffer names = {0};
        for (end = i; end < count && !compare_gaps(&gaps[i], &gaps[end]); end++) {
            joined.compared += gaps[end].compared;
            buffer_add(&names, gaps[end].differ.items, gaps[end].differ.count * sizeof(const char *));
        }
        joined.differ = take_names(survey->coverage, &names);
        if (joined.differ.count)
            qsort(joined.differ.items, joined.differ.count, sizeof(const char *), ascii_compare);
        result->gaps[result->gap_count++] = joined;
    }
}

/* Joins the lineages: makes the list of gaps and the list of attested versions of the architecture. */
static void join_lineages(struct survey *survey)
{
    struct lineage *const *lineages = (void *)survey->lists.data;
    struct buffer gaps = {0}, seen = {0};
    for (size_t i = 0; i < survey->lists.size / sizeof *lineages; i++) {
        const struct evidence *evidence = lineages[i]->evidence;
        size_t compared = 0;
        buffer_add(&seen, evidence->seen, evidence->seen_count * sizeof *evidence->seen);
        for (size_t k = 0; k + 1 < evidence->seen_count; k++) {
            struct coverage_gap gap = lineages[i]->gaps[k];
            gap.compared = compared += gap.compared;
            gap.differ = take_names(survey->coverage, &lineages[i]->names[k]);
            buffer_add(&gaps, &gap, sizeof gap);
        }
    }
    size_t count = gaps.size / sizeof(struct coverage_gap);
    if (count)
        qsort(gaps.data, count, sizeof(struct coverage_gap), compare_gaps);
    join_gaps(survey, (const void *)gaps.data, count);
    survey->seen_count = seen.size / sizeof *survey->seen;
    survey->seen = arena_copy_array(survey->coverage->arena, seen.data, survey->seen_count, sizeof *survey->seen);
    survey->seen_count = version_sort(survey->seen, survey->seen_count);
    buffer_free(&gaps);
    buffer_free(&seen);
}

/* Returns the names of the releases that run a build of the kernel. */
static const char *list_releases(const struct survey *survey, uint64_t build)
{
    const struct axis *axis = &survey->coverage->model->axis;
    struct buffer names = {0};
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        uint64_t kernel = point->kernel ? point->kernel : point->version;
        if (kernel >> 16 == build >> 16)
            buffer_format(&names, "%s%s", names.size ? " " : "", point->name);
    }
    return buffer_take(&names, survey->coverage->arena);
}

/* Adds a structure to the counts of all builds. Its standing is computed again only at versions where it may change. */
static void grade_builds(const struct survey *survey, const struct coverage_structure *structure,
                         struct coverage_build *builds, size_t count)
{
    struct standing standing = {0};
    uint64_t change = 0;
    if (!evidence_of(structure, survey->arch))
        return;
    for (size_t i = 0; i < count; i++) {
        uint64_t version = builds[i].version | REVISIONS;
        /* A twin architecture exists only in the builds that were attested for it. */
        if (survey->arch->is_twin && builds[i].seen_count)
            version = builds[i].seen[builds[i].seen_count - 1];
        if (version >= change) {
            standing = stand_of(structure, survey->arch, version);
            change = next_standing(structure, survey->arch, version);
        }
        if (standing.layout)
            builds[i].counts[standing.basis]++;
    }
}

static bool has_structures(const struct coverage_build *build)
{
    size_t count = 0;
    for (size_t i = 0; i < BASIS_COUNT; i++)
        count += build->counts[i];
    return count > 0;
}

static void make_builds(struct survey *survey)
{
    const struct axis *axis = &survey->coverage->model->axis;
    struct coverage_arch *result = survey->result;
    size_t count = survey->seen_count;
    uint64_t *builds = ARENA_ARRAY(survey->coverage->arena, uint64_t, count + axis->point_count + 1);
    for (size_t i = 0; i < survey->seen_count; i++)
        builds[i] = survey->seen[i] & ~REVISIONS;
    for (size_t i = 0; i < axis->point_count; i++)
        if (!axis->points[i].kernel)
            builds[count++] = axis->points[i].version & ~REVISIONS;
    count = version_sort(builds, count);
    result->builds = ARENA_ARRAY(survey->coverage->arena, struct coverage_build, count);
    for (size_t i = 0; i < count; i++) {
        size_t first = find_version(survey->seen, survey->seen_count, builds[i]);
        size_t end = find_version(survey->seen, survey->seen_count, (builds[i] | REVISIONS) + 1);
        result->builds[i] = (struct coverage_build){.version = builds[i], .seen_count = end - first};
        result->builds[i].seen = first < end ? &survey->seen[first] : NULL;
    }
    for (size_t i = 0; i < survey->coverage->count; i++)
        grade_builds(survey, &survey->coverage->structures[i], result->builds, count);
    for (size_t i = 0; i < count; i++) {
        struct coverage_build build = result->builds[i];
        if (!has_structures(&build) && !build.seen_count)
            continue;
        build.releases = list_releases(survey, builds[i]);
        result->builds[result->build_count++] = build;
    }
}

/* ---- Kernels to import */

/* Returns the number of releases that are newer than all releases that run the kernel of a build. */
static unsigned age_of(const struct survey *survey, uint64_t build)
{
    const struct axis *axis = &survey->coverage->model->axis;
    uint64_t newest = build | REVISIONS;
    unsigned age = 0;
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis_find_kernel(axis, axis->points[i].version) >> 16 == build >> 16 && axis->points[i].version > newest)
            newest = axis->points[i].version;
    for (size_t i = 0; i < axis->point_count; i++)
        age += axis->points[i].version > newest;
    return age;
}

/* Returns the value of importing a kernel: the number of layouts that it settles, weighted by the number of people who
 * run them. In measurements on real kernels a disputed layout was wrong four times as often as an extrapolated one.
 * Each newer release halves the number of people. */
static uint64_t value_of(const struct coverage_import *import)
{
    enum { MOST = 32 };
    uint64_t settled = 4 * (uint64_t)import->disputed + import->extrapolated;
    return (settled << MOST) >> (import->age < MOST ? import->age : MOST);
}

static int compare_imports(const void *left, const void *right)
{
    const struct coverage_import *a = left, *b = right;
    uint64_t value = value_of(a), other = value_of(b);
    if (value != other)
        return value > other ? -1 : 1;
    return (a->from < b->from) - (a->from > b->from);
}

/* Adds the build that settles the most structures, out of the builds from `first` to before `end`, none of which has an
 * attested revision. Of equal builds it takes the middle one between attested builds, and the first one before all
 * attested builds. After all attested builds no build settles another one, so it adds all of them. */
static void add_builds(const struct survey *survey, size_t first, size_t end, struct buffer *imports)
{
    const struct coverage_arch *result = survey->result;
    struct coverage_import *found = NULL;
    struct buffer equal = {0};
    for (size_t i = first; i < end; i++) {
        const struct coverage_build *build = &result->builds[i];
        struct coverage_import import = {build,
                                         build->version,
                                         build->version | REVISIONS,
                                         build->counts[STRATA_DISPUTED],
                                         build->counts[STRATA_EXTRAPOLATED],
                                         age_of(survey, build->version)};
        found = (void *)equal.data;
        if (end == result->build_count && value_of(&import)) {
            buffer_add(imports, &import, sizeof import);
            continue;
        }
        if (equal.size && value_of(&import) > value_of(found))
            buffer_clear(&equal);
        if (!equal.size || value_of(&import) == value_of(found))
            buffer_add(&equal, &import, sizeof import);
    }
    size_t count = equal.size / sizeof *found;
    size_t chosen = first ? count / 2 : 0;
    found = (void *)equal.data;
    if (count && value_of(&found[chosen]))
        buffer_add(imports, &found[chosen], sizeof *found);
    buffer_free(&equal);
}

static void make_imports(struct survey *survey)
{
    struct coverage_arch *result = survey->result;
    struct buffer imports = {0};
    for (size_t i = 0, end; i < result->build_count; i = end) {
        for (end = i; end < result->build_count && !result->builds[end].seen_count; end++)
            continue;
        add_builds(survey, i, end, &imports);
        end += end == i;
    }
    for (size_t i = 0; i < result->gap_count; i++) {
        const struct coverage_gap *gap = &result->gaps[i];
        struct coverage_import import = {NULL, gap->before + 1,           gap->after - 1, gap->differ.count,
                                         0,    age_of(survey, gap->after)};
        if (gap->before >> 16 == gap->after >> 16 && import.from <= import.to && gap->differ.count)
            buffer_add(&imports, &import, sizeof import);
    }
    result->import_count = imports.size / sizeof *result->imports;
    result->imports =
        arena_copy_array(survey->coverage->arena, imports.data, result->import_count, sizeof *result->imports);
    if (result->import_count)
        qsort(result->imports, result->import_count, sizeof *result->imports, compare_imports);
    buffer_free(&imports);
}

static int compare_sources(const void *left, const void *right)
{
    const struct attest *a = left, *b = right;
    int order = strcmp(a->source, b->source);
    return order ? order : (a->range.from > b->range.from) - (a->range.from < b->range.from);
}

/* Counts the attested versions by the kinds of files in which they were seen. */
static void count_sources(struct survey *survey)
{
    const struct model *model = survey->coverage->model;
    struct coverage_arch *result = survey->result;
    struct buffer all = {0};
    for (size_t i = 0; i < model->program->file_count; i++) {
        size_t count;
        struct attest *list = model_list_attests(model, model->program->files[i].ast, NULL, &count);
        for (size_t k = 0; k < count; k++)
            if (list[k].source && list[k].arch == survey->arch)
                buffer_add(&all, &list[k], sizeof *list);
        free(list);
    }
    struct attest *seen = (void *)all.data;
    size_t count = all.size / sizeof *seen;
    if (count)
        qsort(seen, count, sizeof *seen, compare_sources);
    result->sources = ARENA_ARRAY(survey->coverage->arena, struct coverage_source, count);
    for (size_t i = 0; i < count; i++) {
        if (i && !compare_sources(&seen[i - 1], &seen[i]))
            continue;
        if (!i || strcmp(seen[i - 1].source, seen[i].source) != 0)
            result->sources[result->source_count++].name = seen[i].source;
        result->sources[result->source_count - 1].count++;
    }
    buffer_free(&all);
}

/* Collects the tables of builds that know only some members. */
static void take_tables(struct survey *survey)
{
    const struct coverage *coverage = survey->coverage;
    const struct model *model = coverage->model;
    struct coverage_arch *result = survey->result;
    result->tables = ARENA_ARRAY(coverage->arena, struct coverage_table, model->build_list_count);
    for (size_t i = 0; i < model->build_list_count; i++) {
        const struct build_list *list = &model->build_lists[i];
        struct coverage_table table = {.source = list->source ? list->source : "a table", .build_count = list->count};
        for (size_t k = 0; k < coverage->count && list->arch == survey->arch; k++) {
            const struct record *record = coverage->structures[k].parts[0];
            const struct ast_decl *line = NULL;
            while (record->type->module == list->module && (line = record_find_sighting(record, line, list->name)))
                table.member_count++;
        }
        if (table.member_count)
            result->tables[result->table_count++] = table;
    }
}

struct coverage_arch *coverage_survey(const struct coverage *coverage, const struct arch *arch)
{
    struct coverage_arch *result = ARENA_NEW(coverage->arena, struct coverage_arch);
    struct survey survey = {.coverage = coverage, .arch = arch, .result = result};
    result->arch = arch;
    survey.lineages = map_new(coverage->arena);
    take_structures(&survey);
    join_lineages(&survey);
    make_builds(&survey);
    make_imports(&survey);
    count_sources(&survey);
    take_tables(&survey);
    result->seen_count = survey.seen_count;
    if (survey.seen_count) {
        result->first = survey.seen[0];
        result->last = survey.seen[survey.seen_count - 1];
    }
    buffer_free(&survey.lists);
    return result;
}

/* ---- Coverage of a target */

/* Sets the range of versions whose kernels may settle a structure at the target. They are of the target's build and lie
 * between its attested versions. If attested kernels of one other version differ, the range lies between that version
 * and the target. If attested kernels of the target's own version differ, no other kernel settles it. */
static void set_range(const struct coverage *coverage, const struct arch *arch, struct coverage_standing *item)
{
    const struct evidence *evidence = evidence_of(item->structure, arch);
    uint64_t version = axis_find_kernel(&coverage->model->axis, item->standing.version);
    size_t next = find_version(evidence->seen, evidence->seen_count, version);
    uint64_t before = next ? evidence->seen[next - 1] : 0;
    uint64_t after = next < evidence->seen_count ? evidence->seen[next] : 0;
    if (item->standing.basis <= STRATA_BRACKETED || item->standing.is_build)
        return;
    item->from = before >> 16 == version >> 16 ? before + 1 : version & ~REVISIONS;
    item->to = after >> 16 == version >> 16 ? after - 1 : version | REVISIONS;
    if (item->standing.ambiguous == version)
        item->from = item->to = 0;
    else if (item->standing.ambiguous && item->standing.ambiguous < version)
        item->to = version;
    else if (item->standing.ambiguous)
        item->from = version;
}

/* Sorts standings by basis, the weakest first; then by cause, then by name. */
static int compare_standings(const void *left, const void *right)
{
    const struct coverage_standing *a = left, *b = right;
    if (a->standing.basis != b->standing.basis)
        return a->standing.basis > b->standing.basis ? -1 : 1;
    int order = strcmp(a->cause, b->cause);
    if (!order)
        order = (a->from > b->from) - (a->from < b->from);
    if (!order)
        order = (a->to > b->to) - (a->to < b->to);
    return order ? order : strcmp(a->structure->name, b->structure->name);
}

struct coverage_target *coverage_ask(const struct coverage *coverage, const struct arch *arch, uint64_t version)
{
    struct coverage_target *target = ARENA_NEW(coverage->arena, struct coverage_target);
    struct buffer absent = {0};
    *target = (struct coverage_target){.arch = arch, .version = version};
    target->kernel = axis_find_kernel(&coverage->model->axis, version);
    target->items = ARENA_ARRAY(coverage->arena, struct coverage_standing, coverage->count);
    target->gone = ARENA_ARRAY(coverage->arena, struct coverage_standing, coverage->count);
    for (size_t i = 0; i < coverage->count; i++) {
        const struct coverage_structure *structure = &coverage->structures[i];
        struct coverage_standing item = {.structure = structure, .standing = stand_of(structure, arch, version)};
        if (!item.standing.layout) {
            target->gone[absent.size / sizeof structure->name] = item;
            add_name(&absent, structure);
            continue;
        }
        struct buffer cause = {0};
        standing_write(&item.standing, &cause);
        item.cause = buffer_take(&cause, coverage->arena);
        set_range(coverage, arch, &item);
        target->counts[item.standing.basis]++;
        target->items[target->count++] = item;
    }
    if (target->count)
        qsort(target->items, target->count, sizeof *target->items, compare_standings);
    target->absent = take_names(coverage, &absent);
    return target;
}

void coverage_check(const struct coverage_target *target, struct requirement *requirement)
{
    for (size_t i = 0; i < target->count; i++)
        requirement_check(requirement, target->items[i].structure->name, NULL, &target->items[i].standing);
    for (size_t i = 0; i < target->absent.count; i++)
        requirement_check(requirement, target->gone[i].structure->name, NULL, &target->gone[i].standing);
}

const char *coverage_version_text(const struct coverage *coverage, uint64_t version)
{
    struct buffer text = {0};
    standing_write_version(&coverage->model->axis, version, &text);
    return buffer_take(&text, coverage->arena);
}
