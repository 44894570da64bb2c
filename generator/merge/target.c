/*
 * Works out the layout of a record in the kernel's version from its rows and the new rows. Finds the rows that need an
 * `allow` because they share bytes, and the bytes that belong to no row.
 *
 * A row that a person wrote gets no `allow`; a new row that shares its bytes gets one instead.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "check/bit_holes.h"
#include "check/finding.h"
#include "merge/merge_parts.h"

/* An old or new row in the kernel's version. */
struct piece {
    struct merge_spot *spot; /* NULL: the row is new */
    struct merge_addition *addition;
    size_t index;          /* index of the spot; for a new row, of the spot that it follows */
    uint64_t offset, size; /* FOLD_UNKNOWN if unknown */
    uint32_t align;
    uint8_t bit, width;
};

/* The rows of a record, or those of an anonymous aggregate in it. */
struct group {
    struct merge_spots *spots;
    size_t holder; /* spot of the aggregate, or MERGE_NO_SPOT for the record */
    bool is_union;
    struct piece *pieces; /* old rows in the order of the text, then new rows */
    size_t count;
    struct version_range range;
    const struct layout *layout; /* a layout of other versions, or NULL for the kernel's version */
    size_t last_hole;            /* the spot that was last reused for a hole, or MERGE_NO_SPOT */
};

/* ---- Pieces */

static struct group group_of(struct merge_spots *spots, size_t holder);

/* Returns the first bit of a bit-field in memory order, if `bit` is its lowest bit. */
static uint8_t first_bit_of(const struct layout_member *shape, uint8_t bit)
{
    struct layout_member placed = *shape;
    placed.bit = bit;
    return (uint8_t)layout_first_bit(&placed);
}

static struct piece piece_of_spot(struct merge_spots *spots, struct merge_spot *spot)
{
    struct fold *fold = &spots->site->merge->fold;
    const struct layout_member *shape = spot->shape;
    const struct kernel_member *known = spot->known;
    struct piece piece = {.spot = spot, .index = (size_t)(spot - spots->items), .align = 1};
    piece.offset = spot->offset == LAYOUT_UNKNOWN ? FOLD_UNKNOWN : spot->offset;
    if (row_is_anonymous(spot->row)) {
        if (piece.offset != FOLD_UNKNOWN) {
            /* Set the size and alignment of an anonymous aggregate to what its rows need. */
            struct group inner = group_of(spots, piece.index);
            uint64_t end = piece.offset;
            piece.size = 0;
            for (size_t i = 0; i < inner.count; i++) {
                const struct piece *in = &inner.pieces[i];
                piece.align = in->align > piece.align ? in->align : piece.align;
                if (in->offset == FOLD_UNKNOWN || in->size == FOLD_UNKNOWN)
                    piece.size = FOLD_UNKNOWN;
                else if (in->offset + in->size > end)
                    end = in->offset + in->size;
            }
            if (piece.size != FOLD_UNKNOWN)
                piece.size = layout_round_up(end - piece.offset, piece.align);
        }
        return piece;
    }
    piece.align = shape->align;
    piece.size = shape->size == LAYOUT_UNKNOWN ? FOLD_UNKNOWN : shape->size;
    piece.width = shape->width;
    piece.bit = shape->width ? first_bit_of(shape, spot->bit) : 0;
    if (known && !known->width && !shape->is_trailing)
        piece.size = fold_member_size(fold, 0, known);
    if (known && (spots->site->is_imported || row_kind(spot->row) == ROW_RECORD))
        piece.align = fold_align_of_member(fold, known, merge_pack(spots->site));
    return piece;
}

static struct piece piece_of_addition(struct merge_spots *spots, struct merge_addition *addition)
{
    struct fold *fold = &spots->site->merge->fold;
    const struct kernel_member *known = addition->known;
    return (struct piece){.addition = addition,
                          .index = addition->beside,
                          .offset = known->offset,
                          .size = fold_member_size(fold, 0, known),
                          .align = fold_align_of_member(fold, known, merge_pack(spots->site)),
                          .bit = (uint8_t)kernel_first_bit(known),
                          .width = known->width};
}

