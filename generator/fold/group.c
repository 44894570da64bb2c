/*
 * Finds anonymous unions and structures by the order of declaration. A member that begins before the end of the member
 * above it is in a union with the member at its offset. Members that follow it there are in a structure with it.
 *
 *   ULONG A at 0; ULONG B at 4; ULONGLONG C at 0; ULONG D at 8      union { struct { A B } C } D
 */
#include "fold/fold_parts.h"

#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"
#include "model/layout.h"

/* The limit for nested groups. */
enum { DEPTH_MOST = 32 };

/* The record whose groups are searched. */
struct grouping {
    struct fold *fold;
    struct fold_group *bits; /* the group with the bit-field in the row above; NULL: that member is no bit-field */
};

void fold_group_insert(struct fold *fold, struct fold_group *group, size_t index, struct fold_group *item)
{
    if (group->count == group->capacity) {
        group->capacity = group->capacity ? group->capacity * 2 : 4;
        struct fold_group **items = ARENA_ARRAY(fold->brief, struct fold_group *, group->capacity);
        if (group->count)
            memcpy(items, group->items, group->count * sizeof *items);
        group->items = items;
    }
    memmove(group->items + index + 1, group->items + index, (group->count - index) * sizeof *group->items);
    group->items[index] = item;
    group->count++;
    item->parent = group;
}

/* ---- Ends */

/* Returns the end of an item. A group ends after the padding behind its last member. */
static uint64_t find_end(const struct fold_group *item)
{
    return item->begin + layout_round_up(item->end - item->begin, item->kind == FOLD_MEMBER ? 1 : item->align);
}

/* Raises the end, alignment and height of a group, and of the groups around it, to include an item. */
static void reach_item(struct fold_group *group, const struct fold_group *item)
{
    for (; group; item = group, group = group->parent) {
        uint64_t end = find_end(item);
        group->end = end > group->end ? end : group->end;
        group->align = item->align > group->align ? item->align : group->align;
        group->height = item->height >= group->height ? item->height + 1 : group->height;
    }
}

static void append_item(struct grouping *grouping, struct fold_group *group, struct fold_group *item)
{
    fold_group_insert(grouping->fold, group, group->count, item);
    reach_item(group, item);
}

static struct fold_group *new_group(struct grouping *grouping, enum fold_group_kind kind, uint64_t begin)
{
    struct fold_group *group = ARENA_NEW(grouping->fold->brief, struct fold_group);
    *group = (struct fold_group){.kind = kind, .begin = begin, .end = begin, .align = 1};
    return group;
}

/* ---- Placing members */

/* Adds an alternative to a union: a structure with one member. */
static struct fold_group *add_alternative(struct grouping *grouping, struct fold_group *group, struct fold_group *item)
{
    struct fold_group *alternative = new_group(grouping, FOLD_STRUCT, group->begin);
    fold_group_insert(grouping->fold, group, group->count, alternative);
    append_item(grouping, alternative, item);
    return alternative;
}

/* Moves the items of a structure from `first` on into a new union. They become its first alternative. */
static struct fold_group *make_union(struct grouping *grouping, struct fold_group *body, size_t first)
{
    struct fold_group *made = new_group(grouping, FOLD_UNION, body->items[first]->begin);
    struct fold_group *alternative = new_group(grouping, FOLD_STRUCT, made->begin);
    fold_group_insert(grouping->fold, made, 0, alternative);
    for (size_t i = first; i < body->count; i++) {
        fold_group_insert(grouping->fold, alternative, alternative->count, body->items[i]);
        reach_item(alternative, body->items[i]);
    }
    body->count = first;
    append_item(grouping, body, made);
    return made;
}

/* Finds the last items in sequence that begin at an offset. Returns the index of the first of them; `count` if there
 * are none. */
static size_t find_begin(const struct fold_group *body, uint64_t begin)
{
    size_t i = body->count;
    while (i && (body->items[i - 1]->begin != begin || body->items[i - 1]->end == begin))
        i--;
    if (!i)
        return body->count;
    while (i > 1 && body->items[i - 2]->begin == begin && body->items[i - 2]->end > begin)
        i--;
    return i - 1;
}

/* True if a bit-field is in the storage unit of the bit-field above it. */
static bool goes_on(const struct grouping *grouping, const struct fold_group *item)
{
    const struct fold_group *bits = grouping->bits;
    const struct kernel_member *last = bits ? bits->items[bits->count - 1]->member : NULL, *member = item->member;
    return last && member->width && member->offset == last->offset && member->type->size == last->type->size &&
           kernel_first_bit(member) >= kernel_first_bit(last) + last->width;
}

/* Places a member after the last item of a structure, or in a union with it. Returns the structure that has the member
 * then; NULL if the order contradicts its offset. */
static struct fold_group *place_item(struct grouping *grouping, struct fold_group *body, struct fold_group *item)
{
    for (size_t depth = 0; depth < DEPTH_MOST; depth++) {
        struct fold_group *last = body->count ? body->items[body->count - 1] : NULL;
        if (!last || item->begin >= body->end) {
            append_item(grouping, body, item);
            return body;
        }
        if (last->kind == FOLD_UNION && item->begin == last->begin)
            return add_alternative(grouping, last, item);
        if (last->kind == FOLD_UNION && item->begin > last->begin) {
            body = last->items[last->count - 1];
            continue;
        }
        size_t first = find_begin(body, item->begin);
        struct fold_group *made = first < body->count ? make_union(grouping, body, first) : NULL;
        return made && made->height <= 2 * DEPTH_MOST ? add_alternative(grouping, made, item) : NULL;
    }
    return NULL;
}

