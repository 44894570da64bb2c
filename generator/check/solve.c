#include "check/solve.h"

#include <stdlib.h>

#include "base/arena.h"
#include "model/natural.h"

#define INFINITE UINT64_MAX

/* A walk from an anchor over the members after it, which are laid out naturally. */
struct walk {
    const struct solve_group *group;
    size_t from;    /* the anchor: index of an item plus 1; 0 for the beginning of the aggregate */
    bool with_free; /* members with unknown places are laid out here, too */
    bool is_lost;   /* a member of unknown size came before */
    uint64_t least; /* offset of the anchor; no later member may lie before it */
    uint64_t end;   /* end of the last member */
    /* storage unit of the last member if it is a bit-field: offset, size, and set of the bits that are taken */
    uint64_t unit;
    uint32_t unit_size;
    uint64_t taken;
    uint64_t loose; /* bytes of members with unknown places that may still fill holes; SOLVE_UNKNOWN: any number */
    size_t laid;    /* number of members after the anchor */
    size_t changed; /* number of these whose place differs from the stated one */
    size_t idle;    /* number of those in `changed` whose stated place contradicts nothing */
    uint64_t cost;
};

/* The members between two anchors. `to` is count + 1 for the end of the aggregate. */
struct segment {
    size_t from, to;
    uint64_t cost;
    bool with_free;
    bool is_tight; /* no bytes are free between the anchors */
};

typedef void (*segment_function)(void *user, const struct segment *segment);

static bool is_anchor(const struct solve_item *item)
{
    return item->stated != SOLVE_UNKNOWN && !item->is_natural;
}

/* Returns the set of bits that a bit-field has in its unit; 0 if they are unknown. */
static uint64_t bits_of(const struct solve_item *item)
{
    if (!item->width || item->bit == BIT_UNKNOWN || item->bit > 63)
        return 0;
    uint64_t bits = item->width > 63 ? UINT64_MAX : ((uint64_t)1 << item->width) - 1;
    return bits << item->bit;
}

static void walk_put(struct walk *walk, const struct solve_item *item, uint64_t place)
{
    uint64_t taken = item->width && walk->unit_size == item->size && walk->unit == place ? walk->taken : 0;
    walk->unit_size = 0;
    if (place == SOLVE_UNKNOWN || item->size == SOLVE_UNKNOWN) {
        walk->is_lost = true;
        return;
    }
    walk->is_lost = false;
    if (place + item->size > walk->end)
        walk->end = place + item->size;
    if (item->width) {
        walk->unit = place;
        walk->unit_size = item->size;
        walk->taken = taken | bits_of(item);
    }
}

static struct walk walk_begin(const struct solve_group *group, size_t from, bool with_free)
{
    struct walk walk = {
        .group = group, .from = from, .with_free = with_free, .end = group->base, .loose = group->loose};
    walk.least = group->base;
    if (from) {
        const struct solve_item *item = &group->items[from - 1];
        walk.least = walk.end = item->stated;
        walk_put(&walk, item, item->stated);
        for (size_t i = from - 1; i > 0 && i + SOLVE_REACH > from && item->width; i--) {
            const struct solve_item *above = &group->items[i - 1];
            if (!above->width || above->stated != item->stated || above->size != item->size)
                break;
            walk.taken |= bits_of(above);
        }
    }
    return walk;
}

static bool shares_unit(const struct walk *walk, const struct solve_item *item)
{
    return item->width && walk->unit_size && walk->unit_size == item->size && !(walk->taken & bits_of(item));
}

static uint64_t walk_place(const struct walk *walk, const struct solve_item *item)
{
    if (walk->is_lost)
        return SOLVE_UNKNOWN;
    if (shares_unit(walk, item))
        return walk->unit;
    return natural_round_up(walk->group->base, walk->end, item->align);
}

static bool hole_is_filled(const struct walk *walk, uint64_t hole)
{
    return walk->loose == SOLVE_UNKNOWN || hole <= walk->loose;
}

