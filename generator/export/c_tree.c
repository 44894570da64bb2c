#include "export/c_tree.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/intern.h"
#include "export/c_names.h"
#include "front/load.h"

/* Limit for the lanes, and for the storage units at an offset, that are tried for a member. */
enum { CANDIDATES_MOST = 64 };

/* State while the tree of a record is made. */
struct maker {
    const struct c_trees *trees;
    struct c_record *record;
    struct c_omission **omissions_end;
};

static bool is_integer_size(uint32_t size)
{
    return size == 1 || size == 2 || size == 4 || size == 8;
}

enum c_type_kind c_type_kind(const struct layout_member *member)
{
    const struct row *row = member->row;
    switch (row->form == FORM_MEMBER || row_is_aggregate(row) ? row_kind(row) : ROW_BYTES) {
    case ROW_UNSIGNED:
    case ROW_SIGNED:
        if (!is_integer_size(member->element))
            return C_TYPE_BYTES;
        return row->type->kind == TYPE_ENUM && member->element == 4 ? C_TYPE_ENUM : C_TYPE_INTEGER;
    case ROW_FLOAT:
        return member->element == 4 || member->element == 8 ? C_TYPE_FLOAT : C_TYPE_BYTES;
    case ROW_POINTER:
        return is_integer_size(member->element) ? C_TYPE_POINTER : C_TYPE_BYTES;
    case ROW_RECORD:
        return C_TYPE_RECORD;
    case ROW_BYTES:
        break;
    }
    return C_TYPE_BYTES;
}

static const struct c_record *held_record(const struct maker *maker, const struct layout_member *member)
{
    return map_get(maker->trees->records, member->row->type->record);
}

/* ---- What cannot be declared ---- */

/* Returns the reason why C cannot declare a member; NULL if it can. The member must lie between `begin` and `end`. */
static const char *find_obstacle(const struct maker *maker, const struct layout_member *member, uint64_t begin,
                                 uint64_t end)
{
    if (member->is_repeated)
        return "another declaration of the member is above";
    if (member->offset == LAYOUT_UNKNOWN)
        return "its offset is not known";
    if (member->size == LAYOUT_UNKNOWN)
        return "its size is not known";
    if (member->width && member->bit == BIT_UNKNOWN)
        return "its bits are not known";
    if (!layout_member_is_known(member) || (member->width && !is_integer_size(member->size)))
        return "its bits are not in a storage unit of C";
    if (!member->size)
        return "it has no bytes";
    if (member->offset < begin || (uint64_t)member->offset + member->size > end)
        return "it is not within what holds it";
    if (row_is_anonymous(member->row) || c_type_kind(member) != C_TYPE_RECORD)
        return NULL;
    const struct c_record *held = held_record(maker, member);
    return held && held->root && held->size == member->element ? NULL : "the size of its structure is not known";
}

/* ---- Nodes ---- */

static struct c_node *new_node(const struct maker *maker, enum c_kind kind, uint32_t offset, uint32_t size)
{
    struct c_node *node = ARENA_NEW(maker->trees->arena, struct c_node);
    *node = (struct c_node){.kind = kind, .offset = offset, .size = size, .align = 1};
    return node;
}

static struct c_node **append_node(struct c_node **end, struct c_node *node)
{
    *end = node;
    return &node->next;
}

static const char *claim_name(const struct maker *maker, const struct layout_member *member)
{
    return c_scope_claim(maker->record->scope, member->row->name);
}

static struct c_node *make_member(const struct maker *maker, const struct layout_member *member)
{
    struct c_node *node = new_node(maker, C_MEMBER, member->offset, member->size);
    enum c_type_kind kind = c_type_kind(member);
    node->member = member;
    node->name = claim_name(maker, member);
    node->align = kind == C_TYPE_RECORD ? held_record(maker, member)->align
                  : kind == C_TYPE_BYTES ? 1
                                         : member->element;
    return node;
}

static struct c_node *make_bits(const struct maker *maker, const struct layout_member *member, uint32_t offset,
                                uint32_t size, unsigned bit, unsigned width)
{
    struct c_node *node = new_node(maker, C_BITS, offset, size);
    node->member = member;
    node->name = member ? claim_name(maker, member) : NULL;
    node->align = size;
    node->bit = bit;
    node->width = width;
    return node;
}