/* Places a member of a union. Each member at the union's offset begins an alternative; others continue the last one. */
static struct fold_group *place_in_union(struct grouping *grouping, struct fold_group *group, struct fold_group *item)
{
    if (item->begin == group->begin || !group->count)
        return add_alternative(grouping, group, item);
    return place_item(grouping, group->items[group->count - 1], item);
}

/* ---- The result */

/* True if a structure must stay. With only one item it must if that is a bit-field above bit 0: no such bit-field can
 * stand in a union. */
static bool is_needed(const struct fold_group *group)
{
    return group->count != 1 || (group->items[0]->kind == FOLD_MEMBER && group->items[0]->member->bit);
}

/* Replaces structures with one item by that item. Returns false if a group is not aligned, or ends past `end`. */
static bool simplify_group(struct fold_group *group, uint64_t end)
{
    for (size_t i = 0; i < group->count; i++) {
        struct fold_group *item = group->items[i];
        uint64_t item_end = group->kind == FOLD_STRUCT && i + 1 < group->count ? group->items[i + 1]->begin : end;
        if (item->kind == FOLD_MEMBER)
            continue;
        if (item->kind == FOLD_STRUCT && !is_needed(item)) {
            group->items[i] = item->items[0];
            group->items[i]->parent = group;
            i--;
            continue;
        }
        if (item->begin % item->align || find_end(item) > item_end || !simplify_group(item, item_end))
            return false;
    }
    return true;
}

/* Returns where a member ends at most whose type nobody knows: where the next members begin, or its record ends. */
static uint64_t find_bound(const struct kernel_record *record, const struct kernel_member *member)
{
    size_t first;
    SEARCH_FIRST(first, record->member_count, i, record->members[i].offset <= member->offset);
    return first < record->member_count ? record->members[first].offset : record->size;
}

/* Returns a member as an item. */
static struct fold_group *make_item(struct grouping *grouping, const struct fold_run *run, uint32_t pack,
                                    const struct kernel_member *member)
{
    uint64_t size = fold_member_size(grouping->fold, run->column, member);
    struct fold_group *item = new_group(grouping, FOLD_MEMBER, member->offset);
    item->end = size == FOLD_UNKNOWN ? find_bound(run->what, member) : item->begin + size;
    item->align = fold_align_in(grouping->fold, run, member, pack);
    item->member = member;
    item->name = member->name;
    item->is_bits = member->width > 0;
    return item;
}

/* ---- Groups of the file */

/* Adds the groups that a file names in a record to `root`, which stands for the record. Inserts each group into the
 * group around it, at the place of its first member. */
static struct fold_group *take_groups(struct grouping *grouping, const struct fold_run *run, uint32_t pack,
                                      struct fold_group *root)
{
    const struct kernel_record *record = run->what;
    struct fold_group **groups = ARENA_ARRAY(grouping->fold->brief, struct fold_group *, record->group_count + 1);
    groups[0] = root;
    for (size_t i = 0; i < record->group_count; i++)
        groups[i + 1] = new_group(grouping, record->groups[i].is_union ? FOLD_UNION : FOLD_STRUCT, 0);
    for (size_t i = 0; i < record->member_count; i++) {
        struct fold_group *item = make_item(grouping, run, pack, &record->members[record->order[i]]);
        uint32_t number = record->group_count ? record->group_of[i] : 0;
        for (; number && !groups[number]->count; number = record->groups[number - 1].around) {
            groups[number]->begin = groups[number]->end = item->begin;
            fold_group_insert(grouping->fold, groups[number], 0, item);
            item = groups[number];
        }
        fold_group_insert(grouping->fold, groups[number], groups[number]->count, item);
    }
    return root;
}

struct fold_group *fold_find_groups(struct fold *fold, const struct fold_run *run, uint32_t pack)
{
    const struct kernel_record *record = run->what;
    struct grouping grouping = {.fold = fold};
    struct fold_group *root = new_group(&grouping, record->is_union ? FOLD_UNION : FOLD_STRUCT, 0);
    if (record->order && (record->group_count || record->is_grouped))
        return take_groups(&grouping, run, pack, root);
    for (size_t i = 0; i < record->member_count && record->order; i++) {
        const struct kernel_member *member = &record->members[record->order[i]];
        struct fold_group *item = make_item(&grouping, run, pack, member);
        struct fold_group *body = grouping.bits;
        if (goes_on(&grouping, item))
            append_item(&grouping, body, item);
        else
            body = (record->is_union ? place_in_union : place_item)(&grouping, root, item);
        if (!body)
            return NULL;
        grouping.bits = member->width ? body : NULL;
    }
    return record->order && simplify_group(root, record->size) ? root : NULL;
}

struct fold_group *fold_list_members(struct fold *fold, const struct fold_run *run, uint32_t pack)
{
    const struct kernel_record *record = run->what;
    struct grouping grouping = {.fold = fold};
    struct fold_group *root = new_group(&grouping, record->is_union ? FOLD_UNION : FOLD_STRUCT, 0);
    for (size_t i = 0; i < record->member_count; i++) {
        struct fold_group *item = make_item(&grouping, run, pack, &record->members[i]);
        fold_group_insert(fold, root, root->count, item);
    }
    return root;
}
