#include "render/compact.h"

#include <string.h>

#include "answer/standing.h"
#include "base/buffer.h"
#include "render/context_parts.h"
#include "render/trim.h"

enum {
    CALLS = TRIM_OPEN | TRIM_GET | TRIM_VALUE | TRIM_SET | TRIM_BYTES | TRIM_VIEW | TRIM_REBASE | TRIM_REQUIRE |
            TRIM_PRESENT | TRIM_COLUMNS | TRIM_NUMBERS,
    POINTS_MOST = 2000, /* C99 compilers need not take longer texts than that of their grades */
    ROWS_MOST = 0xFE,   /* rows of bases and of grades: their numbers are bytes */
    REVISION_LAST = 0xFFFF
};

/* A point, and versions with the answers for it and for all versions after it up to the next point. */
struct point {
    const struct arch *arch;
    uint64_t version, at, after;
};

/* Builds that run the kernel of another build: both with revision 0. */
struct twin {
    const struct arch *arch;
    uint64_t build, kernel;
};

/* Structures that have the same evidence on each arch that they share. */
struct tree {
    const struct evidence **evidence; /* by arch; NULL if there is none */
    bool *is_known;                   /* by arch: some structure is there */
};

struct compact {
    const struct render *render;
    struct tree *trees;
    size_t tree_count;
    size_t *tree_of; /* by index of a record: its tree */
    const struct point *points;       /* ascending */
    size_t point_count;
    const struct twin *twins;
    size_t twin_count;
    bool has_words, has_two_sizes, has_differences, has_big, has_bits, has_signs, has_large, has_unknown;
};

/* Returns the next plan of a run at or after an index, which becomes that of the record behind it; NULL at the end. */
static const struct plan *next_plan(const struct render *render, size_t *index)
{
    while (*index < render->records.count) {
        const struct plan *plan = render->plans[(*index)++];
        if (plan)
            return plan;
    }
    return NULL;
}

/* Returns the range of a version, or NULL if the structure has none on the arch. */
static const struct plan_range *find_range(const struct plan *plan, const struct arch *arch, uint64_t version)
{
    uint64_t target = plan_target(arch, version);
    size_t low = 0, high = plan->range_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (plan->ranges[middle].target <= target)
            low = middle + 1;
        else
            high = middle;
    }
    return low && plan->ranges[low - 1].target >> 56 == target >> 56 ? &plan->ranges[low - 1] : NULL;
}

/* ---- Evidence */

/* True if a record has the evidence of a tree wherever both are, which then has that of the record, too. */
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

static void find_trees(struct compact *compact)
{
    const struct render *render = compact->render;
    size_t arch_count = render->model->arch_count, index = 0;
    compact->trees = ARENA_ARRAY(render->arena, struct tree, render->records.count);
    compact->tree_of = ARENA_ARRAY(render->arena, size_t, render->records.count);
    for (const struct plan *plan; (plan = next_plan(render, &index));) {
        size_t i = 0;
        while (i < compact->tree_count && !join_tree(render, &compact->trees[i], plan->record))
            i++;
        compact->tree_of[index - 1] = i;
        if (i < compact->tree_count)
            continue;
        struct tree *tree = &compact->trees[compact->tree_count++];
        tree->evidence = ARENA_ARRAY(render->arena, const struct evidence *, arch_count);
        tree->is_known = ARENA_ARRAY(render->arena, bool, arch_count);
        join_tree(render, tree, plan->record);
    }
}

static strata_basis basis_of_place(const struct tree *tree, const struct arch *arch, uint64_t version)
{
    const struct evidence *evidence = tree->evidence[arch->index];
    return evidence ? place_basis(evidence, version) : STRATA_EXTRAPOLATED;
}

/* True if a range of answers has no beginning within a build after its first revision. */
static bool is_whole(const struct plan *plan, const struct arch *arch, uint64_t build)
{
    return find_range(plan, arch, build) == find_range(plan, arch, build + REVISION_LAST);
}

/* True if what is known of a build and of that of its kernel is the same in all revisions, in a tree that does not look
 * up the one by the other. */
static bool is_same_place(const struct tree *tree, const struct twin *twin)
{
    static const uint64_t revisions[] = {0, 1, REVISION_LAST};
    strata_basis basis = basis_of_place(tree, twin->arch, twin->build);
    for (size_t i = 0; i < sizeof revisions / sizeof *revisions; i++)
        if (basis_of_place(tree, twin->arch, twin->build + revisions[i]) != basis ||
            basis_of_place(tree, twin->arch, twin->kernel + revisions[i]) != basis)
            return false;
    return true;
}

