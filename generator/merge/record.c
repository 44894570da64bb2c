/*
 * One record against one kernel.
 */
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "check/bit_holes.h"
#include "check/finding.h"
#include "merge/merge_parts.h"

static void set_size(struct into_site *site)
{
    const struct cell *cells[INTO_COLUMNS_MOST];
    if (!site->record->size_cell || site->layout->size == site->known->size)
        return;
    for (size_t i = 0; i < site->columns.count; i++)
        cells[i] = &site->record->size[site->columns.arches[i]->index];
    into_assign(site->into, &site->columns, site->record->size_cell, cells, site->in,
                (struct into_value){site->known->size, false, false});
}

static void change_record(struct into_site *site, bool is_there)
{
    struct arena *arena = site->into->arena;
    struct version_set sets[INTO_COLUMNS_MOST], in = version_set_range(arena, site->in.from, site->in.to);
    for (size_t i = 0; i < site->columns.count; i++)
        sets[i] = ast_clause_find(site->record->decl, AST_IN)
                      ? into_declared(site->into, site->record->decl, i)
                      : site->record->on[site->columns.arches[i]->index].in;
    struct version_set own = into_declared(site->into, site->record->decl, site->columns.own);
    own = is_there ? version_set_union(arena, own, in) : version_set_subtract(arena, own, in);
    into_set_in(site->into, &site->columns, site->record->decl, sets, own);
}

void into_end_record(struct into_site *site)
{
    change_record(site, false);
    into_drop_sizes(site, site->record);
    into_drop_rows(site, site->record->rows);
}

/* What lies where it would not be aligned needs `pack`; a union that is a structure in another kernel is one, too. */
static void set_form(struct into_site *site)
{
    struct into *into = site->into;
    const struct ast_decl *decl = site->record->decl;
    const struct ast_clause *pack = ast_clause_find(decl, AST_PACK);
    struct fold_tag *tag = map_get(into->tags, site->record->type->name);
    if (site->record->is_union && !site->known->is_union)
        into_edit(into, (struct span){decl->span.begin, decl->span.begin + (uint32_t)strlen("union")}, "struct");
    if (!tag || !site->is_imported)
        return;
    fold_measure(&into->fold, tag);
    if (!tag->pack || (pack && pack->number <= tag->pack))
        return;
    const char *text = arena_format(into->arena, "pack %u", tag->pack);
    if (pack)
        into_edit(into, pack->span, text);
    else
        into_insert(into, decl->span.end, arena_format(into->arena, " %s", text));
}

/* Whether the kernel has a row, or something in it. */
static bool is_known(const struct into_spots *spots, size_t index)
{
    size_t i = index;
    while (i < spots->items[index].end && !spots->items[i].known)
        i++;
    return i < spots->items[index].end;
}

static const struct {
    unsigned allow;
    enum diag_code code;
} shares[] = {{FOLD_OVERLAP, DIAG_OVERLAP},
              {FOLD_BIT_OVERLAP, DIAG_BIT_OVERLAP},
              {FOLD_GAP, DIAG_GAP},
              {FOLD_BIT_GAP, DIAG_GAP}};

/* What is allowed on a row, or around it. */
static unsigned allows_of(const struct row *row)
{
    unsigned allows = 0;
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++)
        if (row_allows(row->record, row, shares[i].code))
            allows |= shares[i].allow;
    return allows;
}

/* What an entry takes, as its spot allows it by now; false when that cannot be told, or no kernel has part in it. */
static bool get_extent(const struct into_spots *spots, const struct layout_member *entry, struct fold_extent *extent)
{
    const struct into_spot *spot = map_get(spots->by_row, entry->row);
    const struct record *inner = entry->row->type ? entry->row->type->record : NULL;
    size_t index = (size_t)(spot - spots->items);
    if (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN || !entry->size || entry->bit == BIT_UNKNOWN ||
        !(spots->site->is_imported || is_known(spots, index)))
        return false;
    *extent = fold_extent_of(entry->offset, entry->size, entry->bit, entry->width);
    extent->has_rows = inner && inner->parent_row == entry->row;
    extent->allows = spot->allows;
    extent->index = index;
    return true;
}

/* Has those that stand beside each other in a layout allow what they share, and those in anonymous aggregates. */
static void share(struct into_spots *spots, const struct layout_member *entries, size_t count, bool is_union)
{
    struct fold_extent *extents = ARENA_ARRAY(spots->site->into->arena, struct fold_extent, count);
    size_t extent_count = 0;
    for (size_t i = 0; i < count; i += 1 + entries[i].descendants) {
        extent_count += !is_union && get_extent(spots, &entries[i], &extents[extent_count]);
        share(spots, &entries[i + 1], entries[i].descendants, entries[i].row->decl->kind == AST_UNION);
    }
    fold_share(extents, extent_count);
    for (size_t i = 0; i < extent_count; i++)
        spots->items[extents[i].index].allows |= extents[i].allows;
}

/* Has bit-fields of a layout that stand beside each other, and those in anonymous aggregates, allow the bits below them
 * that belong to none. */
