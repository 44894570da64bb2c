#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"
#include "check/bytes_parts.h"
#include "spec/ascending.h"

enum { ALIGNED_MOST = 7 /* bytes that may stay free before a member with an alignment of 8 */ };

/* The rows of one aggregate: entries from `first` up to `end` in the layout's preorder. */
struct siblings {
    struct bytes_layout *bytes;
    size_t holder; /* index of the anonymous aggregate's entry; SIZE_MAX for the record itself */
    size_t first, end;
    bool is_union;
    uint32_t base;
    /* Indices of the entries that take part, in the order in which they are solved. */
    size_t *order;
    struct solve_item *items;
    size_t count;
    /* offsets of the siblings that overlap on purpose, ascending, each with the end of all siblings up to it */
    struct bytes_key *apart;
    size_t apart_count;
    uint32_t loose;
    uint32_t limit, limit_align; /* offset and alignment of the entry that follows the aggregate; 0 if there is none */
};

static const struct layout_member *member_of(const struct siblings *siblings, size_t index)
{
    return &siblings->bytes->layout->members[index];
}

static uint32_t known_size(const struct siblings *siblings, size_t index)
{
    /* The size of a union follows from its known members, even if others are unknown. */
    bool is_open = !siblings->is_union && bytes_is_open(member_of(siblings, index));
    return is_open ? LAYOUT_UNKNOWN : siblings->bytes->entries[index].size;
}

/* True if an alternative also holds for the previous or the next layout. */
static bool is_wide(const struct bytes_layout *bytes, const struct cell_value *at)
{
    const struct record_on *on = &bytes->layout->record->on[bytes->layout->arch->index];
    size_t index = bytes->index;
    return (index && version_set_contains(&at->versions, on->layouts[index - 1].range.from)) ||
           (index + 1 < on->layout_count && version_set_contains(&at->versions, on->layouts[index + 1].range.from));
}

/* Returns the cost of changing a placement. It is lower if other layouts are certain that the placement is wrong. */
static unsigned change_cost(const struct siblings *siblings, const struct layout_member *entry)
{
    const struct bytes_layout *bytes = siblings->bytes;
    if (!bytes_is_placed(entry))
        return SOLVE_FIXED;
    if (!bytes_is_stated(entry))
        return SOLVE_CHANGE;
    const struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, entry->row, entry->placement->alternative, false);
    unsigned cost = is_wide(bytes, entry->placement) ? SOLVE_CHANGE_WIDE : SOLVE_CHANGE;
    return wrong && wrong->votes ? cost - 1 : cost;
}

/* Returns the number of bytes before an offset that siblings which overlap on purpose cover without a hole, plus the
 * bytes that alignment may leave free. */
static uint32_t covered_before(const struct siblings *siblings, uint32_t offset)
{
    size_t first;
    SEARCH_FIRST(first, siblings->apart_count, i, siblings->apart[i].index + ALIGNED_MOST < offset);
    if (first == siblings->apart_count || siblings->apart[first].key > offset)
        return 0;
    return offset - (uint32_t)siblings->apart[first].key + ALIGNED_MOST;
}

/* True if a sibling that overlaps on purpose ends at the end of the record. Then no other sibling has to end there. */
static bool is_reached_apart(const struct siblings *siblings, const struct layout *layout)
{
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(siblings, i)->descendants) {
        const struct bytes_entry *entry = &siblings->bytes->entries[i];
        if (entry->is_apart && entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN &&
            layout_round_up((uint64_t)entry->offset + entry->size, layout->align) == layout->size)
            return true;
    }
    return false;
}

static void add_item(struct siblings *siblings, size_t index, bool is_fixed)
{
    const struct layout_member *entry = member_of(siblings, index);
    const struct bytes_entry *state = &siblings->bytes->entries[index];
    bool is_placed = bytes_is_placed(entry);
    struct solve_item *item = &siblings->items[siblings->count];
    siblings->order[siblings->count++] = index;
    *item = (struct solve_item){.stated = state->offset == LAYOUT_UNKNOWN ? SOLVE_UNKNOWN : state->offset,
                                .size = known_size(siblings, index),
                                .align = entry->align ? entry->align : 1,
                                .give = bytes_give(siblings->bytes->layout, entry),
                                .is_guess = bytes_give(siblings->bytes->layout, entry) > 0,
                                .cost = is_fixed ? SOLVE_FIXED : change_cost(siblings, entry),
                                .is_natural = !is_placed && !is_fixed && state->offset != LAYOUT_UNKNOWN,
                                .bit = entry->bit,
                                .width = entry->width};
    if (row_allows(siblings->bytes->layout->record, entry->row, DIAG_GAP))
        item->give = INT32_MAX;
}

