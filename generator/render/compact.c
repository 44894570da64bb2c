#include "render/compact.h"

#include <string.h>

#include "base/buffer.h"
#include "render/compact_parts.h"
#include "render/context_parts.h"
#include "render/trim.h"

enum {
    CALLS = TRIM_OPEN | TRIM_GET | TRIM_VALUE | TRIM_SET | TRIM_BYTES | TRIM_VIEW | TRIM_REBASE | TRIM_REQUIRE |
            TRIM_PRESENT | TRIM_COLUMNS | TRIM_NUMBERS | TRIM_ELEMENT,
    POINTS_MOST = 2000, /* their grades are one string, and C99 compilers need not accept a longer one */
    ROWS_MOST = 0xFE    /* rows of bases and of grades have numbers of one byte */
};

/* ---- Features */

static void see_member(struct compact *compact, const struct plan_member *member)
{
    uint64_t number = member->number;
    unsigned kind = (unsigned)(number >> 61);
    bool is_scalar = kind == STRATA_KIND_SCALAR;
    if (!member->words)
        return;
    compact->has_mixed |= kind == STRATA_KIND_DIFFERS;
    compact->has_differences |= kind == STRATA_KIND_DIFFERS && member->scalar.exists;
    compact->has_bits |= is_scalar && (number >> 43 & 0x1FFF) != 0;
    compact->has_signs |= (is_scalar || member->element.exists) && (number >> 59 & 1) != 0;
    compact->has_arrays |= member->element.exists;
    compact->has_scalars |= member->scalar.exists;
    compact->has_big |= ((member->scalars.orders | member->elements.orders) & 2) != 0;
    compact->has_words |= !is_scalar && (compact->points.render->calls & (TRIM_VIEW | TRIM_BYTES) ||
                                         kind == STRATA_KIND_DIFFERS || member->element.exists);
}

/* True if a scalar is read without a slot: the number of the member says everything about it. */
static bool is_direct(const struct compact *compact)
{
    return !compact->has_differences && !compact->has_two_sizes && !compact->has_big;
}

/* ---- Features of the runtime */