/* True if an item may share bytes with the last member: both are bit-fields of one unit, or their bits differ. */
static bool shares_bytes(const struct walk *walk, const struct solve_item *item)
{
    return item->width && walk->unit_size && item->stated >= walk->unit && item->stated < walk->unit + walk->unit_size;
}

static bool shares_bits(const struct walk *walk, const struct solve_item *item)
{
    uint64_t shift = (item->stated - walk->unit) * 8;
    return shift < 64 && (walk->taken & bits_of(item) << shift);
}

/* Returns the cost of making an item the next anchor; INFINITE if the members before it do not fit. */
static uint64_t anchor_cost(const struct walk *walk, const struct solve_item *item, bool *is_tight)
{
    uint64_t base = walk->group->base, natural = walk_place(walk, item);
    *is_tight = false;
    if (item->stated < base || item->stated < walk->least)
        return INFINITE;
    unsigned odd = !item->is_guess && (item->stated - base) % item->align ? SOLVE_MISALIGNED : 0;
    if (walk->is_lost)
        return odd;
    if (shares_bytes(walk, item)) {
        *is_tight = true;
        return shares_bits(walk, item) ? odd + SOLVE_BITS : odd;
    }
    uint64_t open = (uint64_t)walk->idle * SOLVE_OPEN;
    if (item->stated < walk->end)
        return !walk->laid && walk->from && item->stated > walk->least ? odd + SOLVE_OVERLAP : INFINITE;
    if (natural == item->stated || (item->is_guess && item->stated == walk->end)) {
        *is_tight = true;
        return odd;
    }
    uint64_t hole = item->stated - walk->end;
    if (hole <= item->give)
        return odd + open;
    return odd + open + (hole_is_filled(walk, hole) ? SOLVE_LOOSE : SOLVE_HOLE);
}

static uint64_t end_cost(const struct walk *walk, bool *is_tight)
{
    const struct solve_group *group = walk->group;
    uint64_t open = (uint64_t)walk->idle * SOLVE_OPEN;
    /* Moving members and then the end as well is likely to be the wrong choice, so it costs more. */
    uint64_t size = open + SOLVE_SIZE + (walk->changed > walk->idle ? SOLVE_OPEN : 0);
    *is_tight = true;
    if (group->end == SOLVE_UNKNOWN)
        return open;
    if (walk->is_lost)
        return walk->least > group->end ? size : open;
    uint64_t natural = natural_round_up(group->base, walk->end, group->align);
    if (natural == group->end)
        return 0;
    for (uint32_t align = group->align_least; align && align <= group->align_most; align *= 2)
        if (natural_round_up(group->base, walk->end, align) == group->end)
            return 0;
    *is_tight = false;
    if (walk->end > group->end || natural > group->end)
        return size;
    uint64_t hole = group->end - walk->end;
    if (group->is_limit || hole <= group->give)
        return open;
    return hole_is_filled(walk, hole) ? open + SOLVE_LOOSE : size;
}

/* True if a walk does not end at the stated end. */
static bool misses_end(const struct walk *walk)
{
    bool is_tight;
    uint64_t open = (uint64_t)walk->idle * SOLVE_OPEN;
    return end_cost(walk, &is_tight) >= open + SOLVE_SIZE;
}

/* Lays an item out after the last one, and returns its offset. */
static uint64_t walk_lay(struct walk *walk, const struct solve_item *item)
{
    bool is_free = item->stated == SOLVE_UNKNOWN && !item->is_natural;
    walk->laid++;
    if (is_free && !walk->with_free)
        return SOLVE_UNKNOWN;
    uint64_t place = walk_place(walk, item);
    if (is_anchor(item)) {
        walk->cost += item->cost;
        walk->changed++;
        walk->idle += !item->is_suspect;
    }
    if (is_free && walk->loose != SOLVE_UNKNOWN)
        walk->loose -= item->size < walk->loose ? item->size : walk->loose;
    walk_put(walk, item, place);
    return place;
}

/* Calls `visit` for each segment that begins at an anchor. Stops at a member that falls on its stated place by itself,
 * because making it an anchor cannot be worse. */
