#include "fold/fold_parts.h"

#include <string.h>

#include "base/arena.h"
#include "kernel/twins.h"
#include "kernel/weak.h"

/* Makes room for one more element of a list in the arena. */
static void *grow_list(struct arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity)
        return items;
    *capacity = *capacity ? *capacity * 2 : 4;
    void *larger = arena_alloc_array(arena, *capacity, size);
    if (count)
        memcpy(larger, items, count * size);
    return larger;
}

void fold_runs_add(struct fold *fold, struct fold_runs *runs, const struct fold_run *run)
{
    struct fold_run *last = runs->count ? &runs->items[runs->count - 1] : NULL;
    if (last && last->column == run->column && last->what == run->what && last->last + 1 == run->first) {
        last->last = run->last;
        return;
    }
    runs->items = grow_list(fold->arena, runs->items, runs->count, &runs->capacity, sizeof *runs->items);
    runs->items[runs->count++] = *run;
}

void fold_tags_add(struct fold *fold, struct fold_tags *tags, struct fold_tag *tag)
{
    tags->items = grow_list(fold->arena, tags->items, tags->count, &tags->capacity, sizeof *tags->items);
    tags->items[tags->count++] = tag;
}

/* ---- Names that differ only in leading underscores */

/* The names in files that differ only in leading underscores. */
struct spelling {
    const char *first;  /* the first such name; it is the tag for all of them, */
    bool is_divided;    /* unless a kernel has several of them */
    const void *kernel; /* the last kernel with such a name, */
    const char *name;   /* and the name */
};

static struct spelling *spelling_of(struct fold *fold, const char *name)
{
    struct spelling *spelling = map_get(fold->spellings, name);
    if (spelling)
        return spelling;
    const char *bare = *name == '_' ? intern_text(fold->intern, fold_without_underscores(name)) : name;
    spelling = map_get(fold->spellings, bare);
    if (!spelling) {
        spelling = ARENA_NEW(fold->arena, struct spelling);
        spelling->first = name;
        map_set(fold->spellings, bare, spelling);
    }
    map_set(fold->spellings, name, spelling);
    return spelling;
}

static void note_spelling(struct fold *fold, const struct kernel *kernel, const char *name)
{
    struct spelling *spelling = spelling_of(fold, name);
    spelling->is_divided |= spelling->kernel == kernel && spelling->name != name;
    spelling->kernel = kernel;
    spelling->name = name;
}

static void note_spellings(struct fold *fold, const struct kernel *kernel)
{
    for (size_t i = 0; i < kernel->record_count; i++)
        note_spelling(fold, kernel, kernel->records[i]->name);
    for (size_t i = 0; i < kernel->enum_count; i++)
        note_spelling(fold, kernel, kernel->enums[i]->name);
}

/* Returns the tag for a name in files. Creates it if it does not exist. */
static struct fold_tag *tag_of(struct fold *fold, struct map *tags, const char *place, bool is_enum, bool is_made)
{
    const struct spelling *spelling = is_made ? NULL : spelling_of(fold, place);
    if (spelling && !spelling->is_divided && !fold->keeps_names && !fold->keeps_tags)
        place = spelling->first;
    struct fold_tag *tag = map_get(tags, place);
    if (!tag) {
        tag = ARENA_NEW(fold->arena, struct fold_tag);
        tag->place = place;
        tag->is_enum = is_enum;
        tag->is_made = is_made;
        map_set(tags, place, tag);
        fold_tags_add(fold, &fold->all, tag);
    }
    return tag;
}

/* ---- Types */

/* Copies the bounds of an array. An array with an empty dimension has no elements; specs write it with one open
 * bound. */
static const uint64_t *copy_bounds(struct fold *fold, const struct kernel_type *type, struct fold_shape *shape)
{
    uint64_t *bounds = ARENA_ARRAY(fold->arena, uint64_t, shape->bound_count);
    for (unsigned i = 0; i < shape->bound_count; i++, type = type->target) {
        bounds[i] = type->count;
        if (!type->count) {
            bounds[0] = 0;
            shape->bound_count = 1;
        }
    }
    return bounds;
}

/* Creates the shape of a type, and stores it at the type's index. */
static struct fold_shape *add_shape(struct fold *fold, const struct kernel_type *type)
{
    if (type->index >= fold->shape_count) {
        size_t count = (type->index + (size_t)1) * 2;
        struct fold_shape **shapes = ARENA_ARRAY(fold->arena, struct fold_shape *, count);
        if (fold->shape_count)
            memcpy(shapes, fold->shapes, fold->shape_count * sizeof *shapes);
        fold->shapes = shapes;
        fold->shape_count = count;
    }
    return fold->shapes[type->index] = ARENA_NEW(fold->arena, struct fold_shape);
}

