/*
 * The anonymous unions and structures of a record, in all of its runs. The order of one run proves them; other runs
 * take them if their members agree, also runs whose order is unknown. A group that contradicts the offsets of some run
 * is dropped, and its members stand in the record, where they share bytes.
 */
#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "model/layout.h"

/* The number of groups that may contradict a run before all are dropped. */
enum { DROPPED_MOST = 128 };

/* A record with its groups. */
struct nesting {
    struct fold *fold;
    uint32_t pack;
    struct fold_group *root; /* the groups of all runs; its members do not count */
    struct map *members[2];  /* interned name -> a struct fold_group that is a member in a group; [1]: bit-fields, which
                                are other members than those of their name that are none */
    size_t group_count;      /* that have a number */
    bool is_union;
};

/* ---- The groups of all runs */

/* True if no member of a group is in another one. */
static bool is_free(const struct nesting *nesting, const struct fold_group *group)
{
    if (group->kind == FOLD_MEMBER)
        return !map_get(nesting->members[group->is_bits], group->name);
    for (size_t i = 0; i < group->count; i++)
        if (!is_free(nesting, group->items[i]))
            return false;
    return true;
}

static void add_members(struct nesting *nesting, struct fold_group *group)
{
    if (group->kind == FOLD_MEMBER)
        map_set(nesting->members[group->is_bits], group->name, group);
    for (size_t i = 0; i < group->count; i++)
        add_members(nesting, group->items[i]);
}

/* Returns the known group that a group of another run is: one of its kind that has a member of it. */
static struct fold_group *find_group(const struct nesting *nesting, const struct fold_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct fold_group *item = group->items[i];
        const struct fold_group *known = NULL;
        if (item->kind == FOLD_MEMBER)
            known = map_get(nesting->members[item->is_bits], item->name);
        if (known && known->parent->kind == group->kind && known->parent->parent)
            return known->parent;
    }
    return NULL;
}

/* Returns the item that a member of a run is, or NULL. */
static struct fold_group *find_item(const struct nesting *nesting, const struct kernel_member *member)
{
    return map_get(nesting->members[member->width > 0], member->name);
}

/* Adds the members of a group that the known ones do not have. */
static void extend_groups(struct nesting *nesting, struct fold_group *group)
{
    struct fold_group *known = find_group(nesting, group);
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *item = group->items[i];
        if (item->kind != FOLD_MEMBER) {
            extend_groups(nesting, item);
        } else if (known && !map_get(nesting->members[item->is_bits], item->name)) {
            fold_group_insert(nesting->fold, known, known->count, item);
            map_set(nesting->members[item->is_bits], item->name, item);
        }
    }
}

/* Adds the groups that the order of a run proves. */
static void add_run(struct nesting *nesting, const struct fold_run *run)
{
    struct fold_group *found = fold_find_groups(nesting->fold, run, nesting->pack);
    for (size_t i = 0; found && i < found->count; i++) {
        struct fold_group *group = found->items[i];
        if (group->kind == FOLD_MEMBER)
            continue;
        if (!is_free(nesting, group)) {
            extend_groups(nesting, group);
            continue;
        }
        fold_group_insert(nesting->fold, nesting->root, nesting->root->count, group);
        add_members(nesting, group);
    }
}

/* True if two members are bit-fields of one unit. */
static bool are_of_unit(const struct kernel_member *a, const struct kernel_member *b)
{
    return a->width && b->width && a->offset == b->offset && a->type->size == b->type->size;
}

/* Adds a bit-field that no order has to the structure of its neighbour in the unit, if the neighbours leave room. The
 * members of a record are sorted by offset and bit. */
static void add_bit_field(struct nesting *nesting, const struct kernel_record *record, size_t index)
{
    const struct kernel_member *member = &record->members[index];
    const struct fold_group *known = NULL;
    for (size_t side = 0; side < 2; side++) {
        const struct kernel_member *other = side ? member + 1 : member - 1;
        if ((side ? index + 1 == record->member_count : !index) || !are_of_unit(member, other))
            continue;
        const struct kernel_member *first = side ? member : other, *last = side ? other : member;
        if (first->bit + first->width > last->bit)
            return;
        known = known ? known : find_item(nesting, other);
    }
    if (!known || known->parent->kind != FOLD_STRUCT)
        return;
    struct fold_group *item = ARENA_NEW(nesting->fold->brief, struct fold_group);
    item->name = member->name;
    item->is_bits = true;
    fold_group_insert(nesting->fold, known->parent, known->parent->count, item);
    map_set(nesting->members[true], item->name, item);
}

/* Adds the bit-fields of a run that no order has, forwards and then backwards from known ones. */
static void add_bit_fields(struct nesting *nesting, const struct kernel_record *record)
{
    for (size_t i = 0; i < 2 * record->member_count && nesting->root->count; i++) {
        size_t index = i < record->member_count ? i : 2 * record->member_count - 1 - i;
        const struct kernel_member *member = &record->members[index];
        if (member->width && !find_item(nesting, member))
            add_bit_field(nesting, record, index);
    }
}

