#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "check/bytes_parts.h"

enum {
    SHARED_MOST = 256, /* siblings that an entry is compared with: those reaching into it that end last */
    SHARED_FEW = 4,    /* replaces SHARED_MOST after PAIRS_MOST comparisons; each overlapping row is still found */
    PAIRS_MOST = 2000000,
    NEAR_MOST = 8 /* number of rows above and below that count as near */
};

static uint64_t raw_end(const struct layout_member *entry)
{
    return (uint64_t)entry->offset + bytes_least_size(entry);
}

/* ---- Charges to rows that would have to change */

static struct bytes_wrong *wrong_of(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    return bytes_wrong_of(bytes->wrongs, entry->row, entry->placement->alternative, true);
}

/* Returns the entry whose finding reports a changed entry. */
static size_t leader_of(const struct bytes_layout *bytes, size_t index)
{
    return bytes->entries[index].leader;
}

static void mark_charged(struct bytes_layout *bytes, size_t index)
{
    bytes->entries[index].is_charged = bytes->entries[leader_of(bytes, index)].is_charged = true;
}

static void charge_entry(struct bytes_layout *bytes, size_t index, enum bytes_kind kind, const char *text)
{
    size_t leader = leader_of(bytes, index);
    enum diag_code code = kind == BYTES_BIT_OVERLAP ? DIAG_BIT_OVERLAP : DIAG_OVERLAP;
    mark_charged(bytes, index);
    const char *label = bytes_taken_text(bytes->run, code, bytes_member(bytes, index));
    bytes_wrong_charge(wrong_of(bytes, leader), kind, text, label);
}

static void charge_partner(struct bytes_layout *bytes, size_t index, size_t other, struct span span, const char *text)
{
    bytes_wrong_partner(wrong_of(bytes, leader_of(bytes, index)), bytes_member(bytes, other)->row, span, text);
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
        bytes_explain(bytes, i, value);
        if (state->leader != i && !wrong->leader) {
            wrong->leader = wrong_of(bytes, state->leader);
            wrong->next_follower = wrong->leader->followers;
            wrong->leader->followers = wrong;
        }
        if (!state->is_certain && !wrong->candidates)
            wrong->candidates = bytes_candidates_text(bytes, i);
    }
}

/* Adds a finding about an undocumented offset that follows from the rows around it. */
static void register_inferred(struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (!state->is_inferred || !entry->placement || entry->descendants)
        return;
    struct bytes_wrong *wrong = wrong_of(bytes, index);
    bytes_explain(bytes, index, bytes_wrong_add(bytes->wrongs, wrong, bytes->layout, state->offset, true));
    bytes_wrong_charge(wrong, BYTES_INFERABLE,
                       arena_format(arena, "the offset of %s follows from the rows around "
                                           "it", bytes_name(bytes, index)),
                       NULL);
    size_t around[2] = {state->before, state->after};
    for (size_t i = 0; i < 2; i++)
        if (around[i] != SIZE_MAX)
            charge_partner(bytes, index, around[i], bytes_place(bytes, around[i]),
                           bytes_occupant_text(bytes, around[i]));
}

/* ---- Pairs that share bytes */

/* True if `a` comes after `b` in the text. The later row must change if nothing else decides. */
static bool stands_later(const struct layout_member *a, const struct layout_member *b)
{
    return a->row->decl->span.begin > b->row->decl->span.begin;
}

static void charge_pair(struct bytes_layout *bytes, enum diag_code code, size_t index, size_t other)
{
    struct arena *arena = bytes->run->arena;
    enum bytes_kind kind = code == DIAG_OVERLAP ? BYTES_OVERLAP : BYTES_BIT_OVERLAP;
    const struct bytes_wrong *wrong = wrong_of(bytes, leader_of(bytes, index));
    if (wrong->kind <= kind && wrong->partner_count == PARTNERS_MOST) {
        mark_charged(bytes, index); /* the text would show nothing else about the entry */
        return;
    }
    charge_entry(bytes, index, kind,
                 arena_format(arena, "%s overlaps %s", bytes_name(bytes, index), bytes_name(bytes, other)));
    charge_partner(bytes, index, other, bytes_taken_place(bytes, code, other),
                   arena_format(arena, "%s occupies %s", bytes_name(bytes, other),
                                bytes_taken_text(bytes->run, code, bytes_member(bytes, other))));
}

