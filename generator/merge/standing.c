/*
 * Finds the declarations that a kernel was folded into, and attests the kernel there.
 */
#include "base/intern.h"
#include "merge/merge_parts.h"

/* The state of a declaration after the kernel was folded in. */
struct standing {
    size_t owner; /* the file with the lines that attest it; SIZE_MAX: it has its own lines, or there are none */
    bool is_there, is_folded, is_attested;
};

/* Returns the state of a declaration. A structure that the kernel lacks counts as folded if only kernels attest it: the
 * structure ends. */
static struct standing standing_of(const struct merge *merge, const struct type *type)
{
    struct standing standing = {0};
    const struct record *record = type->record;
    struct version_set attested = merge_attested(merge, merge->arch, record, type->file_index, &standing.owner);
    bool known = merge_is_known(merge, type),
         is_open = merge_is_taken(merge, type) && !map_get(merge->settled, type->name) && merge_has_column(merge, type);
    bool ends = record && !known && version_set_is_exact(&attested);
    standing.is_attested = merge_attests(merge, &attested, record, type->file_index);
    standing.is_there = record && record_layout_at(record, merge->arch, merge->kernel->version);
    if (is_open && record && (known || ends))
        standing.is_there = known;
    standing.is_folded = is_open && (known || ends);
    return standing;
}

void merge_find_open(struct merge *merge, bool *met)
{
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        if (!merge_is_declaration(type))
            continue;
        struct standing standing = standing_of(merge, type);
        if (standing.owner == SIZE_MAX || standing.is_attested)
            continue;
        bool is_there = standing.is_there || (merge_is_known(merge, type) && merge_has_column(merge, type));
        merge->is_open[standing.owner] |= is_there && !standing.is_folded;
        met[standing.owner] |= standing.is_folded;
    }
}

void merge_attest_all(struct merge *merge, const bool *met)
{
    bool is_attested = false, is_named = false; /* identities are only added if some line names their version */
    for (size_t i = 0; i < merge->model->type_count; i++) {
        const struct type *type = merge->model->types[i];
        if (!type->record || !merge_is_declaration(type))
            continue;
        struct standing standing = standing_of(merge, type);
        is_named |= merge_is_seen(merge, type->record);
        is_attested |= standing.is_there && (merge_is_seen(merge, type->record) || standing.is_folded);
        bool is_shared = standing.owner != SIZE_MAX && merge->program->files[standing.owner].requested;
        if (!standing.is_attested && standing.is_there && standing.is_folded &&
            (!is_shared || merge->is_open[standing.owner])) {
            merge_attest_record(merge, type->record);
            is_named = true;
        }
    }
    for (size_t i = 0; i < merge->program->file_count; i++)
        if (met[i] && !merge->is_open[i] && merge->program->files[i].requested) {
            merge_attest_file(merge, i);
            is_named = true;
        }
    if (is_attested && is_named && !merge->is_settled)
        merge_add_identities(merge);
}
