/*
 * Finds the anonymous unions and structures (groups) of a record in all of its runs. A run whose order of declaration
 * is known keeps the groups that the order proves. In other runs some members share bytes. These runs take over the
 * groups of other runs that fit their members, starting with the nearest run.
 */
#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "kernel/store.h"
#include "kernel/twins.h"
#include "model/layout.h"

/* A group in all runs. It has the same number in each of them. */
struct lineage {
    enum fold_group_kind kind;
    size_t parent;   /* number of the group around it; 0: the record */
    size_t last_run; /* the last run that has it, counted from 1 */
};

/* A record with its groups. */
struct nesting {
    struct fold *fold;
    uint32_t pack;
    const struct fold_run *runs;
    /* By run: the record with its members and groups. */
    struct fold_group **roots;
    bool *is_known; /* by run: its order of declaration proves its groups */
    size_t count;
    /* Of the current run: interned name -> item. [1] has the bit-fields: a bit-field and another member of the same
     * name are different members. */
    struct map *members[2];
    struct map *numbers[2];   /* interned name of a member -> number of the last group that had it */
    struct lineage *lineages; /* by number, from 1 on */
    size_t lineage_count, lineage_room;
};

static void add_members(struct nesting *nesting, struct fold_group *group)
{
    if (group->kind == FOLD_MEMBER)
        map_set(nesting->members[group->is_bits], group->name, group);
    for (size_t i = 0; i < group->count; i++)
        add_members(nesting, group->items[i]);
}

/* Returns the item of the current run for a member of another run, or NULL. */
static struct fold_group *find_item(const struct nesting *nesting, const struct fold_group *member)
{
    return map_get(nesting->members[member->is_bits], member->name);
}

/* ---- Measuring a run */

/* Returns the first member of an item. A group is sorted by its first member. Groups must be measured before. */
static const struct kernel_member *first_of(const struct fold_group *item)
{
    while (item->kind != FOLD_MEMBER)
        item = item->items[0];
    return item->member;
}

static int compare_items(const void *left, const void *right)
{
    const struct fold_group *a = *(struct fold_group *const *)left, *b = *(struct fold_group *const *)right;
    return kernel_compare_members(first_of(a), first_of(b));
}

/* Sorts the items of a group, also of a union, so that equal runs and specs have them in the same order. */
static void sort_items(struct fold_group *group)
{
    if (group->count)
        qsort(group->items, group->count, sizeof *group->items, compare_items);
}

static uint64_t find_end(const struct fold_group *item)
{
    return item->begin + layout_round_up(item->end - item->begin, item->kind == FOLD_MEMBER ? 1 : item->align);
}

/* True if two items are bit-fields of one storage unit, the second one after the first. */
static bool share_unit(const struct fold_group *a, const struct fold_group *b)
{
    return a->member && b->member && a->member->width && b->member->width && a->begin == b->begin && a->end == b->end &&
           kernel_first_bit(a->member) + a->member->width <= kernel_first_bit(b->member);
}

/* Computes the begin, end and alignment of a group. Returns false if its items contradict it, or if it is not
 * aligned. */
static bool measure_group(struct fold_group *group)
{
    bool is_sound = true;
    sort_items(group);
    group->align = 1;
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        if (!i)
            group->begin = group->end = item->begin;
        else if (group->kind == FOLD_UNION ? item->begin != group->begin
                                           : item->begin < group->end && !share_unit(group->items[i - 1], item))
            is_sound = false;
        uint64_t end = find_end(item);
        group->end = end > group->end ? end : group->end;
        group->align = item->align > group->align ? item->align : group->align;
    }
    return is_sound && group->begin % group->align == 0;
}

/* Returns the innermost group that contradicts the offsets of its run; NULL if there is none. */
static struct fold_group *find_wrong(struct fold_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *wrong = group->items[i]->kind == FOLD_MEMBER ? NULL : find_wrong(group->items[i]);
        if (wrong)
            return wrong;
    }
    return group->parent && !measure_group(group) ? group : NULL;
}

/* Returns a group that contradicts the offsets of its run; NULL if there is none. The padding of a group must fit
 * before the next group, and into the record. Measures all groups. */