/* Fills `order` and `items`, in the order of the text or, with `by_offset`, in the order of offsets. */
static void collect_items(struct siblings *siblings, bool by_offset)
{
    const struct bytes_layout *bytes = siblings->bytes;
    bool behind_apart = false;
    siblings->count = 0;
    siblings->loose = 0;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(siblings, i)->descendants) {
        const struct bytes_entry *state = &bytes->entries[i];
        uint32_t size = known_size(siblings, i);
        if (!state->is_apart && (!by_offset || state->offset != LAYOUT_UNKNOWN))
            add_item(siblings, i, by_offset ? !bytes_is_placed(member_of(siblings, i)) : behind_apart);
        behind_apart = state->is_apart;
        if (state->offset == LAYOUT_UNKNOWN && siblings->loose != SOLVE_UNKNOWN)
            siblings->loose = size == LAYOUT_UNKNOWN ? SOLVE_UNKNOWN : siblings->loose + size;
    }
    for (size_t i = 0; siblings->apart_count && i < siblings->count; i++) {
        struct solve_item *item = &siblings->items[i];
        uint32_t covered = item->stated == SOLVE_UNKNOWN ? 0 : covered_before(siblings, item->stated);
        if (covered > item->give)
            item->give = covered;
    }
}

/* Sorts the items by offset, and items at the same offset by the order of the text. Marks the rows whose positions in
 * the text differ from this order, and returns their number. */
static size_t sort_items(struct siblings *siblings)
{
    size_t count = siblings->count;
    struct bytes_key *sorted = memory_alloc(count * sizeof *sorted);
    uint64_t *keys = memory_alloc(count * sizeof *keys);
    bool *moved = memory_alloc(count);
    struct solve_item *items = memory_alloc(count * sizeof *items);
    size_t *order = memory_alloc(count * sizeof *order);
    size_t moved_count = 0;
    for (size_t i = 0; i < count; i++) {
        keys[i] = siblings->items[i].stated;
        sorted[i] = (struct bytes_key){keys[i], i};
    }
    ascending_mark_moved(keys, count, moved);
    const struct record *record = siblings->bytes->layout->record;
    for (size_t i = 0; i < count; i++) {
        size_t index = siblings->order[i];
        siblings->bytes->entries[index].is_moved = moved[i];
        moved_count += moved[i] && !row_allows(record, member_of(siblings, index)->row, DIAG_ORDER);
    }
    bytes_sort_keys(sorted, count);
    memcpy(items, siblings->items, count * sizeof *items);
    memcpy(order, siblings->order, count * sizeof *order);
    for (size_t i = 0; i < count; i++) {
        siblings->items[i] = items[sorted[i].index];
        siblings->order[i] = order[sorted[i].index];
    }
    free(sorted);
    free(keys);
    free(moved);
    free(items);
    free(order);
    return moved_count;
}

/* Marks members whose placement contradicts something: they share bytes, are misaligned, lie before the row above, or
 * end after the end of the aggregate. */
static void mark_suspects(struct siblings *siblings, const struct solve_group *group)
{
    struct bytes_key *sorted = memory_alloc((siblings->count + 1) * sizeof *sorted);
    struct solve_item *above = NULL, *longest = NULL;
    size_t count = 0;
    for (size_t i = 0; i < siblings->count; i++) {
        struct solve_item *item = &siblings->items[i];
        if (item->stated == SOLVE_UNKNOWN)
            continue;
        bool is_past =
            item->size != SOLVE_UNKNOWN && !group->is_limit && (uint64_t)item->stated + item->size > group->end;
        item->is_suspect =
            is_past || item->stated < group->base || (!item->is_guess && (item->stated - group->base) % item->align);
        if (above && item->stated < above->stated)
            above->is_suspect = item->is_suspect = true;
        above = item;
        sorted[count++] = (struct bytes_key){item->stated, i};
    }
    bytes_sort_keys(sorted, count);
    for (size_t i = 0; i < count; i++) {
        struct solve_item *item = &siblings->items[sorted[i].index];
        if (item->size == SOLVE_UNKNOWN || !item->size)
            continue;
        if (longest && (!item->width || !longest->width) && item->stated < (uint64_t)longest->stated + longest->size)
            longest->is_suspect = item->is_suspect = true;
        if (!longest || (uint64_t)item->stated + item->size > (uint64_t)longest->stated + longest->size)
            longest = item;
    }
    for (size_t i = 0; i < siblings->count; i++)
        if (!siblings->items[i].is_suspect && siblings->items[i].cost < SOLVE_FIXED)
            siblings->items[i].cost += SOLVE_IDLE;
    free(sorted);
}