/* True if two entries overlap even at their right places. */
static bool still_overlap(const struct bytes_layout *bytes, size_t a, size_t b)
{
    const struct bytes_entry *left = &bytes->entries[a], *right = &bytes->entries[b];
    if (left->offset == LAYOUT_UNKNOWN || right->offset == LAYOUT_UNKNOWN || left->size == LAYOUT_UNKNOWN ||
        right->size == LAYOUT_UNKNOWN)
        return true;
    return left->offset < right->offset + right->size && right->offset < left->offset + left->size;
}

/* Returns the position in the text of what determines a row's size: its bounds, else its type. */
static struct span extent_place(const struct row *row)
{
    return row_spelled(row)->name && !row_bound_count(row) ? row_spelled(row)->span : row_place(row, NULL);
}

/* Reports a type that is too large: the row reaches into the rows after it, whose offsets agree with all others. There
 * is one finding for all of these rows and columns. */
static bool report_too_large(struct bytes_layout *bytes, size_t index, size_t other)
{
    struct check_run *run = bytes->run;
    const struct layout_member *entry = bytes_member(bytes, index), *inside = bytes_member(bytes, other);
    struct bytes_entry *state = &bytes->entries[index];
    struct version_set in = {&bytes->layout->range, 1};
    if (!bytes->is_solved || index > other || entry->offset == inside->offset || state->is_apart ||
        bytes->entries[other].is_apart || entry->descendants || entry->row->form == FORM_UNACCOUNTED)
        return false;
    struct finding *finding =
        finding_add(run, DIAG_OVERLAP, entry->row, extent_place(entry->row), bytes->layout->arch, in);
    unsigned room = inside->offset - entry->offset;
    if (!finding->text)
        finding->text = arena_format(run->arena, "%s overlaps %s", bytes_name(bytes, index), bytes_name(bytes, other));
    if (!finding->label || room < finding->room) {
        finding->room = room;
        finding->label = arena_format(run->arena, "is 0x%X bytes", entry->size);
        finding_set_help(
            finding, arena_format(run->arena,
                                  "there is room for 0x%X bytes: the type%s may be wrong, rather than the offsets",
                                  room, row_bound_count(entry->row) ? ", or the number of elements," : ""));
    }
    if (finding->partner_count < PARTNERS_MOST)
        finding_add_partner(finding, inside->row, bytes_taken_place(bytes, DIAG_OVERLAP, other),
                            arena_format(run->arena, "%s occupies %s", bytes_name(bytes, other),
                                         bytes_taken_text(run, DIAG_OVERLAP, inside)));
    state->is_charged = true;
    return true;
}

static void report_pair(struct bytes_layout *bytes, enum diag_code code, size_t a, size_t b)
{
    struct check_run *run = bytes->run;
    bool a_changes = bytes_is_to_change(bytes, a), b_changes = bytes_is_to_change(bytes, b);
    if (a_changes)
        charge_pair(bytes, code, a, b);
    if (b_changes)
        charge_pair(bytes, code, b, a);
    if (a_changes || b_changes || !still_overlap(bytes, a, b))
        return;
    if (code == DIAG_OVERLAP && report_too_large(bytes, a, b))
        return;
    size_t late = stands_later(bytes_member(bytes, a), bytes_member(bytes, b)) ? a : b, early = late == a ? b : a;
    struct version_set in = {&bytes->layout->range, 1};
    struct finding *finding = finding_add(run, code, bytes_member(bytes, late)->row,
                                          bytes_taken_place(bytes, code, late), bytes->layout->arch, in);
    if (finding->partner_count == PARTNERS_MOST)
        return;
    if (!finding->text) {
        finding->text = arena_format(run->arena, "%s overlaps %s", bytes_name(bytes, late), bytes_name(bytes, early));
        finding->label = bytes_taken_text(run, code, bytes_member(bytes, late));
    }
    finding_add_partner(finding, bytes_member(bytes, early)->row, bytes_taken_place(bytes, code, early),
                        arena_format(run->arena, "%s occupies %s", bytes_name(bytes, early),
                                     bytes_taken_text(run, code, bytes_member(bytes, early))));
}