static struct fold_group *find_unsound(struct fold_group *root, const struct kernel_record *record)
{
    struct fold_group *wrong = find_wrong(root), *last = NULL;
    if (wrong)
        return wrong;
    sort_items(root);
    for (size_t i = 0; i < root->count; i++) {
        struct fold_group *item = root->items[i];
        if (item->kind == FOLD_MEMBER)
            continue;
        if (find_end(item) > record->size)
            return item;
        if (last && root->kind == FOLD_STRUCT && find_end(last) > item->begin)
            return last;
        last = item;
    }
    return NULL;
}

static void remove_item(struct fold_group *item)
{
    struct fold_group *parent = item->parent;
    size_t index = 0;
    while (parent->items[index] != item)
        index++;
    memmove(parent->items + index, parent->items + index + 1, (parent->count - index - 1) * sizeof *parent->items);
    parent->count--;
}

static void move_item(struct nesting *nesting, struct fold_group *item, struct fold_group *to)
{
    remove_item(item);
    fold_group_insert(nesting->fold, to, to->count, item);
}

/* Removes a group. Its items move to the group or record around it. */
static void drop_group(struct nesting *nesting, struct fold_group *group)
{
    while (group->count)
        move_item(nesting, group->items[0], group->parent);
    remove_item(group);
}

/* ---- Members that share bytes */

/* Marks the members of a record that share bytes with others and are in no group. Returns false if there are none. */
static bool mark_shared(struct fold_group *root)
{
    const struct fold_group *top = NULL;
    bool any = false;
    sort_items(root);
    for (size_t i = 0; i < root->count; i++) {
        struct fold_group *item = root->items[i];
        const struct fold_group *above = i ? root->items[i - 1] : NULL;
        bool is_unit = top && top->member && top->member->width && above && share_unit(above, item);
        bool is_shared = item->end > item->begin && top && item->begin < top->end && !is_unit;
        if (root->kind == FOLD_UNION)
            is_shared = item->begin > 0 || (item->member && item->member->bit);
        item->is_shared = is_shared && item->kind == FOLD_MEMBER;
        if (is_shared && root->kind == FOLD_STRUCT)
            ((struct fold_group *)(uintptr_t)top)->is_shared = top->kind == FOLD_MEMBER;
        any |= item->is_shared || (is_shared && top && top->is_shared);
        if (!top || item->end > top->end)
            top = item;
    }
    return any;
}

/* True if a member of the current run is in no group. */
static bool is_flat(const struct fold_group *item)
{
    return item && !item->parent->parent;
}

/* Copies a group of another run, with those of its members that the current run has outside of groups. Returns NULL if
 * there are no such members. */
static struct fold_group *copy_group(struct nesting *nesting, const struct fold_group *group, bool *is_shared)
{
    struct fold_group *copy = ARENA_NEW(nesting->fold->brief, struct fold_group);
    *copy = (struct fold_group){.kind = group->kind};
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        if (item->kind != FOLD_MEMBER) {
            struct fold_group *inner = copy_group(nesting, item, is_shared);
            if (inner)
                fold_group_insert(nesting->fold, copy, copy->count, inner);
            continue;
        }
        struct fold_group *own = find_item(nesting, item);
        if (!own || !is_flat(own))
            continue;
        *is_shared |= own->is_shared;
        move_item(nesting, own, copy);
    }
    return copy->count ? copy : NULL;
}

/* Moves the members of a group, and of its inner groups, back to the record. */
static void release_members(struct nesting *nesting, struct fold_group *group, struct fold_group *root)
{
    for (size_t i = group->count; i--;) {
        struct fold_group *item = group->items[i];
        if (item->kind == FOLD_MEMBER)
            move_item(nesting, item, root);
        else
            release_members(nesting, item, root);
    }
}

/* Finds the group of the current run that matches a group of another run. It has the same kind, and a member or an
 * inner group in common with that. Returns NULL if there is none. */
static struct fold_group *find_group(const struct nesting *nesting, const struct fold_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        const struct fold_group *known =
            item->kind == FOLD_MEMBER ? find_item(nesting, item) : find_group(nesting, item);
        if (known && known->parent->kind == group->kind && known->parent->parent)
            return known->parent;
    }
    return NULL;
}

/* Moves members of the current run into a group as in another run, unless the result contradicts the offsets. A new
 * group is inserted in `around`, a group or the record. */
