#include <string.h>

#include "base/buffer.h"
#include "render/compact_parts.h"
#include "render/context_parts.h"
#include "render/trim.h"

enum {
    PLAIN_CALLS = TRIM_OPEN | TRIM_GET | TRIM_VALUE | TRIM_BYTES | TRIM_REBASE | TRIM_PRESENT | TRIM_NUMBERS |
                  TRIM_ELEMENT
};

/* ---- Text of tables */

struct value compact_pack(const struct render *render, struct buffer *items)
{
    enum { WIDTH = 116 };
    struct buffer lines = {0};
    size_t column = 0;
    for (size_t at = 0, size; at < items->size; at += size + 1) {
        size = (size_t)((char *)memchr(items->data + at, ' ', items->size - at) - (items->data + at));
        if (column + size > WIDTH) {
            buffer_add_char(&lines, ' ');
            column = 0;
        }
        buffer_add(&lines, items->data + at, size);
        column += size;
    }
    struct value value = context_wrap(render, lines.data, lines.size, strlen("    "));
    buffer_free(&lines);
    return value;
}

uint64_t compact_high_half(const struct arch *arch, uint64_t version)
{
    return plan_target(arch, version) >> 32;
}

const char *compact_version(const struct render *render, const struct arch *arch, uint64_t version)
{
    return arena_format(render->arena, "%s %u.%u", arch->name, version_part(version, 0), version_part(version, 1));
}

/* ---- Members */

/* True if the plain form can hold a slot: of a record, or of a little-endian scalar or array whose unit has 1, 2, 4 or
 * 8 bytes. */
static bool is_plain_slot(uint64_t slot)
{
    unsigned unit = (unsigned)(slot >> 32 & 0xFF), tag = (unsigned)(slot >> 60);
    bool is_record = tag == STRATA_TAG_RECORD >> 4 || tag == STRATA_TAG_RECORD_ARRAY >> 4;
    if ((uint32_t)slot >= STRATA_BASE_UNKNOWN - 1)
        return false;
    return is_record || (tag <= STRATA_TAG_ARRAY >> 4 && (unit == 1 || unit == 2 || unit == 4 || unit == 8));
}

/* Returns the slot of a member in a layout, in the words of its structure; NULL if the layout lacks the member. The
 * kind of the member must differ between layouts. */
static uint64_t *find_differing_slot(const struct plan *plan, const struct plan_member *member, size_t layout)
{
    uint16_t base = plan->bases[layout * plan->block_count + (member->number >> 32 & 0x7FF)];
    bool is_none = base == STRATA_BASE_ABSENT || base == STRATA_BASE_UNKNOWN;
    return is_none ? NULL : plan->words + (base - 1 + (member->number & UINT16_MAX));
}

static bool differs_in_kind(const struct plan_member *member)
{
    return member->words && member->number >> 61 == STRATA_KIND_DIFFERS;
}

/* True if the plain form can hold the slots of all members whose kind differs between layouts. */
static bool is_plain_plan(const struct plan *plan)
{
    enum { EXTENTS_MOST = 0x1FFF };
    for (size_t i = 0; i < plan->member_count; i++)
        for (size_t k = 0; differs_in_kind(&plan->members[i]) && k < plan->layout_count; k++) {
            const uint64_t *slot = find_differing_slot(plan, &plan->members[i], k);
            if (slot && (!is_plain_slot(*slot) || slot - plan->words >= EXTENTS_MOST))
                return false;
        }
    return true;
}

/* Returns the bits of a member's number for its size. They are UINT16_MAX if the size must be taken from the extent: it
 * is too large, the array takes the rest of the bytes, or an element has another size than a unit. */
static uint64_t number_size(unsigned kind, unsigned unit, uint64_t extent)
{
    uint64_t size = (extent >> 32) * (extent & UINT32_MAX);
    bool is_array = kind == STRATA_TAG_ARRAY / 16 + 1, is_record = kind == STRATA_TAG_RECORD / 16 + 1;
    if (kind == STRATA_KIND_SCALAR)
        size = unit;
    else if (!(is_array && extent >> 32 == unit) && !is_record)
        size = UINT16_MAX;
    return (size < UINT16_MAX ? size : UINT16_MAX) << 16;
}

/* Returns the number of a member in one layout, from its slot at an index of the structure's words. Such a number has
 * no block, but an offset and a size. */
static uint64_t number_of_slot(const uint64_t *words, size_t index)
{
    uint64_t slot = words[index], tag = slot >> 60, number = (tag + 1) << 61 | (slot & UINT16_MAX);
    unsigned unit = (unsigned)(slot >> 32 & 0x7F), log = unit == 8 ? 3 : unit / 2;
    if (!tag)
        return number | number_size(1, unit, 0) | (uint64_t)log << 57 | (slot >> 55 & 1) << 59 |
               (slot >> 40 & 0x3F) << 43 | (slot >> 48 & 0x7F) << 49;
    number |= number_size((unsigned)tag + 1, unit, words[index + 1]) | (uint64_t)(index + 1) << 43;
    return tag > STRATA_TAG_ARRAY >> 4 ? number : number | (uint64_t)log << 57 | (slot >> 55 & 1) << 59;
}

