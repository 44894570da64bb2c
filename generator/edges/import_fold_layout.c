#include "edges/import_fold_parts.h"

#include "base/arena.h"

enum { PACK_MOST = 4096 };

/* A record, or what has no name in one, in one kernel. */
struct site {
    struct fold *fold;
    uint32_t column, kernel;
    uint32_t pack;
    bool is_union; /* as the spec has it */
    bool is_empty; /* there are no members in any kernel */
};

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* ---- Alignments and sizes of members */

static uint32_t record_align(const struct site *site, const struct kernel_record *record);

uint32_t fold_align_of_size(uint32_t size)
{
    uint32_t align = 8;
    while (align > 1 && size % align)
        align /= 2;
    return align;
}

/* As the member's type demands it. */
static uint32_t member_align(const struct site *site, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(site->fold, member->type);
    const struct arch *arch = site->fold->columns[site->column].arch;
    uint32_t align = 1;
    if (shape->stars || shape->is_function)
        align = arch->pointer_size;
    else if (shape->tag && shape->tag->aligns && shape->tag->aligns[site->column] && shape->type->size)
        align = shape->tag->aligns[site->column][site->kernel];
    else if (shape->type->kind == KERNEL_UNNAMED)
        align = record_align(site, shape->type->record);
    else if (shape->type->size)
        align = fold_align_of_size(shape->type->size);
    return least(align, arch->alignment_most);
}

static uint32_t record_align(const struct site *site, const struct kernel_record *record)
{
    uint32_t most = 1;
    for (size_t i = 0; i < record->member_count; i++) {
        uint32_t align = member_align(site, &record->members[i]);
        most = align > most ? align : most;
    }
    return least(most, site->pack);
}

uint64_t fold_member_size(struct fold *fold, uint32_t column, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    uint64_t size = shape->type->size;
    if (shape->stars || shape->is_function)
        size = fold->columns[column].arch->pointer_size;
    else if (shape->type->kind == KERNEL_UNNAMED)
        size = shape->type->record->size;
    else if (shape->tag && !size)
        return UINT64_MAX;
    for (unsigned i = 0; i < shape->bound_count; i++)
        size *= shape->bounds[i];
    return size;
}

/* ---- pack */

/* Lowers the pack to one under which all members lie at multiples of their alignments. */
static void fit_pack(struct site *site, const struct kernel_record *record)
{
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        const struct fold_shape *shape = fold_shape_of(site->fold, member->type);
        if (shape->type->kind == KERNEL_UNNAMED && !shape->stars)
            fit_pack(site, shape->type->record);
        while (member->offset % least(member_align(site, member), site->pack))
            site->pack /= 2;
    }
    while (record->size % record_align(site, record))
        site->pack /= 2;
}

/* The record that a member is or holds by value, or NULL. */
static struct fold_tag *held_record(struct fold *fold, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    bool is_held = shape->tag && !shape->tag->is_enum && !shape->stars && !shape->is_function;
    return is_held ? shape->tag : NULL;
}

/* Whether what a record holds by value is aligned in a kernel as it is in the one before. */
static bool is_as_before(const struct site *site, const struct kernel_record *record)
{
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

static bool is_empty(const struct fold_tag *tag)
{
    for (size_t i = 0; i < tag->runs.count; i++)
        if (((const struct kernel_record *)tag->runs.items[i].what)->member_count)
            return false;
    return true;
}

/* Calls `visit` for each kernel of a tag, but for those in which nothing is other than in the one before. */
static void each_site(struct fold *fold, const struct fold_tag *tag, uint32_t pack, void *user,
                      void (*visit)(struct site *site, const struct kernel_record *record, void *user))
{
    struct site site = {.fold = fold, .pack = pack, .is_union = fold_is_union(tag), .is_empty = is_empty(tag)};
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        site.column = run->column;
        for (site.kernel = run->first; site.kernel <= run->last; site.kernel++)
            if (site.kernel == run->first || !is_as_before(&site, run->what))
                visit(&site, run->what, user);
    }
}

