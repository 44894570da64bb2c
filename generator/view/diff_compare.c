#include <stdlib.h>
#include <string.h>

#include "answer/requirement.h"
#include "base/arena.h"
#include "spec/ascending.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "view/diff.h"

/* Index of a member by its name, while two structures are compared. */
struct known {
    /* Structure to which the index belongs; others mean that the entry is from an earlier comparison. */
    const void *owner;
    size_t index;
};

struct diff *diff_new(const struct model *model, const struct diff_side sides[DIFF_SIDES])
{
    struct diff *diff = ARENA_NEW(model->arena, struct diff);
    diff->model = model;
    memcpy(diff->sides, sides, sizeof diff->sides);
    diff->records_end = &diff->records;
    diff->enumerations_end = &diff->enumerations;
    diff->scratch = map_new(model->arena);
    return diff;
}

bool diff_is_any(const struct diff *diff)
{
    return diff->records || diff->enumerations;
}

/* Returns the record of a member that is declared inside its structure, or NULL. */
static const struct record *own_record(const struct row *row)
{
    bool is_own = row->type && row->type->record && row->type->record->parent_row && !row_spelled(row)->pointer_depth;
    return is_own ? row->type->record : NULL;
}

void diff_write_type_name(const struct row *row, struct buffer *out)
{
    const struct record *own = own_record(row);
    if (own)
        buffer_add_text(out, own->is_union ? "union" : "struct");
    else
        row_write_type(row, out);
}

void diff_write_type(const struct layout *layout, const struct layout_member *member, bool bits, struct buffer *out)
{
    diff_write_type_name(member->row, out);
    row_write_bounds(member->row, layout->arch, layout->range.from, out);
    if (bits && member->width)
        buffer_format(out, " : %u", member->width);
}

/* ---- Members */

/* Sorts by offset, then by bit; unknown offsets come last. */
static int compare_places(const void *left, const void *right)
{
    const struct layout_member *a = *(const struct layout_member *const *)left;
    const struct layout_member *b = *(const struct layout_member *const *)right;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    unsigned a_bit = a->width ? a->bit : 0, b_bit = b->width ? b->bit : 0;
    if (a_bit != b_bit)
        return a_bit < b_bit ? -1 : 1;
    return a < b ? -1 : a > b;
}

static void remember_index(struct diff *diff, const char *name, const void *owner, size_t index)
{
    struct known *known = map_get(diff->scratch, name);
    if (!known) {
        known = ARENA_NEW(diff->model->arena, struct known);
        map_set(diff->scratch, name, known);
    }
    *known = (struct known){owner, index};
}

/* Returns the index that was stored for a name, or SIZE_MAX. */
static size_t recall_index(const struct diff *diff, const char *name, const void *owner)
{
    const struct known *known = map_get(diff->scratch, name);
    return known && known->owner == owner ? known->index : SIZE_MAX;
}

/* Compares the types of two entries of a member, with their bounds. */
static void compare_types(const struct layout *const layouts[DIFF_SIDES], struct diff_member *member)
{
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    struct buffer texts[DIFF_SIDES] = {{0}};
    size_t names[DIFF_SIDES];
    if (!from->width != !to->width)
        member->changes |= DIFF_RETYPED;
    if (from->row == to->row && !row_bound_count(from->row))
        return;
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct row *row = member->sides[side]->row;
        diff_write_type_name(row, &texts[side]);
        names[side] = texts[side].size;
        row_write_bounds(row, layouts[side]->arch, layouts[side]->range.from, &texts[side]);
    }
    const char *a = buffer_text(&texts[DIFF_FROM]), *b = buffer_text(&texts[DIFF_TO]);
    if (names[DIFF_FROM] != names[DIFF_TO] || memcmp(a, b, names[DIFF_FROM]) != 0)
        member->changes |= DIFF_RETYPED;
    else if (strcmp(a, b) != 0)
        member->changes |= DIFF_COUNTED;
    buffer_free(&texts[DIFF_FROM]);
    buffer_free(&texts[DIFF_TO]);
}

static enum diff_kind compare_records(struct diff *diff, const char *name,
                                      const struct record *const records[DIFF_SIDES]);

