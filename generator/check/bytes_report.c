#include <stdlib.h>

#include "base/arena.h"
#include "check/bytes.h"

enum {
    SHARED_MOST = 256, /* siblings that one is compared with: what ends last of all that reach into it */
    NEAR_MOST = 8      /* rows above and below that count as near */
};

/* The rows of one aggregate, as they are to be compared. */
struct siblings {
    struct bytes_layout *bytes;
    size_t holder, first, end;
    size_t *sorted; /* room for all */
    size_t count;
    uint32_t base;
};

static const struct layout_member *member_of(const struct bytes_layout *bytes, size_t index)
{
    return &bytes->layout->members[index];
}

static const char *name_of(const struct bytes_layout *bytes, size_t index)
{
    return row_describe(bytes->run->arena, member_of(bytes, index)->row);
}

static uint64_t raw_end(const struct layout_member *entry)
{
    return (uint64_t)entry->offset + entry->size;
}

static bool has_bytes(const struct layout_member *entry)
{
    return entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN && entry->size > 0;
}

static struct span place_of(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = member_of(bytes, index);
    return row_place(entry->row, entry->at);
}

static const char *extent_text(struct check_run *run, uint64_t offset, uint64_t size)
{
    if (!size)
        return arena_format(run->arena, "0x%llX", (unsigned long long)offset);
    return arena_format(run->arena, "0x%llX..0x%llX", (unsigned long long)offset,
                        (unsigned long long)(offset + size - 1));
}

/* The bits of a bit-field, or the bytes of anything else. */
static const char *taken_text(struct check_run *run, enum diag_code code, const struct layout_member *entry)
{
    if (code != DIAG_BIT_OVERLAP)
        return extent_text(run, entry->offset, entry->size == LAYOUT_UNKNOWN ? 0 : entry->size);
    if (entry->width == 1)
        return arena_format(run->arena, "bit %u at 0x%X", entry->bit, entry->offset);
    return arena_format(run->arena, "bits %u..%u at 0x%X", entry->bit, entry->bit + entry->width - 1u, entry->offset);
}

/* Where the text says it: for bits the `bit` or `mask`, if there is one, else the offset. */
static struct span taken_place(const struct bytes_layout *bytes, enum diag_code code, size_t index)
{
    const struct layout *layout = bytes->layout;
    const struct layout_member *entry = member_of(bytes, index);
    const struct row_extras *extras = row_on(entry->row, layout->arch)->extras;
    const struct cell_value *value = NULL;
    if (code == DIAG_BIT_OVERLAP)
        value = cell_at(extras->mask.count ? &extras->mask : &extras->bit, layout->in.from);
    return row_place(entry->row, value ? value : entry->at);
}