/* Returns the shape of a type that folding made. Such types have no index. */
static const struct fold_shape *brief_shape(struct fold *fold, const struct kernel_type *type)
{
    struct fold_shape *shape = ARENA_NEW(fold->brief, struct fold_shape);
    shape->type = type;
    return shape;
}

const struct fold_shape *fold_make_shape(struct fold *fold, const struct kernel_type *type)
{
    if (type->index == KERNEL_NO_INDEX)
        return brief_shape(fold, type);
    struct fold_shape *shape = add_shape(fold, type);
    const struct kernel_type *whole = type;
    for (; type->kind == KERNEL_ARRAY; type = type->target)
        shape->bound_count++;
    shape->bounds = copy_bounds(fold, whole, shape);
    /* The language has no pointers to arrays. Specs have a pointer to the first element instead. */
    for (; type->kind == KERNEL_POINTER || type->kind == KERNEL_ARRAY; type = type->target)
        shape->stars += type->kind == KERNEL_POINTER;
    shape->is_function = type->kind == KERNEL_FUNCTION && shape->stars == 1;
    if (shape->is_function)
        shape->stars = 0;
    shape->type = type;
    if (type->kind == KERNEL_TAG) {
        bool is_enum = type->is_enum;
        shape->tag = tag_of(fold, fold->tags[is_enum], type->name, is_enum, false);
    }
    if (type->kind == KERNEL_INTEGER || type->kind == KERNEL_FLOAT)
        shape->base = fold_base_of(fold, type);
    return shape;
}

/* ---- Records without a name */

const char *fold_place_in(struct fold *fold, const char *place, const char *member)
{
    return intern_text(fold->intern, arena_format(fold->arena, "%s::%s", place, member));
}

struct fold_tag *fold_made(struct fold *fold, const char *place, const struct kernel_member *member)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    if (shape->type->kind != KERNEL_UNNAMED || !shape->stars)
        return NULL;
    return tag_of(fold, fold->made, fold_place_in(fold, place, member->name), false, true);
}

static void visit_members(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                          const char *place)
{
    const struct kernel_record *record = run->what;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        const struct fold_shape *shape = fold_shape_of(fold, member->type);
        if (shape->type->kind == KERNEL_UNNAMED && !shape->stars) {
            struct fold_run inside = *run;
            inside.what = shape->type->record;
            visit_members(fold, visit, &inside, fold_place_in(fold, place, member->name));
        } else {
            visit->visit(fold, visit, run, place, member);
        }
    }
}

void fold_each_member(struct fold *fold, const struct fold_tag *tag, const struct fold_visit *visit)
{
    for (size_t i = 0; !tag->is_enum && i < tag->runs.count; i++)
        visit_members(fold, visit, &tag->runs.items[i], tag->place);
}

/* ---- Declarations of kernels */

/* Creates the shapes of the types in a prototype. Must be done before tags get their names. */
static void collect_prototype(struct fold *fold, const struct kernel_prototype *prototype)
{
    if (prototype->result.type)
        fold_shape_of(fold, prototype->result.type);
    for (size_t i = 0; i < prototype->count; i++) {
        if (prototype->parameters[i].type)
            fold_shape_of(fold, prototype->parameters[i].type);
        if (prototype->parameters[i].prototype)
            collect_prototype(fold, prototype->parameters[i].prototype);
    }
}

/* Adds a run to the tag of the unnamed record that a member points to. */
static void collect_member(struct fold *fold, const struct fold_visit *visit, const struct fold_run *run,
                           const char *place, const struct kernel_member *member)
{
    struct fold_tag *made = fold_made(fold, place, member);
    (void)visit;
    for (const struct kernel_prototype *one = member->prototype; one; one = one->other)
        collect_prototype(fold, one);
    if (!made)
        return;
    struct fold_run own = *run;
    own.what = fold_shape_of(fold, member->type)->type->record;
    fold_runs_add(fold, &made->runs, &own);
}

/* True if two kernels share their lists of declarations, as neighbouring kernels of a spec often do. */
static bool share_lists(const struct kernel *a, const struct kernel *b)
{
    return a->record_count == b->record_count && a->records == b->records && a->enum_count == b->enum_count &&
           a->enums == b->enums;
}