/* Compares the inner structures of a member that has one on both sides. */
static void compare_own_records(struct diff *diff, const char *name, const struct layout_member *from,
                                const struct layout_member *to)
{
    const struct record *const records[] = {own_record(from->row), own_record(to->row)};
    if (records[DIFF_FROM] && records[DIFF_TO])
        compare_records(diff, arena_format(diff->model->arena, "%s.%s", name, to->row->name), records);
}

/* The two member lists of a structure while they are merged into one. */
struct merge {
    struct diff *diff;
    struct diff_record *record;
    const struct layout_member **lists[DIFF_SIDES];
    size_t counts[DIFF_SIDES];
    size_t *partners;  /* for each member of the new side: index of the old side's member with this name, or SIZE_MAX */
    bool *has_partner; /* for each member of the old side: the new side has it, too */
    /* For each member of the new side: it is an anchor, which means that its order relative to other anchors is the
     * same on both sides. */
    bool *is_anchor;
    size_t next; /* index of the next member of the old side */
    size_t rank;
};

static struct diff_member *add_member(struct merge *merge, const struct layout_member *from,
                                      const struct layout_member *to)
{
    struct diff_member *member = &merge->record->members[merge->record->member_count++];
    *member = (struct diff_member){(to ? to : from)->row->name, {from, to}, 0, merge->rank};
    return member;
}

/* Adds the old side's members before index `end` that the new side lacks. */
static void add_removed(struct merge *merge, size_t end)
{
    for (; merge->next < end; merge->next++)
        if (!merge->has_partner[merge->next])
            add_member(merge, merge->lists[DIFF_FROM][merge->next], NULL);
}

static void add_common(struct merge *merge, size_t index)
{
    struct diff_member *member =
        add_member(merge, merge->lists[DIFF_FROM][merge->partners[index]], merge->lists[DIFF_TO][index]);
    const struct layout_member *from = member->sides[DIFF_FROM], *to = member->sides[DIFF_TO];
    compare_types(merge->record->sides, member);
    if (from->offset != to->offset)
        member->changes |= DIFF_MOVED;
    if (from->size != to->size && !(member->changes & (DIFF_RETYPED | DIFF_COUNTED)))
        member->changes |= DIFF_RESIZED;
    if (from->width && to->width && from->bit != to->bit)
        member->changes |= DIFF_BITS;
    if (from->width && to->width && from->width != to->width)
        member->changes |= DIFF_WIDTH;
    merge->rank++;
    if (!member->changes)
        merge->record->member_count--;
}

/* Finds the members that both sides have, and the anchors among them. */
static void find_partners(struct merge *merge)
{
    struct arena *arena = merge->diff->model->arena;
    size_t count = 0, common = 0;
    uint64_t *keys = ARENA_ARRAY(arena, uint64_t, merge->counts[DIFF_TO]);
    bool *moved = ARENA_ARRAY(arena, bool, merge->counts[DIFF_TO]);
    for (size_t i = 0; i < merge->counts[DIFF_FROM]; i++)
        remember_index(merge->diff, merge->lists[DIFF_FROM][i]->row->name, merge->record, i);
    for (size_t i = 0; i < merge->counts[DIFF_TO]; i++) {
        merge->partners[i] = recall_index(merge->diff, merge->lists[DIFF_TO][i]->row->name, merge->record);
        if (merge->partners[i] == SIZE_MAX)
            continue;
        merge->has_partner[merge->partners[i]] = true;
        keys[count++] = merge->partners[i];
    }
    ascending_mark_moved(keys, count, moved);
    for (size_t i = 0; i < merge->counts[DIFF_TO]; i++)
        merge->is_anchor[i] = merge->partners[i] != SIZE_MAX && !moved[common++];
}