static struct group group_of(struct merge_spots *spots, size_t holder)
{
    size_t first = holder == MERGE_NO_SPOT ? 0 : holder + 1, added;
    size_t end = holder == MERGE_NO_SPOT ? spots->count : spots->items[holder].end;
    struct merge_addition *additions = merge_additions(spots, &added);
    struct group group = {.spots = spots, .holder = holder, .range = spots->site->range, .last_hole = MERGE_NO_SPOT};
    group.pieces = ARENA_ARRAY(spots->site->merge->arena, struct piece, end - first + added);
    group.is_union = holder == MERGE_NO_SPOT ? spots->site->record->is_union && spots->site->known->is_union
                                             : spots->items[holder].row->form == FORM_UNION;
    for (size_t i = first; i < end; i = spots->items[i].end)
        if (spots->items[i].stays && !spots->items[i].is_new)
            group.pieces[group.count++] = piece_of_spot(spots, &spots->items[i]);
    for (size_t i = 0; i < added; i++)
        if (additions[i].known && additions[i].holder == holder)
            group.pieces[group.count++] = piece_of_addition(spots, &additions[i]);
    return group;
}

/* Calls a function for the group of the record's own rows, and for the group of each anonymous aggregate that stays. */
static void each_group(struct merge_spots *spots, void (*visit)(struct group *group))
{
    for (size_t i = 0; i <= spots->count; i++) {
        size_t holder = i ? i - 1 : MERGE_NO_SPOT;
        const struct merge_spot *spot = i ? &spots->items[holder] : NULL;
        if (spot && (spot->row->member || !spot->stays || spot->is_new || !spot->row->children))
            continue;
        struct group group = group_of(spots, holder);
        visit(&group);
    }
}

/* ---- Rows that share bytes */

static const struct {
    unsigned allow;
    enum diag_code code;
} shares[] = {
    {FOLD_OVERLAP, DIAG_OVERLAP}, {FOLD_BIT_OVERLAP, DIAG_BIT_OVERLAP}, {FOLD_GAP, DIAG_GAP}, {FOLD_BIT_GAP, DIAG_GAP}};

/* Returns the set of findings that a row, or an aggregate around it, allows. */
static unsigned allows_of(const struct row *row)
{
    unsigned allows = 0;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (row_allows(row->record, row, shares[i].code))
            allows |= shares[i].allow;
    return allows;
}

/* True if the kernel has the member of a row, or of a row inside it. */
static bool is_known(const struct merge_spots *spots, const struct merge_spot *spot)
{
    size_t i = (size_t)(spot - spots->items);
    while (i < spot->end && !spots->items[i].known)
        i++;
    return i < spot->end;
}

static unsigned *allows_in(const struct piece *piece)
{
    return piece->spot ? &piece->spot->allows : &piece->addition->allows;
}

/* True if a row may get an `allow`. */
static bool may_allow(const struct merge_spots *spots, const struct piece *piece)
{
    return piece->addition || spots->site->is_imported;
}

static void allow_overlaps(struct group *group)
{
    struct arena *arena = group->spots->site->merge->arena;
    struct fold_extent *fixed = ARENA_ARRAY(arena, struct fold_extent, group->count);
    struct fold_extent *free = ARENA_ARRAY(arena, struct fold_extent, group->count);
    size_t fixed_count = 0, free_count = 0;
    for (size_t i = 0; i < group->count && !group->is_union; i++) {
        const struct piece *piece = &group->pieces[i];
        if (piece->offset == FOLD_UNKNOWN || piece->size == FOLD_UNKNOWN || !piece->size || piece->bit == BIT_UNKNOWN)
            continue;
        struct fold_extent extent = fold_extent_of((uint32_t)piece->offset, piece->size, piece->bit, piece->width);
        extent.has_rows = piece->spot && piece->spot->row->type && piece->spot->row->type->record &&
                          piece->spot->row->type->record->parent_row == piece->spot->row;
        extent.allows = *allows_in(piece);
        extent.index = i;
        if (may_allow(group->spots, piece))
            free[free_count++] = extent;
        else if (is_known(group->spots, piece->spot))
            fixed[fixed_count++] = extent;
    }
    for (size_t i = 0; i < free_count; i++) {
        /* Add an `allow` to a row if it shares bytes with rows that a person wrote. */
        struct fold_extent *extent = &free[i];
        for (size_t j = 0; j < fixed_count; j++) {
            const struct fold_extent *other = &fixed[j];
            bool are_bits = extent->last && other->last;
            if (!are_bits && extent->begin < other->end && other->begin < extent->end &&
                !(other->allows & FOLD_OVERLAP))
                extent->allows |= FOLD_OVERLAP;
            if (are_bits && extent->first < other->last && other->first < extent->last &&
                !(other->allows & FOLD_BIT_OVERLAP))
                extent->allows |= FOLD_BIT_OVERLAP;
        }
    }
    fold_share(free, free_count);
    for (size_t i = 0; i < free_count; i++)
        *allows_in(&group->pieces[free[i].index]) |= free[i].allows;
}