/* True if an `allow` of one of two rows lets them share bytes. Other overlaps of the rows are still reported. */
static bool pair_is_allowed(const struct bytes_layout *bytes, enum diag_code code, const struct row *a,
                            const struct row *b)
{
    bool is_allowed = row_silences(bytes->run, a, code);
    return row_silences(bytes->run, b, code) || is_allowed;
}

/* True if a bit of the structure belongs to a bit-field. An `allow` permits masks with holes. */
static bool has_bit(const struct layout *layout, const struct layout_member *entry, uint64_t bit)
{
    const struct cell *masks = row_on(entry->row, layout->arch)->extras->mask;
    const struct cell_value *mask = masks->count ? cell_at(masks, layout->range.from) : NULL;
    uint64_t unit = (uint64_t)entry->offset * 8, first = unit + layout_first_bit(entry);
    if (bit < first || bit >= first + entry->width)
        return false;
    uint64_t place = entry->is_big ? unit + 8 * (uint64_t)entry->size - 1 - bit : bit - unit;
    return !mask || mask->kind != AST_VALUE_NUMBER || mask->number >> place & 1;
}

/* True if two bit-fields share bits. Unknown bits are not shared. */
static bool share_bits(const struct layout *layout, const struct layout_member *a, const struct layout_member *b)
{
    if (a->bit == BIT_UNKNOWN || b->bit == BIT_UNKNOWN)
        return false;
    uint64_t first = (uint64_t)a->offset * 8 + layout_first_bit(a), end = first + a->width;
    for (uint64_t bit = first; bit < end; bit++)
        if (has_bit(layout, a, bit) && has_bit(layout, b, bit))
            return true;
    return false;
}

/* Adds an entry to the entries with which later ones are compared. If there is no room, removes the one that ends
 * first: an entry that overlaps it usually overlaps a later one, too. */
static size_t open_add(const struct bytes_layout *bytes, size_t *open, size_t count, size_t most, size_t index)
{
    size_t least = 0;
    if (count < most) {
        open[count] = index;
        return count + 1;
    }
    for (size_t i = 1; i < count; i++)
        if (raw_end(bytes_member(bytes, open[i])) < raw_end(bytes_member(bytes, open[least])))
            least = i;
    if (raw_end(bytes_member(bytes, index)) > raw_end(bytes_member(bytes, open[least])))
        open[least] = index;
    return count;
}

/* Compares each entry with the earlier ones that end after its beginning. */
static void compare_siblings(struct bytes_siblings *siblings)
{
    struct bytes_layout *bytes = siblings->bytes;
    size_t open[SHARED_MOST], count = 0;
    size_t most = bytes->run->compared_pairs < PAIRS_MOST ? SHARED_MOST : SHARED_FEW;
    bytes_sort_siblings(siblings, false);
    for (size_t i = 0; i < siblings->count; i++) {
        size_t index = siblings->sorted[i], kept = 0;
        for (size_t k = 0; k < count; k++)
            if (raw_end(bytes_member(bytes, open[k])) > bytes_member(bytes, index)->offset)
                open[kept++] = open[k];
        for (size_t k = 0; k < kept; k++) {
            size_t left = open[k];
            const struct layout_member *a = bytes_member(bytes, left), *b = bytes_member(bytes, index);
            if (rows_are_rivals(a->row, b->row))
                continue;
            if (!a->width || !b->width) {
                if (!pair_is_allowed(bytes, DIAG_OVERLAP, a->row, b->row))
                    report_pair(bytes, DIAG_OVERLAP, left, index);
                continue;
            }
            if (share_bits(bytes->layout, a, b) && !pair_is_allowed(bytes, DIAG_BIT_OVERLAP, a->row, b->row))
                report_pair(bytes, DIAG_BIT_OVERLAP, left, index);
        }
        bytes->run->compared_pairs += kept;
        count = open_add(bytes, open, kept, most, index);
    }
}

/* ---- What lies at an odd place, or in another order than it stands */

/* True if a row is reported as too large. Its alignment is doubtful, too. */
static bool is_too_large(const struct bytes_layout *bytes, size_t index)
{
    return bytes->entries[index].is_charged && !bytes_is_to_change(bytes, index);
}