/* Changes the numbers of a structure's members, and its words, to the plain form. In the words, the slot of a member
 * whose kind differs becomes the number of the member in that layout. */
static void renumber_members(struct compact *compact, const struct plan *plan)
{
    bool *is_done = ARENA_ARRAY(compact->points.render->arena, bool, plan->word_count);
    for (size_t i = 0; i < plan->member_count; i++) {
        struct plan_member *member = &plan->members[i];
        unsigned kind = (unsigned)(member->number >> 61), unit = 1u << (member->number >> 57 & 3);
        for (size_t k = 0; differs_in_kind(member) && k < plan->layout_count; k++) {
            uint64_t *slot = find_differing_slot(plan, member, k);
            if (slot && !is_done[slot - plan->words]) {
                *slot = number_of_slot(plan->words, (size_t)(slot - plan->words));
                is_done[slot - plan->words] = true;
                compact->has_extents |= (*slot >> 16 & UINT16_MAX) == UINT16_MAX;
            }
        }
        member->number &= ~((uint64_t)UINT16_MAX << 16);
        if (!member->words || differs_in_kind(member))
            continue;
        bool is_scalar = kind == STRATA_KIND_SCALAR;
        member->number |= number_size(kind, unit, is_scalar ? 0 : plan->words[member->number >> 43 & 0x1FFF]);
        compact->has_extents |= (member->number >> 16 & UINT16_MAX) == UINT16_MAX;
        if (!is_scalar && (member->number >> 16 & UINT16_MAX) != UINT16_MAX)
            member->number &= ~((uint64_t)0x1FFF << 43);
    }
}

/* ---- Builds and points */

enum { REVISIONS = 0x10000 };

static uint64_t build_of(uint64_t version)
{
    return version / REVISIONS;
}

/* Returns the index after the last point of the same build as the point at an index. */
static size_t find_end(const struct points *points, size_t index)
{
    size_t end = index;
    while (end < points->point_count && points->points[end].arch == points->points[index].arch &&
           build_of(points->points[end].version) == build_of(points->points[index].version))
        end++;
    return end;
}

/* The words of the table of points, while they are written. A version has two words for the high half of its targets,
 * the number of words after these, and its builds. A build has its number, the number of its points, and their
 * revisions. A build that runs the kernel of another build has its number, 0, and the index of the other build. */
struct words {
    struct buffer text; /* text of the builds of a version */
    size_t count;       /* number of words so far */
    size_t *positions;  /* by point: its index in the table */
};

/* Adds a build with points. */
static void add_build(const struct points *points, struct words *words, size_t first, size_t end)
{
    buffer_format(&words->text, "%u,%zu, ", version_part(points->points[first].version, 2), end - first);
    words->count += 2;
    for (size_t i = first; i < end; i++) {
        words->positions[i] = words->count++;
        buffer_format(&words->text, "%u, ", version_part(points->points[i].version, 3));
    }
}

/* Adds the builds of an arch between two versions that run the kernel of a build with points. */
static void add_twins(const struct points *points, struct words *words, const struct arch *arch, uint64_t from,
                      uint64_t to)
{
    for (size_t i = 0; i < points->twin_count; i++) {
        const struct twin *twin = &points->twins[i];
        if (twin->arch != arch || twin->build < from || twin->build >= to)
            continue;
        for (size_t k = 0; k < points->point_count; k++) {
            if (points->points[k].arch != arch || build_of(points->points[k].version) != build_of(twin->kernel))
                continue;
            buffer_format(&words->text, "%u,0,%zu, ", version_part(twin->build, 2), words->positions[k] - 2);
            words->count += 3;
            break;
        }
    }
}

/* Adds the version of the point at index `first`, with all its points. Returns the index of the first point of the next
 * version. */
static size_t add_version(const struct render *render, const struct points *points, size_t first, struct words *words,
                          struct list *versions)
{
    const struct point *point = &points->points[first];
    struct object *object = context_object(render, SHAPE_SEGMENT);
    uint64_t half = compact_high_half(point->arch, point->version);
    size_t before = words->count, end;
    bool is_same = true;
    buffer_clear(&words->text);
    words->count += 3;
    for (; is_same; first = end) {
        end = find_end(points, first);
        const struct point *next = end < points->point_count ? &points->points[end] : NULL;
        bool is_last = !next || next->arch != point->arch;
        is_same = !is_last && compact_high_half(next->arch, next->version) == half;
        add_build(points, words, first, end);
        uint64_t to = is_same ? next->version : ((point->version >> 32) + 1) << 32;
        add_twins(points, words, point->arch, points->points[first].version, to);
    }
    struct buffer text = {0};
    buffer_format(&text, "0x%X,%u,%zu, ", (unsigned)(half >> 16), (unsigned)half & 0xFFFF, words->count - before - 3);
    buffer_add(&text, words->text.data, words->text.size);
    object->values[SEGMENT_POINTS] = compact_pack(render, &text);
    buffer_free(&text);
    list_add(render->arena, versions, value_object(object));
    return first;
}