/* Adds an `allow` to bit-fields with unused bits below them. */
static void allow_bit_gaps(struct group *group)
{
    struct arena *arena = group->spots->site->merge->arena;
    struct bit_field *fields = ARENA_ARRAY(arena, struct bit_field, group->count);
    struct bit_hole *holes = ARENA_ARRAY(arena, struct bit_hole, group->count);
    size_t count = 0;
    for (size_t i = 0; i < group->count; i++) {
        const struct piece *piece = &group->pieces[i];
        if (piece->offset != FOLD_UNKNOWN && piece->size <= UINT32_MAX)
            fields[count++] =
                (struct bit_field){(uint32_t)piece->offset, (uint32_t)piece->size, piece->bit, piece->width, i};
        else if (piece->width)
            return; /* its bits may be those of any hole */
    }
    count = bit_holes_find(fields, count, holes);
    for (size_t i = 0; i < count; i++) {
        const struct piece *piece = &group->pieces[holes[i].behind];
        if (may_allow(group->spots, piece))
            *allows_in(piece) |= FOLD_BIT_GAP;
    }
}

/* Adds an `allow` to members of a union that do not begin at its offset. Such members were in unnamed structures that
 * symbol files do not describe. */
static void allow_gaps(struct group *group)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct piece *piece = &group->pieces[i];
        bool is_told = piece->addition || piece->spot->known;
        if (group->is_union && group->holder == MERGE_NO_SPOT && piece->offset && is_told &&
            may_allow(group->spots, piece) && !(*allows_in(piece) & FOLD_OVERLAP))
            *allows_in(piece) |= FOLD_GAP;
    }
}

void merge_share(struct merge_spots *spots)
{
    const struct merge_site *site = spots->site;
    for (size_t i = 0; i < spots->count; i++)
        spots->items[i].allows = allows_of(spots->items[i].row);
    /* A partial record has no holes: bytes without a row may belong to members that it does not list. */
    if (!site->record->is_partial)
        each_group(spots, allow_gaps);
    each_group(spots, allow_overlaps);
    if (!site->record->is_partial)
        each_group(spots, allow_bit_gaps);
    for (size_t i = 0; i < site->on->layout_count && site->is_imported; i++)
        if (site->record->is_union && !site->known->is_union && &site->on->layouts[i] != site->layout) {
            /* Add an `allow` to rows that share bytes in other versions, after a union became a structure. */
            const struct layout *layout = &site->on->layouts[i];
            struct fold_extent *extents = ARENA_ARRAY(site->merge->arena, struct fold_extent, layout->member_count);
            size_t count = 0;
            for (size_t j = 0; j < layout->member_count; j += 1 + layout->members[j].descendants) {
                const struct layout_member *member = &layout->members[j];
                struct merge_spot *spot = map_get(spots->by_row, member->row);
                if (member->offset == LAYOUT_UNKNOWN || member->size == LAYOUT_UNKNOWN || !member->size)
                    continue;
                extents[count] = fold_extent_of(member->offset, member->size, layout_first_bit(member), member->width);
                extents[count].allows = spot->allows;
                extents[count++].index = (size_t)(spot - spots->items);
            }
            fold_share(extents, count);
            for (size_t j = 0; j < count; j++)
                spots->items[extents[j].index].allows |= extents[j].allows;
        }
    for (size_t i = 0; i < spots->count; i++) {
        const struct row *row = spots->items[i].row;
        unsigned added = spots->items[i].allows & ~allows_of(row);
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
            if (added & shares[k].allow)
                edit_insert(&site->merge->edits, row->decl->span.end,
                            arena_format(site->merge->arena, " allow %s \"%s\"", diag_code_name(shares[k].code),
                                         fold_reason(shares[k].allow)));
    }
}