static bool solve_siblings(struct siblings *siblings, struct solve_group *group)
{
    const struct layout *layout = siblings->bytes->layout;
    bool is_record = siblings->holder == SIZE_MAX;
    *group = (struct solve_group){.items = siblings->items,
                                  .count = siblings->count,
                                  .base = siblings->base,
                                  .end = SOLVE_UNKNOWN,
                                  .align = is_record ? layout->align : 1,
                                  .loose = siblings->loose};
    if (is_record && layout->record->rows && layout->stated && layout->stated->kind == AST_VALUE_NUMBER) {
        group->end = layout->size;
        group->give = is_reached_apart(siblings, layout) ? layout->size : 0;
        bytes_guess_align(layout, &group->align_least, &group->align_most);
    }
    if (!is_record && siblings->limit) {
        group->end = siblings->limit;
        group->align = siblings->limit_align;
        group->is_limit = true;
    }
    mark_suspects(siblings, group);
    return solve(group, siblings->bytes->budget);
}

/* Solves in the order of the text. Takes the solution in the order of offsets if that does not cost more: then only
 * rows are out of order, and offsets that may be right stay unchanged. */
static bool solve_best(struct siblings *siblings, struct solve_group *group)
{
    struct solve_group sorted;
    collect_items(siblings, false);
    bool is_solved = solve_siblings(siblings, group);
    uint64_t cost = is_solved ? group->cost : UINT64_MAX;
    if (!cost)
        return true;
    collect_items(siblings, true);
    size_t moved = sort_items(siblings);
    if (moved < cost / SOLVE_CHANGE + 1 && solve_siblings(siblings, &sorted) &&
        sorted.cost + moved * SOLVE_CHANGE <= cost) {
        *group = sorted;
        return true;
    }
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(siblings, i)->descendants)
        siblings->bytes->entries[i].is_moved = false;
    collect_items(siblings, false);
    return is_solved && solve_siblings(siblings, group);
}

/* Takes the only candidate for a place that other layouts do not exclude. */
static void settle_place(const struct siblings *siblings, const struct layout_member *entry, struct solve_item *item)
{
    const struct bytes_wrong *wrong =
        entry->placement ? bytes_wrong_of(siblings->bytes->wrongs, entry->row, entry->placement->alternative, false)
                         : NULL;
    if (!wrong || wrong->common_count != 1)
        return;
    for (unsigned i = 0; i < item->place_count; i++) {
        if (item->places[i] == wrong->common[0]) {
            item->place = item->places[0] = wrong->common[0];
            item->place_count = 1;
            return;
        }
    }
}

/* Returns the entry of an anchor; SIZE_MAX if the anchor is an end of the aggregate. */
static size_t anchor_entry(const struct siblings *siblings, size_t anchor)
{
    return anchor && anchor <= siblings->count ? siblings->order[anchor - 1] : SIZE_MAX;
}

/* Stores the results in the entries. If `end_is_wrong`, nothing confirms entries that move together with the end. */
static void keep_results(struct siblings *siblings, bool end_is_wrong)
{
    for (size_t i = 0; i < siblings->count; i++) {
        struct solve_item *item = &siblings->items[i];
        size_t index = siblings->order[i];
        const struct layout_member *entry = member_of(siblings, index);
        struct bytes_entry *state = &siblings->bytes->entries[index];
        if (item->is_changed && item->place_count > 1)
            settle_place(siblings, entry, item);
        state->may_change = item->place_count > 0 && item->stated != SOLVE_UNKNOWN;
        state->is_changed = item->is_changed && bytes_is_placed(entry);
        bool is_confirmed = !end_is_wrong || item->behind <= siblings->count;
        state->is_certain = item->is_changed && !item->may_stay && item->place_count == 1 && is_confirmed;
        if (!item->is_changed && bytes_is_stated(entry) && item->place != entry->offset) {
            /* All rows of the aggregate agree on a place that differs from its own. */
            state->is_changed = state->is_certain = true;
            item->places[0] = item->place;
            item->place_count = 1;
        }
        state->is_exact = item->is_exact;
        /* A row without a place gets one if only one is possible. */
        bool is_free = item->stated == SOLVE_UNKNOWN && !item->is_natural;
        state->offset = is_free && !item->is_exact ? LAYOUT_UNKNOWN : item->place;
        state->is_inferred = is_free && state->offset != LAYOUT_UNKNOWN && !item->may_stay && item->place_count == 1;
        state->before = i ? siblings->order[i - 1] : SIZE_MAX;
        state->after = i + 1 < siblings->count ? siblings->order[i + 1] : SIZE_MAX;
        state->behind = anchor_entry(siblings, item->behind);
        state->place_count = item->place_count;
        memcpy(state->places, item->places, sizeof state->places);
    }
}