static void check_misaligned(struct bytes_siblings *siblings, size_t index)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *entry = bytes_member(bytes, index);
    if (entry->offset == LAYOUT_UNKNOWN || entry->align <= 1 || entry->offset < siblings->base ||
        (entry->offset - siblings->base) % entry->align == 0 || !bytes_is_placed(entry) || is_too_large(bytes, index) ||
        bytes_give(bytes->layout, entry))
        return;
    const char *text = arena_format(run->arena, "%s is not at a multiple of its alignment, %u,",
                                    bytes_name(bytes, index), entry->align);
    if (bytes_is_to_change(bytes, index)) {
        charge_entry(bytes, index, BYTES_MISALIGNED, text);
        return;
    }
    struct version_set in = {&bytes->layout->range, 1};
    struct finding *finding =
        finding_add(run, DIAG_MISALIGNED, entry->row, bytes_place(bytes, index), bytes->layout->arch, in);
    finding->text = text;
    finding->label = bytes_taken_text(run, DIAG_MISALIGNED, entry);
}

static const char *order_text(struct bytes_layout *bytes, size_t index, size_t other)
{
    bool is_above = other < index;
    return arena_format(bytes->run->arena, "%s lies %s %s, which is listed %s it,", bytes_name(bytes, index),
                        is_above ? "before" : "after", bytes_name(bytes, other), is_above ? "above" : "below");
}

/* Returns the first sibling, from `index` on, that is not out of order; `end` if there is none. */
static size_t find_staying(const struct bytes_siblings *siblings, size_t index)
{
    const struct bytes_layout *bytes = siblings->bytes;
    for (; index < siblings->end; index += 1 + bytes_member(bytes, index)->descendants) {
        const struct bytes_entry *state = &bytes->entries[index];
        if (state->offset != LAYOUT_UNKNOWN && !state->is_moved && !state->is_apart)
            break;
    }
    return index;
}

static size_t find_next_staying(const struct bytes_siblings *siblings, size_t index)
{
    return find_staying(siblings, index + 1 + bytes_member(siblings->bytes, index)->descendants);
}

/* Returns the nearest sibling whose offset contradicts the order of the text; SIZE_MAX if there is none. The siblings
 * that are in order ascend. Call it in the order of the text. */
static size_t crossed_sibling(struct bytes_siblings *siblings, size_t index)
{
    const struct bytes_layout *bytes = siblings->bytes;
    uint32_t offset = bytes_member(bytes, index)->offset;
    while (siblings->below < index) {
        siblings->above = siblings->below;
        siblings->below = find_next_staying(siblings, siblings->below);
    }
    size_t below = siblings->below == index ? find_next_staying(siblings, index) : siblings->below;
    if (siblings->above != SIZE_MAX && bytes->entries[siblings->above].offset > offset)
        return siblings->above;
    return below < siblings->end && bytes->entries[below].offset < offset ? below : SIZE_MAX;
}

static void begin_crossed(struct bytes_siblings *siblings)
{
    siblings->above = SIZE_MAX;
    siblings->below = find_staying(siblings, siblings->first);
}

static void check_order(struct bytes_siblings *siblings, size_t index)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    const struct layout_member *entry = bytes_member(bytes, index);
    if (!bytes->entries[index].is_moved || bytes_is_to_change(bytes, index))
        return;
    size_t other = crossed_sibling(siblings, index), before = bytes->entries[index].before;
    struct version_set in = {&bytes->layout->range, 1};
    const char *text = other == SIZE_MAX
                           ? arena_format(run->arena, "%s is listed out of order", bytes_name(bytes, index))
                           : order_text(bytes, index, other);
    /* The row lies at other offsets in other columns, but its position in the text is the same for all of them. */
    struct finding *finding = finding_at(run, DIAG_ORDER, entry->row, entry->row->decl->span);
    bool is_same = finding && !strcmp(finding->text, text);
    struct span span = finding && !is_same ? bytes_place(bytes, index) : entry->row->decl->span;
    finding = finding_add(run, DIAG_ORDER, entry->row, span, bytes->layout->arch, in);
    if (finding->text)
        return;
    finding->text = text;
    finding->span = bytes_place(bytes, index);
    if (other == SIZE_MAX)
        return;
    finding->label = bytes_taken_text(run, DIAG_ORDER, entry);
    finding_add_partner(finding, bytes_member(bytes, other)->row, bytes_place(bytes, other),
                        arena_format(run->arena, "%s occupies %s", bytes_name(bytes, other),
                                     bytes_taken_text(run, DIAG_ORDER, bytes_member(bytes, other))));
    finding_set_help(finding, before == SIZE_MAX
                                  ? "in this version the row belongs above all others"
                                  : arena_format(run->arena, "in this version the row belongs below that of %s",
                                                 bytes_name(bytes, before)));
}