/* ---- Bytes that belong to no row */

static int compare_pieces(const void *left, const void *right)
{
    const struct piece *a = left, *b = right;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Returns the spot that the row of a hole must follow. Returns MERGE_NO_SPOT if it goes first. */
static size_t spot_before(const struct group *group, uint64_t end)
{
    size_t before = group->last_hole;
    for (size_t i = 0; i < group->count; i++) {
        const struct piece *piece = &group->pieces[i];
        if ((piece->offset < end || group->is_union) && piece->index != MERGE_NO_SPOT &&
            (before == MERGE_NO_SPOT || piece->index > before))
            before = piece->index;
    }
    return before;
}

static bool is_present(const struct group *group, const struct merge_spot *spot)
{
    for (size_t i = 0; group->layout && i < group->layout->member_count; i++)
        if (group->layout->members[i].row == spot->row)
            return true;
    return !group->layout && spot->stays && !spot->is_new;
}

/* True if a new row at or after the end of a hole stands before a spot in the text. */
static bool is_passed(const struct group *group, size_t index, uint32_t end)
{
    for (size_t i = 0; i < group->count; i++) {
        const struct piece *piece = &group->pieces[i];
        if (piece->addition && piece->offset >= end && (piece->index == MERGE_NO_SPOT || piece->index < index))
            return true;
    }
    return false;
}

/* Returns an old row `unaccounted` at the position where the row of a hole belongs, or NULL. The row must not exist in
 * these versions yet. */
static struct merge_spot *find_hole_spot(const struct group *group, size_t before, uint32_t hole_end)
{
    const struct merge_spots *spots = group->spots;
    size_t first = group->holder == MERGE_NO_SPOT ? 0 : group->holder + 1;
    size_t end = group->holder == MERGE_NO_SPOT ? spots->count : spots->items[group->holder].end;
    for (size_t i = before == MERGE_NO_SPOT ? first : spots->items[before].end; i < end; i = spots->items[i].end) {
        struct merge_spot *spot = &spots->items[i];
        if (is_present(group, spot))
            return NULL;
        if (spot->row->form == FORM_UNACCOUNTED)
            return is_passed(group, i, hole_end) ? NULL : spot;
    }
    return NULL;
}

static void add_hole(struct group *group, uint32_t begin, uint32_t end)
{
    struct merge_spots *spots = group->spots;
    size_t before = spot_before(group, end);
    struct merge_spot *spot = find_hole_spot(group, before, end);
    if (spot && !group->layout && merge_resume_hole(spots->site, spot->row, begin, end - begin)) {
        spot->stays = true;
        spot->is_left = false;
        group->last_hole = (size_t)(spot - spots->items);
        return;
    }
    merge_add_line(
        spots,
        (struct merge_addition){
            .beside = before, .offset = begin, .size = end - begin, .range = group->range, .holder = group->holder});
}

static void account_spans(struct group *group)
{
    const struct merge_site *site = group->spots->site;
    const struct merge_spot *holder = group->holder == MERGE_NO_SPOT ? NULL : &group->spots->items[group->holder];
    uint64_t base = holder ? holder->offset : 0;
    uint32_t align = 1, size = group->layout ? group->layout->size : site->known->size;
    struct fold_span *spans = ARENA_ARRAY(site->merge->arena, struct fold_span, group->count);
    struct fold_hole *holes = ARENA_ARRAY(site->merge->arena, struct fold_hole, group->count + 1);
    struct piece *pieces = arena_copy_array(site->merge->arena, group->pieces, group->count, sizeof *pieces);
    if (holder || !site->record->size_cell)
        size = LAYOUT_UNKNOWN;
    if (!group->count || (holder && holder->offset == LAYOUT_UNKNOWN))
        return;
    qsort(pieces, group->count, sizeof *pieces, compare_pieces);
    for (size_t i = 0; i < group->count; i++) {
        if (pieces[i].offset == FOLD_UNKNOWN || pieces[i].offset < base)
            return; /* the row may fill a hole */
        spans[i] = (struct fold_span){pieces[i].offset - base, pieces[i].size, pieces[i].align};
        align = pieces[i].align > align ? pieces[i].align : align;
    }
    fold_find_holes(spans, group->count, group->is_union, size, align, holes);
    for (size_t i = 0; i <= group->count; i++)
        if (holes[i].end)
            add_hole(group, (uint32_t)base + holes[i].begin, (uint32_t)base + holes[i].end);
}

/* Covers bytes of other versions with rows `unaccounted`. These bytes were padding until the record, or a record that
 * it holds, became packed. */
static void account_layout(struct merge_spots *spots, const struct layout *layout)
{
    const struct merge_site *site = spots->site;
    struct group group = {
        .spots = spots, .holder = MERGE_NO_SPOT, .layout = layout, .range = layout->range, .last_hole = MERGE_NO_SPOT};
    bool is_packed = false;
    group.is_union = site->record->is_union && site->known->is_union;
    group.pieces = ARENA_ARRAY(site->merge->arena, struct piece, layout->member_count);
    /* Leave out the versions whose layout the kernel determines. */
    if (group.range.from < site->range.to && site->range.from < group.range.to)
        *(group.range.from < site->range.from ? &group.range.to : &group.range.from) =
            group.range.from < site->range.from ? site->range.from : site->range.to;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        const struct layout_member *member = &layout->members[i];
        struct piece *piece = &group.pieces[group.count++];
        const struct fold_tag *tag = member->row->type ? map_get(site->merge->tags, member->row->type->name) : NULL;
        uint32_t packs[] = {merge_pack(site),
                            tag && tag->is_measured && row_kind(member->row) == ROW_RECORD ? tag->pack : 0};
        *piece = (struct piece){.offset = member->offset == LAYOUT_UNKNOWN ? FOLD_UNKNOWN : member->offset,
                                .size = member->size == LAYOUT_UNKNOWN ? FOLD_UNKNOWN : member->size,
                                .align = member->align};
        piece->index = (size_t)((struct merge_spot *)map_get(spots->by_row, member->row) - spots->items);
        for (size_t k = 0; k < 2; k++)
            piece->align = packs[k] && packs[k] < piece->align ? packs[k] : piece->align;
        is_packed |= piece->align < member->align;
    }
    if (is_packed && group.range.from < group.range.to)
        account_spans(&group);
}

