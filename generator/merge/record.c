/*
 * Folds one kernel into one record.
 */
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"

static void set_size(struct merge_site *site)
{
    const struct cell *cells[CELL_COLUMNS_MOST];
    struct cell_text text = cell_text_of_size(site->record);
    if (!text.node || site->layout->size == site->known->size)
        return;
    for (size_t i = 0; i < site->columns.count; i++)
        cells[i] = &site->record->size[site->columns.arches[i]->index];
    cell_edit_assign(merge_editor(site->merge), &site->columns, &text, cells, site->range,
                     &(struct spec_alternative){.number = site->known->size});
}

static void change_record(struct merge_site *site, bool is_there)
{
    struct merge *merge = site->merge;
    const struct ast_decl *decl = site->record->decl;
    struct version_set sets[CELL_COLUMNS_MOST], in = version_set_range(merge->arena, site->range.from, site->range.to);
    for (size_t i = 0; i < site->columns.count; i++) {
        sets[i] = decl_is_dated(decl) ? decl_versions(merge->model, merge->arena, decl, i)
                                      : site->record->on[site->columns.arches[i]->index].versions;
    }
    struct version_set own = decl_versions(merge->model, merge->arena, decl, site->columns.own);
    sets[site->columns.own] =
        is_there ? version_set_union(merge->arena, own, in) : version_set_subtract(merge->arena, own, in);
    cell_edit_in(merge_editor(merge), &site->columns, decl, sets);
}

void merge_end_record(struct merge_site *site)
{
    change_record(site, false);
    merge_drop_record(site);
}

/* Adds the `pack` that unaligned members need. Turns a union into a structure if the kernel has a structure. */
static void set_form(struct merge_site *site)
{
    struct merge *merge = site->merge;
    const struct ast_decl *decl = site->record->decl;
    uint32_t pack = site->record->pack;
    struct fold_tag *tag = map_get(merge->tags, site->record->type->name);
    if (site->record->is_union && !site->known->is_union)
        edit_replace(&merge->edits, (struct span){decl->span.begin, decl->span.begin + (uint32_t)strlen("union")},
                     "struct");
    if (!tag || !site->is_imported || site->record->parent_row)
        return;
    fold_measure(&merge->fold, tag);
    if (!tag->pack || (pack && pack <= tag->pack))
        return;
    const char *text = arena_format(merge->arena, "pack %u", tag->pack);
    if (pack)
        edit_replace(&merge->edits, ast_clause_span(decl, AST_PACK), text);
    else
        edit_insert(&merge->edits, decl->span.end, arena_format(merge->arena, " %s", text));
}

/* Folds the kernel into the named aggregates of a record, each of which is a record of its own. */
static bool fold_inner(struct merge_spots *spots)
{
    bool all = true;
    for (size_t i = 0; i < spots->count; i++) {
        const struct merge_spot *spot = &spots->items[i];
        if (!spot->row->member || !spot->known || !spot->stays || spot->is_new || !row_is_aggregate(spot->row))
            continue;
        const struct kernel_type *type = spot->known->type;
        while (type->kind == KERNEL_ARRAY)
            type = type->target;
        const struct record *record = spot->row->type->record;
        struct merge_site inner = *spots->site;
        inner.record = record;
        inner.known = type->kind == KERNEL_UNNAMED ? type->record : NULL;
        inner.place = fold_place_in(&inner.merge->fold, inner.place, spot->known->name);
        inner.on = &record->on[inner.merge->arch->index];
        inner.layout = record_layout_at(record, inner.merge->arch, inner.merge->kernel->version);
        inner.versions = NULL;
        if (inner.known)
            all = merge_record(&inner) && all;
    }
    return all;
}

bool merge_record(struct merge_site *site)
{
    struct merge_spots spots;
    if (!site->layout && site->fixed_by) {
        merge_contradict(site->merge, site->fixed_by, site->record->decl->name_span,
                         arena_format(site->merge->arena, "there is no '%s'", site->record->type->name),
                         "there is one");
        return false;
    }
    if (!site->layout) {
        merge_guess_layout(site);
        if (!site->record->parent_row) /* an inner record exists where its row does */
            change_record(site, true);
    }
    merge_decide(site, &spots);
    if (site->fixed_by) {
        /* Compare a record that cannot change with the kernel. Only fills in unknown offsets. */
        bool learns = false;
        if (!merge_bears_out(&spots, &learns))
            return false;
        for (size_t i = 0; learns && site->is_attested && i < spots.count; i++) {
            const struct merge_spot *spot = &spots.items[i];
            if (spot->entry && spot->known && spot->row->member && !spot->row->is_unknown)
                merge_move(site, &spots, spot);
        }
        return fold_inner(&spots);
    }
    set_form(site);
    merge_edit_rows(&spots);
    set_size(site);
    merge_share(&spots);
    merge_account(&spots);
    merge_note_omissions(&spots);
    merge_write_additions(&spots);
    struct version_set in = version_set_range(site->merge->arena, site->range.from, site->range.to);
    if (site->is_imported && version_set_union(site->merge->arena, site->on->versions, in).count > 1)
        merge_clip_record(&spots); /* the record has a gap in its versions, and no cell may name versions in the gap */
    return fold_inner(&spots);
}