/* Makes the table of points. */
static void make_versions(struct compact *compact)
{
    const struct points *points = &compact->points;
    const struct render *render = points->render;
    struct list *versions = list_new(render->arena);
    struct words words = {.positions = ARENA_ARRAY(render->arena, size_t, points->point_count)};
    for (size_t i = 0; i < points->point_count;)
        i = add_version(render, points, i, &words, versions);
    compact->positions = words.positions;
    compact->versions = versions;
    compact->word_count = words.count;
    buffer_free(&words.text);
}

/* Removes the kinds from the numbers of members, because no call of the bundle reads them. */
static void drop_kinds(const struct render *render)
{
    size_t index = 0;
    for (const struct plan *plan; (plan = points_next_plan(render, &index));)
        for (size_t i = 0; i < plan->member_count; i++)
            plan->members[i].number &= UINT64_MAX >> 3;
}

void compact_make_plain(struct compact *compact)
{
    const struct render *render = compact->points.render;
    size_t index = 0;
    compact->is_plain = !(render->calls & ~(unsigned)PLAIN_CALLS) && !compact->has_two_sizes && !compact->has_big;
    for (const struct plan *plan; compact->is_plain && (plan = points_next_plan(render, &index));)
        compact->is_plain = is_plain_plan(plan);
    index = 0;
    for (const struct plan *plan; compact->is_plain && (plan = points_next_plan(render, &index));) {
        renumber_members(compact, plan);
        for (size_t i = 0; i < plan->word_count; i++)
            compact->has_rest |= (uint32_t)plan->words[i] == STRATA_COUNT_REST;
    }
    if (compact->is_plain) {
        compact->has_words = compact->has_mixed || compact->has_extents;
        if (!compact->has_mixed && !compact->has_bits && !(render->calls & TRIM_ELEMENT))
            drop_kinds(render);
        make_versions(compact);
    }
    compact->has_rest &= compact->has_words;
    compact->has_bits |= compact->is_plain && compact->has_mixed;
    compact->has_signs |= compact->is_plain && compact->has_mixed;
}

/* ---- Answers */

/* The answers of a structure by position, while they are written. A range of positions has a row of the table, a grade
 * at points and a grade after points. If the structure has no layout, the row is 0, and the grades give the reason. */
struct range_lines {
    struct buffer text;
    size_t first;
    unsigned row;
    bool is_known[2]; /* [1] is for positions at points, [0] for those after points */
    unsigned basis[2];
    size_t count;
};

static void end_range(struct range_lines *ranges)
{
    if (!ranges->is_known[0] && !ranges->is_known[1])
        return;
    for (unsigned i = 0; i < 2; i++)
        if (!ranges->is_known[i])
            ranges->basis[i] = ranges->basis[1 - i];
    buffer_format(&ranges->text, "%zu,0x%X, ", ranges->first,
                  ranges->row << 8 | ranges->basis[1] << 4 | ranges->basis[0]);
    ranges->count++;
}

static void add_position(struct range_lines *ranges, size_t position, unsigned row, unsigned basis)
{
    unsigned is_at = position % 2;
    if (!position || row != ranges->row || (ranges->is_known[is_at] && ranges->basis[is_at] != basis)) {
        end_range(ranges);
        ranges->is_known[1 - is_at] = false;
        ranges->row = row;
        ranges->first = position;
    }
    ranges->is_known[is_at] = true;
    ranges->basis[is_at] = basis;
}

/* Adds the answer of a structure in a version. */
static void add_answer(const struct plan *plan, const struct tree *tree, const unsigned *rows,
                       const struct arch *arch, uint64_t version, struct range_lines *ranges, size_t position)
{
    const struct plan_range *range = points_find_range(plan, arch, version);
    char grade = range && range->grades ? plan->answers.grades[range->grades - 1][0] : STRATA_GRADE_OF_PLACE;
    if (!range || range->layout >= plan->layout_count)
        add_position(ranges, position, 0, range ? STRATA_BAD_VERSION : STRATA_BAD_ARCH);
    else
        add_position(ranges, position, rows[range->layout],
                     grade == STRATA_GRADE_OF_PLACE ? (unsigned)points_judge(tree, arch, version)
                                                    : (unsigned)(grade - '0'));
}

void compact_add_plain_ranges(const struct render *render, const struct compact *compact, const struct plan *plan,
                              const struct tree *tree, const unsigned *rows, struct object *object)
{
    struct range_lines ranges = {0};
    add_position(&ranges, 0, 0, STRATA_BAD_ARCH);
    for (size_t i = 0; i < compact->points.point_count; i++) {
        const struct point *point = &compact->points.points[i];
        size_t position = 2 * compact->positions[i] + 1;
        add_answer(plan, tree, rows, point->arch, point->at, &ranges, position);
        add_answer(plan, tree, rows, point->arch, point->after, &ranges, position + 1);
    }
    end_range(&ranges);
    object->values[RECORD_POSITIONS] = compact_pack(render, &ranges.text);
    object->values[RECORD_POSITION_COUNT] = value_integer(2 * (int64_t)ranges.count);
    buffer_free(&ranges.text);
}