/* Returns the last kernel of a column that shares its lists with kernel `first` and all kernels between them. */
static uint32_t last_alike(const struct fold_column *column, uint32_t first)
{
    uint32_t last = first;
    while (last + 1 < column->count && share_lists(column->kernels[first].kernel, column->kernels[last + 1].kernel))
        last++;
    return last;
}

/* Collects the declarations of a kernel, also for the kernels up to `last`, which share its lists. */
static void collect_kernel(struct fold *fold, const struct kernel *kernel, uint32_t column, uint32_t index,
                           uint32_t last)
{
    struct fold_run run = {.column = column, .first = index, .last = last};
    for (size_t i = 0; i < kernel->record_count; i++) {
        run.what = kernel->records[i];
        fold_runs_add(fold, &tag_of(fold, fold->tags[0], kernel->records[i]->name, false, false)->runs, &run);
    }
    for (size_t i = 0; i < kernel->enum_count; i++) {
        run.what = kernel->enums[i];
        fold_runs_add(fold, &tag_of(fold, fold->tags[1], kernel->enums[i]->name, true, false)->runs, &run);
    }
}

/* Returns a tag's record or enumeration in a kernel, or NULL. */
static const void *find_in_kernel(const struct fold_tag *tag, uint32_t column, uint32_t kernel)
{
    for (size_t i = 0; i < tag->runs.count; i++) {
        const struct fold_run *run = &tag->runs.items[i];
        if (run->column == column && run->first <= kernel && kernel <= run->last)
            return run->what;
    }
    return NULL;
}

static bool are_same(const struct fold_tag *tag, const void *one, const void *other)
{
    if (one == other || !one || !other)
        return one == other;
    return tag->is_enum ? kernel_enums_agree(one, other) : kernel_records_agree(one, other);
}

/* True if a tag is the same in a kernel as in the first kernel of its version; see twins.h. */
static bool is_as_first(const struct fold *fold, const struct fold_tag *tag, uint32_t column, uint32_t index)
{
    const struct kernel *kernel = fold->columns[column].kernels[index].kernel;
    for (uint32_t i = 0; i < fold->column_count; i++)
        for (uint32_t k = 0; fold->columns[i].arch == kernel->arch->fallback && k < fold->columns[i].count; k++)
            if (fold->columns[i].kernels[k].kernel->version == kernel->version)
                return are_same(tag, find_in_kernel(tag, i, k), find_in_kernel(tag, column, index));
    return false;
}

/* Hides the runs of twins of each tag that is the same in all kernels of a version. */
static void drop_twins(struct fold *fold)
{
    uint32_t first = 0;
    while (first < fold->column_count && !fold->columns[first].arch->is_twin)
        first++;
    for (size_t i = 0; first < fold->column_count && i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        for (uint32_t c = first; c < fold->column_count; c++)
            for (uint32_t k = 0; k < fold->columns[c].count; k++)
                tag->has_twins |= !is_as_first(fold, tag, c, k);
        while (!tag->has_twins && tag->runs.count && tag->runs.items[tag->runs.count - 1].column >= first)
            tag->runs.count--, tag->twin_run_count++;
    }
}

void fold_keep_twins(struct fold *fold)
{
    bool any = false;
    for (size_t i = 0; i < fold->all.count; i++)
        any |= fold->all.items[i]->has_twins && fold->all.items[i]->is_wanted && !fold->all.items[i]->is_elsewhere;
    for (size_t i = 0; any && i < fold->all.count; i++) {
        struct fold_tag *tag = fold->all.items[i];
        tag->runs.count += tag->twin_run_count;
        tag->twin_run_count = 0;
        tag->has_twins = true;
    }
}

void fold_collect(struct fold *fold)
{
    const struct fold_visit visit = {collect_member, NULL};
    for (uint32_t i = 0; i < fold->column_count; i++)
        for (uint32_t k = 0; k < fold->columns[i].count; k = last_alike(&fold->columns[i], k) + 1)
            note_spellings(fold, fold->columns[i].kernels[k].kernel);
    for (uint32_t i = 0; i < fold->column_count; i++) {
        const struct fold_column *column = &fold->columns[i];
        for (uint32_t k = 0, last; k < column->count; k = last + 1) {
            last = last_alike(column, k);
            collect_kernel(fold, column->kernels[k].kernel, i, k, last);
        }
    }
    for (size_t i = 0; i < fold->all.count; i++) /* collect_member() appends to `all` */
        fold_each_member(fold, fold->all.items[i], &visit);
    drop_twins(fold);
}
