/*
 * Updates the digests of declarations after a kernel was folded into their rows.
 */
#include "answer/digest.h"
#include "merge/merge_parts.h"

/* A record and the conflicts between its rows and its digests. */
struct renewal {
    const struct merge *merge;
    const struct digest_conflict *own; /* the conflict in the kernel's version, or NULL */
    const struct type *type;
    bool is_other; /* there is a conflict in another version: the edits changed what merged kernels attest */
};

static void take_conflict(void *user, const struct digest_conflict *conflict)
{
    struct renewal *renewal = user;
    const struct merge *merge = renewal->merge;
    if (conflict->arch == merge->arch && conflict->version == merge->kernel->version)
        renewal->own = arena_copy_array(merge->arena, conflict, 1, sizeof *conflict);
    else if (!merge_is_pending(merge, renewal->type, conflict->arch, conflict->version))
        renewal->is_other = true;
}

/* Sets the digest of a record in the kernel's version to the one that its rows have. */
static void renew_digest(struct merge *merge, const struct record *record)
{
    size_t owner, index = merge->arch->index;
    struct version_range valid;
    const struct cell *cells[CELL_COLUMNS_MOST];
    struct cell_columns columns = merge_record_columns(merge, record);
    struct cell_text text = cell_text_of_digest(record);
    struct version_set attested = merge_attested_before(merge, merge->arch, record->type, &owner);
    struct spec_alternative wanted = {.kind = SPEC_ABSENT, .digits = 5};
    if (record_layout_at(record, merge->arch, merge->kernel->version))
        wanted = (struct spec_alternative){
            .digits = 5,
            .number = digest_at(digest_begin(merge->arena, record), merge->arch, merge->kernel->version, &valid)};
    columns.around = version_set_range(merge->arena, 0, VERSION_END);
    for (size_t i = 0; i < columns.count; i++)
        cells[i] = &record->digest[columns.count == 1 ? index : columns.arches[i]->index];
    cell_edit_assign(merge_editor(merge), &columns, &text, cells, merge_interval(merge, &attested), &wanted);
}

void merge_renew_digests(struct merge *result)
{
    const struct model *model = result->model;
    result->renewed = map_new(result->arena);
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        struct renewal renewal = {.merge = result, .type = record->type};
        if (record->parent_row || !merge_is_taken(result, record->type))
            continue;
        digest_compare(result->arena, record, (const struct arch *const *)model->arches, take_conflict, &renewal);
        if (!renewal.own || renewal.is_other)
            continue;
        renew_digest(result, record);
        map_set(result->renewed, record->type->name, result);
    }
}