static const char *occupant_text(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = member_of(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (entry->offset != LAYOUT_UNKNOWN && !state->is_changed)
        return arena_format(arena, "%s occupies %s", name_of(bytes, index),
                            taken_text(bytes->run, DIAG_OVERLAP, entry));
    if (state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN)
        return arena_format(arena, "%s lies nobody knows where", name_of(bytes, index));
    return arena_format(arena, "%s belongs at %s", name_of(bytes, index),
                        extent_text(bytes->run, state->offset, state->size));
}

/* ---- Charges to rows that would have to change */

static struct bytes_wrong *wrong_of(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = member_of(bytes, index);
    return bytes_wrong_of(bytes->wrongs, entry->row, entry->at->alternative, true);
}

/* The row that is reported for a changed one. */
static size_t leader_of(const struct bytes_layout *bytes, size_t index)
{
    return bytes->entries[index].leader;
}

static bool is_to_change(const struct bytes_layout *bytes, size_t index)
{
    const struct bytes_entry *state = &bytes->entries[index];
    return state->is_changed || state->leader != index;
}

static void charge(struct bytes_layout *bytes, size_t index, enum bytes_kind kind, const char *text)
{
    size_t leader = leader_of(bytes, index);
    enum diag_code code = kind == BYTES_BIT_OVERLAP ? DIAG_BIT_OVERLAP : DIAG_OVERLAP;
    bytes->entries[index].is_charged = bytes->entries[leader].is_charged = true;
    bytes_wrong_charge(wrong_of(bytes, leader), kind, text, taken_text(bytes->run, code, member_of(bytes, index)));
}

static void charge_partner(struct bytes_layout *bytes, size_t index, size_t other, struct span span, const char *text)
{
    bytes_wrong_partner(wrong_of(bytes, leader_of(bytes, index)), member_of(bytes, other)->row, span, text);
}

/* What the right place follows, and what it reaches up to. */
static void explain_value(struct bytes_layout *bytes, size_t index, struct bytes_value *value)
{
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    const char *record = bytes->layout->record->type->name;
    if (state->before == SIZE_MAX)
        value->why = state->after == SIZE_MAX && state->behind == SIZE_MAX ? "is where the others begin"
                                                                           : "is where that begins";
    else
        value->why = arena_format(arena, "follows %s%s", name_of(bytes, state->before),
                                  is_to_change(bytes, state->before) ? " where that belongs" : "");
    value->limit = "";
    if (!state->is_exact)
        return;
    if (state->behind != SIZE_MAX)
        value->limit = arena_format(arena, " and leaves no gap up to %s at 0x%X", name_of(bytes, state->behind),
                                    bytes->entries[state->behind].offset);
    else if (member_of(bytes, index)->depth == 0 && bytes->layout->stated)
        value->limit = arena_format(arena, ", and all fits the size of '%s'", record);
}

/* What else it could be, where nothing says which. */
static const char *candidates_text(struct bytes_layout *bytes, size_t index)
{
    const struct bytes_entry *state = &bytes->entries[index];
    struct buffer text = {0};
    size_t around[2] = {state->before, state->behind};
    for (unsigned i = 0; i < state->place_count; i++)
        buffer_format(&text, "%s0x%X", i ? " or " : "", state->places[i]);
    for (size_t i = 0; i < 2; i++) {
        const struct bytes_entry *other = around[i] == SIZE_MAX ? NULL : &bytes->entries[around[i]];
        if (other && other->may_change && !other->is_changed && other->place_count)
            buffer_format(&text, ", or %s belongs at 0x%X", name_of(bytes, around[i]), other->places[0]);
    }
    const char *kept = text.size ? arena_format(bytes->run->arena, "%s belongs at %s: nothing says which",
                                                name_of(bytes, index), buffer_text(&text))
                                 : NULL;
    buffer_free(&text);
    return kept;
}

static void register_changes(struct bytes_layout *bytes)
{
    for (size_t i = 0; i < bytes->layout->member_count; i++) {
        struct bytes_entry *state = &bytes->entries[i];
        if (!state->is_changed)
            continue;
        struct bytes_wrong *wrong = wrong_of(bytes, i);
        struct bytes_value *value =
            bytes_wrong_add(bytes->wrongs, wrong, bytes->layout, state->offset, state->is_certain);
        explain_value(bytes, i, value);
        if (state->leader != i && !wrong->leader) {
            wrong->leader = wrong_of(bytes, state->leader);
            wrong->next_follower = wrong->leader->followers;
            wrong->leader->followers = wrong;
        }
        if (!state->is_certain && !wrong->candidates)
            wrong->candidates = candidates_text(bytes, i);
    }
}

/* What nobody has documented, but what the rows around leave no choice about. */
static void register_inferred(struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = member_of(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (!state->is_inferred || !entry->at || entry->descendants)
        return;
    struct bytes_wrong *wrong = wrong_of(bytes, index);
    explain_value(bytes, index, bytes_wrong_add(bytes->wrongs, wrong, bytes->layout, state->offset, true));
    bytes_wrong_charge(wrong, BYTES_INFERABLE,
                       arena_format(arena, "where %s lies follows from the rows around it", name_of(bytes, index)), NULL);
    size_t around[2] = {state->before, state->after};
    for (size_t i = 0; i < 2; i++)
        if (around[i] != SIZE_MAX)
            charge_partner(bytes, index, around[i], place_of(bytes, around[i]), occupant_text(bytes, around[i]));
}

/* ---- Pairs that share bytes */

/* Of two rows the later one in the text would have to change, when nothing else says. */
static bool stands_later(const struct layout_member *a, const struct layout_member *b)
{
    return a->row->decl->span.begin > b->row->decl->span.begin;
}

static void charge_pair(struct bytes_layout *bytes, enum diag_code code, size_t index, size_t other)
{
    struct arena *arena = bytes->run->arena;
    enum bytes_kind kind = code == DIAG_OVERLAP ? BYTES_OVERLAP : BYTES_BIT_OVERLAP;
    charge(bytes, index, kind, arena_format(arena, "%s overlaps %s", name_of(bytes, index), name_of(bytes, other)));
    charge_partner(bytes, index, other, taken_place(bytes, code, other),
                   arena_format(arena, "%s occupies %s", name_of(bytes, other),
                                taken_text(bytes->run, code, member_of(bytes, other))));
}

/* Whether two entries still overlap where they belong. */
static bool still_overlap(const struct bytes_layout *bytes, size_t a, size_t b)
{
    const struct bytes_entry *left = &bytes->entries[a], *right = &bytes->entries[b];
    if (left->offset == LAYOUT_UNKNOWN || right->offset == LAYOUT_UNKNOWN || left->size == LAYOUT_UNKNOWN ||
        right->size == LAYOUT_UNKNOWN)
        return true;
    return left->offset < right->offset + right->size && right->offset < left->offset + left->size;
}

static void report_pair(struct bytes_layout *bytes, enum diag_code code, size_t a, size_t b)
{
    struct check_run *run = bytes->run;
    bool a_changes = is_to_change(bytes, a), b_changes = is_to_change(bytes, b);
    if (a_changes)
        charge_pair(bytes, code, a, b);
    if (b_changes)
        charge_pair(bytes, code, b, a);
    if (a_changes || b_changes || !still_overlap(bytes, a, b))
        return;
    size_t late = stands_later(member_of(bytes, a), member_of(bytes, b)) ? a : b, early = late == a ? b : a;
    struct version_set in = {&bytes->layout->in, 1};
    struct finding *finding = finding_add(run, code, member_of(bytes, late)->row, taken_place(bytes, code, late),
                                          bytes->layout->arch, in);
    if (finding->partner_count == PARTNERS_MOST)
        return;
    if (!finding->text)
        finding->text = arena_format(run->arena, "%s overlaps %s", name_of(bytes, late), name_of(bytes, early));
    finding->label = taken_text(run, code, member_of(bytes, late));
    finding_add_partner(finding, member_of(bytes, early)->row, taken_place(bytes, code, early),
                        arena_format(run->arena, "%s occupies %s", name_of(bytes, early),
                                     taken_text(run, code, member_of(bytes, early))));
}

static void compare_pair(struct bytes_layout *bytes, size_t left, size_t right)
{
    const struct layout_member *a = member_of(bytes, left), *b = member_of(bytes, right);
    if (rows_are_rivals(a->row, b->row))
        return;
    if (!a->width || !b->width) {
        report_pair(bytes, DIAG_OVERLAP, left, right);
        return;
    }
    uint64_t a_first = (uint64_t)a->offset * 8 + a->bit, b_first = (uint64_t)b->offset * 8 + b->bit;
    bool is_known = a->bit != BIT_UNKNOWN && b->bit != BIT_UNKNOWN &&
                    !(bytes->run->failed & ((uint64_t)1 << DIAG_MASK_WIDTH | (uint64_t)1 << DIAG_MASK_RUN));
    if (is_known && a_first < b_first + b->width && b_first < a_first + a->width)
        report_pair(bytes, DIAG_BIT_OVERLAP, left, right);
}

struct keyed {
    uint64_t key;
    size_t index;
};

static int compare_keyed(const void *left, const void *right)
{
    const struct keyed *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Fills `sorted` with the siblings by where they lie, or belong. */
static void sort_siblings(struct siblings *siblings, bool mended)
{
    const struct bytes_layout *bytes = siblings->bytes;
    struct keyed *keyed = memory_alloc((siblings->end - siblings->first + 1) * sizeof *keyed);
    size_t count = 0;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(bytes, i)->descendants) {
        const struct layout_member *entry = member_of(bytes, i);
        uint32_t offset = mended ? bytes->entries[i].offset : entry->offset;
        if (mended ? offset != LAYOUT_UNKNOWN : has_bytes(entry))
            keyed[count++] = (struct keyed){offset, i};
    }
    if (count)
        qsort(keyed, count, sizeof *keyed, compare_keyed);
    for (size_t i = 0; i < count; i++)
        siblings->sorted[i] = keyed[i].index;
    siblings->count = count;
    free(keyed);
}

/* Adds an entry to those that later ones may share bytes with. When there is no room the one that ends first goes: what
 * shares bytes with it most likely does so with one that ends later. */
static size_t open_add(const struct bytes_layout *bytes, size_t *open, size_t count, size_t index)
{
    size_t least = 0;
    if (count < SHARED_MOST) {
        open[count] = index;
        return count + 1;
    }
    for (size_t i = 1; i < count; i++)
        if (raw_end(member_of(bytes, open[i])) < raw_end(member_of(bytes, open[least])))
            least = i;
    if (raw_end(member_of(bytes, index)) > raw_end(member_of(bytes, open[least])))
        open[least] = index;
    return count;
}

/* Each with those before it that end behind its beginning. */
static void compare_siblings(struct siblings *siblings)
{
    struct bytes_layout *bytes = siblings->bytes;
    size_t open[SHARED_MOST], count = 0;
    sort_siblings(siblings, false);
    for (size_t i = 0; i < siblings->count; i++) {
        size_t index = siblings->sorted[i], kept = 0;
        for (size_t k = 0; k < count; k++)
            if (raw_end(member_of(bytes, open[k])) > member_of(bytes, index)->offset)
                open[kept++] = open[k];
        for (size_t k = 0; k < kept; k++)
            compare_pair(bytes, open[k], index);
        count = open_add(bytes, open, kept, index);
    }
}

/* ---- What lies at an odd place, or in another order than it stands */

static void check_misaligned(struct siblings *siblings, size_t index)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *entry = member_of(bytes, index);
    if (entry->offset == LAYOUT_UNKNOWN || entry->align <= 1 || entry->offset < siblings->base ||
        (entry->offset - siblings->base) % entry->align == 0 || !bytes_is_placed(entry) ||
        bytes_give(bytes->layout, entry))
        return;
    const char *text =
        arena_format(run->arena, "%s is not at a multiple of its alignment, %u,", name_of(bytes, index), entry->align);
    if (is_to_change(bytes, index)) {
        charge(bytes, index, BYTES_MISALIGNED, text);
        return;
    }
    struct version_set in = {&bytes->layout->in, 1};
    struct finding *finding =
        finding_add(run, DIAG_MISALIGNED, entry->row, place_of(bytes, index), bytes->layout->arch, in);
    finding->text = text;
    finding->label = taken_text(run, DIAG_MISALIGNED, entry);
}

static const char *order_text(struct bytes_layout *bytes, size_t index, size_t other)
{
    bool is_above = other < index;
    return arena_format(bytes->run->arena, "%s lies %s %s, which stands %s it,", name_of(bytes, index),
                        is_above ? "before" : "behind", name_of(bytes, other), is_above ? "above" : "below");
}

/* The nearest sibling that lies on the other side than it stands on; SIZE_MAX for none. */
static size_t crossed(const struct siblings *siblings, size_t index)
{
    const struct bytes_layout *bytes = siblings->bytes;
    uint32_t offset = member_of(bytes, index)->offset;
    size_t above = SIZE_MAX;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(bytes, i)->descendants) {
        const struct bytes_entry *state = &bytes->entries[i];
        if (i == index || state->offset == LAYOUT_UNKNOWN || state->is_moved || state->is_apart)
            continue;
        if (i < index && state->offset > offset)
            above = i;
        if (i > index && state->offset < offset)
            return above == SIZE_MAX ? i : above;
    }
    return above;
}