static void compare_members(struct diff *diff, struct diff_record *record)
{
    struct arena *arena = diff->model->arena;
    struct merge merge = {.diff = diff, .record = record};
    for (int side = 0; side < DIFF_SIDES; side++) {
        /* Sort the named members by offset, including those inside anonymous structures. */
        const struct layout *layout = record->sides[side];
        size_t *count = &merge.counts[side];
        const struct layout_member **members = ARENA_ARRAY(arena, const struct layout_member *, layout->member_count);
        *count = 0;
        for (size_t i = 0; i < layout->member_count; i++)
            if (layout->members[i].row->name)
                members[(*count)++] = &layout->members[i];
        if (*count)
            qsort(members, *count, sizeof *members, compare_places);
        merge.lists[side] = members;
    }
    record->members = ARENA_ARRAY(arena, struct diff_member, merge.counts[DIFF_FROM] + merge.counts[DIFF_TO]);
    merge.partners = ARENA_ARRAY(arena, size_t, merge.counts[DIFF_TO]);
    merge.has_partner = ARENA_ARRAY(arena, bool, merge.counts[DIFF_FROM]);
    merge.is_anchor = ARENA_ARRAY(arena, bool, merge.counts[DIFF_TO]);
    find_partners(&merge);
    /* Add the members of the new side in order. A removed member comes before the anchor that followed it on the old
     * side. */
    size_t count = merge.counts[DIFF_TO];
    for (size_t i = 0, anchor; i < count; i = anchor + 1) {
        for (anchor = i; anchor < count && !merge.is_anchor[anchor];)
            anchor++;
        add_removed(&merge, anchor < count ? merge.partners[anchor] : merge.counts[DIFF_FROM]);
        for (; i <= anchor && i < count; i++) {
            if (merge.partners[i] == SIZE_MAX)
                add_member(&merge, NULL, merge.lists[DIFF_TO][i]);
            else
                add_common(&merge, i);
        }
    }
    add_removed(&merge, merge.counts[DIFF_FROM]);
    for (size_t i = 0; i < merge.counts[DIFF_TO]; i++)
        if (merge.partners[i] != SIZE_MAX)
            compare_own_records(diff, record->name, merge.lists[DIFF_FROM][merge.partners[i]],
                                merge.lists[DIFF_TO][i]);
}

/* ---- Records */

/* Compares two records of one name, and lists them if they differ. Returns DIFF_KIND_COUNT if neither side has the
 * record. */
static enum diff_kind compare_records(struct diff *diff, const char *name,
                                      const struct record *const records[DIFF_SIDES])
{
    struct diff_record *record = ARENA_NEW(diff->model->arena, struct diff_record);
    struct diff_record **place = diff->records_end;
    record->name = name;
    for (int side = 0; side < DIFF_SIDES; side++) {
        const struct diff_side *target = &diff->sides[side];
        struct standing *standing = &record->standings[side];
        *standing = selection_stand(records[side], target->arch, target->version);
        record->sides[side] = standing->layout;
        if (standing->layout)
            diff->bases[side] |= 1u << standing->basis;
        if (diff->requirement)
            requirement_check_record(diff->requirement, records[side], standing);
    }
    const struct layout *from = record->sides[DIFF_FROM], *to = record->sides[DIFF_TO];
    if (!from || !to) {
        record->kind = to ? DIFF_ADDED : from ? DIFF_REMOVED : DIFF_SAME;
    } else if (from == to) {
        for (size_t i = 0; i < to->member_count; i++)
            compare_own_records(diff, name, &to->members[i], &to->members[i]);
    } else {
        compare_members(diff, record);
        bool differs = record->member_count || from->size != to->size || diff_align_differs(from, to);
        record->kind = differs ? DIFF_CHANGED : DIFF_SAME;
    }
    if (record->kind == DIFF_SAME)
        return from ? DIFF_SAME : DIFF_KIND_COUNT;
    record->next = *place;
    *place = record;
    if (!record->next)
        diff->records_end = &record->next;
    return record->kind;
}

bool diff_add_record(struct diff *diff, const struct record *record)
{
    const struct record *const both[] = {record, record};
    struct diff_record **end = diff->records_end;
    enum diff_kind kind = compare_records(diff, record->type->name, both);
    if (kind == DIFF_KIND_COUNT)
        return false;
    bool members_differ = kind == DIFF_SAME && diff->records_end != end;
    diff->record_counts[members_differ ? DIFF_CHANGED : kind]++;
    return true;
}

/* ---- Enumerations */

