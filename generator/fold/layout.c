#include "fold/fold_parts.h"

#include "base/arena.h"
#include <string.h>

#include "base/intern.h"

enum { PACK_MOST = 4096 };

/* A record, or an unnamed record inside it, in one kernel. */
struct site {
    struct fold *fold;
    uint32_t column, kernel;
    uint32_t pack;
    bool is_union; /* specs declare it as a union */
};

static uint32_t lesser_of(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- Alignments and sizes of members */

static uint32_t record_align(const struct site *site, const struct kernel_record *record);

uint32_t fold_align_of_size(uint32_t size)
{
    uint32_t align = size ? 8 : 1;
    while (align > 1 && size % align)
        align /= 2;
    return align;
}

/* Returns the alignment that a member's type demands. */
static uint32_t member_align(const struct site *site, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(site->fold, member->type);
    const struct arch *arch = site->fold->columns[site->column].arch;
    uint32_t align = 1;
    if (shape->stars || shape->is_function)
        align = arch->pointer_size;
    else if (shape->tag && shape->tag->aligns && shape->tag->aligns[site->column] &&
             shape->tag->aligns[site->column][site->kernel] && shape->type->size)
        align = shape->tag->aligns[site->column][site->kernel];
    else if (shape->type->kind == KERNEL_UNNAMED)
        align = record_align(site, shape->type->record);
    else if (shape->type->size)
        align = fold_align_of_size(shape->type->size);
    return lesser_of(align, arch->alignment_most);
}

static uint32_t record_align(const struct site *site, const struct kernel_record *record)
{
    uint32_t most = 1;
    for (size_t i = 0; i < record->member_count; i++) {
        uint32_t align = member_align(site, &record->members[i]);
        most = align > most ? align : most;
    }
    return lesser_of(most, site->pack);
}

uint64_t fold_member_size(struct fold *fold, uint32_t column, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    uint64_t size = shape->type->size;
    if (shape->stars || shape->is_function)
        size = fold->columns[column].arch->pointer_size;
    else if (shape->type->kind == KERNEL_UNNAMED)
        size = shape->type->record->size;
    else if (!size &&
             ((shape->tag && !shape->tag->runs.count) || (shape->base && !strcmp(shape->base->kind, "opaque"))))
        return shape->bound_count && !shape->bounds[0] ? 0 : FOLD_UNKNOWN;
    for (unsigned i = 0; i < shape->bound_count; i++)
        size *= shape->bounds[i];
    return size;
}

/* ---- pack */

/* Lowers `pack` until the offsets of all members are multiples of their alignments. */
static void fit_pack(struct site *site, const struct kernel_record *record)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        const struct fold_shape *shape = fold_shape_of(site->fold, member->type);
        if (shape->type->kind == KERNEL_UNNAMED && !shape->stars)
            fit_pack(site, shape->type->record);
        while (member->offset % lesser_of(member_align(site, member), site->pack))
            site->pack /= 2;
    }
    while (record->size % record_align(site, record))
        site->pack /= 2;
}

/* Returns the tag of the record that a member holds by value, or NULL. */
static struct fold_tag *held_record(struct fold *fold, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    bool is_held = shape->tag && !shape->tag->is_enum && !shape->stars && !shape->is_function;
    return is_held ? shape->tag : NULL;
}

/* True if a record holds other records by value whose alignments differ between kernels of a column. */
static bool holds_varying(struct fold *fold, const struct kernel_record *record, uint32_t column)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct fold_shape *shape = fold_shape_of(fold, record->members[i].type);
        const struct fold_tag *tag = held_record(fold, &record->members[i]);
        if ((tag && tag->varying >> column & 1) || (shape->type->kind == KERNEL_UNNAMED && !shape->stars &&
                                                    holds_varying(fold, shape->type->record, column)))
            return true;
    }
    return false;
}

/* True if all records inside a record have the same alignment in a kernel as in the kernel before it. */
static bool is_as_before(const struct site *site, const struct kernel_record *record)
{
    if (!site->fold->columns[site->column].turns[site->kernel])
        return true;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct fold_shape *shape = fold_shape_of(site->fold, record->members[i].type);
        const struct fold_tag *tag = held_record(site->fold, &record->members[i]);
        const uint8_t *aligns = tag && tag->aligns ? tag->aligns[site->column] : NULL;
        if (aligns && aligns[site->kernel] != aligns[site->kernel - 1])
            return false;
        if (shape->type->kind == KERNEL_UNNAMED && !shape->stars && !is_as_before(site, shape->type->record))
            return false;
    }
    return true;
}

bool fold_is_union(const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count; i++)
        if (!((const struct kernel_record *)tag->runs.items[i].what)->is_union)
            return false;
    return true;
}