static void check_order(struct siblings *siblings, size_t index)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *entry = member_of(bytes, index);
    if (!bytes->entries[index].is_moved || is_to_change(bytes, index))
        return;
    size_t other = crossed(siblings, index);
    struct version_set in = {&bytes->layout->in, 1};
    struct finding *finding = finding_add(run, DIAG_ORDER, entry->row, place_of(bytes, index), bytes->layout->arch, in);
    size_t before = bytes->entries[index].before;
    if (other == SIZE_MAX) {
        finding->text = arena_format(run->arena, "%s stands elsewhere than it lies", name_of(bytes, index));
        return;
    }
    finding->text = order_text(bytes, index, other);
    finding->label = taken_text(run, DIAG_ORDER, entry);
    finding_add_partner(finding, member_of(bytes, other)->row, place_of(bytes, other),
                        arena_format(run->arena, "%s occupies %s", name_of(bytes, other),
                                     taken_text(run, DIAG_ORDER, member_of(bytes, other))));
    finding->help = before == SIZE_MAX
                        ? "in this version the row belongs above all others"
                        : arena_format(run->arena, "in this version the row belongs below that of %s",
                                       name_of(bytes, before));
}

/* ---- A row that contradicts nothing by itself, but would once the rows around it are right */

static bool overlaps_mended(const struct bytes_layout *bytes, size_t index, size_t other)
{
    const struct layout_member *entry = member_of(bytes, index);
    const struct bytes_entry *state = other == SIZE_MAX ? NULL : &bytes->entries[other];
    if (!state || state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN)
        return false;
    return entry->offset < state->offset + state->size && state->offset < entry->offset + entry->size;
}