/* True if all structures stand in a build as in that of its kernel. */
static bool is_same_as_kernel(const struct compact *compact, const struct twin *twin)
{
    size_t index = 0;
    for (const struct plan *plan; (plan = next_plan(compact->render, &index));) {
        const struct tree *tree = &compact->trees[compact->tree_of[index - 1]];
        const struct evidence *evidence = tree->evidence[twin->arch->index];
        const struct plan_range *own = find_range(plan, twin->arch, twin->build);
        const struct plan_range *other = find_range(plan, twin->arch, twin->kernel);
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

/* Returns the build whose kernel a point of the axis runs, if some tree looks it up by that; else its own. */
static uint64_t find_kernel(const struct compact *compact, const struct arch *arch, uint64_t build)
{
    for (size_t i = 0; i < compact->tree_count; i++) {
        const struct evidence *evidence = compact->trees[i].evidence[arch->index];
        uint64_t kernel = evidence ? evidence_find_kernel(evidence, build) : build;
        if (kernel != build)
            return kernel & ~(uint64_t)REVISION_LAST;
    }
    return build;
}

/* Finds the builds that run the kernel of another one. Returns false if a structure stands otherwise in such a
 * build. */
static bool find_twins(struct compact *compact)
{
    const struct render *render = compact->render;
    const struct axis *axis = &render->model->axis;
    struct buffer twins = {0};
    bool is_same = true;
    for (size_t a = 0; a < render->model->arch_count; a++) {
        const struct arch *arch = render->model->arches[a];
        for (size_t i = 0; choice_has_arch(render->choice, arch) && i < axis->point_count; i++) {
            uint64_t build = axis->points[i].version & ~(uint64_t)REVISION_LAST;
            struct twin twin = {arch, build, axis->points[i].kernel ? find_kernel(compact, arch, build) : build};
            if (twin.kernel == build)
                continue;
            is_same = is_same && is_same_as_kernel(compact, &twin);
            buffer_add(&twins, &twin, sizeof twin);
        }
    }
    compact->twin_count = twins.size / sizeof *compact->twins;
    compact->twins = arena_copy_array(render->arena, twins.data, compact->twin_count, sizeof *compact->twins);
    buffer_free(&twins);
    return is_same;
}

/* ---- Points */

static bool is_twin(const struct compact *compact, const struct arch *arch, uint64_t version)
{
    for (size_t i = 0; i < compact->twin_count; i++)
        if (compact->twins[i].arch == arch && compact->twins[i].build == (version & ~(uint64_t)REVISION_LAST))
            return true;
    return false;
}

/* Adds the beginning and the end of the build of a version, and the versions that stand for the build. */
static void add_build(struct buffer *starts, uint64_t version)
{
    uint64_t build = version & ~(uint64_t)REVISION_LAST;
    const uint64_t of_build[] = {build, build + 1, build + REVISION_LAST, build + REVISION_LAST + 1};
    buffer_add(starts, of_build, sizeof of_build);
}

/* Adds the versions at which what is known in a tree may change on an arch. */
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
static size_t list_starts(const struct compact *compact, const struct arch *arch, struct buffer *starts)
{
    size_t index = 0;
    buffer_clear(starts);
    for (const struct plan *plan; (plan = next_plan(compact->render, &index));) {
        for (size_t i = 0; i < plan->range_count; i++) {
            uint64_t version = plan->ranges[i].target & STRATA_TARGET_VERSION_MASK;
            if (plan->ranges[i].target >> 56 == plan_arch_number(arch))
                buffer_add(starts, &version, sizeof version);
        }
    }
    if (!starts->size)
        return 0; /* no structure is on the arch */
    buffer_add(starts, &(uint64_t){0}, sizeof(uint64_t));
    for (size_t i = 0; i < compact->tree_count; i++)
        if (compact->trees[i].evidence[arch->index])
            add_evidence(compact->trees[i].evidence[arch->index], starts);
    for (size_t i = 0; i < compact->twin_count; i++)
        if (compact->twins[i].arch == arch)
            add_build(starts, compact->twins[i].build);
    return version_sort((uint64_t *)(void *)starts->data, starts->size / sizeof(uint64_t));
}

static bool is_same_answer(const struct compact *compact, const struct arch *arch, uint64_t a, uint64_t b)
{
    size_t index = 0;
    for (const struct plan *plan; (plan = next_plan(compact->render, &index));)
        if (find_range(plan, arch, a) != find_range(plan, arch, b))
            return false;
    for (size_t i = 0; i < compact->tree_count; i++)
        if (basis_of_place(&compact->trees[i], arch, a) != basis_of_place(&compact->trees[i], arch, b))
            return false;
    return true;
}

/* Keeps the first of starts that follow each other with the same answer. Returns their number. */
static size_t keep_changes(const struct compact *compact, const struct arch *arch, uint64_t *starts, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_version = starts[i] < STRATA_TARGET_VERSION_MASK && !is_twin(compact, arch, starts[i]);
        if (is_version && (!kept || !is_same_answer(compact, arch, starts[kept - 1], starts[i])))
            starts[kept++] = starts[i];
    }
    return kept;
}

/* Makes the points of an arch. What begins one version after a point is what holds after that point. Each pair of major
 * and minor number begins with a point. */
static void add_points(const struct arch *arch, const uint64_t *starts, size_t count, struct buffer *points)
{
    for (size_t i = 0; i < count; i++) {
        bool begins = !i || starts[i] >> 32 != starts[i - 1] >> 32;
        struct point point = {arch, starts[i] >> 32 << 32, i ? starts[i - 1] : 0, i ? starts[i - 1] : 0};
        if (begins && point.version != starts[i])
            buffer_add(points, &point, sizeof point);
        point.version = point.at = point.after = starts[i];
        if (i + 1 < count && starts[i + 1] == starts[i] + 1 && starts[i + 1] >> 32 == starts[i] >> 32)
            point.after = starts[++i];
        buffer_add(points, &point, sizeof point);
    }
}

static bool find_points(struct compact *compact)
{
    const struct model *model = compact->render->model;
    struct buffer starts = {0}, points = {0};
    for (size_t a = 0; a < model->arch_count; a++) {
        if (!choice_has_arch(compact->render->choice, model->arches[a]))
            continue;
        size_t count = list_starts(compact, model->arches[a], &starts);
        uint64_t *versions = (void *)starts.data;
        add_points(model->arches[a], versions, keep_changes(compact, model->arches[a], versions, count), &points);
    }
    compact->point_count = points.size / sizeof *compact->points;
    compact->points =
        arena_copy_array(compact->render->arena, points.data, compact->point_count, sizeof *compact->points);
    buffer_free(&starts);
    buffer_free(&points);
    return compact->point_count && compact->point_count <= POINTS_MOST;
}

/* ---- Features */

static void see_member(struct compact *compact, const struct plan_member *member)
{
    uint64_t number = member->number;
    unsigned kind = (unsigned)(number >> 61);
    bool is_scalar = kind == STRATA_KIND_SCALAR;
    if (!member->words)
        return;
    compact->has_differences |= kind == STRATA_KIND_DIFFERS && member->scalar.exists;
    compact->has_bits |= is_scalar && (number >> 43 & 0x1FFF) != 0;
    compact->has_signs |= is_scalar && (number >> 59 & 1) != 0;
    compact->has_big |= ((member->scalars.orders | member->elements.orders) & 2) != 0;
    compact->has_words |= !is_scalar && (compact->render->calls & (TRIM_VIEW | TRIM_BYTES) ||
                                         kind == STRATA_KIND_DIFFERS || member->element.exists);
}

/* True if a read of a scalar needs no slot: all that it needs stands in the number of the member. */
static bool is_direct(const struct compact *compact)
{
    return !compact->has_differences && !compact->has_two_sizes && !compact->has_big;
}

/* Finds what the runtime needs. Returns false if a number is too large for the tables. */
static bool find_features(struct compact *compact)
{
    const struct render *render = compact->render;
    size_t index = 0;
    bool has_4 = false, has_8 = false;
    for (const struct plan *plan; (plan = next_plan(render, &index));) {
        if (plan->layout_count >= ROWS_MOST || plan->answers.grade_count >= ROWS_MOST)
            return false;
        for (size_t i = 0; i < plan->layout_count; i++) {
            const struct layout *layout = plan->layouts[i].layout;
            has_4 |= layout->arch->pointer_size != 8;
            has_8 |= layout->arch->pointer_size == 8;
            compact->has_large |= layout->least_size > UINT16_MAX;
        }
        for (size_t i = 0; i < plan->member_count; i++)
            see_member(compact, &plan->members[i]);
        for (size_t i = 0; i < plan->layout_count * plan->block_count; i++)
            compact->has_unknown |= plan->bases[i] == STRATA_BASE_UNKNOWN;
    }
    compact->has_two_sizes = has_4 && has_8;
    compact->has_words |= !is_direct(compact) || render->calls & (TRIM_SET | TRIM_PRESENT);
    return true;
}

const struct compact *compact_new(const struct render *render, unsigned parts)
{
    struct compact *compact = ARENA_NEW(render->arena, struct compact);
    *compact = (struct compact){.render = render};
    if (render->calls & ~(unsigned)CALLS || parts || render->has_names)
        return NULL;
    find_trees(compact);
    return find_twins(compact) && find_points(compact) && find_features(compact) ? compact : NULL;
}

/* ---- Values for the templates */

/* Adds the number of a point below its major and minor number. Points of a build with some begin a line, which says the
 * build. */
static void add_key(const struct compact *compact, size_t index, struct buffer *text)
{
    enum { SOME = 4 };
    const struct point *points = compact->points, *point = &points[index];
    size_t count = 1;
    while (index + count < compact->point_count && points[index + count].arch == point->arch &&
           points[index + count].version >> 16 == point->version >> 16)
        count++;
    bool is_other = !index || points[index - 1].version >> 16 != point->version >> 16;
    if (is_other && count >= SOME)
        buffer_format(text, "/* %u */ ", version_part(point->version, 2));
    buffer_format(text, "0x%llX, ", (unsigned long long)(point->version & UINT32_MAX));
}

/* Returns the pairs of major and minor numbers, each with the lines of its points. */
static struct value segments(const struct render *render, const struct compact *compact)
{
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < compact->point_count;) {
        const struct point *point = &compact->points[i];
        struct object *object = context_object(render, SHAPE_SEGMENT);
        uint64_t target = plan_target(point->arch, point->version);
        object->values[SEGMENT_VERSION] = context_hex(render, target >> 32);
        object->values[SEGMENT_FIRST] = value_integer((int64_t)i);
        object->values[SEGMENT_COMMENT] = value_text(arena_format(render->arena, "%s %u.%u", point->arch->name,
                                                                  version_part(point->version, 0),
                                                                  version_part(point->version, 1)));
        buffer_clear(&text);
        for (; i < compact->point_count && compact->points[i].arch == point->arch &&
               compact->points[i].version >> 32 == point->version >> 32;
             i++)
            add_key(compact, i, &text);
        object->values[SEGMENT_POINTS] = context_wrap(render, text.data, text.size - 1, strlen("    "));
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

/* Returns the grades of the places in a tree, as lines: a letter for each point. */
static struct value tree_grades(const struct render *render, const struct compact *compact, const struct tree *tree)
{
    enum { WIDTH = 100 };
    struct object *object = context_object(render, SHAPE_GRADE_ROW);
    struct list *lines = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < compact->point_count; i++) {
        const struct point *point = &compact->points[i];
        strata_basis at = basis_of_place(tree, point->arch, point->at);
        strata_basis after = basis_of_place(tree, point->arch, point->after);
        buffer_add_char(&text, (char)('A' + BASIS_COUNT * (int)at + (int)after));
    }
    for (size_t at = 0; at < text.size; at += WIDTH) {
        size_t length = text.size - at < WIDTH ? text.size - at : WIDTH;
        list_add(render->arena, lines, value_string(arena_copy(render->arena, text.data + at, length), length));
    }
    buffer_free(&text);
    object->values[GRADE_ROW_LINES] = value_list(lines);
    return value_object(object);
}

static struct value place_grades(const struct render *render, const struct compact *compact)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < compact->tree_count; i++)
        list_add(render->arena, list, tree_grades(render, compact, &compact->trees[i]));
    return value_list(list);
}

