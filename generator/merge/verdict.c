/*
 * Compares attested versions of a spec with a kernel, without changing the spec. Reports each contradiction once, and
 * lists all kernels that contradict.
 */
#include <stdlib.h>
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "merge/merge_parts.h"

const char merge_by_attest[] = "in versions that are attested";
const char merge_by_all[] = "where one cell is for all architectures";

const char *merge_by_fallback(const struct merge *merge)
{
    return arena_format(merge->arena, "where it is as on %s", merge->arch->fallback->name);
}

void merge_contradict(struct merge *merge, const char *fixed_by, struct span span, const char *what,
                      const char *imported)
{
    merge->contradictions++;
    if (merge->is_quiet || merge->is_again)
        return;
    const char *text =
        arena_format(merge->arena, "%s on %s, %s; the %s differs", what, merge->arch->name, fixed_by,
                     merge->kernel->is_header ? "header" : "kernel");
    text = intern_text(merge->program->intern, text);
    struct diag *diag = map_get(merge->said, text);
    if (!diag) {
        diag = diag_report(merge->user->diags, DIAG_CONTRADICTION, span, "%s", text);
        if (merge->advice && fixed_by == merge_by_attest)
            diag_help(diag, "%s", merge->advice);
        map_set(merge->said, text, diag);
    }
    diag_note(diag, (struct span){0, 0}, "%s, %s: %s",
              axis_version_text(merge->arena, &merge->model->axis, merge->kernel->version), merge->kernel->path,
              imported);
}

static const char *describe_member(const struct merge_site *site, const struct kernel_member *known)
{
    const char *bit =
        known->width ? arena_format(site->merge->arena, ", bit %u, width %u", known->bit, known->width) : "";
    return arena_format(site->merge->arena, "'%s' is at 0x%02X%s, and has %u bytes", known->name, known->offset, bit,
                        merge_type_size(known->type));
}

static const struct kernel_member *find_known(const struct merge_site *site, const char *name)
{
    for (size_t i = 0; i < site->known->member_count; i++)
        if (merge_is_called(site->merge, name, site->known->members[i].name))
            return &site->known->members[i];
    return NULL;
}

static struct span spot_span(const struct merge_spot *spot)
{
    const struct cell_value *at = spot->entry->placement;
    return at ? at->alternative->span : spot->row->decl->name_span;
}

/* True if the spec does not know which members use the bytes of a member of the kernel. */
static bool is_room(const struct merge_spots *spots, const struct kernel_member *known)
{
    for (size_t i = 0; i < spots->count; i++) {
        const struct merge_spot *spot = &spots->items[i];
        if (!spot->entry || !merge_overlap(spot->entry, known))
            continue;
        enum row_form form = spot->row->form;
        bool is_empty = !spot->row->member && spot->end == i + 1 && form != FORM_UNACCOUNTED;
        if (form == FORM_UNACCOUNTED || form == FORM_BYTES || spot->row->is_unknown || is_empty)
            return true;
    }
    return false;
}

bool merge_bears_out(struct merge_spots *spots, bool *learns)
{
    struct merge_site *site = spots->site;
    size_t before = site->merge->contradictions;
    for (size_t i = 0; i < spots->count; i++) {
        const struct merge_spot *spot = &spots->items[i];
        const struct row *row = spot->row;
        if (!spot->entry || !row->member)
            continue;
        bool is_unknown =
            spot->entry->offset == LAYOUT_UNKNOWN || (spot->entry->width && spot->entry->bit == BIT_UNKNOWN);
        if (spot->known && is_unknown)
            *learns = true;
        else if (spot->known && !row->is_unknown && !merge_places_agree(spot->entry, spot->known))
            merge_contradict(site->merge, site->fixed_by, spot_span(spot),
                             arena_format(site->merge->arena, "'%s' of '%s' is at 0x%02X", row->name,
                                          site->record->type->name, spot->entry->offset),
                             describe_member(site, spot->known));
        else if (spot->known && !row->is_unknown &&
                 !merge_types_agree(site, spot->entry, site->merge->kernel->version, spot->known))
            merge_contradict(
                site->merge, site->fixed_by, row_spelled(row)->span,
                arena_format(site->merge->arena, "'%s' of '%s' has another type", row->name, site->record->type->name),
                describe_member(site, spot->known));
        else if (!spot->known && row->form != FORM_BYTES && !row->is_unknown) {
            const struct kernel_member *other = find_known(site, row->name);
            merge_contradict(
                site->merge, site->fixed_by, other ? row_spelled(row)->span : row->decl->name_span,
                arena_format(site->merge->arena, other ? "'%s' of '%s' has another type" : "there is a '%s' in '%s'",
                             row->name, site->record->type->name),
                other ? describe_member(site, other)
                      : arena_format(site->merge->arena, "'%s' has no member '%s'", site->place, row->name));
        }
    }
    for (size_t i = 0; i < spots->added_count; i++) {
        const char *name = fold_mend(&site->merge->fold, spots->added[i]->name);
        if (!merge_present(spots, record_find_member(site->record, name)) && !is_room(spots, spots->added[i]))
            merge_contradict(
                site->merge, site->fixed_by, site->record->decl->name_span,
                arena_format(site->merge->arena, "'%s' has no member '%s'", site->record->type->name, name),
                describe_member(site, spots->added[i]));
    }
    if (site->layout->size != LAYOUT_UNKNOWN && site->layout->size != site->known->size) {
        const struct cell_value *stated = site->layout->stated;
        merge_contradict(
            site->merge, site->fixed_by, stated ? stated->alternative->span : site->record->decl->name_span,
            arena_format(site->merge->arena, "'%s' has 0x%02X bytes", site->record->type->name, site->layout->size),
            arena_format(site->merge->arena, "it has 0x%02X", site->known->size));
    }
    return site->merge->contradictions == before;
}