void merge_account(struct merge_spots *spots)
{
    const struct record_on *on = spots->site->on;
    /* Bytes without a row may belong to members that a partial record does not list. */
    bool is_partial = spots->site->record->is_partial;
    if (!is_partial)
        each_group(spots, account_spans);
    for (size_t i = 0; i < on->layout_count && spots->site->is_imported && !is_partial; i++)
        if (&on->layouts[i] != spots->site->layout || on->layouts[i].range.from < spots->site->range.from ||
            on->layouts[i].range.to > spots->site->range.to)
            account_layout(spots, &on->layouts[i]);
    for (size_t i = 0; i < spots->count; i++)
        if (spots->items[i].is_left)
            merge_end_row(spots->site, spots->items[i].row);
}

/* ---- Fields that were left out */

/* Returns the last row with at most the given offset. */
static size_t spot_up_to(const struct merge_spots *spots, uint32_t offset)
{
    size_t found = MERGE_NO_SPOT;
    for (size_t i = 0; i < spots->count; i = spots->items[i].end)
        if (spots->items[i].stays && !spots->items[i].is_new && spots->items[i].offset <= offset)
            found = i;
    return found;
}

void merge_note_omissions(struct merge_spots *spots)
{
    const struct merge_site *site = spots->site;
    struct merge *merge = site->merge;
    for (size_t i = 0; i < site->known->omission_count; i++) {
        const struct kernel_omission *omission = &site->known->omissions[i];
        struct buffer text = {0};
        if (!omission->why)
            continue;
        fold_write_omission(&merge->fold, omission, &text);
        const char *comment = arena_copy(merge->arena, text.data, text.size);
        buffer_free(&text);
        if (!strstr(edit_text(&merge->edits, site->record->decl->body_span), comment))
            merge_add_line(spots, (struct merge_addition){.beside = spot_up_to(spots, omission->offset),
                                                          .holder = MERGE_NO_SPOT,
                                                          .offset = omission->offset,
                                                          .comment = comment});
    }
}