static struct value twin_rows(const struct render *render, const struct compact *compact)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < compact->twin_count; i++) {
        const struct twin *twin = &compact->twins[i];
        if (!choice_has_arch(render->choice, twin->arch))
            continue;
        struct object *object = context_object(render, SHAPE_SIGHTING);
        object->values[SIGHTING_FIRST] = context_hex(render, plan_target(twin->arch, twin->build) >> 16);
        object->values[SIGHTING_END] = context_hex(render, plan_target(twin->arch, twin->kernel) >> 16);
        object->values[SIGHTING_COMMENT] = value_text(arena_format(
            render->arena, "%u: %u", version_part(twin->build, 2), version_part(twin->kernel, 2)));
        list_add(render->arena, list, value_object(object));
    }
    return value_list(list);
}

struct value compact_runtime(const struct render *render, const struct compact *compact)
{
    struct object *object = context_object(render, SHAPE_COMPACT);
    const struct {
        unsigned key;
        bool is_set;
    } flags[] = {
        {COMPACT_IS_DIRECT, is_direct(compact)},
        {COMPACT_IS_LITTLE, !compact->has_differences && !compact->has_big},
        {COMPACT_HAS_TWO_SIZES, compact->has_two_sizes},
        {COMPACT_HAS_WORDS, compact->has_words},
        {COMPACT_HAS_BITS, compact->has_bits},
        {COMPACT_HAS_SIGNS, compact->has_signs},
        {COMPACT_HAS_LARGE, compact->has_large},
        {COMPACT_HAS_UNKNOWN, compact->has_unknown},
        {COMPACT_HAS_GRADES, render->calls & TRIM_REQUIRE},
        {COMPACT_HAS_PLACE, render->calls & (TRIM_REQUIRE | TRIM_VIEW)},
        {COMPACT_HAS_SET, render->calls & TRIM_SET},
        {COMPACT_HAS_WRITABLE, render->calls & (TRIM_SET | TRIM_VIEW)},
        {COMPACT_HAS_GET, render->calls & TRIM_GET},
        {COMPACT_HAS_VALUE, render->calls & TRIM_VALUE},
        {COMPACT_HAS_NUMBERS, render->calls & TRIM_NUMBERS},
    };
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        object->values[flags[i].key] = value_boolean(flags[i].is_set);
    struct value twins = twin_rows(render, compact);
    object->values[COMPACT_SEGMENTS] = segments(render, compact);
    object->values[COMPACT_POINT_COUNT] = value_integer((int64_t)compact->point_count);
    object->values[COMPACT_GRADES] = place_grades(render, compact);
    object->values[COMPACT_TREE_COUNT] = value_integer((int64_t)compact->tree_count);
    object->values[COMPACT_TWINS] = twins;
    object->values[COMPACT_TWIN_COUNT] = twins.list->count ? value_integer((int64_t)twins.list->count) : value_null();
    return value_object(object);
}