static void take_group(struct nesting *nesting, size_t run, const struct fold_group *group, struct fold_group *around)
{
    struct fold_group *root = nesting->roots[run], *known = find_group(nesting, group);
    if (!known) {
        bool is_shared = false;
        struct fold_group *copy = copy_group(nesting, group, &is_shared);
        if (!copy)
            return;
        fold_group_insert(nesting->fold, around, around->count, copy);
        if (!is_shared || find_unsound(root, nesting->runs[run].what)) {
            release_members(nesting, copy, root);
            remove_item(copy);
        }
        return;
    }
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        struct fold_group *own = item->kind == FOLD_MEMBER ? find_item(nesting, item) : NULL;
        if (item->kind != FOLD_MEMBER)
            take_group(nesting, run, item, known);
        if (!own || !is_flat(own) || !own->is_shared)
            continue;
        move_item(nesting, own, known);
        if (find_unsound(root, nesting->runs[run].what))
            move_item(nesting, own, root);
    }
}

/* Moves bit-fields into the structure that has their neighbour in the storage unit. These are bit-fields that share
 * bytes and are in no group. */
static void take_bit_fields(struct nesting *nesting, size_t run, bool is_forward)
{
    const struct kernel_record *record = nesting->runs[run].what;
    struct fold_group *root = nesting->roots[run];
    for (size_t i = 1; i < record->member_count; i++) {
        size_t index = is_forward ? i : record->member_count - i;
        const struct kernel_member *pair[2] = {&record->members[index - 1], &record->members[index]};
        if (!pair[0]->width || !pair[1]->width)
            continue;
        struct fold_group *first = map_get(nesting->members[1], pair[0]->name);
        struct fold_group *second = map_get(nesting->members[1], pair[1]->name);
        struct fold_group *own = is_forward ? second : first, *known = is_forward ? first : second;
        if (!share_unit(first, second) || !is_flat(own) || !own->is_shared || is_flat(known) ||
            known->parent->kind != FOLD_STRUCT)
            continue;
        move_item(nesting, own, known->parent);
        if (find_unsound(root, record))
            move_item(nesting, own, root);
    }
}

/* Takes over the groups of another run. Returns true if no members outside of groups share bytes then. */
static bool take_groups_of(struct nesting *nesting, size_t run, size_t other)
{
    for (size_t i = 0; i < nesting->roots[other]->count; i++)
        if (nesting->roots[other]->items[i]->kind != FOLD_MEMBER)
            take_group(nesting, run, nesting->roots[other]->items[i], nesting->roots[run]);
    return !mark_shared(nesting->roots[run]);
}

/* Takes over groups of other runs for a run in which members share bytes. Tries the runs of the same column first, then
 * the others. In both cases it tries the runs before this one, the nearest first, and then those after it. Distances
 * between runs are not compared, because they depend on the other kernels that are folded. */
static void take_groups(struct nesting *nesting, size_t run)
{
    nesting->members[0] = map_new(nesting->fold->brief);
    nesting->members[1] = map_new(nesting->fold->brief);
    add_members(nesting, nesting->roots[run]);
    for (size_t i = 0; i < 2 * nesting->count; i++) {
        size_t rank = i % nesting->count, other = rank <= run ? run - rank : rank;
        bool is_near = nesting->runs[other].column == nesting->runs[run].column;
        if (is_near == (i < nesting->count) && nesting->is_known[other] && take_groups_of(nesting, run, other))
            return;
    }
    take_bit_fields(nesting, run, true);
    take_bit_fields(nesting, run, false);
}

/* ---- The same group in all runs */

/* Finds the group of an earlier run that matches a group. It has the same kind, and a member or an inner group in
 * common with that; the nearest run counts. Returns its number; 0 if there is none. */
static size_t find_number(const struct nesting *nesting, const struct fold_group *group, size_t run)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        size_t number = item->kind == FOLD_MEMBER
                            ? (size_t)(uintptr_t)map_get(nesting->numbers[item->is_bits], item->name)
                            : nesting->lineages[find_number(nesting, item, run)].parent;
        const struct lineage *lineage = &nesting->lineages[number];
        if (number && lineage->kind == group->kind && lineage->last_run != run)
            return number;
    }
    return 0;
}