/* Drops a group: its members stand in the group around it. */
static void drop(struct nesting *nesting, struct fold_group *group)
{
    struct fold_group *parent = group->parent;
    size_t index = 0;
    while (parent->items[index] != group)
        index++;
    for (size_t i = index; i + 1 < parent->count; i++)
        parent->items[i] = parent->items[i + 1];
    parent->count--;
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *item = group->items[i];
        if (parent->parent || item->kind != FOLD_MEMBER)
            fold_group_insert(nesting->fold, parent, index++, item);
        else
            map_set(nesting->members[item->is_bits], item->name, NULL);
    }
}

/* ---- A run */

static int compare_items(const void *left, const void *right)
{
    const struct fold_group *a = *(struct fold_group *const *)left, *b = *(struct fold_group *const *)right;
    if (a->begin != b->begin)
        return a->begin < b->begin ? -1 : 1;
    if (a->member && b->member && a->member->bit != b->member->bit)
        return a->member->bit < b->member->bit ? -1 : 1;
    if ((a->end == a->begin) != (b->end == b->begin))
        return a->end == a->begin ? -1 : 1;
    return a->name && b->name ? strcmp(a->name, b->name) : !!a->name - !!b->name;
}

/* Returns the items of a group that a run has: those of a union in the order of declaration, others by offset. */
static struct fold_group **take_items(struct fold *fold, const struct fold_group *group, size_t *count)
{
    struct fold_group **items = ARENA_ARRAY(fold->brief, struct fold_group *, group->count);
    *count = 0;
    for (size_t i = 0; i < group->count; i++)
        if (group->items[i]->align)
            items[(*count)++] = group->items[i];
    if (*count && group->kind == FOLD_STRUCT)
        qsort(items, *count, sizeof *items, compare_items);
    return items;
}

static uint64_t find_end(const struct fold_group *item)
{
    return item->begin + layout_round_up(item->end - item->begin, item->kind == FOLD_MEMBER ? 1 : item->align);
}

/* True if two neighbours are bits of one unit, one behind the other. */
static bool share_unit(const struct fold_group *a, const struct fold_group *b)
{
    return a->member && b->member && a->member->width && b->member->width && a->begin == b->begin && a->end == b->end &&
           a->member->bit + a->member->width <= b->member->bit;
}

/* Measures a group in a run. Returns false if its items contradict it there. */
static bool measure(struct nesting *nesting, struct fold_group *group)
{
    size_t count;
    struct fold_group **items = take_items(nesting->fold, group, &count);
    group->align = 0; /* the run has none of it */
    for (size_t i = 0; i < count; i++) {
        const struct fold_group *item = items[i];
        if (!i)
            group->begin = group->end = item->begin;
        else if (group->kind == FOLD_UNION ? item->begin != group->begin
                                           : item->begin < group->end && !share_unit(items[i - 1], item))
            return false;
        uint64_t end = find_end(item);
        group->end = end > group->end ? end : group->end;
        group->align = item->align > group->align ? item->align : group->align;
    }
    return !count || group->begin % group->align == 0;
}

/* Finds a group that contradicts a run, the innermost first; NULL if there is none. */
static struct fold_group *find_wrong(struct nesting *nesting, struct fold_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *wrong = group->items[i]->kind == FOLD_MEMBER ? NULL : find_wrong(nesting, group->items[i]);
        if (wrong)
            return wrong;
    }
    return group->parent && !measure(nesting, group) ? group : NULL;
}

/* Makes the members of the groups those of a run. */
static void take_run(struct nesting *nesting, struct fold_group *group, const struct fold_run *run)
{
    for (size_t i = 0; i < group->count; i++)
        take_run(nesting, group->items[i], run);
    group->align = 0;
    group->member = NULL;
    if (group->parent) /* the root stands for the record */
        return;
    const struct kernel_record *record = run->what;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        struct fold_group *item = find_item(nesting, member);
        if (!item)
            continue;
        item->member = member;
        item->begin = member->offset;
        item->end = item->begin + fold_member_size(nesting->fold, run->column, member);
        item->align = fold_align_in(nesting->fold, run, member, nesting->pack);
    }
}

/* Finds a group whose padding does not fit before the next one, or into the record. */
static struct fold_group *find_long(const struct nesting *nesting, const struct kernel_record *record)
{
    size_t count;
    const struct fold_group bodies = {
        .kind = FOLD_STRUCT, .items = nesting->root->items, .count = nesting->root->count};
    struct fold_group **items = take_items(nesting->fold, &bodies, &count);
    for (size_t i = 0; i < count; i++)
        if (find_end(items[i]) > (i + 1 < count && !nesting->is_union ? items[i + 1]->begin : record->size))
            return items[i];
    return NULL;
}