uint64_t diff_value_delta(const struct diff_value *value)
{
    return cell_value_bits(value->sides[DIFF_TO]) - cell_value_bits(value->sides[DIFF_FROM]);
}

/* Sorts by the value on the new side; by that on the old side if the new side lacks the enumerator. */
static int compare_values(const void *left, const void *right)
{
    const struct diff_value *a = left, *b = right;
    int64_t one = (int64_t)cell_value_bits(a->sides[a->sides[DIFF_TO] ? DIFF_TO : DIFF_FROM]);
    int64_t other = (int64_t)cell_value_bits(b->sides[b->sides[DIFF_TO] ? DIFF_TO : DIFF_FROM]);
    if (one != other)
        return one < other ? -1 : 1;
    return a->rank < b->rank ? -1 : a->rank > b->rank;
}

/* Collects the enumerators of both sides, and counts those of each side. */
static void find_values(const struct diff *diff, struct diff_enumeration *list, size_t counts[DIFF_SIDES])
{
    const struct enumeration *enumeration = list->enumeration;
    list->values = ARENA_ARRAY(diff->model->arena, struct diff_value, enumeration->count);
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        struct diff_value value = {enumerator->name, enumerator->remark, {NULL}, i};
        for (int side = 0; side < DIFF_SIDES; side++) {
            const struct diff_side *target = &diff->sides[side];
            uint64_t version = enumeration_find_kernel(enumeration, target->arch, target->version);
            const struct cell_value *there = enumerator_at(enumerator, target->arch->index, version);
            there = enumerator->is_first_row ? there : NULL;
            value.sides[side] = cell_value_is_number(there) ? there : NULL;
            counts[side] += cell_value_is_number(there);
        }
        if (value.sides[DIFF_FROM] || value.sides[DIFF_TO])
            list->values[list->value_count++] = value;
    }
    if (list->value_count)
        qsort(list->values, list->value_count, sizeof *list->values, compare_values);
}

bool diff_add_enumeration(struct diff *diff, const struct enumeration *enumeration)
{
    struct diff_enumeration *list = ARENA_NEW(diff->model->arena, struct diff_enumeration);
    size_t counts[DIFF_SIDES] = {0};
    list->enumeration = enumeration;
    find_values(diff, list, counts);
    if (!list->value_count)
        return false;
    /* Remove enumerators with equal values, and numbers the others. */
    size_t kept = 0, rank = 0;
    for (size_t i = 0; i < list->value_count; i++) {
        struct diff_value value = list->values[i];
        bool both = value.sides[DIFF_FROM] && value.sides[DIFF_TO];
        value.rank = rank;
        rank += both;
        if (!both || diff_value_delta(&value))
            list->values[kept++] = value;
    }
    list->value_count = kept;
    if (!counts[DIFF_FROM] || !counts[DIFF_TO])
        list->kind = counts[DIFF_TO] ? DIFF_ADDED : DIFF_REMOVED;
    else
        list->kind = list->value_count ? DIFF_CHANGED : DIFF_SAME;
    diff->enumeration_counts[list->kind]++;
    if (list->kind != DIFF_SAME) {
        *diff->enumerations_end = list;
        diff->enumerations_end = &list->next;
    }
    return true;
}

/* ---- Everything */

static int compare_names(const void *left, const void *right)
{
    const struct type *a = *(const struct type *const *)left, *b = *(const struct type *const *)right;
    return strcmp(a->name, b->name);
}

void diff_add_everything(struct diff *diff)
{
    const struct model *model = diff->model;
    const struct type **types = ARENA_ARRAY(model->arena, const struct type *, model->type_count + model->record_count);
    size_t count = 0;
    for (size_t i = 0; i < model->record_count; i++)
        if (!model->records[i]->parent_row)
            types[count++] = model->records[i]->type;
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration)
            types[count++] = model->types[i];
    if (count)
        qsort(types, count, sizeof *types, compare_names);
    for (size_t i = 0; i < count; i++) {
        if (types[i]->record)
            diff_add_record(diff, types[i]->record);
        else
            diff_add_enumeration(diff, types[i]->enumeration);
    }
}