/* Numbers the groups inside a group, so that matching groups have the same names in all runs. `run` counts from 1. */
static void number_groups(struct nesting *nesting, struct fold_group *group, size_t run)
{
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *item = group->items[i];
        if (item->kind == FOLD_MEMBER) {
            if (group->parent)
                map_set(nesting->numbers[item->is_bits], item->name, (void *)(uintptr_t)group->number);
            continue;
        }
        item->number = find_number(nesting, item, run);
        if (!item->number) {
            item->number = ++nesting->lineage_count;
            if (nesting->lineage_count == nesting->lineage_room) {
                nesting->lineage_room *= 2;
                nesting->lineages = memory_resize(nesting->lineages, nesting->lineage_room * sizeof *nesting->lineages);
            }
            nesting->lineages[item->number] = (struct lineage){item->kind, group->number, 0};
        }
        nesting->lineages[item->number].last_run = run;
        number_groups(nesting, item, run);
    }
}

/* ---- Records */

static const struct kernel_record *make_record(struct nesting *nesting, const struct fold_group *group);

/* Returns a member or group as a member, with its offset from `base`. The name of a group is one that no file can
 * have. */
static struct kernel_member make_member(struct nesting *nesting, const struct fold_group *group, uint64_t base)
{
    struct fold *fold = nesting->fold;
    struct kernel_member member = group->member ? *group->member : (struct kernel_member){0};
    member.offset = (uint32_t)(group->begin - base);
    if (group->member)
        return member;
    struct kernel_type *type = ARENA_NEW(fold->brief, struct kernel_type);
    struct buffer name = {0};
    *type =
        (struct kernel_type){.kind = KERNEL_UNNAMED, .record = make_record(nesting, group), .index = KERNEL_NO_INDEX};
    type->size = type->record->size;
    buffer_add(&name, "\0(", 2);
    buffer_format(&name, "%zu", group->number);
    member.name = intern_name(fold->intern, name.data, name.size);
    member.type = type;
    buffer_free(&name);
    return member;
}