/* ---- A row that contradicts nothing by itself, but would once the rows around it are right */

static bool overlaps_mended(const struct bytes_layout *bytes, size_t index, size_t other)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    const struct bytes_entry *state = other == SIZE_MAX ? NULL : &bytes->entries[other];
    if (!state || state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN)
        return false;
    return entry->offset < state->offset + state->size && state->offset < entry->offset + entry->size;
}

/* Returns a near sibling whose right place the row overlaps; SIZE_MAX if there is none. */
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

/* True if the known offsets of two siblings do not contradict the order of the text. */
static bool lies_as_it_stands(const struct bytes_layout *bytes, size_t index, size_t other)
{
    uint32_t left = bytes_member(bytes, index)->offset, right = bytes_member(bytes, other)->offset;
    return right == LAYOUT_UNKNOWN || (index < other) == (left < right);
}

static void charge_rest(struct bytes_siblings *siblings, size_t index, bool is_union)
{
    struct bytes_layout *bytes = siblings->bytes;
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (!state->is_changed || state->is_charged || state->leader != index)
        return;
    if (state->before == SIZE_MAX && state->after == SIZE_MAX && siblings->holder != SIZE_MAX) {
        charge_entry(bytes, index, BYTES_GAP,
                     arena_format(arena, "%s does not begin at the beginning of its parent", bytes_name(bytes, index)));
        charge_partner(bytes, index, siblings->holder, bytes_place(bytes, siblings->holder),
                       arena_format(arena, "%s begins at 0x%X", bytes_name(bytes, siblings->holder), siblings->base));
        return;
    }
    size_t other = overlapped_mended(bytes, index);
    if (other != SIZE_MAX && !state->is_certain)
        return; /* contradictions between these rows are reported by other functions */
    if (other != SIZE_MAX && lies_as_it_stands(bytes, index, other)) {
        const struct bytes_entry *mended = &bytes->entries[other];
        charge_entry(bytes, index, BYTES_WOULD_OVERLAP,
                     arena_format(arena, "%s overlaps %s at its correct place", bytes_name(bytes, index),
                                  bytes_name(bytes, other)));
        charge_partner(bytes, index, other, bytes_place(bytes, other),
                       arena_format(arena, "%s belongs at %s", bytes_name(bytes, other),
                                    bytes_extent_text(bytes->run, mended->offset, mended->size)));
        return;
    }
    if (other == SIZE_MAX && !is_union)
        other = crossed_sibling(siblings, index);
    if (other != SIZE_MAX) {
        charge_entry(bytes, index, BYTES_ORDER, order_text(bytes, index, other));
    } else {
        uint32_t offset = bytes_member(bytes, index)->offset;
        bool is_known = state->offset != LAYOUT_UNKNOWN;
        bool is_late = offset > state->offset;
        uint32_t size = !is_known ? bytes_hole_behind(bytes, index)
                        : is_late ? offset - state->offset
                                  : state->offset - offset;
        if (size == LAYOUT_UNKNOWN || bytes_have_overlays(siblings))
            return; /* neither its right place nor that of the next row is known, so nothing shows that it is wrong */
        other = is_late ? state->before : state->behind;
        const struct row *row = bytes_member(bytes, index)->row;
        charge_entry(bytes, index, BYTES_GAP, bytes_gap_text(bytes->run, row, size, is_late ? "before" : "after"));
    }
    if (other != SIZE_MAX)
        charge_partner(bytes, index, other, bytes_place(bytes, other), bytes_occupant_text(bytes, other));
}

/* ---- The end */