/* What a record needs and would have. */
struct need {
    uint32_t pack, align;
};

static void find_need(struct site *site, const struct kernel_record *record, void *user)
{
    struct need *need = user;
    uint32_t align = record_align(site, record);
    need->align = align > need->align ? align : need->align;
    fit_pack(site, record);
    need->pack = least(need->pack, site->pack);
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
    struct need need = {PACK_MOST, 1};
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
        if (!*column)
            *column = ARENA_ARRAY(fold->arena, uint8_t, fold->columns[run->column].count);
        for (; site.kernel <= run->last; site.kernel++) {
            bool is_new = site.kernel == run->first || !is_as_before(&site, run->what);
            (*column)[site.kernel] = is_new ? (uint8_t)record_align(&site, run->what) : (*column)[site.kernel - 1];
        }
    }
    tag->aligns = aligns;
}

/* ---- allow */

static void find_end_of_union(const struct site *site, const struct kernel_record *record, unsigned *allows)
{
    uint64_t most = 0, end = 0;
    for (size_t i = 0; i < record->member_count; i++) {
        uint64_t offset = record->members[i].offset;
        uint64_t size = fold_member_size(site->fold, site->column, &record->members[i]);
        most = size > most ? size : most;
        end = size != UINT64_MAX && offset + size > end ? offset + size : end;
    }
    if (end > record->size)
        *allows |= FOLD_PAST_SIZE;
    else if (!site->is_empty && most != UINT64_MAX && layout_round_up(most, record_align(site, record)) != record->size)
        *allows |= FOLD_SIZE;
}

/* The most that any of those is aligned to that begin where a member does, which is the first of them. */
static uint32_t align_there(const struct site *site, const struct kernel_record *record, size_t index)
{
    uint32_t offset = record->members[index].offset, most = 1;
    for (size_t i = index; i < record->member_count && record->members[i].offset == offset; i++) {
        uint32_t align = least(member_align(site, &record->members[i]), site->pack);
        most = align > most ? align : most;
    }
    return most;
}

/* Bytes between members and behind the last that belong to none, and are not alignment. */
static void find_gaps(const struct site *site, const struct kernel_record *record, unsigned *allows)
{
    uint64_t reach = 0;
    bool is_lost = false;
    if (site->is_union) {
        find_end_of_union(site, record, allows);
        return;
    }
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        uint64_t size = fold_member_size(site->fold, site->column, member), end = member->offset + size;
        if (member->offset > reach && !is_lost &&
            layout_round_up(reach, align_there(site, record, i)) != member->offset)
            *allows |= FOLD_GAP;
        is_lost = size == UINT64_MAX;
        reach = is_lost || member->offset > reach ? member->offset : reach;
        reach = !is_lost && end > reach ? end : reach;
    }
    if (reach > record->size)
        *allows |= FOLD_PAST_SIZE;
    else if (!site->is_empty && !is_lost && layout_round_up(reach, record_align(site, record)) != record->size)
        *allows |= FOLD_SIZE;
}

static void find_allows(struct site *site, const struct kernel_record *record, void *user)
{
    find_gaps(site, record, user);
    for (size_t i = 0; i < record->member_count; i++) {
        const struct fold_shape *shape = fold_shape_of(site->fold, record->members[i].type);
        if (shape->type->kind != KERNEL_UNNAMED || shape->stars)
            continue;
        struct site inside = *site;
        inside.is_union = shape->type->record->is_union;
        inside.is_empty = !shape->type->record->member_count;
        find_allows(&inside, shape->type->record, user);
    }
}

unsigned fold_allows(struct fold *fold, const struct fold_tag *tag)
{
    unsigned allows = 0;
    each_site(fold, tag, tag->pack ? tag->pack : PACK_MOST, &allows, find_allows);
    return allows;
}