/* A sibling near by that it overlaps where that belongs, or SIZE_MAX. */
static size_t overlapped_mended(const struct bytes_layout *bytes, size_t index)
{
    size_t before = bytes->entries[index].before, after = bytes->entries[index].after;
    for (unsigned i = 0; i < NEAR_MOST; i++) {
        if (overlaps_mended(bytes, index, before))
            return before;
        if (overlaps_mended(bytes, index, after))
            return after;
        before = before == SIZE_MAX ? SIZE_MAX : bytes->entries[before].before;
        after = after == SIZE_MAX ? SIZE_MAX : bytes->entries[after].after;
    }
    return SIZE_MAX;
}

static const char *gap_text(const struct bytes_layout *bytes, size_t index, uint32_t size, const char *where)
{
    return arena_format(bytes->run->arena, "%u byte%s %s %s belong%s to no row", size, size == 1 ? "" : "s", where,
                        name_of(bytes, index), size == 1 ? "s" : "");
}

static void charge_rest(struct siblings *siblings, size_t index)
{
    struct bytes_layout *bytes = siblings->bytes;
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (!state->is_changed || state->is_charged || state->leader != index)
        return;
    if (state->before == SIZE_MAX && state->after == SIZE_MAX && siblings->holder != SIZE_MAX) {
        charge(bytes, index, BYTES_GAP,
               arena_format(arena, "%s does not begin where what holds it does", name_of(bytes, index)));
        charge_partner(bytes, index, siblings->holder, place_of(bytes, siblings->holder),
                       arena_format(arena, "%s begins at 0x%X", name_of(bytes, siblings->holder), siblings->base));
        return;
    }
    size_t other = overlapped_mended(bytes, index);
    if (other != SIZE_MAX) {
        const struct bytes_entry *mended = &bytes->entries[other];
        charge(bytes, index, BYTES_WOULD_OVERLAP,
               arena_format(arena, "%s overlaps %s where that belongs", name_of(bytes, index), name_of(bytes, other)));
        charge_partner(bytes, index, other, place_of(bytes, other),
                       arena_format(arena, "%s belongs at %s", name_of(bytes, other),
                                    extent_text(bytes->run, mended->offset, mended->size)));
        return;
    }
    other = crossed(siblings, index);
    if (other != SIZE_MAX) {
        charge(bytes, index, BYTES_ORDER, order_text(bytes, index, other));
    } else {
        uint32_t offset = member_of(bytes, index)->offset;
        bool is_late = offset > state->offset;
        uint32_t size = is_late ? offset - state->offset : state->offset - offset;
        other = is_late ? state->before : state->behind;
        charge(bytes, index, BYTES_GAP, gap_text(bytes, index, size, is_late ? "before" : "behind"));
    }
    if (other != SIZE_MAX)
        charge_partner(bytes, index, other, place_of(bytes, other), occupant_text(bytes, other));
}