/* Drops groups until all agree with all runs. Returns false if too many do not. */
static bool agree(struct nesting *nesting, const struct fold_run *runs, size_t count)
{
    size_t dropped = 0;
    for (size_t i = 0; i < count; i++) {
        take_run(nesting, nesting->root, &runs[i]);
        struct fold_group *wrong = find_wrong(nesting, nesting->root);
        wrong = wrong ? wrong : find_long(nesting, runs[i].what);
        if (!wrong)
            continue;
        if (dropped++ == DROPPED_MOST)
            return false;
        i = wrong->parent->parent ? SIZE_MAX : i - 1; /* all runs again, or this one */
        drop(nesting, wrong);
    }
    return nesting->root->count > 0;
}

/* ---- Records */

/* Gives numbers to groups, so that they have the same names in all runs. */
static void number_groups(struct nesting *nesting, struct fold_group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        if (group->items[i]->kind == FOLD_MEMBER)
            continue;
        group->items[i]->number = ++nesting->group_count;
        number_groups(nesting, group->items[i]);
    }
}

static const struct kernel_record *make_record(struct nesting *nesting, const struct fold_group *group);

/* Returns a member or group of a run as a member, with the offset from `base`. A group's name is one that no file can
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
    *type = (struct kernel_type){.kind = KERNEL_UNNAMED,
                                 .tag = group->kind == FOLD_UNION ? KERNEL_IS_UNION : KERNEL_IS_STRUCT,
                                 .record = make_record(nesting, group),
                                 .index = KERNEL_NO_INDEX};
    type->size = type->record->size;
    buffer_add(&name, "\0(", 2);
    buffer_format(&name, "%zu", group->number);
    member.name = intern_name(fold->intern, name.data, name.size);
    member.type = type;
    buffer_free(&name);
    return member;
}

/* Returns the record of a group, with offsets from its begin. */
static const struct kernel_record *make_record(struct nesting *nesting, const struct fold_group *group)
{
    size_t count;
    struct fold_group **items = take_items(nesting->fold, group, &count);
    struct kernel_record *record = ARENA_NEW(nesting->fold->brief, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(nesting->fold->brief, struct kernel_member, count);
    *record = (struct kernel_record){.is_union = group->kind == FOLD_UNION,
                                     .size = (uint32_t)(find_end(group) - group->begin),
                                     .members = members,
                                     .member_count = count};
    for (size_t i = 0; i < count; i++)
        members[i] = make_member(nesting, items[i], group->begin);
    return record;
}

/* Returns the outermost group that has a member of a run, or NULL. */
static const struct fold_group *find_outermost(const struct nesting *nesting, const struct kernel_member *member)
{
    const struct fold_group *group = find_item(nesting, member);
    while (group && group->parent->parent)
        group = group->parent;
    return group;
}

/* Returns the record of a run with its groups in the places of their first members. */
static const struct kernel_record *nest_record(struct nesting *nesting, const struct kernel_record *record)
{
    struct kernel_record *nested = ARENA_NEW(nesting->fold->brief, struct kernel_record);
    struct kernel_member *members = ARENA_ARRAY(nesting->fold->brief, struct kernel_member, record->member_count);
    bool *is_there = ARENA_ARRAY(nesting->fold->brief, bool, nesting->group_count + 1);
    *nested = *record;
    nested->members = members;
    nested->member_count = 0;
    nested->order = NULL;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[record->is_union && record->order ? record->order[i] : i];
        const struct fold_group *group = find_outermost(nesting, member);
        if (!group)
            members[nested->member_count++] = *member;
        else if (!is_there[group->number])
            members[nested->member_count++] = make_member(nesting, group, 0);
        if (group)
            is_there[group->number] = true;
    }
    return nested;
}

const struct fold_run *fold_nest(struct fold *fold, const struct fold_run *runs, size_t count, uint32_t pack)
{
    struct fold_group root = {.kind = FOLD_STRUCT};
    struct nesting nesting = {.fold = fold, .pack = pack, .root = &root};
    bool is_ordered = false;
    for (size_t i = 0; i < count; i++) {
        const struct kernel_record *record = runs[i].what;
        nesting.is_union = i ? nesting.is_union : record->is_union;
        if (record->is_union != nesting.is_union)
            return runs;
        is_ordered = is_ordered || record->order;
    }
    if (!is_ordered)
        return runs;
    for (size_t i = 0; i < 2; i++)
        nesting.members[i] = map_new(fold->brief);
    for (size_t i = count; i; i--)
        add_run(&nesting, &runs[i - 1]);
    for (size_t i = count; i; i--)
        add_bit_fields(&nesting, runs[i - 1].what);
    if (!agree(&nesting, runs, count)) {
        nesting.members[0] = map_new(fold->brief);
        nesting.members[1] = map_new(fold->brief);
        root.count = 0;
    }
    number_groups(&nesting, &root);
    struct fold_run *nested = arena_copy_array(fold->brief, runs, count, sizeof *runs);
    for (size_t i = 0; i < count; i++) {
        take_run(&nesting, &root, &runs[i]);
        find_wrong(&nesting, &root); /* measures all groups */
        nested[i].what = nest_record(&nesting, runs[i].what);
    }
    return nested;
}