/* Returns the record of a group. Its offsets count from the group's begin. */
static const struct kernel_record *make_record(struct nesting *nesting, const struct fold_group *group)
{
    struct kernel_record *record = ARENA_NEW(nesting->fold->brief, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(nesting->fold->brief, struct kernel_member, group->count);
    *record = (struct kernel_record){.is_union = group->kind == FOLD_UNION,
                                     .size = (uint32_t)(find_end(group) - group->begin),
                                     .members = members,
                                     .member_count = group->count};
    for (size_t i = 0; i < group->count; i++)
        members[i] = make_member(nesting, group->items[i], group->begin);
    return record;
}

/* Returns the record of a run with its groups. */
static const struct kernel_record *nest_record(struct nesting *nesting, size_t run)
{
    const struct kernel_record *record = nesting->runs[run].what;
    const struct fold_group *root = nesting->roots[run];
    struct kernel_record *nested = ARENA_NEW(nesting->fold->brief, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(nesting->fold->brief, struct kernel_member, root->count);
    *nested = *record;
    nested->members = members;
    nested->member_count = root->count;
    nested->order = NULL;
    nested->other = NULL;
    nested->is_union = root->kind == FOLD_UNION;
    for (size_t i = 0; i < root->count; i++)
        members[i] = make_member(nesting, root->items[i], 0);
    return nested;
}

/* Returns a structure whose only item is a union. */
static struct fold_group *wrap_union(struct nesting *nesting, struct fold_group *group)
{
    struct fold_group *root = ARENA_NEW(nesting->fold->brief, struct fold_group);
    *root = (struct fold_group){.kind = FOLD_STRUCT};
    fold_group_insert(nesting->fold, root, 0, group);
    return root;
}

/* True if two records have the same members, even if only one record is a union. */
static bool have_same_members(const struct kernel_record *a, const struct kernel_record *b)
{
    bool are_same = kernel_records_agree(a, b);
    for (size_t i = 0; i < a->member_count && are_same; i++) /* kernel_records_agree ignores the sizes of pointers */
        are_same = a->members[i].type->size == b->members[i].type->size;
    return are_same;
}

static size_t count_groups(const struct fold_group *group)
{
    size_t count = group->kind != FOLD_MEMBER;
    for (size_t i = 0; i < group->count; i++)
        count += count_groups(group->items[i]);
    return count;
}

/* Compares the groups of two sorted records with the same members. */
static int compare_groups(const struct fold_group *a, const struct fold_group *b)
{
    int order = a->kind == b->kind ? 0 : a->kind < b->kind ? -1 : 1;
    if (!order && a->kind == FOLD_MEMBER)
        order = a->is_bits != b->is_bits ? a->is_bits - b->is_bits : strcmp(a->name, b->name);
    for (size_t i = 0; !order && i < a->count && i < b->count; i++)
        order = compare_groups(a->items[i], b->items[i]);
    return order || a->count == b->count ? order : a->count < b->count ? -1 : 1;
}

/* Finds the groups that one of the orders of `other` proves for a run with the same members. Of several orders, takes
 * the one that proves the fewest groups. If only some runs are unions (`is_mixed`), specs declare a structure, and a
 * union becomes a structure with one unnamed union. Returns `best` if no order proves fewer. */
static struct fold_group *find_proven(struct nesting *nesting, struct fold_run run, const struct kernel_record *other,
                                      bool is_mixed, struct fold_group *best)
{
    struct kernel_record record = *(const struct kernel_record *)run.what;
    run.what = &record;
    for (; other; other = other->other) {
        struct fold_group *wrong;
        record.order = other->order;
        record.is_grouped = other->is_grouped;
        record.groups = other->groups;
        record.group_count = other->group_count;
        record.group_of = other->group_of;
        record.is_union = other->is_union;
        struct fold_group *root = other->order ? fold_find_groups(nesting->fold, &run, nesting->pack) : NULL;
        if (!root)
            continue;
        root = is_mixed && root->kind == FOLD_UNION ? wrap_union(nesting, root) : root;
        while ((wrong = find_unsound(root, &record)))
            drop_group(nesting, wrong);
        size_t count = count_groups(root), fewest = best ? count_groups(best) : SIZE_MAX;
        if (count < fewest || (count == fewest && compare_groups(root, best) < 0))
            best = root;
    }
    return best;
}

/* Finds the groups that the order of each run proves. A run without an order has those of a run with the same members,
 * even if only one of both is a union. */
static void find_known(struct nesting *nesting, bool is_mixed)
{
    for (size_t i = 0; i < nesting->count; i++) {
        const struct fold_run *run = &nesting->runs[i];
        const struct kernel_record *record = run->what;
        struct fold_group *root = record->order ? find_proven(nesting, *run, record, is_mixed, NULL) : NULL;
        for (size_t k = 0; k < nesting->count && !record->order; k++) {
            const struct kernel_record *other = nesting->runs[k].what;
            if (other->order && have_same_members(record, other))
                root = find_proven(nesting, *run, other, is_mixed, root);
        }
        nesting->is_known[i] = root != NULL;
        root = root ? root : fold_list_members(nesting->fold, run, nesting->pack);
        if (is_mixed)
            root->kind = FOLD_STRUCT;
        nesting->roots[i] = root;
    }
}

const struct fold_run *fold_nest(struct fold *fold, const struct fold_run *runs, size_t count, uint32_t pack)
{
    struct arena *arena = fold->brief;
    struct nesting nesting = {.fold = fold, .pack = pack, .runs = runs, .count = count, .lineage_room = 64};
    bool is_mixed = false, is_ordered = false, any = false;
    for (size_t i = 0; i < count; i++) {
        const struct kernel_record *record = runs[i].what;
        is_mixed |= record->is_union != ((const struct kernel_record *)runs[0].what)->is_union;
        is_ordered |= record->order != NULL;
    }
    if (!is_ordered)
        return runs;
    nesting.roots = ARENA_ARRAY(arena, struct fold_group *, count);
    nesting.is_known = ARENA_ARRAY(arena, bool, count);
    find_known(&nesting, is_mixed);
    for (size_t i = 0; i < count; i++)
        if (mark_shared(nesting.roots[i]))
            take_groups(&nesting, i);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < nesting.roots[i]->count; k++)
            any |= nesting.roots[i]->items[k]->kind != FOLD_MEMBER;
    if (!any)
        return runs;
    nesting.numbers[0] = map_new(arena);
    nesting.numbers[1] = map_new(arena);
    nesting.lineages = memory_alloc(nesting.lineage_room * sizeof *nesting.lineages);
    nesting.lineages[0] = (struct lineage){FOLD_MEMBER, 0, 0};
    struct fold_run *nested = arena_copy_array(arena, runs, count, sizeof *runs);
    for (size_t i = 0; i < count; i++) {
        find_unsound(nesting.roots[i], runs[i].what); /* measures and sorts the groups */
        number_groups(&nesting, nesting.roots[i], i + 1);
        nested[i].what = nest_record(&nesting, i);
    }
    free(nesting.lineages);
    return nested;
}