static void allow_bit_gaps(struct into_spots *spots, const struct layout_member *entries, size_t count)
{
    struct arena *arena = spots->site->into->arena;
    struct bit_field *fields = ARENA_ARRAY(arena, struct bit_field, count);
    struct bit_hole *holes = ARENA_ARRAY(arena, struct bit_hole, count);
    size_t field_count = 0;
    for (size_t i = 0; i < count; i += 1 + entries[i].descendants) {
        const struct layout_member *entry = &entries[i];
        allow_bit_gaps(spots, entry + 1, entry->descendants);
        if (entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN)
            fields[field_count++] = (struct bit_field){entry->offset, entry->size, entry->bit, entry->width, i};
        else if (entry->width)
            return; /* it may have the bits of any hole */
    }
    size_t hole_count = bit_holes_find(fields, field_count, holes);
    for (size_t i = 0; i < hole_count; i++) {
        struct into_spot *spot = map_get(spots->by_row, entries[holes[i].behind].row);
        if (spots->site->is_imported || spot->known)
            spot->allows |= FOLD_BIT_GAP;
    }
}

/* A member of a union that does not begin where that does allows it: unnamed structures in the union were lost. */
static void allow_gaps(struct into_spots *spots)
{
    for (size_t i = 0; i < spots->count; i++) {
        struct into_spot *spot = &spots->items[i];
        if (spot->holder == INTO_NO_SPOT && spot->known && spot->entry && spot->offset &&
            !(spot->allows & FOLD_OVERLAP))
            spot->allows |= FOLD_GAP;
    }
}

/* Rows that share bytes in the kernel, or in any where all that is known is from kernels, allow it. */
static void allow_shared(struct into_spots *spots)
{
    const struct into_site *site = spots->site;
    for (size_t i = 0; i < spots->count; i++)
        spots->items[i].allows = allows_of(spots->items[i].row);
    if (site->record->is_union)
        allow_gaps(spots);
    for (size_t i = 0; i < site->on->layout_count; i++) {
        const struct layout *layout = &site->on->layouts[i];
        if (layout != site->layout && !site->is_imported)
            continue;
        share(spots, layout->members, layout->member_count, site->record->is_union);
        /* A record that had holes that nobody accounted for keeps them, where the kernel does not speak. */
        if (layout == site->layout || !into_was_found(site->into, site->outer, DIAG_GAP))
            allow_bit_gaps(spots, layout->members, layout->member_count);
    }
    for (size_t i = 0; i < spots->count; i++) {
        const struct row *row = spots->items[i].row;
        unsigned added = spots->items[i].allows & ~allows_of(row);
        for (size_t k = 0; k < sizeof shares / sizeof *shares; k++)
            if (added & shares[k].allow)
                into_insert(site->into, row->decl->span.end,
                            arena_format(site->into->arena, " allow %s \"%s\"", diag_code_name(shares[k].code),
                                         fold_reason(shares[k].allow)));
    }
}

static bool fold_inner(struct into_spots *spots)
{
    bool all = true;
    for (size_t i = 0; i < spots->count; i++) {
        const struct into_spot *spot = &spots->items[i];
        enum ast_kind kind = spot->row->decl->kind;
        if (!spot->entry || !spot->known || !spot->stays || spot->is_new || (kind != AST_STRUCT && kind != AST_UNION))
            continue;
        const struct kernel_type *type = spot->known->type;
        while (type->kind == KERNEL_ARRAY)
            type = type->target;
        const struct record *record = spot->row->type->record;
        struct into_site inner = *spots->site;
        inner.record = record;
        inner.known = type->kind == KERNEL_UNNAMED ? type->record : NULL;
        inner.place = fold_place_in(&inner.into->fold, inner.place, spot->known->name);
        inner.on = &record->on[inner.layout->arch->index];
        inner.layout = record_layout_at(record, inner.layout->arch, inner.into->kernel->version);
        if (inner.known && inner.layout)
            all = into_record(&inner) && all;
    }
    return all;
}

/* A record that is not there in between has cells that name no versions of that. */
static void clip_cells(const struct into_site *site)
{
    struct into_site nothing = *site;
    nothing.in = (struct version_range){0, 0};
    into_drop_sizes(&nothing, site->record);
    into_drop_rows(&nothing, site->record->rows);
}

bool into_record(struct into_site *site)
{
    struct into_spots spots;
    size_t before = site->into->edits.size;
    bool learns = false;
    if (!site->layout && site->fixed_by)
        into_contradict(site->into, site->fixed_by, site->record->decl->name_span,
                        arena_format(site->into->arena, "there is no '%s'", site->record->type->name), "there is one");
    else if (!site->layout)
        change_record(site, true);
    if (!site->layout)
        return !site->fixed_by;
    into_decide(site, &spots);
    if (site->fixed_by) {
        if (!into_bears_out(&spots, &learns))
            return false;
        for (size_t i = 0; learns && site->is_attested && i < spots.count; i++) {
            const struct into_spot *spot = &spots.items[i];
            if (spot->entry && spot->known && spot->row->member && !spot->row->decl->is_unknown)
                into_move(site, &spots, spot);
        }
        return fold_inner(&spots);
    }
    into_edit_rows(&spots);
    set_size(site);
    set_form(site);
    if (site->is_imported && site->on->in.count > 1)
        clip_cells(site);
    if (site->into->edits.size == before)
        allow_shared(&spots);
    if (site->into->edits.size == before)
        into_account(site);
    if (site->into->edits.size == before)
        into_note_omissions(site);
    return fold_inner(&spots);
}
