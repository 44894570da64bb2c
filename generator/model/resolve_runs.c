/*
 * Finds the runs of versions in which a record on an arch does not change, and the rows that exist in each. Since each
 * run lists its rows, laying it out does not look at other rows.
 */
#include "base/intern.h"
#include "base/lookup.h"
#include "model/resolve.h"

/* Doubles the room of a list until `count` elements fit. */
static void *grow_list(void *items, size_t *room, size_t count, size_t size)
{
    if (count <= *room)
        return items;
    *room = count * 2;
    return memory_resize(items, *room * size);
}

/* Adds a version at which something changes. Most rows begin and end with the record, whose boundaries were added
 * first, or with the row above, so these are compared first. A full list is sorted and loses its duplicates before it
 * grows. */
static void add_boundary(struct scratch *list, uint64_t version)
{
    size_t count = list->version_count;
    if (count >= 2 && (list->versions[0] == version || list->versions[1] == version ||
                       list->versions[count - 1] == version || list->versions[count - 2] == version))
        return;
    if (count == list->version_room) {
        count = list->version_count = version_sort(list->versions, count);
        if (count >= list->version_room / 2)
            list->versions = grow_list(list->versions, &list->version_room, count + 64, sizeof *list->versions);
    }
    list->versions[list->version_count++] = version;
}

static void add_set(struct scratch *list, const struct version_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        add_boundary(list, set->ranges[i].from);
        add_boundary(list, set->ranges[i].to);
    }
}

void resolve_add_boundaries(struct scratch *list, const struct cell *cell)
{
    for (size_t i = 0; i < cell->count; i++)
        add_set(list, &cell->values[i].versions);
}

/* Adds the boundaries of a row's cell. Most cells have one value for all versions of the row, whose boundaries have
 * been added. */
static void add_row_cell(struct scratch *list, const struct row_on *on, const struct cell *cell)
{
    if (cell->count != 1 || !version_set_equal(cell->values->versions, on->versions))
        resolve_add_boundaries(list, cell);
}

/* A record while its boundaries are collected. */
struct collector {
    struct scratch *list;
    const struct arch *arch;
    struct map *seen; /* set of types with many boundaries, so that these are added once */
};

static void add_type(struct collector *collector, const struct type *type)
{
    enum { FEW = 4 };
    struct scratch *list = collector->list;
    size_t index = collector->arch->index;
    const struct record_on *on = type->kind == TYPE_RECORD ? &type->record->on[index] : NULL;
    size_t count = on           ? on->layout_count
                   : type->size ? type->size[index].count + (type->align ? type->align[index].count : 0)
                                : 0;
    if (count > FEW) {
        if (map_get(collector->seen, type))
            return;
        map_set(collector->seen, type, list);
    }
    for (size_t i = 0; on && i < on->layout_count; i++) {
        add_boundary(list, on->layouts[i].range.from);
        add_boundary(list, on->layouts[i].range.to);
    }
    if (!on && type->size)
        resolve_add_boundaries(list, &type->size[index]);
    if (!on && type->align)
        resolve_add_boundaries(list, &type->align[index]);
}

/* Adds the rows, each before the rows in it, and their boundaries. */
static void add_rows(struct collector *collector, const struct row *rows, uint32_t depth)
{
    struct scratch *list = collector->list;
    for (const struct row *row = rows; row; row = row->next) {
        const struct row_on *on = row_on(row, collector->arch);
        unsigned i = 0;
        list->rows = grow_list(list->rows, &list->row_room, list->row_count + 1, sizeof *list->rows);
        list->rows[list->row_count++] = (struct run_row){row, depth};
        add_set(list, &on->versions);
        add_row_cell(list, on, &on->offset);
        add_row_cell(list, on, on->extras->bit);
        add_row_cell(list, on, on->extras->mask);
        add_row_cell(list, on, on->extras->extent);
        for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next)
            add_row_cell(list, on, &on->extras->bounds[i++]);
        if (row->type && !row->decl->type.pointer_depth)
            add_type(collector, row->type);
        add_rows(collector, row->children, depth + 1);
    }
}

/* Returns the index of a boundary in the sorted list. */
static size_t find_boundary(const struct scratch *list, uint64_t version)
{
    size_t first;
    SEARCH_FIRST(first, list->version_count, i, list->versions[i] < version);
    return first;
}

/* Counts the rows of each run in `begins`, as differences from run to run. Returns the cost of laying out all runs. A
 * row in an aggregate costs a little more for each aggregate around it. */
static uint64_t count_rows(struct scratch *list, const struct arch *arch)
{
    enum { DEPTHS_OF_ONE = 128 };
    uint64_t cost = 0;
    for (size_t i = 0; i < list->row_count; i++) {
        const struct version_set *in = &row_on(list->rows[i].row, arch)->versions;
        for (size_t k = 0; k < in->count; k++) {
            size_t from = find_boundary(list, in->ranges[k].from), to = find_boundary(list, in->ranges[k].to);
            cost += (uint64_t)(to - from) * (1 + list->rows[i].depth / DEPTHS_OF_ONE);
            list->begins[from + 1]++; /* a difference; sum_up adds them */
            list->begins[to + 1]--;
        }
    }
    return cost;
}

/* Turns the differences in `begins` into the index at which the rows of each run begin. Returns the number of all
 * rows. */
static size_t sum_up(struct scratch *list)
{
    size_t open = 0, begin = 0;
    for (size_t i = 0; i < list->version_count; i++) {
        /* the differences are unsigned, so a negative one wraps around, and the sum wraps back */
        open += list->begins[i + 1];
        list->begins[i + 1] = begin;
        begin += open;
    }
    return begin;
}

bool resolve_runs(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct scratch *list = &resolver->scratch;
    struct collector collector = {list, arch, map_new(resolver->brief)};
    if (resolver->model->is_cut)
        return false;
    list->version_count = list->row_count = 0;
    add_set(list, &record->on[arch->index].versions);
    resolve_add_boundaries(list, &record->size[arch->index]);
    add_rows(&collector, record->rows, 0);
    list->version_count = version_sort(list->versions, list->version_count);
    list->begins = grow_list(list->begins, &list->begin_room, list->version_count + 2, sizeof *list->begins);
    for (size_t i = 0; i < list->version_count + 2; i++)
        list->begins[i] = 0;
    if (!resolve_spend(resolver, count_rows(list, arch) + list->version_count, record->decl))
        return false;
    size_t count = sum_up(list);
    list->active = grow_list(list->active, &list->active_room, count, sizeof *list->active);
    /* List the rows of each run, in the order of the text. begins[i + 1] moves from where run i begins to where it
     * ends, so that afterwards run i is begins[i] .. begins[i + 1]. */
    for (size_t i = 0; i < list->row_count; i++) {
        const struct version_set *in = &row_on(list->rows[i].row, arch)->versions;
        for (size_t k = 0; k < in->count; k++) {
            size_t from = find_boundary(list, in->ranges[k].from), to = find_boundary(list, in->ranges[k].to);
            for (; from < to; from++)
                list->active[list->begins[from + 1]++] = (uint32_t)i;
        }
    }
    list->members = grow_list(list->members, &list->member_room, list->row_count, sizeof *list->members);
    list->layouts = grow_list(list->layouts, &list->layout_room, list->version_count, sizeof *list->layouts);
    return true;
}