/* Finds the features that the bundle needs of the runtime. Returns false if a number is too large for the tables. */
static bool find_features(struct compact *compact)
{
    const struct render *render = compact->points.render;
    size_t index = 0;
    bool has_4 = false, has_8 = false;
    for (const struct plan *plan; (plan = points_next_plan(render, &index));) {
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

/* True if a build has the same major and minor number as the build whose kernel it runs. The tables store these numbers
 * only once. */
static bool is_twin_near(const struct twin *twin)
{
    return twin->build >> 32 == twin->kernel >> 32;
}

const struct compact *compact_new(const struct render *render, unsigned parts)
{
    struct compact *compact = ARENA_NEW(render->arena, struct compact);
    if (render->calls & ~(unsigned)CALLS || parts || render->has_names)
        return NULL;
    bool is_found = points_find(render, &compact->points) && compact->points.point_count &&
                    compact->points.point_count <= POINTS_MOST;
    for (size_t i = 0; is_found && i < compact->points.twin_count; i++)
        is_found = is_twin_near(&compact->points.twins[i]);
    if (!is_found || !find_features(compact))
        return NULL;
    compact_make_plain(compact);
    return compact;
}

bool compact_is_plain(const struct compact *compact)
{
    return compact && compact->is_plain;
}

bool compact_has_arch(const struct compact *compact, const struct arch *arch)
{
    for (size_t i = 0; i < compact->points.point_count; i++)
        if (compact->points.points[i].arch == arch)
            return true;
    return false;
}

/* ---- Values for the templates */

/* Adds the revision of a point. If the point is the first one of its build, adds the build, too, and returns true. */
static bool add_point(const struct compact *compact, size_t index, struct buffer *builds, struct buffer *revisions)
{
    const struct point *points = compact->points.points, *point = &points[index];
    bool is_build = !index || points[index - 1].arch != point->arch ||
                    points[index - 1].version >> 16 != point->version >> 16;
    unsigned build = version_part(point->version, 2);
    if (is_build) {
        buffer_format(builds, "{0x%llX,%u,%zu}, ",
                      (unsigned long long)compact_high_half(point->arch, point->version), build, index);
        if (build)
            buffer_format(revisions, "/*%u*/", build);
    }
    buffer_format(revisions, "%u, ", version_part(point->version, 3));
    return is_build;
}

/* Returns the pairs of major and minor numbers, each with the lines of its builds and of its points. Adds the number of
 * builds to `*build_count`. */
static struct value list_segments(const struct render *render, const struct compact *compact, size_t *build_count)
{
    struct list *list = list_new(render->arena);
    struct buffer builds = {0}, revisions = {0};
    for (size_t i = 0; i < compact->points.point_count;) {
        const struct point *point = &compact->points.points[i];
        struct object *object = context_object(render, SHAPE_SEGMENT);
        object->values[SEGMENT_COMMENT] = value_text(compact_version(render, point->arch, point->version));
        buffer_clear(&builds);
        buffer_clear(&revisions);
        for (; i < compact->points.point_count && compact->points.points[i].arch == point->arch &&
               compact->points.points[i].version >> 32 == point->version >> 32;
             i++)
            *build_count += add_point(compact, i, &builds, &revisions);
        object->values[SEGMENT_BUILDS] = compact_pack(render, &builds);
        object->values[SEGMENT_POINTS] = compact_pack(render, &revisions);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&builds);
    buffer_free(&revisions);
    return value_list(list);
}

/* Returns the grades of a tree, as lines. Each point has a letter for two grades: at the point, and after it. */
static struct value tree_grades(const struct render *render, const struct compact *compact, const struct tree *tree)
{
    enum { WIDTH = 100 };
    struct object *object = context_object(render, SHAPE_GRADE_ROW);
    struct list *lines = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < compact->points.point_count; i++) {
        const struct point *point = &compact->points.points[i];
        strata_basis at = points_judge(tree, point->arch, point->at);
        strata_basis after = points_judge(tree, point->arch, point->after);
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
    for (size_t i = 0; i < compact->points.tree_count; i++)
        list_add(render->arena, list, tree_grades(render, compact, &compact->points.trees[i]));
    return value_list(list);
}

/* Returns the builds that run the kernel of another build, with a line for each pair of major and minor number. */
static struct value twin_rows(const struct render *render, const struct compact *compact)
{
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < compact->points.twin_count;) {
        const struct twin *twin = &compact->points.twins[i];
        struct object *object = context_object(render, SHAPE_SEGMENT);
        uint64_t version = compact_high_half(twin->arch, twin->build);
        buffer_clear(&text);
        for (; i < compact->points.twin_count && compact_high_half(compact->points.twins[i].arch,
                                                           compact->points.twins[i].build) == version; i++)
            buffer_format(&text, "{0x%llX,%u,%u}, ", (unsigned long long)version,
                          version_part(compact->points.twins[i].build, 2),
                          version_part(compact->points.twins[i].kernel, 2));
        object->values[SEGMENT_COMMENT] = value_text(compact_version(render, twin->arch, twin->build));
        object->values[SEGMENT_BUILDS] = compact_pack(render, &text);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

/* Sets the builds, the points and their grades, for a bundle that is not plain. */
static void add_points(const struct render *render, const struct compact *compact, struct object *object)
{
    size_t build_count = 0;
    object->values[COMPACT_SEGMENTS] = list_segments(render, compact, &build_count);
    object->values[COMPACT_BUILD_COUNT] = value_integer((int64_t)build_count);
    object->values[COMPACT_BUILD_ROOM] = value_integer((int64_t)build_count + 1);
    object->values[COMPACT_GRADES] = place_grades(render, compact);
    object->values[COMPACT_TREE_COUNT] = value_integer((int64_t)compact->points.tree_count);
    object->values[COMPACT_TWINS] = twin_rows(render, compact);
    size_t twin_count = compact->points.twin_count;
    object->values[COMPACT_TWIN_COUNT] = twin_count ? value_integer((int64_t)twin_count) : value_null();
}

struct value compact_runtime(const struct render *render, const struct compact *compact)
{
    struct object *object = context_object(render, SHAPE_COMPACT);
    bool has_elements = render->calls & TRIM_ELEMENT;
    const struct {
        unsigned key;
        bool is_set;
    } flags[] = {
        {COMPACT_IS_PLAIN, compact->is_plain},
        {COMPACT_HAS_DIFFERS, compact->has_mixed},
        {COMPACT_HAS_ARRAYS, compact->is_plain ? compact->has_arrays && has_elements : compact->has_words},
        {COMPACT_HAS_OTHER_KINDS, compact->is_plain ? compact->has_mixed || (compact->has_arrays && has_elements)
                                                    : compact->has_words || !is_direct(compact)},
        {COMPACT_HAS_REST, compact->has_rest},
        {COMPACT_HAS_ELEMENTS, has_elements},
        {COMPACT_HAS_FORMS, compact->has_scalars || (has_elements && compact->has_arrays)},
        {COMPACT_HAS_EXTENTS, compact->has_extents},
        {COMPACT_KEEPS_TARGET, !compact->is_plain || render->calls & TRIM_NUMBERS},
        {COMPACT_IS_DIRECT, is_direct(compact)},
        {COMPACT_IS_LITTLE, !compact->has_differences && !compact->has_big},
        {COMPACT_HAS_TWO_SIZES, compact->has_two_sizes},
        {COMPACT_HAS_WORDS, compact->has_words},
        {COMPACT_HAS_BITS, compact->has_bits},
        {COMPACT_HAS_SIGNS, compact->has_signs},
        {COMPACT_HAS_LARGE, compact->has_large},
        {COMPACT_HAS_UNKNOWN, compact->has_unknown || !compact->is_plain},
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
    size_t count = compact->is_plain ? compact->word_count : compact->points.point_count;
    object->values[COMPACT_POINT_COUNT] = value_integer((int64_t)count);
    if (compact->is_plain)
        object->values[COMPACT_SEGMENTS] = value_list(compact->versions);
    else
        add_points(render, compact, object);
    return value_object(object);
}

/* ---- Records */

/* The answer of a structure for a position, as the runtime has it. */
struct answer {
    uint32_t row;    /* row of the layout, or a ROW_ constant */
    uint32_t grades; /* grade of the structure; if the bundle has TRIM_REQUIRE, number of a row of grades */
};

enum { ROW_NO_LAYOUT = UINT8_MAX, ROW_NO_ARCH = ROW_NO_LAYOUT - 1 };

/* Returns the answer of a structure in a version. `rows` has the row of each layout. */
static struct answer answer_in(const struct render *render, const struct plan *plan, const unsigned *rows,
                               const struct arch *arch, uint64_t version)
{
    const struct plan_range *range = points_find_range(plan, arch, version);
    if (!range)
        return (struct answer){ROW_NO_ARCH, 0};
    struct answer answer = {range->layout < plan->layout_count ? rows[range->layout] : (unsigned)ROW_NO_LAYOUT,
                            range->grades};
    if (!(render->calls & TRIM_REQUIRE))
        answer.grades = range->grades ? (unsigned)(plan->answers.grades[range->grades - 1][0] - '0')
                                      : (unsigned)(STRATA_GRADE_OF_PLACE - '0');
    return answer;
}

/* The ranges of positions with the same answer, while they are written. */
struct positions {
    struct buffer ranges;
    struct answer last;
    size_t count;
};

static void add_answer(struct positions *positions, size_t position, struct answer answer)
{
    const struct answer *last = &positions->last;
    struct buffer *text = &positions->ranges;
    if (!positions->count || answer.row != last->row || answer.grades != last->grades) {
        buffer_format(text, "{%zu,%u,%u}, ", position, answer.row, answer.grades);
        positions->last = answer;
        positions->count++;
    }
}

/* Sets the ranges of positions with the same answer, for a bundle that is not plain. */
static void add_ranges(const struct render *render, const struct compact *compact, const struct plan *plan,
                       const unsigned *rows, struct object *object)
{
    struct positions positions = {0};
    add_answer(&positions, 0, (struct answer){ROW_NO_ARCH, 0});
    for (size_t i = 0; i < compact->points.point_count; i++) {
        const struct point *point = &compact->points.points[i];
        add_answer(&positions, 2 * i + 1, answer_in(render, plan, rows, point->arch, point->at));
        add_answer(&positions, 2 * i + 2, answer_in(render, plan, rows, point->arch, point->after));
    }
    object->values[RECORD_POSITIONS] = compact_pack(render, &positions.ranges);
    object->values[RECORD_POSITION_COUNT] = value_integer((int64_t)positions.count);
    buffer_free(&positions.ranges);
}

/* True if two layouts have the same bases and the same least size. */
static bool is_same_row(const struct plan *plan, size_t a, size_t b)
{
    const uint16_t *left = plan->bases + a * plan->block_count, *right = plan->bases + b * plan->block_count;
    return plan->layouts[a].layout->least_size == plan->layouts[b].layout->least_size &&
           !memcmp(left, right, plan->block_count * sizeof *left);
}

/* Returns the title of a layout. If all layouts of the structure are on one architecture, leaves out its name. */
static const char *row_title(const struct render *render, const struct plan *plan, const char *title)
{
    struct buffer text = {0};
    const char *on = ARENA_JOIN(render->arena, " on ", plan->layouts[0].layout->arch->name);
    bool is_only = true;
    for (size_t i = 0; i < plan->layout_count; i++)
        for (const char *at = plan->layouts[i].title; (at = strstr(at, " on ")); at += strlen(" on "))
            is_only = is_only && !strncmp(at, on, strlen(on)) && (!at[strlen(on)] || at[strlen(on)] == ',');
    for (const char *next; is_only && (next = strstr(title, on)); title = next + strlen(on))
        buffer_add(&text, title, (size_t)(next - title));
    buffer_add_text(&text, title);
    return buffer_take(&text, render->arena);
}

/* Adds a row to a table: the least size of a layout, the size of a pointer if the bundle has two of them, and the
 * bases. */
static void add_row(const struct render *render, const struct compact *compact, const struct plan *plan, size_t layout,
                    const char *title, struct list *list)
{
    enum { WIDTH = 120, BASE_UNKNOWN = UINT16_MAX - 1 };
    struct object *row = context_object(render, SHAPE_BASE_ROW);
    const uint16_t *bases = plan->bases + layout * plan->block_count;
    bool is_none = layout == plan->layout_count;
    struct buffer text = {0};
    buffer_format(&text, "0x%X, ", is_none ? 0u : (unsigned)plan->layouts[layout].layout->least_size);
    for (size_t k = compact->has_two_sizes ? 0 : 1; k < plan->block_count; k++) {
        unsigned base = bases[k];
        if (compact->is_plain)
            base = base == STRATA_BASE_UNKNOWN ? BASE_UNKNOWN : (uint16_t)(base - 1);
        buffer_format(&text, base > 9 ? "0x%X, " : "%u, ", base);
    }
    bool is_short = text.size + strlen(title) + strlen("    {  }, /*  */") <= WIDTH;
    struct value wrapped = context_wrap(render, title, strlen(title), strlen("    /*  */"));
    row->values[is_short ? BASE_ROW_REMARK : BASE_ROW_TITLE] = wrapped;
    row->values[BASE_ROW_BASES] = context_wrap(render, text.data, text.size - 2, strlen("    {  },"));
    list_add(render->arena, list, value_object(row));
    buffer_free(&text);
}

/* Sets the rows of a table, one for each distinct layout. Sets `rows` to the row of each layout. */
static void add_rows(const struct render *render, const struct compact *compact, const struct plan *plan,
                     unsigned *rows, struct object *object)
{
    struct list *list = list_new(render->arena);
    if (compact->is_plain)
        add_row(render, compact, plan, plan->layout_count, "none", list);
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
            add_row(render, compact, plan, i, row_title(render, plan, title), list);
    }
    object->values[RECORD_LAYOUT_COUNT] = value_integer((int64_t)list->count);
    if (!compact->is_plain)
        add_row(render, compact, plan, plan->layout_count, "none", list);
    object->values[RECORD_LAYOUT_ROOM] = value_integer((int64_t)list->count);
    object->values[RECORD_BASE_ROWS] = value_list(list);
    object->values[RECORD_BLOCK_COUNT] = value_integer((int64_t)plan->block_count + (compact->has_two_sizes ? 1 : 0));
}

/* True if some member is no scalar, or its kind differs between layouts. */
static bool reads_words(const struct plan *plan)
{
    for (size_t i = 0; i < plan->member_count; i++)
        if (plan->members[i].words && plan->members[i].number >> 61 != STRATA_KIND_SCALAR)
            return true;
    return false;
}

void compact_add_record(const struct render *render, const struct compact *compact, const struct plan *plan,
                        struct object *object)
{
    unsigned *rows = ARENA_ARRAY(render->arena, unsigned, plan->layout_count);
    size_t index = 0;
    while (render->plans[index] != plan)
        index++;
    object->values[RECORD_TREE] = value_integer((int64_t)compact->points.tree_of[index]);
    add_rows(render, compact, plan, rows, object);
    if (compact->is_plain)
        compact_add_plain_ranges(render, compact, plan, &compact->points.trees[compact->points.tree_of[index]], rows,
                                 object);
    else
        add_ranges(render, compact, plan, rows, object);
    object->values[RECORD_HAS_LARGE] = value_boolean(compact->has_large);
    object->values[RECORD_IS_PLAIN] = value_boolean(compact->is_plain);
    object->values[RECORD_HAS_GRADES] = value_boolean(render->calls & TRIM_REQUIRE);
    object->values[RECORD_HAS_WORDS] = value_boolean(compact->has_words && reads_words(plan));
    object->values[RECORD_HAS_NO_WORDS] = value_boolean(compact->has_words && !reads_words(plan));
}