static void each_segment_laid(struct walk walk, uint64_t *steps, segment_function visit, void *user)
{
    const struct solve_group *group = walk.group;
    for (size_t to = walk.from + 1; to <= group->count && walk.laid <= SOLVE_REACH && walk.cost < SOLVE_FIXED; to++) {
        const struct solve_item *item = &group->items[to - 1];
        ++*steps;
        if (is_anchor(item)) {
            struct segment segment = {.from = walk.from, .to = to, .with_free = walk.with_free};
            uint64_t cost = anchor_cost(&walk, item, &segment.is_tight);
            segment.cost = walk.cost + cost;
            if (cost != INFINITE)
                visit(user, &segment);
            if (!cost && segment.is_tight && (item->stated == walk.end || walk_place(&walk, item) == item->stated))
                return;
        }
        walk_lay(&walk, item);
    }
    if (walk.laid + walk.from == group->count && walk.cost < SOLVE_FIXED) {
        struct segment segment = {.from = walk.from, .to = group->count + 1, .with_free = walk.with_free};
        segment.cost = walk.cost + end_cost(&walk, &segment.is_tight);
        visit(user, &segment);
    }
}

static bool has_free(const struct solve_group *group)
{
    for (size_t i = 0; i < group->count; i++)
        if (group->items[i].stated == SOLVE_UNKNOWN && !group->items[i].is_natural)
            return true;
    return false;
}

struct solver {
    struct solve_group *group;
    bool has_free;
    uint64_t *from_begin; /* by anchor: the least cost of all up to it */
    uint64_t *to_end;     /* by anchor: the least cost of all from it on */
    size_t next;          /* next anchor of the choice that is reported */
    bool is_taken;        /* the rest of the reported choice is known */
};

static void each_segment(struct solver *solver, size_t from, uint64_t *steps, segment_function visit, void *user)
{
    if (solver->has_free)
        each_segment_laid(walk_begin(solver->group, from, true), steps, visit, user);
    each_segment_laid(walk_begin(solver->group, from, false), steps, visit, user);
}

static void relax_forward(void *user, const struct segment *segment)
{
    struct solver *solver = user;
    uint64_t cost = solver->from_begin[segment->from] + segment->cost;
    if (cost < solver->from_begin[segment->to])
        solver->from_begin[segment->to] = cost;
}

static void relax_backward(void *user, const struct segment *segment)
{
    struct solver *solver = user;
    if (solver->to_end[segment->to] == INFINITE)
        return;
    uint64_t cost = segment->cost + solver->to_end[segment->to];
    if (cost < solver->to_end[segment->from])
        solver->to_end[segment->from] = cost;
}

static void add_place(struct solve_item *item, uint64_t place)
{
    if (place == SOLVE_UNKNOWN || place > INT32_MAX)
        return;
    for (unsigned i = 0; i < item->place_count; i++)
        if (item->places[i] == place)
            return;
    if (item->place_count < SOLVE_PLACES_MOST)
        item->places[item->place_count++] = (uint32_t)place;
}

/* Finds the offsets of the members in a segment with free bytes, if all are moved up against the next anchor. */
static void push_right(struct solve_group *group, const struct segment *segment)
{
    uint64_t next = segment->to <= group->count ? group->items[segment->to - 1].stated : group->end;
    uint64_t least = walk_begin(group, segment->from, segment->with_free).end;
    for (size_t i = segment->to - 1; next != SOLVE_UNKNOWN && i > segment->from; i--) {
        struct solve_item *item = &group->items[i - 1];
        if (item->size == SOLVE_UNKNOWN || item->width || next < (uint64_t)group->base + item->size)
            return;
        uint64_t place = next - item->size;
        place -= (place - group->base) % item->align;
        if (place < least)
            return;
        if (is_anchor(item))
            add_place(item, place);
        next = place;
    }
}

/* Adds the places in a segment of some cheapest choice to the candidates. `is_taken`: the choice is the reported
 * one. */