/* ---- Bytes between rows */

static void report_gap(struct siblings *siblings, size_t index, size_t before, uint64_t begin)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *entry = member_of(bytes, index);
    struct version_set in = {&bytes->layout->in, 1};
    /* The same gap has other places in other columns: it is found by its row. */
    struct finding *finding = finding_add(run, DIAG_GAP, entry->row, entry->row->decl->span, bytes->layout->arch, in);
    unsigned size = bytes->entries[index].offset - (unsigned)begin;
    struct span span = place_of(bytes, index);
    const char *bytes_text = extent_text(run, begin, size);
    if (!finding->text) {
        finding->span = span;
        finding->label = arena_format(run->arena, "%s before it", bytes_text);
        finding->gap_size = size;
    } else if (finding->span.begin != span.begin) {
        finding_add_partner(finding, entry->row, span,
                            arena_format(run->arena, "here on %s: %s before it", bytes->layout->arch->name, bytes_text));
    }
    if (finding->gap_size == size)
        finding->text = gap_text(bytes, index, size, "before");
    else
        finding->text = arena_format(run->arena, "bytes before %s belong to no row", name_of(bytes, index));
    if (before != SIZE_MAX)
        finding_add_partner(finding, member_of(bytes, before)->row, place_of(bytes, before),
                            arena_format(run->arena, "%s ends at 0x%llX", name_of(bytes, before),
                                         (unsigned long long)begin));
}