/* Measures a union that is a record. */
static void measure_union(const struct siblings *siblings)
{
    struct bytes_layout *bytes = siblings->bytes;
    const struct layout *layout = bytes->layout;
    uint32_t end = 0, least, most;
    if (!layout->record->rows || !layout->stated || layout->stated->kind != AST_VALUE_NUMBER)
        return;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        uint32_t size = known_size(siblings, i);
        if (size == LAYOUT_UNKNOWN)
            return;
        end = size > end ? size : end;
    }
    bytes->right_size = (uint32_t)layout_round_up(end, layout->align);
    bytes_guess_align(layout, &least, &most);
    bytes->is_size_wrong = bytes->right_size != layout->size;
    for (; least <= most && bytes->is_size_wrong; least *= 2)
        bytes->is_size_wrong = layout_round_up(end, least) != layout->size;
    bytes->is_size_certain = true;
}

/* Solves a union. All members begin where the union does, which is where most of them say. */
static void solve_union(struct siblings *siblings, bool is_base_placed)
{
    const struct bytes_layout *bytes = siblings->bytes;
    uint32_t best = siblings->base;
    unsigned best_votes = 0, second_votes = 0;
    collect_items(siblings, false);
    for (size_t i = 0; i < siblings->count; i++) {
        if (siblings->items[i].cost == SOLVE_FIXED || siblings->items[i].stated == SOLVE_UNKNOWN)
            continue;
        uint32_t offset = siblings->items[i].stated;
        unsigned votes = is_base_placed && offset == siblings->base;
        for (size_t k = 0; k < siblings->count && k < SOLVE_REACH; k++)
            votes += siblings->items[k].stated == offset && siblings->items[k].cost != SOLVE_FIXED;
        if (votes > best_votes || (votes == best_votes && offset == siblings->base && best != offset)) {
            second_votes = offset == best ? second_votes : best_votes;
            best_votes = votes;
            best = offset;
        } else if (offset != best && votes > second_votes) {
            second_votes = votes;
        }
    }
    if (siblings->holder == SIZE_MAX || (is_base_placed && best_votes <= 1))
        best = siblings->base;
    for (size_t i = 0; i < siblings->count; i++) {
        struct bytes_entry *state = &bytes->entries[siblings->order[i]];
        const struct solve_item *item = &siblings->items[i];
        bool is_placed = item->cost != SOLVE_FIXED && item->stated != SOLVE_UNKNOWN;
        const struct layout_member *entry = member_of(siblings, siblings->order[i]);
        state->is_changed = is_placed && (item->stated != best || (bytes_is_stated(entry) && entry->offset != best));
        state->is_certain = siblings->holder == SIZE_MAX || best_votes > second_votes;
        state->is_exact = true;
        state->before = state->after = state->behind = SIZE_MAX;
        state->places[0] = best;
        state->place_count = 1;
        state->offset = item->stated == SOLVE_UNKNOWN && is_placed ? LAYOUT_UNKNOWN : best;
    }
    siblings->base = best;
    if (siblings->holder == SIZE_MAX)
        measure_union(siblings);
}