/* Adds bits to a unit, in their order. Returns false if another member has one of the bits. */
static bool unit_takes(const struct maker *maker, struct c_node *unit, const struct layout_member *member)
{
    struct c_node **at = &unit->children;
    while (*at && (*at)->bit < member->bit)
        at = &(*at)->next;
    for (const struct c_node *other = unit->children; other; other = other->next)
        if (other->bit < (unsigned)member->bit + member->width && member->bit < other->bit + other->width)
            return false;
    struct c_node *bits = make_bits(maker, member, unit->offset, unit->size, member->bit, member->width);
    bits->next = *at;
    *at = bits;
    return true;
}

/* Makes padding of the bits of a unit that no member has. */
static void fill_unit(const struct maker *maker, struct c_node *unit)
{
    unsigned next = 0;
    struct c_node **at = &unit->children;
    for (;; at = &(*at)->next) {
        unsigned end = *at ? (*at)->bit : unit->size * 8;
        if (next < end) {
            struct c_node *padding = make_bits(maker, NULL, unit->offset, unit->size, next, end - next);
            padding->next = *at;
            *at = padding;
            at = &padding->next;
        }
        if (!*at)
            return;
        next = (*at)->bit + (*at)->width;
    }
}

/* ---- Aggregates ---- */

/* The direct members of an aggregate that are declared, in the order of the output. */
struct items {
    struct c_node **nodes;
    size_t count;
};

static struct c_node *make_aggregate(struct maker *maker, bool is_union, const struct layout_member *first,
                                     const struct layout_member *end, uint32_t offset, uint32_t size);

