/*
 * One record against one kernel.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "edges/import_into_parts.h"

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

bool into_record(struct into_site *site)
{
    struct into_spots spots;
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
    return fold_inner(&spots);
}