/* Solves an anonymous struct. It begins at its own offset, unless all rows in it agree on another one. */
static bool solve_struct(struct siblings *siblings, bool is_base_placed)
{
    struct solve_group group;
    if (!solve_best(siblings, &group))
        return false;
    uint32_t least = LAYOUT_UNKNOWN, base = siblings->base;
    for (size_t i = 0; i < siblings->count; i++)
        if (siblings->items[i].stated < least)
            least = siblings->items[i].stated;
    if (group.cost && siblings->holder != SIZE_MAX && is_base_placed && least != base && least != LAYOUT_UNKNOWN) {
        uint64_t cost = group.cost;
        siblings->base = least;
        if (!solve_best(siblings, &group))
            return false;
        if (group.cost + SOLVE_CHANGE >= cost) {
            siblings->base = base;
            if (!solve_best(siblings, &group))
                return false;
        }
    }
    keep_results(siblings, group.is_end_wrong);
    if (siblings->holder == SIZE_MAX) {
        siblings->bytes->is_size_wrong = group.is_end_wrong;
        uint32_t end = group.right_end;
        const struct layout *layout = siblings->bytes->layout;
        uint64_t last = siblings->apart_count ? siblings->apart[siblings->apart_count - 1].index : 0;
        uint64_t apart = layout_round_up(last, layout->align);
        siblings->bytes->right_size = end == SOLVE_UNKNOWN || apart > INT32_MAX || end > apart ? end : (uint32_t)apart;
        siblings->bytes->is_size_certain = !group.may_end_stay && siblings->bytes->right_size == group.right_end;
    }
    return true;
}

/* Measures the aggregate after its rows have been moved to their right places. */
static void measure_holder(const struct siblings *siblings)
{
    struct bytes_entry *holder = &siblings->bytes->entries[siblings->holder];
    uint32_t end = siblings->base, align = member_of(siblings, siblings->holder)->align;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(siblings, i)->descendants) {
        const struct bytes_entry *state = &siblings->bytes->entries[i];
        if (state->offset == LAYOUT_UNKNOWN || known_size(siblings, i) == LAYOUT_UNKNOWN) {
            holder->size = LAYOUT_UNKNOWN;
            return;
        }
        if (state->offset + state->size > end)
            end = state->offset + state->size;
    }
    holder->offset = holder->base = siblings->base;
    holder->size = (uint32_t)layout_round_up(end - siblings->base, align);
}

/* Sets the limit of an aggregate: the place of the next sibling of its holder, if that is further on. */
static void find_limit(struct siblings *siblings, bool in_union)
{
    const struct layout *layout = siblings->bytes->layout;
    const struct layout_member *holder = member_of(siblings, siblings->holder);
    size_t next = siblings->holder + 1 + holder->descendants;
    if (in_union || next >= layout->member_count || layout->members[next].depth != holder->depth ||
        !bytes_is_stated(&layout->members[next]) || layout->members[next].offset <= siblings->base)
        return;
    siblings->limit = layout->members[next].offset;
    siblings->limit_align = layout->members[next].align > holder->align ? layout->members[next].align : holder->align;
}

/* True if a member without bytes lies among the unknown bytes of the row above: it does not take any of them. */
static bool lies_in_unaccounted(const struct layout_member *above, const struct layout_member *entry)
{
    return above->row->form == FORM_UNACCOUNTED && !entry->size && entry->offset != LAYOUT_UNKNOWN &&
           above->offset != LAYOUT_UNKNOWN && above->size != LAYOUT_UNKNOWN && entry->offset > above->offset &&
           entry->offset < (uint64_t)above->offset + above->size;
}