/* ---- Records */

/* An answer for a position, as the runtime has it. */
struct answer {
    uint32_t row;    /* of the layout, or a ROW_ constant */
    uint32_t grades; /* of the structure, or the number of a row of them */
};

enum { ROW_NO_LAYOUT = UINT8_MAX, ROW_NO_ARCH = ROW_NO_LAYOUT - 1 };

/* Returns the answer of a structure in a version; `rows` are those of its layouts. */
static struct answer answer_in(const struct render *render, const struct plan *plan, const unsigned *rows,
                               const struct arch *arch, uint64_t version)
{
    const struct plan_range *range = find_range(plan, arch, version);
    if (!range)
        return (struct answer){ROW_NO_ARCH, 0};
    struct answer answer = {range->layout < plan->layout_count ? rows[range->layout] : (unsigned)ROW_NO_LAYOUT,
                            range->grades};
    if (!(render->calls & TRIM_REQUIRE))
        answer.grades = range->grades ? (unsigned)(plan->answers.grades[range->grades - 1][0] - '0')
                                      : (unsigned)(STRATA_GRADE_OF_PLACE - '0');
    return answer;
}

static void add_answer(struct buffer *text, size_t position, struct answer answer, struct answer *last, size_t *count)
{
    if (*count && answer.row == last->row && answer.grades == last->grades)
        return;
    const char *no = answer.row == ROW_NO_ARCH ? "STRATA_NO_ARCH" : "STRATA_NO_LAYOUT";
    buffer_format(text, "{%zu,", position);
    if (answer.row >= ROW_NO_ARCH)
        buffer_add_text(text, no);
    else
        buffer_format(text, "%u", answer.row);
    buffer_format(text, ",%u}, ", answer.grades);
    *last = answer;
    ++*count;
}

