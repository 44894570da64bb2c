#include "fold/fold_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"

/* True if a row can have both types, because cells can express the differences. */
static bool same_shape(struct fold *fold, const struct fold_shape *a, const struct fold_shape *b)
{
    if (a == b)
        return true;
    if (a->stars != b->stars || a->bound_count != b->bound_count || a->is_function != b->is_function ||
        a->tag != b->tag || a->type->kind != b->type->kind ||
        (fold->keeps_names && a->tag && a->type->is_union != b->type->is_union) ||
        !fold_are_kin(fold, fold_values_of(fold, a), fold_values_of(fold, b)))
        return false;
    if (a->bound_count && !a->bounds[0] != !b->bounds[0])
        return false;
    return a->type->kind != KERNEL_UNNAMED || a->stars || a->type->record->is_union == b->type->record->is_union;
}

/* The last pair of an ascending selection of members and rows, and the pair before it. */
struct step {
    size_t member;
    struct fold_row *row;
    size_t before; /* SIZE_MAX: it is the first */
};

/* A member of the run that is being merged, and the index of a row that it may belong to. */
struct candidate {
    const struct kernel_member *member;
    size_t index; /* of the first such row; SIZE_MAX if there is none */
};

struct merge {
    struct fold *fold;
    const struct fold_run *run;
    struct candidate *members;
    size_t member_count;
    struct fold_row **rows, **merged; /* the rows so far, and space for the merged rows */
    size_t row_count, room;
    struct step *steps;
    size_t step_count, step_room;
    size_t *ends;             /* by length: last step of the selection whose last row has the lowest index */
    struct fold_row **chosen; /* by member: its row, or NULL */
};

/* ---- Existing rows for the members of a run */

static void add_step(struct merge *merge, size_t member, struct fold_row *row, size_t *length)
{
    size_t low;
    SEARCH_FIRST(low, *length, i, merge->steps[merge->ends[i]].row->index < row->index);
    if (merge->step_count == merge->step_room) {
        merge->step_room = merge->step_room * 2;
        merge->steps = memory_resize(merge->steps, merge->step_room * sizeof *merge->steps);
    }
    merge->steps[merge->step_count] = (struct step){member, row, low ? merge->ends[low - 1] : SIZE_MAX};
    merge->ends[low] = merge->step_count++;
    *length += low == *length;
}

/* Returns the last row of a member's name so far. `other` leads to the earlier ones. */
static struct fold_row *rows_of(const struct merge *merge, const struct kernel_member *member)
{
    return merge->row_count ? map_get(merge->fold->rows, member->name) : NULL;
}

static bool can_have(struct merge *merge, const struct fold_row *row, const struct kernel_member *member)
{
    return row->places[0].member->width == member->width &&
           same_shape(merge->fold, row->shape, fold_shape_of(merge->fold, member->type));
}

static int compare_candidates(const void *left, const void *right)
{
    const struct candidate *a = left, *b = right;
    if (!a->member->type->size != !b->member->type->size)
        return a->member->type->size ? 1 : -1;
    if (a->index != b->index)
        return a->index < b->index ? -1 : 1;
    return (a->member > b->member) - (a->member < b->member);
}

/* Sorts members of the run at the same offset: zero-sized members first, then the others in the order of their rows. */
static void take_members(struct merge *merge)
{
    const struct kernel_record *record = merge->run->what;
    merge->member_count = record->member_count;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct kernel_member *member = &record->members[i];
        merge->members[i] = (struct candidate){member, SIZE_MAX};
        for (const struct fold_row *row = rows_of(merge, member); row; row = row->other)
            if (can_have(merge, row, member))
                merge->members[i].index = row->index;
    }
    for (size_t first = 0, end; first < record->member_count; first = end) {
        const struct kernel_member *begin = merge->members[first].member;
        for (end = first + 1; end < record->member_count; end++)
            if (record->members[end].offset != begin->offset ||
                kernel_first_bit(&record->members[end]) != kernel_first_bit(begin))
                break;
        if (end > first + 1)
            qsort(merge->members + first, end - first, sizeof *merge->members, compare_candidates);
    }
}

/* Chooses as many pairs of members and rows as possible, so that both ascend (the longest ascending subsequence). Tries
 * the last row of a member first, so that no selection has two rows of it. */
static void choose_rows(struct merge *merge)
{
    size_t length = 0;
    merge->step_count = 0;
    for (size_t i = 0; i < merge->member_count; i++) {
        const struct kernel_member *member = merge->members[i].member;
        merge->chosen[i] = NULL;
        for (struct fold_row *row = rows_of(merge, member); row; row = row->other)
            if (can_have(merge, row, member))
                add_step(merge, i, row, &length);
    }
    for (size_t at = length ? merge->ends[length - 1] : SIZE_MAX; at != SIZE_MAX; at = merge->steps[at].before)
        merge->chosen[merge->steps[at].member] = merge->steps[at].row;
}

/* ---- Merging a run into the rows */

static struct fold_row *new_row(struct merge *merge, const struct kernel_member *member)
{
    struct fold_row *row = ARENA_NEW(merge->fold->brief, struct fold_row);
    row->shape = fold_shape_of(merge->fold, member->type);
    return row;
}

static void add_place(struct merge *merge, struct fold_row *row, const struct kernel_member *member)
{
    if (row->count == row->capacity) {
        row->capacity = row->capacity ? row->capacity * 2 : 2;
        struct fold_place *places = ARENA_ARRAY(merge->fold->brief, struct fold_place, row->capacity);
        if (row->count)
            memcpy(places, row->places, row->count * sizeof *places);
        row->places = places;
    }
    row->places[row->count++] = (struct fold_place){merge->run, member};
}