/* Calls `visit` for each kernel of a tag whose alignments may differ from those of the kernel before it. */
static void each_site(struct fold *fold, const struct fold_tag *tag, uint32_t pack, void *user,
                      void (*visit)(struct site *site, const struct kernel_record *record, void *user))
{
    struct site site = {.fold = fold, .pack = pack, .is_union = fold_is_union(tag)};
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        const bool varies = holds_varying(fold, run->what, run->column);
        const uint32_t last = varies ? run->last : run->first; /* the last kernel to look at */
        site.column = run->column;
        for (site.kernel = run->first; site.kernel <= last; site.kernel++)
            if (site.kernel == run->first || !is_as_before(&site, run->what))
                visit(&site, run->what, user);
    }
}

/* The `pack` that the offsets of a record need, and its alignment without a `pack`. */
struct need {
    uint32_t pack, align;
};

static void find_need(struct site *site, const struct kernel_record *record, void *user)
{
    struct need *need = user;
    uint32_t align = record_align(site, record);
    need->align = align > need->align ? align : need->align;
    fit_pack(site, record);
    need->pack = lesser_of(need->pack, site->pack);
    site->pack = PACK_MOST;
}

static void measure_held(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                         const char *place, const struct kernel_member *member)
{
    struct fold_tag *tag = held_record(fold, member);
    (void)visit, (void)run, (void)place;
    if (tag)
        fold_measure(fold, tag);
}

void fold_measure(struct fold *fold, struct fold_tag *tag)
{
    const struct fold_visit visit = {measure_held, NULL};
    struct need need = {tag->pack_most ? tag->pack_most : PACK_MOST, 1};
    if (tag->is_measured || tag->is_enum)
        return;
    tag->is_measured = true;
    fold_each_member(fold, tag, &visit);
    each_site(fold, tag, PACK_MOST, &need, find_need);
    tag->pack = need.pack < need.align ? need.pack : 0;
    uint8_t **aligns = ARENA_ARRAY(fold->arena, uint8_t *, fold->column_count);
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        struct site site = {.fold = fold, .column = run->column, .kernel = run->first, .pack = need.pack};
        uint8_t **column = &aligns[run->column];
        bool varies = holds_varying(fold, run->what, run->column);
        if (!*column)
            *column = ARENA_ARRAY(fold->arena, uint8_t, fold->columns[run->column].count);
        for (; site.kernel <= run->last; site.kernel++) {
            bool is_new = site.kernel == run->first || (varies && !is_as_before(&site, run->what));
            (*column)[site.kernel] = is_new ? (uint8_t)record_align(&site, run->what) : (*column)[site.kernel - 1];
        }
    }
    tag->aligns = aligns;
    for (uint32_t i = 0; i < fold->column_count; i++)
        for (size_t k = 1; aligns[i] && k < fold->columns[i].count; k++)
            if (aligns[i][k] != aligns[i][k - 1]) {
                tag->varying |= (uint64_t)1 << i;
                fold->columns[i].turns[k] = true;
            }
}

struct spec_cell fold_align_cell(struct fold *fold, const struct fold_tag *tag)
{
    struct fold_value *values = ARENA_ARRAY(fold->brief, struct fold_value, tag->runs.count);
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        const uint8_t *aligns = tag->aligns ? tag->aligns[run->column] : NULL;
        bool goes_on = i && run[-1].column == run->column;
        if (!aligns)
            return (struct spec_cell){0};
        values[i] = (struct fold_value){run->column, fold_versions(fold, run), aligns[run->first]};
        for (uint32_t k = run->first; k <= run->last; k++)
            if (aligns[k] != aligns[run->first] || (goes_on && aligns[k] != values[i - 1].number))
                return (struct spec_cell){0};
    }
    return fold_cell(fold, values, tag->runs.count, FOLD_COUNT, fold_columns(tag->runs.items, tag->runs.count));
}

uint32_t fold_align_of_member(struct fold *fold, const struct kernel_member *member, uint32_t pack)
{
    const struct site site = {.fold = fold, .pack = pack ? pack : PACK_MOST};
    struct fold_tag *tag = held_record(fold, member);
    if (tag)
        fold_measure(fold, tag);
    return lesser_of(member_align(&site, member), site.pack);
}

uint32_t fold_align_in(struct fold *fold, const struct fold_run *run, const struct kernel_member *member, uint32_t pack)
{
    const struct site site = {
        .fold = fold, .column = run->column, .kernel = run->first, .pack = pack ? pack : PACK_MOST};
    return lesser_of(member_align(&site, member), site.pack);
}

/* ---- Holes: bytes that belong to no member and are no padding */