/* Sets the ranges of positions with one answer. */
static void add_ranges(const struct render *render, const struct compact *compact, const struct plan *plan,
                       const unsigned *rows, struct object *object)
{
    struct buffer text = {0};
    struct answer last = {0};
    size_t count = 0;
    add_answer(&text, 0, (struct answer){ROW_NO_ARCH, 0}, &last, &count);
    for (size_t i = 0; i < compact->point_count; i++) {
        const struct point *point = &compact->points[i];
        add_answer(&text, 2 * i + 1, answer_in(render, plan, rows, point->arch, point->at), &last, &count);
        add_answer(&text, 2 * i + 2, answer_in(render, plan, rows, point->arch, point->after), &last, &count);
    }
    object->values[RECORD_POSITIONS] = context_wrap(render, text.data, text.size - 1, strlen("    "));
    object->values[RECORD_POSITION_COUNT] = value_integer((int64_t)count);
    buffer_free(&text);
}

/* True if a layout has the bases and the least size of another one. */
static bool is_same_row(const struct plan *plan, size_t a, size_t b)
{
    const uint16_t *left = plan->bases + a * plan->block_count, *right = plan->bases + b * plan->block_count;
    return plan->layouts[a].layout->least_size == plan->layouts[b].layout->least_size &&
           !memcmp(left, right, plan->block_count * sizeof *left);
}