/* True if some row at the end must change to an unknown place. Then the end of the layout is unknown, too. */
static bool is_unsettled(const struct bytes_layout *bytes)
{
    for (size_t i = 0; i < bytes->layout->member_count; i++)
        if (bytes->entries[i].is_changed && !bytes->entries[i].is_certain && bytes->entries[i].behind == SIZE_MAX)
            return true;
    return false;
}

static void report_past_size(struct bytes_layout *bytes, size_t index)
{
    struct check_run *run = bytes->run;
    const struct layout *layout = bytes->layout;
    const struct layout_member *entry = bytes_member(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct span size_span = ast_value_span(layout->stated->alternative);
    const char *text =
        arena_format(run->arena, "%s ends past the size of '%s'", bytes_name(bytes, index), layout->record->type->name);
    const char *size_text = arena_format(run->arena, "the size is 0x%X bytes", layout->size);
    if (bytes_is_to_change(bytes, index)) {
        charge_entry(bytes, index, BYTES_PAST_SIZE, text);
        bytes_wrong_partner(wrong_of(bytes, leader_of(bytes, index)), NULL, size_span, size_text);
    } else if (bytes->is_size_wrong && bytes->right_size != LAYOUT_UNKNOWN && !is_unsettled(bytes)) {
        struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, NULL, layout->stated->alternative, true);
        bytes_wrong_charge(wrong, BYTES_PAST_SIZE, text, NULL);
        bytes_wrong_partner(wrong, entry->row, bytes_place(bytes, index),
                            arena_format(run->arena, "%s occupies %s", bytes_name(bytes, index),
                                         bytes_taken_text(run, DIAG_PAST_SIZE, entry)));
    } else if (!bytes->is_solved || state->offset + (uint64_t)entry->size > layout->size) {
        struct version_set in = {&layout->range, 1};
        struct finding *finding =
            finding_add(run, DIAG_PAST_SIZE, entry->row, bytes_place(bytes, index), layout->arch, in);
        finding->text = text;
        finding->label = bytes_taken_text(run, DIAG_PAST_SIZE, entry);
        finding_add_partner(finding, NULL, size_span, size_text);
    }
}

/* Reports a stated size that differs from the end of the members. Rows may also be missing after the last one. */
static void report_size(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    struct arena *arena = bytes->run->arena;
    size_t last = SIZE_MAX;
    uint64_t most = 0;
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct bytes_entry *state = &bytes->entries[i];
        if (bytes_member(bytes, i)->descendants || state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN)
            continue;
        if (last == SIZE_MAX || state->offset + (uint64_t)state->size > most) {
            last = i;
            most = state->offset + (uint64_t)state->size;
        }
    }
    if (last == SIZE_MAX && layout->record->source)
        return; /* the document has no rows for these versions */
    struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, NULL, layout->stated->alternative, true);
    bool is_short = bytes->right_size > layout->size;
    struct bytes_value *value =
        bytes_wrong_add(bytes->wrongs, wrong, layout, bytes->right_size, is_short && bytes->is_size_certain);
    value->why = "is the end of its members";
    value->limit = "";
    bytes_wrong_charge(wrong, BYTES_SIZE,
                       arena_format(arena, "the size of '%s' is not the end of its "
                                           "members", layout->record->type->name),
                       NULL);
    if (!wrong->label)
        wrong->label = arena_format(arena, "the members end at 0x%X", bytes->right_size);
    if (!is_short)
        wrong->candidates = "the size is too large, or rows are missing at the end";
    if (last == SIZE_MAX)
        return;
    const struct bytes_entry *state = &bytes->entries[last];
    const char *extent = bytes_extent_text(bytes->run, state->offset, state->size);
    value->why = arena_format(arena, "is the rounded-up end of %s", bytes_name(bytes, last));
    bytes_wrong_partner(wrong, bytes_member(bytes, last)->row, bytes_place(bytes, last),
                        arena_format(arena, "%s is the last, and occupies %s", bytes_name(bytes, last), extent));
}