/* Bytes of siblings that lie nobody knows where, which may fill holes; LAYOUT_UNKNOWN for any number. */
static uint64_t loose_bytes(const struct siblings *siblings)
{
    uint64_t loose = 0;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(siblings->bytes, i)->descendants) {
        const struct layout_member *entry = member_of(siblings->bytes, i);
        uint32_t offset = siblings->bytes->entries[i].offset;
        if (offset == LAYOUT_UNKNOWN && entry->size == LAYOUT_UNKNOWN)
            return LAYOUT_UNKNOWN;
        if (offset == LAYOUT_UNKNOWN)
            loose += entry->size;
    }
    return loose;
}

/* What may lie elsewhere leaves or fills bytes there, and that is said already. */
static bool is_uncertain(const struct bytes_entry *state)
{
    return (state->is_changed || state->may_change) && !state->is_certain;
}

static void find_gaps(struct siblings *siblings)
{
    struct bytes_layout *bytes = siblings->bytes;
    uint64_t reach = siblings->base, loose = loose_bytes(siblings);
    bool is_lost = loose == LAYOUT_UNKNOWN;
    size_t before = SIZE_MAX;
    sort_siblings(siblings, true);
    for (size_t i = 0; i < siblings->count && !is_lost; i++) {
        size_t index = siblings->sorted[i];
        const struct layout_member *entry = member_of(bytes, index);
        const struct bytes_entry *state = &bytes->entries[index];
        if (state->offset > reach) {
            uint64_t hole = state->offset - reach;
            uint32_t align = entry->align ? entry->align : 1;
            uint64_t natural = siblings->base + (reach - siblings->base + align - 1) / align * align;
            bool is_doubtful = is_uncertain(state) || (before != SIZE_MAX && is_uncertain(&bytes->entries[before]));
            if (natural != state->offset && hole > loose && !is_doubtful && hole > bytes_give(bytes->layout, entry))
                report_gap(siblings, index, before, reach);
        }
        is_lost = state->size == LAYOUT_UNKNOWN || bytes_is_open(entry);
        if (!is_lost && state->offset + (uint64_t)state->size > reach) {
            reach = state->offset + (uint64_t)state->size;
            before = index;
        }
        /* Behind what has an unknown size the next known place counts again. */
        if (is_lost && i + 1 < siblings->count) {
            reach = bytes->entries[siblings->sorted[i + 1]].offset;
            before = index;
            is_lost = false;
        }
    }
}

/* ---- The end */

static void charge_size(struct bytes_layout *bytes, enum bytes_kind kind, const char *text)
{
    const struct ast_alternative *alternative = bytes->layout->stated->alternative;
    struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, NULL, alternative, true);
    bytes_wrong_charge(wrong, kind, text, NULL);
}