/* Adds the members of a run to the rows. A member without a row gets a new one. It stands after the rows up to its
 * offset, between the rows of the chosen members around it. */
static void merge_run(struct merge *merge)
{
    size_t next = 0, count = 0, k = 0;
    take_members(merge);
    choose_rows(merge);
    for (size_t i = 0; i < merge->member_count; i++) {
        const struct kernel_member *member = merge->members[i].member;
        struct fold_row *row = merge->chosen[i];
        k = k < i ? i : k;
        while (k < merge->member_count && !merge->chosen[k])
            k++;
        size_t end = k < merge->member_count ? merge->chosen[k]->index : merge->row_count;
        while (next < end) {
            const struct fold_row *old = merge->rows[next];
            if (!row && old->places[old->count - 1].member->offset > member->offset)
                break;
            merge->merged[count++] = merge->rows[next++];
        }
        if (row)
            next++;
        else
            row = new_row(merge, member);
        add_place(merge, row, member);
        merge->merged[count++] = row;
    }
    while (next < merge->row_count)
        merge->merged[count++] = merge->rows[next++];
    struct fold_row **rows = merge->rows;
    merge->rows = merge->merged;
    merge->merged = rows;
    merge->row_count = count;
}

/* Sets the indices of the rows, and links the rows of each name, from the last one to the first. */
static void index_rows(struct merge *merge)
{
    struct map *names = merge->fold->rows;
    for (size_t i = 0; i < merge->row_count; i++)
        map_set(names, merge->rows[i]->places[0].member->name, NULL);
    for (size_t i = 0; i < merge->row_count; i++) {
        struct fold_row *row = merge->rows[i];
        row->index = i;
        row->other = map_get(names, row->places[0].member->name);
        map_set(names, row->places[0].member->name, row);
    }
}

/* ---- Changes of types */

/* True if two rows of one name have the same type, by the rules of the check type-change. */
static bool same_type(struct fold *fold, const struct fold_row *a, const struct fold_row *b)
{
    const struct fold_shape *left = a->shape, *right = b->shape;
    bool is_nested = left->type->kind == KERNEL_UNNAMED;
    if (left->type->kind != right->type->kind || left->is_function != right->is_function ||
        left->stars + left->bound_count != right->stars + right->bound_count ||
        !a->places[0].member->width != !b->places[0].member->width)
        return false;
    if (is_nested)
        return !left->stars == !right->stars && (left->stars || same_shape(fold, left, right));
    return left->tag == right->tag && fold_are_kin(fold, fold_values_of(fold, left), fold_values_of(fold, right));
}

/* Returns the first place of a row after a run, in the same column, or NULL. */
static const struct fold_place *place_behind(const struct fold_row *row, const struct fold_run *run)
{
    for (size_t i = 0; i < row->count; i++)
        if (row->places[i].run > run && row->places[i].run->column == run->column)
            return &row->places[i];
    return NULL;
}

/* True if a row's member has another type in the next run of some column that has it. */
static bool is_retyped(struct fold *fold, const struct fold_row *row, const struct fold_row *rows)
{
    for (size_t i = 0; i < row->count; i++) {
        const struct fold_row *next = NULL;
        const struct fold_place *nearest = NULL;
        for (const struct fold_row *other = rows; other; other = other->other) {
            const struct fold_place *place = place_behind(other, row->places[i].run);
            if (place && (!nearest || place->run < nearest->run)) {
                nearest = place;
                next = other;
            }
        }
        if (next && next != row && !same_type(fold, row, next))
            return true;
    }
    return false;
}

static bool are_retyped(struct merge *merge)
{
    for (size_t i = 0; i < merge->row_count; i++) {
        const struct fold_row *rows = map_get(merge->fold->rows, merge->rows[i]->places[0].member->name);
        if (rows->other && is_retyped(merge->fold, merge->rows[i], rows))
            return true;
    }
    return false;
}

bool fold_is_nested(const struct fold_row *row)
{
    return row->shape->type->kind == KERNEL_UNNAMED && !row->shape->stars;
}

/* ---- Rows */

struct fold_rows fold_rows_of(struct fold *fold, const struct fold_run *runs, size_t count)
{
    struct fold_rows result = {0};
    size_t room = 0;
    for (size_t i = 0; i < count; i++)
        room += ((const struct kernel_record *)runs[i].what)->member_count;
    struct merge merge = {.fold = fold, .step_room = room + 1};
    merge.members = memory_alloc((room + 1) * sizeof *merge.members);
    merge.rows = memory_alloc((room + 1) * sizeof *merge.rows);
    merge.merged = memory_alloc((room + 1) * sizeof *merge.merged);
    merge.ends = memory_alloc((room + 1) * sizeof *merge.ends);
    merge.chosen = memory_alloc((room + 1) * sizeof *merge.chosen);
    merge.steps = memory_alloc(merge.step_room * sizeof *merge.steps);
    for (size_t i = 0; i < count; i++) {
        merge.run = &runs[i];
        merge_run(&merge);
        if (count > 1)
            index_rows(&merge);
    }
    result.is_retyped = count > 1 && are_retyped(&merge);
    for (size_t i = 0; i < merge.row_count && count > 1; i++)
        map_set(fold->rows, merge.rows[i]->places[0].member->name, NULL);
    result.items = arena_copy_array(fold->brief, merge.rows, merge.row_count, sizeof *merge.rows);
    result.count = merge.row_count;
    free(merge.members);
    free(merge.rows);
    free(merge.merged);
    free(merge.ends);
    free(merge.chosen);
    free(merge.steps);
    return result;
}