static void note_segment(struct solve_group *group, const struct segment *segment, bool is_taken)
{
    struct walk walk = walk_begin(group, segment->from, segment->with_free);
    for (size_t i = segment->from + 1; i < segment->to; i++) {
        struct solve_item *item = &group->items[i - 1];
        uint64_t place = walk_lay(&walk, item);
        if (!item->is_natural)
            add_place(item, place);
        item->may_stay |= place == SOLVE_UNKNOWN;
        if (is_taken) {
            item->is_changed = is_anchor(item);
            item->is_exact = segment->is_tight && (segment->to <= group->count || group->end != SOLVE_UNKNOWN);
            item->place = place <= INT32_MAX ? (uint32_t)place : SOLVE_UNKNOWN;
            item->before = segment->from;
            item->behind = segment->to;
        }
    }
    if (walk.changed && !segment->is_tight)
        push_right(group, segment);
    if (segment->to <= group->count) {
        group->items[segment->to - 1].may_stay = true;
        return;
    }
    bool is_wrong = misses_end(&walk);
    group->may_end_stay |= !is_wrong;
    if (is_taken) {
        group->is_end_wrong = is_wrong;
        uint64_t size = layout_round_up(walk.end - group->base, group->align);
        group->right_end = walk.is_lost ? SOLVE_UNKNOWN : group->base + (uint32_t)size;
    }
}

/* Takes a cheapest choice that changes late rows rather than early ones. */
static void note_cheapest(void *user, const struct segment *segment)
{
    struct solver *solver = user;
    if (solver->to_end[segment->to] == INFINITE || solver->from_begin[segment->from] == INFINITE ||
        solver->from_begin[segment->from] + segment->cost + solver->to_end[segment->to] != solver->group->cost)
        return;
    bool is_taken = segment->from == solver->next && !solver->is_taken;
    note_segment(solver->group, segment, is_taken);
    if (is_taken) {
        solver->is_taken = true;
        solver->next = segment->to;
        if (segment->to <= solver->group->count) {
            struct solve_item *item = &solver->group->items[segment->to - 1];
            item->is_changed = false;
            item->place = item->stated;
        }
    }
}

static bool run_solver(struct solver *solver, uint64_t *budget)
{
    struct solve_group *group = solver->group;
    size_t ends = group->count + 1;
    uint64_t steps = 0;
    solver->from_begin[0] = 0;
    for (size_t i = 0; i < ends && steps < *budget; i++)
        if (solver->from_begin[i] != INFINITE)
            each_segment(solver, i, &steps, relax_forward, solver);
    group->cost = solver->from_begin[ends];
    solver->to_end[ends] = 0;
    for (size_t i = ends; i-- > 0 && steps < *budget;)
        if (solver->from_begin[i] != INFINITE)
            each_segment(solver, i, &steps, relax_backward, solver);
    for (size_t i = 0; i < ends && steps < *budget; i++) {
        solver->is_taken = i != solver->next;
        if (solver->from_begin[i] != INFINITE && solver->to_end[i] != INFINITE &&
            solver->from_begin[i] + solver->to_end[i] == group->cost)
            each_segment(solver, i, &steps, note_cheapest, solver);
    }
    bool is_done = steps < *budget && group->cost != INFINITE;
    *budget -= steps < *budget ? steps : *budget;
    return is_done;
}

bool solve(struct solve_group *group, uint64_t *budget)
{
    size_t anchors = group->count + 2;
    if (group->count > SOLVE_ITEMS_MOST)
        return false;
    uint64_t *costs = memory_alloc(2 * anchors * sizeof *costs);
    struct solver solver = {
        .group = group, .has_free = has_free(group), .from_begin = costs, .to_end = costs + anchors};
    for (size_t i = 0; i < 2 * anchors; i++)
        costs[i] = INFINITE;
    for (size_t i = 0; i < group->count; i++) {
        struct solve_item *item = &group->items[i];
        item->is_changed = item->may_stay = item->is_exact = false;
        item->place = item->stated;
        item->place_count = 0;
    }
    group->may_end_stay = group->is_end_wrong = false;
    bool is_done = run_solver(&solver, budget);
    free(costs);
    return is_done;
}