static void check_size(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    uint32_t least, most;
    if (!layout->stated || layout->stated->kind != AST_VALUE_NUMBER)
        return;
    bytes_guess_align(layout, &least, &most);
    unsigned line = layout->record->source ? bytes->run->model->program->cache_line : 0;
    bool is_line = line && bytes->is_size_wrong && bytes->right_size < layout->size &&
                   layout->size == natural_round_up(0, bytes->right_size, line);
    /* A structure may also end at a cache line, if the source requests it. */
    if (bytes->is_size_wrong && !is_line && bytes->right_size != LAYOUT_UNKNOWN && !is_unsettled(bytes))
        report_size(bytes);
    else if (!bytes->is_size_wrong && layout->size % least) {
        /* Report a stated size that is no multiple of the alignment: an array of such structures is impossible. */
        struct arena *arena = bytes->run->arena;
        struct bytes_wrong *wrong = bytes_wrong_of(bytes->wrongs, NULL, layout->stated->alternative, true);
        struct bytes_value *value = bytes_wrong_add(bytes->wrongs, wrong, layout, LAYOUT_UNKNOWN, false);
        value->why = value->limit = "";
        bytes_wrong_charge(wrong, BYTES_SIZE,
                           arena_format(arena, "the size of '%s' is not a multiple of its alignment (%u)",
                                        layout->record->type->name, least),
                           "or its members are packed");
    }
    for (size_t i = 0; i < layout->member_count; i++) {
        const struct layout_member *entry = bytes_member(bytes, i);
        if (!entry->descendants && bytes_are_known(entry) && raw_end(entry) > layout->size &&
            !bytes_may_differ(layout, entry))
            report_past_size(bytes, i);
    }
}

/* ---- All of it */

static void report_aggregate(struct bytes_siblings *siblings, bool is_union)
{
    struct bytes_layout *bytes = siblings->bytes;
    size_t *sorted = siblings->sorted;
    if (!is_union)
        compare_siblings(siblings);
    begin_crossed(siblings);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + bytes_member(bytes, i)->descendants) {
        check_misaligned(siblings, i);
        check_order(siblings, i);
    }
    begin_crossed(siblings);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + bytes_member(bytes, i)->descendants)
        charge_rest(siblings, i, is_union);
    if (!is_union)
        bytes_report_gaps(siblings);
    for (size_t i = siblings->first; i < siblings->end; i += 1 + bytes_member(bytes, i)->descendants) {
        const struct layout_member *entry = bytes_member(bytes, i);
        struct bytes_siblings inside = {.bytes = bytes, .holder = i, .first = i + 1, .end = i + 1 + entry->descendants};
        inside.sorted = sorted;
        inside.base = bytes->entries[i].offset;
        if (entry->descendants && inside.base != LAYOUT_UNKNOWN)
            report_aggregate(&inside, entry->row->form == FORM_UNION);
    }
}

/* True if a document describes a packed structure: all rows follow each other without a hole up to a stated size that
 * is no multiple of the alignment, and no row has rows or bits in it that might contradict each other. */
static bool is_packed(const struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    uint64_t end = 0; /* end of the previous row, unless it is unknown (is_open) */
    bool is_open = false;
    if (!layout->record->source || !layout->stated || layout->record->is_union || layout->size % layout->align == 0)
        return false;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        const struct layout_member *entry = &layout->members[i];
        bool follows = entry->offset == end || (is_open && entry->offset > end && entry->offset != LAYOUT_UNKNOWN);
        if (!follows || entry->width || entry->descendants)
            return false;
        is_open = entry->size == LAYOUT_UNKNOWN;
        end = entry->offset + (is_open ? 0 : (uint64_t)entry->size);
    }
    return end == layout->size && !is_open;
}

void bytes_report(struct bytes_layout *bytes)
{
    const struct layout *layout = bytes->layout;
    struct bytes_siblings siblings = {.bytes = bytes, .holder = SIZE_MAX, .end = layout->member_count};
    if (is_packed(bytes))
        return;
    siblings.sorted = memory_alloc((layout->member_count + 1) * sizeof *siblings.sorted);
    register_changes(bytes);
    for (size_t i = 0; i < layout->member_count && diags_severity(bytes->run->diags, DIAG_INFERABLE); i++)
        register_inferred(bytes, i);
    check_size(bytes);
    report_aggregate(&siblings, layout->record->is_union);
    free(siblings.sorted);
}