static void report_past_size(struct bytes_layout *bytes, size_t index)
{
    struct check_run *run = bytes->run;
    const struct layout *layout = bytes->layout;
    const struct layout_member *entry = member_of(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct span size_span = layout->stated->alternative->value_span;
    const char *text =
        arena_format(run->arena, "%s ends past the size of '%s'", name_of(bytes, index), layout->record->type->name);
    const char *size_text = arena_format(run->arena, "the size is 0x%X bytes", layout->size);
    if (is_to_change(bytes, index)) {
        charge(bytes, index, BYTES_PAST_SIZE, text);
        bytes_wrong_partner(wrong_of(bytes, leader_of(bytes, index)), NULL, size_span, size_text);
    } else if (bytes->is_size_wrong) {
        charge_size(bytes, BYTES_PAST_SIZE, text);
        bytes_wrong_partner(bytes_wrong_of(bytes->wrongs, NULL, layout->stated->alternative, true), entry->row,
                            place_of(bytes, index),
                            arena_format(run->arena, "%s occupies %s", name_of(bytes, index),
                                         taken_text(run, DIAG_PAST_SIZE, entry)));
    } else if (!bytes->is_solved || state->offset + (uint64_t)entry->size > layout->size) {
        struct version_set in = {&layout->in, 1};
        struct finding *finding =
            finding_add(run, DIAG_PAST_SIZE, entry->row, place_of(bytes, index), layout->arch, in);
        finding->text = text;
        finding->label = taken_text(run, DIAG_PAST_SIZE, entry);
        finding_add_partner(finding, NULL, size_span, size_text);
    }
}

/* The entry that ends last where all lie as they should. */
static size_t last_entry(const struct bytes_layout *bytes)
{
    size_t last = SIZE_MAX;
    uint64_t most = 0;
    for (size_t i = 0; i < bytes->layout->member_count; i++) {
        const struct bytes_entry *state = &bytes->entries[i];
        if (member_of(bytes, i)->descendants || state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN)
            continue;
        if (last == SIZE_MAX || state->offset + (uint64_t)state->size > most) {
            last = i;
            most = state->offset + (uint64_t)state->size;
        }
    }
    return last;
}

static void check_size(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    struct check_run *run = bytes->run;
    if (!layout->stated || layout->stated->kind != AST_VALUE_NUMBER)
        return;
    if (bytes->is_size_wrong && bytes->right_size != LAYOUT_UNKNOWN) {
        struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, NULL, layout->stated->alternative, true);
        bool is_short = bytes->right_size > layout->size;
        struct bytes_value *value =
            bytes_wrong_add(bytes->wrongs, wrong, layout, bytes->right_size, is_short && bytes->is_size_certain);
        size_t last = last_entry(bytes);
        value->why = last == SIZE_MAX ? "is where its members end"
                                      : arena_format(run->arena, "is the rounded-up end of %s", name_of(bytes, last));
        value->limit = "";
        charge_size(bytes, BYTES_SIZE,
                    arena_format(run->arena, "the size of '%s' is not where its members end",
                                 layout->record->type->name));
        if (!wrong->label)
            wrong->label = arena_format(run->arena, "the members end at 0x%X", bytes->right_size);
        if (last != SIZE_MAX)
            bytes_wrong_partner(wrong, member_of(bytes, last)->row, place_of(bytes, last),
                                arena_format(run->arena, "%s is the last, and occupies %s", name_of(bytes, last),
                                             extent_text(run, bytes->entries[last].offset, bytes->entries[last].size)));
        if (!is_short)
            wrong->candidates = "the size is too large, or rows are missing at the end";
    }
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = member_of(bytes, i);
        if (!entry->descendants && has_bytes(entry) && raw_end(entry) > layout->size)
            report_past_size(bytes, i);
    }
}

/* ---- All of it */

static void report_aggregate(struct siblings *siblings, bool is_union)
{
    struct bytes_layout *bytes = siblings->bytes;
    size_t *sorted = siblings->sorted;
    if (!is_union)
        compare_siblings(siblings);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(bytes, i)->descendants) {
        check_misaligned(siblings, i);
        check_order(siblings, i);
    }
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(bytes, i)->descendants)
        charge_rest(siblings, i);
    if (!is_union)
        find_gaps(siblings);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + member_of(bytes, i)->descendants) {
        const struct layout_member *entry = member_of(bytes, i);
        struct siblings inside = {.bytes = bytes, .holder = i, .first = i + 1, .end = i + 1 + entry->descendants};
        inside.sorted = sorted;
        inside.base = bytes->entries[i].offset;
        if (entry->descendants && inside.base != LAYOUT_UNKNOWN)
            report_aggregate(&inside, entry->row->decl->kind == AST_UNION);
    }
}

void bytes_report(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    struct siblings siblings = {.bytes = bytes, .holder = SIZE_MAX, .end = layout->member_count};
    siblings.sorted = memory_alloc((layout->member_count + 1) * sizeof *siblings.sorted);
    register_changes(bytes);
    for (size_t i = 0; i < layout->member_count && diags_severity(bytes->run->diags, DIAG_INFERABLE); i++)
        register_inferred(bytes, i);
    check_size(bytes);
    report_aggregate(&siblings, layout->record->is_union);
    free(siblings.sorted);
}