/* Returns the largest alignment of the spans that begin at the same offset as the one at `index`. */
static uint32_t align_there(const struct fold_span *spans, size_t count, size_t index)
{
    uint32_t most = 1;
    for (size_t i = index; i < count && spans[i].begin == spans[index].begin; i++)
        most = spans[i].align > most ? spans[i].align : most;
    return most;
}

/* Finds the hole of a union. If the largest member does not explain the size, the whole union is a hole. */
static void find_hole_of_union(const struct fold_span *spans, size_t count, uint32_t size, uint32_t align,
                               struct fold_hole *holes)
{
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        most = spans[i].size > most ? spans[i].size : most;
    if (size != LAYOUT_UNKNOWN && most != FOLD_UNKNOWN && layout_round_up(most, align) != size)
        holes[count] = (struct fold_hole){0, size};
}

void fold_find_holes(const struct fold_span *spans, size_t count, bool is_union, uint32_t size, uint32_t align,
                     struct fold_hole *holes)
{
    uint64_t reach = 0;
    bool is_lost = false; /* the end of the previous span is unknown */
    if (is_union) {
        find_hole_of_union(spans, count, size, align, holes);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        uint64_t begin = spans[i].begin, end = begin + spans[i].size;
        if (begin > reach && !is_lost && layout_round_up(reach, align_there(spans, count, i)) != begin)
            holes[i] = (struct fold_hole){(uint32_t)reach, (uint32_t)begin};
        is_lost = spans[i].size == FOLD_UNKNOWN;
        reach = is_lost || begin > reach ? begin : reach;
        reach = !is_lost && end > reach ? end : reach;
    }
    if (size != LAYOUT_UNKNOWN && !is_lost && reach < size && layout_round_up(reach, align) != size)
        holes[count] = (struct fold_hole){(uint32_t)reach, size};
}

/* Finds the holes before each member, and the hole after the last one. */
static void find_holes(const struct site *site, const struct kernel_record *record, struct fold_hole *holes)
{
    struct fold_span *spans = ARENA_ARRAY(site->fold->brief, struct fold_span, record->member_count);
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        spans[i] = (struct fold_span){member->offset, fold_member_size(site->fold, site->column, member),
                                      lesser_of(member_align(site, member), site->pack)};
    }
    fold_find_holes(spans, record->member_count, site->is_union, record->size, record_align(site, record), holes);
}

/* Returns a hole as a member. Its name, which no file can have, contains the name of the member before it. So the hole
 * has the same name in all kernels. `before` is NULL if there is no such member. */
static struct kernel_member hole_member(struct fold *fold, const char *before, struct fold_hole hole)
{
    struct kernel_type *type = ARENA_NEW(fold->brief, struct kernel_type);
    struct buffer name = {0};
    *type = (struct kernel_type){.kind = KERNEL_HOLE, .size = hole.end - hole.begin, .index = KERNEL_NO_INDEX};
    buffer_add_char(&name, '\0');
    buffer_add_text(&name, before ? before : "\n");
    const char *interned = intern_name(fold->intern, name.data, name.size);
    buffer_free(&name);
    return (struct kernel_member){.name = interned, .type = type, .offset = hole.begin};
}

const struct kernel_record *fold_with_holes(struct fold *fold, const struct fold_run *run, uint32_t pack, bool is_union)
{
    const struct kernel_record *record = run->what;
    struct site site = {.fold = fold, .column = run->column, .pack = pack ? pack : PACK_MOST, .is_union = is_union};
    struct fold_hole *holes = ARENA_ARRAY(fold->brief, struct fold_hole, record->member_count + 1);
    size_t count = 0;
    const bool varies = holds_varying(fold, record, run->column);
    const uint32_t last = varies ? run->last : run->first; /* the last kernel to look at */
    for (site.kernel = run->first; site.kernel <= last; site.kernel++)
        if (site.kernel == run->first || !is_as_before(&site, record))
            find_holes(&site, record, holes);
    for (size_t i = 0; i <= record->member_count; i++)
        count += holes[i].end > 0;
    if (!count)
        return record;
    struct kernel_record *filled = ARENA_NEW(fold->brief, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(fold->brief, struct kernel_member, record->member_count + count);
    *filled = *record;
    filled->members = members;
    filled->order = NULL;
    filled->other = NULL;
    const char *before = NULL; /* the member that ends last */
    uint64_t reach = 0;
    for (size_t i = 0; i <= record->member_count; i++) {
        bool is_last = i == record->member_count;
        const struct kernel_member *member = is_last ? NULL : &record->members[i];
        uint64_t end = is_last ? 0 : member->offset + fold_member_size(fold, run->column, member);
        if (holes[i].end)
            *members++ = hole_member(fold, is_last ? "" : before, holes[i]);
        if (!is_last)
            *members++ = *member;
        before = end > reach ? member->name : before;
        reach = end > reach ? end : reach;
    }
    filled->member_count += count;
    return filled;
}