static int compare_members(const void *left, const void *right)
{
    const struct layout_member *a = *(const struct layout_member *const *)left;
    const struct layout_member *b = *(const struct layout_member *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    if (!a->width != !b->width)
        return a->width ? 1 : -1;
    if (a->size != b->size)
        return a->size > b->size ? -1 : 1;
    return (a > b) - (a < b);
}

static void add_item(struct maker *maker, struct items *items, const struct layout_member *member)
{
    if (member->width) {
        size_t tried = 0;
        for (size_t i = items->count; i-- && items->nodes[i]->offset == member->offset && tried++ < CANDIDATES_MOST;)
            if (items->nodes[i]->kind == C_UNIT && items->nodes[i]->size == member->size &&
                unit_takes(maker, items->nodes[i], member))
                return;
        struct c_node *unit = new_node(maker, C_UNIT, member->offset, member->size);
        unit->align = member->size;
        unit_takes(maker, unit, member);
        items->nodes[items->count++] = unit;
    } else if (row_is_anonymous(member->row))
        items->nodes[items->count++] =
            make_aggregate(maker, member->row->form == FORM_UNION, member + 1, member + 1 + member->descendants,
                           member->offset, member->size);
    else
        items->nodes[items->count++] = make_member(maker, member);
}

/* True if a member is an array without a size at a position where C allows one: after all other members of a
 * structure. */
static bool is_flexible(const struct maker *maker, const struct layout_member *member)
{
    const struct layout *layout = maker->record->layout;
    enum c_type_kind kind = c_type_kind(member);
    const struct c_record *held = kind == C_TYPE_RECORD ? held_record(maker, member) : NULL;
    return row_bound_count(member->row) && row_bound_kind(member->row, 0) == AST_BOUND_FLEXIBLE && !member->depth &&
           !layout->record->is_union && !maker->record->is_held && layout->size && layout->size == member->offset &&
           member->element && member->element != LAYOUT_UNKNOWN && kind != C_TYPE_BYTES &&
           (kind != C_TYPE_RECORD || (held && held->root && held->size == member->element));
}

/* State while the members of an aggregate are searched. */
struct search {
    const struct layout_member **members; /* members that C can declare */
    size_t count;
    const struct layout_member *flexible;
    uint64_t begin, end; /* begin and end of the aggregate in bytes */
};

/* Sorts members into those that C can declare and those that it cannot. If the size of an anonymous aggregate is
 * unknown, its members count as members of the aggregate around it. */
static void search_members(struct maker *maker, struct search *search, const struct layout_member *first,
                           const struct layout_member *end)
{
    for (const struct layout_member *member = first; member < end; member += 1 + member->descendants) {
        const char *why = find_obstacle(maker, member, search->begin, search->end);
        if (why && row_is_anonymous(member->row))
            search_members(maker, search, member + 1, member + 1 + member->descendants);
        else if (!member->row->name && !row_is_anonymous(member->row))
            continue; /* its bytes become padding */
        else if (!why)
            search->members[search->count++] = member;
        else if (member->offset != LAYOUT_UNKNOWN && !member->size && !search->flexible && is_flexible(maker, member))
            search->flexible = member;
        else {
            struct c_omission *omission = ARENA_NEW(maker->trees->arena, struct c_omission);
            *omission = (struct c_omission){member, why, NULL};
            *maker->omissions_end = omission;
            maker->omissions_end = &omission->next;
        }
    }
}

static struct c_node **append_padding(const struct maker *maker, struct c_node **end, uint32_t from, uint32_t to)
{
    return from < to ? append_node(end, new_node(maker, C_PADDING, from, to - from)) : end;
}

/* A list of items, each of which begins at or after the end of the one before it. */
struct lane {
    struct c_node *first, **end;
    uint32_t reach; /* end of the last item in bytes */
};

/* Returns a lane as a member of a union: its only item if that is at the offset of the union, else a structure of its
 * items. */
static struct c_node *make_choice(const struct maker *maker, const struct lane *lane, uint32_t offset)
{
    if (!lane->first->next && lane->first->offset == offset && lane->first->kind != C_UNIT)
        return lane->first;
    struct c_node *choice = new_node(maker, C_STRUCT, offset, lane->reach - offset), **end = &choice->children;
    uint32_t next = offset;
    for (struct c_node *node = lane->first, *after; node; node = after) {
        after = node->next;
        end = append_padding(maker, end, next, node->offset);
        end = append_node(end, node);
        next = node->offset + node->size;
    }
    return choice;
}

/* Returns the lane that ends nearest before an item; NULL if there is none. So a member follows the array that C
 * headers place before it to fill the bytes. */
static struct lane *find_lane(struct lane *lanes, size_t count, const struct c_node *node)
{
    struct lane *best = NULL;
    for (size_t i = 0; i < count && i < CANDIDATES_MOST; i++)
        if (lanes[i].reach <= node->offset && (!best || lanes[i].reach > best->reach))
            best = &lanes[i];
    return best;
}

/* Puts items with common bytes into a union. With `is_chained`, items that follow one another become one structure in
 * it. */
static struct c_node *make_union(const struct maker *maker, struct c_node **nodes, size_t count, uint32_t offset,
                                 uint32_t size, bool is_chained)
{
    struct c_node *made = new_node(maker, C_UNION, offset, size), **end = &made->children;
    struct lane *lanes = ARENA_ARRAY(maker->trees->arena, struct lane, count);
    uint32_t longest = 0;
    size_t lane_count = 0;
    for (size_t i = 0; i < count; i++) {
        struct lane *lane = is_chained ? find_lane(lanes, lane_count, nodes[i]) : NULL;
        if (!lane) {
            lane = &lanes[lane_count++];
            lane->end = &lane->first;
        }
        lane->end = append_node(lane->end, nodes[i]);
        lane->reach = nodes[i]->offset + nodes[i]->size;
        longest = lane->reach > longest ? lane->reach : longest;
    }
    for (size_t i = 0; i < lane_count; i++)
        end = append_node(end, make_choice(maker, &lanes[i], offset));
    if (longest < offset + size)
        append_node(end, new_node(maker, C_PADDING, offset, size));
    return made;
}

static struct c_node *make_structure(const struct maker *maker, const struct items *items, uint32_t offset,
                                     uint32_t size)
{
    struct c_node *made = new_node(maker, C_STRUCT, offset, size), **end = &made->children;
    uint32_t next = offset;
    for (size_t i = 0, count; i < items->count; i += count) {
        struct c_node *node = items->nodes[i];
        uint32_t begin = node->offset, reach = begin + node->size;
        for (count = 1; i + count < items->count && items->nodes[i + count]->offset < reach; count++) {
            const struct c_node *other = items->nodes[i + count];
            reach = other->offset + other->size > reach ? other->offset + other->size : reach;
        }
        end = append_padding(maker, end, next, begin);
        end = append_node(end,
                          count == 1 ? node : make_union(maker, &items->nodes[i], count, begin, reach - begin, true));
        next = reach;
    }
    append_padding(maker, end, next, offset + size);
    return made;
}

static struct c_node *make_aggregate(struct maker *maker, bool is_union, const struct layout_member *first,
                                     const struct layout_member *end, uint32_t offset, uint32_t size)
{
    struct search search = {.begin = offset, .end = (uint64_t)offset + size};
    search.members = ARENA_ARRAY(maker->trees->arena, const struct layout_member *, (size_t)(end - first));
    search_members(maker, &search, first, end);
    /* Make the items of an aggregate: of a structure by offset, of a union in the order of the spec. */
    struct items items = {ARENA_ARRAY(maker->trees->arena, struct c_node *, search.count), 0};
    if (search.count && !is_union)
        qsort(search.members, search.count, sizeof *search.members, compare_members);
    for (size_t i = 0; i < search.count; i++)
        add_item(maker, &items, search.members[i]);
    for (size_t i = 0; i < items.count; i++)
        if (items.nodes[i]->kind == C_UNIT)
            fill_unit(maker, items.nodes[i]);
    if (is_union)
        return make_union(maker, items.nodes, items.count, offset, size, false);
    struct c_node *made = make_structure(maker, &items, offset, size);
    if (search.flexible) {
        struct c_node **last = &made->children, *node = make_member(maker, search.flexible);
        node->kind = C_FLEXIBLE;
        while (*last)
            last = &(*last)->next;
        *last = node;
    }
    return made;
}

/* ---- Alignment, and names of padding ---- */

/* Sets the alignment of an aggregate and of those in it. Returns false if a part of it is not aligned at its offset. A
 * structure in a union (`is_choice`) may be rounded up in size, because the union is. */
static bool align_aggregate(struct c_node *node, bool is_choice)
{
    bool is_natural = true;
    for (struct c_node *child = node->children; child; child = child->next) {
        if (child->kind == C_STRUCT || child->kind == C_UNION)
            is_natural = align_aggregate(child, node->kind == C_UNION) && is_natural;
        node->align = child->align > node->align ? child->align : node->align;
        is_natural = is_natural && (child->offset - node->offset) % child->align == 0;
    }
    return is_natural && (is_choice || node->size % node->align == 0);
}

static void name_padding(const struct maker *maker, struct c_node *node)
{
    for (struct c_node *child = node->children; child; child = child->next) {
        name_padding(maker, child);
        if (child->kind == C_PADDING || (child->kind == C_BITS && !child->member)) {
            const char *name = arena_format(maker->trees->arena, child->kind == C_BITS ? "bits_%X_%u" : "padding_%X",
                                            (unsigned)child->offset, child->bit);
            child->name = c_scope_claim(maker->record->scope, name);
        }
    }
}

/* Returns the end of the last member of a record of unknown size. */
static uint32_t find_end(const struct layout *layout)
{
    uint32_t end = 0;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *member = &layout->members[i];
        if (member->offset != LAYOUT_UNKNOWN && member->size != LAYOUT_UNKNOWN && member->offset + member->size > end)
            end = member->offset + member->size;
    }
    return end;
}

void c_tree_make(const struct c_trees *trees, struct c_record *record)
{
    const struct layout *layout = record->layout;
    struct maker maker = {trees, record, &record->omissions};
    record->scope = c_scope_new(trees->arena, trees->program->intern);
    record->size = layout->size == LAYOUT_UNKNOWN ? find_end(layout) : layout->size;
    record->align = 1;
    if (!record->size)
        return;
    record->root = make_aggregate(&maker, layout->record->is_union, layout->members, layout_members_end(layout), 0,
                                  record->size);
    record->is_packed = !align_aggregate(record->root, false);
    if (!record->is_packed)
        record->align = record->root->align;
    name_padding(&maker, record->root);
}