/* Returns the title of a layout, without the name of the architecture if there is only one. */
static const char *row_title(const struct render *render, const struct compact *compact, const char *title)
{
    struct buffer text = {0};
    const struct arch *arch = compact->points[0].arch;
    const char *on = ARENA_JOIN(render->arena, " on ", arch->name);
    bool is_only = compact->points[compact->point_count - 1].arch == arch;
    for (const char *next; is_only && (next = strstr(title, on)); title = next + strlen(on))
        buffer_add(&text, title, (size_t)(next - title));
    buffer_add_text(&text, title);
    return buffer_take(&text, render->arena);
}

/* Adds a row of a table: the least size, the size of a pointer where there are two, and the bases. */
static void add_row(const struct render *render, const struct compact *compact, const struct plan *plan, size_t layout,
                    const char *title, struct list *list)
{
    enum { WIDTH = 120 };
    struct object *row = context_object(render, SHAPE_BASE_ROW);
    const uint16_t *bases = plan->bases + layout * plan->block_count;
    bool is_none = layout == plan->layout_count;
    struct buffer text = {0};
    buffer_format(&text, "0x%X, ", is_none ? 0u : plan->layouts[layout].layout->least_size);
    for (size_t k = compact->has_two_sizes ? 0 : 1; k < plan->block_count; k++)
        buffer_format(&text, bases[k] > 9 ? "0x%X, " : "%u, ", (unsigned)bases[k]);
    bool is_short = text.size + strlen(title) + strlen("    {  }, /*  */") <= WIDTH;
    struct value wrapped = context_wrap(render, title, strlen(title), strlen("    /*  */"));
    row->values[is_short ? BASE_ROW_REMARK : BASE_ROW_TITLE] = wrapped;
    row->values[BASE_ROW_BASES] = context_wrap(render, text.data, text.size - 2, strlen("    {  },"));
    list_add(render->arena, list, value_object(row));
    buffer_free(&text);
}

/* Sets the rows of a table, one for each distinct layout, and `rows`, the row of each layout. */
static void add_rows(const struct render *render, const struct compact *compact, const struct plan *plan,
                     unsigned *rows, struct object *object)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < plan->layout_count; i++) {
        const char *title = plan->layouts[i].title;
        size_t first = 0;
        while (!is_same_row(plan, first, i))
            first++;
        rows[i] = first < i ? rows[first] : (unsigned)list->count;
        for (size_t k = i + 1; first == i && k < plan->layout_count; k++)
            if (is_same_row(plan, i, k))
                title = ARENA_JOIN(render->arena, title, ", ", plan->layouts[k].title);
        if (first == i)
            add_row(render, compact, plan, i, row_title(render, compact, title), list);
    }
    object->values[RECORD_LAYOUT_COUNT] = value_integer((int64_t)list->count);
    add_row(render, compact, plan, plan->layout_count, "none", list);
    object->values[RECORD_LAYOUT_ROOM] = value_integer((int64_t)list->count);
    object->values[RECORD_BASE_ROWS] = value_list(list);
    object->values[RECORD_BLOCK_COUNT] = value_integer((int64_t)plan->block_count + (compact->has_two_sizes ? 1 : 0));
}

void compact_add_record(const struct render *render, const struct compact *compact, const struct plan *plan,
                        struct object *object)
{
    unsigned *rows = ARENA_ARRAY(render->arena, unsigned, plan->layout_count);
    size_t index = 0;
    while (render->plans[index] != plan)
        index++;
    object->values[RECORD_TREE] = value_integer((int64_t)compact->tree_of[index]);
    add_rows(render, compact, plan, rows, object);
    add_ranges(render, compact, plan, rows, object);
    object->values[RECORD_HAS_GRADES] = value_boolean(render->calls & TRIM_REQUIRE);
    object->values[RECORD_HAS_WORDS] = value_boolean(compact->has_words);
}