/* Solves the aggregates among siblings, then the siblings. */
static bool solve_aggregate(struct siblings siblings, bool in_union)
{
    struct bytes_layout *bytes = siblings.bytes;
    const struct layout *layout = bytes->layout;
    const struct layout_member *above = NULL;
    for (size_t i = siblings.first; i < siblings.end; i += 1 + layout->members[i].descendants) {
        const struct layout_member *entry = &layout->members[i];
        struct siblings inside = {.bytes = bytes, .holder = i, .first = i + 1, .end = i + 1 + entry->descendants,
                                  .is_union = entry->row->form == FORM_UNION,
                                  .order = siblings.order, .items = siblings.items};
        if (entry->descendants && entry->offset != LAYOUT_UNKNOWN && !solve_aggregate(inside, siblings.is_union))
            return false;
        /* The rows of a slot lie at the same place on purpose. */
        bytes->entries[i].is_apart = above && above->row->slot && above->row->slot == entry->row->slot;
        bytes->entries[i].is_apart |= above && lies_in_unaccounted(above, entry);
        above = entry;
        bytes->entries[i].is_apart |= row_allows(layout->record, entry->row, DIAG_OVERLAP);
        /* nothing is compared with an entry without a size, so the `allow` alone sets it apart */
        if (!entry->size || entry->size == LAYOUT_UNKNOWN)
            row_silences(bytes->run, entry->row, DIAG_OVERLAP);
        bytes->entries[i].is_apart |= entry->width && row_allows(layout->record, entry->row, DIAG_BIT_OVERLAP);
    }
    bool is_base_placed = false;
    if (siblings.holder != SIZE_MAX) {
        siblings.base = bytes->entries[siblings.holder].offset;
        is_base_placed = bytes_is_stated(&layout->members[siblings.holder]);
        find_limit(&siblings, in_union);
    }
    bool is_solved = true;
    siblings.apart = memory_alloc((siblings.end - siblings.first + 1) * sizeof *siblings.apart);
    for (size_t i = siblings.first; i < siblings.end; i += 1 + member_of(&siblings, i)->descendants) {
        const struct bytes_entry *entry = &siblings.bytes->entries[i];
        if (entry->is_apart && entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN)
            siblings.apart[siblings.apart_count++] = (struct bytes_key){entry->offset, entry->offset + entry->size};
    }
    bytes_sort_keys(siblings.apart, siblings.apart_count);
    for (size_t i = 1; i < siblings.apart_count; i++)
        if (siblings.apart[i].index < siblings.apart[i - 1].index)
            siblings.apart[i].index = siblings.apart[i - 1].index;
    if (siblings.is_union)
        solve_union(&siblings, is_base_placed);
    else
        is_solved = solve_struct(&siblings, is_base_placed);
    free(siblings.apart);
    if (is_solved && siblings.holder != SIZE_MAX)
        measure_holder(&siblings);
    return is_solved;
}

/* Moves the rows in an aggregate together with it, also to an unknown place. The row with the placement is reported for
 * all of them, so an aggregate without its own offset never has to change. */
static void move_descendants(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = &layout->members[i];
        struct bytes_entry *state = &bytes->entries[i];
        if (!entry->descendants || entry->offset == LAYOUT_UNKNOWN)
            continue;
        bool is_own = bytes_is_stated(entry), is_lost = state->offset == LAYOUT_UNKNOWN;
        uint32_t shift = is_lost ? 0 : state->offset - state->base;
        if (is_lost ? is_own || !state->is_changed : !shift)
            continue;
        size_t leader = is_own ? i : SIZE_MAX;
        for (size_t k = i + 1; k <= i + entry->descendants; k++) {
            struct bytes_entry *inside = &bytes->entries[k];
            if (inside->offset == LAYOUT_UNKNOWN)
                continue;
            inside->offset = is_lost ? LAYOUT_UNKNOWN : inside->offset + shift;
            inside->base += shift;
            if (!bytes_is_stated(&layout->members[k]))
                continue;
            inside->is_changed = inside->offset != layout->members[k].offset;
            if (leader == SIZE_MAX && inside->is_changed)
                leader = k;
            inside->is_certain = state->is_certain;
            inside->leader = leader == SIZE_MAX ? k : leader;
            inside->before = state->before;
            inside->after = state->after;
            inside->behind = state->behind;
            inside->is_exact = state->is_exact;
            inside->place_count = !is_lost;
            inside->places[0] = inside->offset;
        }
        state->is_changed = is_own && state->offset != entry->offset;
        state->leader = leader == SIZE_MAX ? i : leader;
    }
}

bool bytes_solve(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    size_t count = layout->member_count;
    size_t *order = memory_alloc((count + 1) * sizeof *order);
    struct solve_item *items = memory_alloc((count + 1) * sizeof *items);
    for (size_t i = 0; i < count; i++)
        bytes->entries[i] = (struct bytes_entry){.offset = layout->members[i].offset,
                                                 .size = layout->members[i].size,
                                                 .base = layout->members[i].offset,
                                                 .leader = i,
                                                 .before = SIZE_MAX,
                                                 .after = SIZE_MAX,
                                                 .behind = SIZE_MAX};
    bytes->is_size_wrong = false;
    bytes->right_size = LAYOUT_UNKNOWN;
    struct siblings all = {.bytes = bytes, .holder = SIZE_MAX, .end = count, .is_union = layout->record->is_union,
                           .order = order, .items = items};
    bytes->is_solved = solve_aggregate(all, false);
    free(order);
    free(items);
    if (!bytes->is_solved)
        for (size_t i = 0; i < count; i++) {
            bytes->entries[i].offset = layout->members[i].offset;
            bytes->entries[i].size = layout->members[i].size;
            bytes->entries[i].is_changed = bytes->entries[i].may_change = false;
        }
    else
        move_descendants(bytes);
    return bytes->is_solved;
}
