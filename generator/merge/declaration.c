/*
 * Folds a kernel into one declaration: a structure, union or enumeration.
 */
#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"

bool merge_is_declaration(const struct type *type)
{
    return type->record ? !type->record->parent_row : type->enumeration != NULL;
}

bool merge_has_column(const struct merge *merge, const struct type *type)
{
    const struct record_on *on = type->record ? &type->record->on[merge->arch->index] : NULL;
    return on ? on->exists && !on->is_foreign // evidence of single members has no cells
              : merge_enumeration_columns(merge, type->enumeration).own != CELL_NO_COLUMN;
}

bool merge_is_known(const struct merge *merge, const struct type *type)
{
    return type->record ? merge_find_record(merge, type->name) != NULL : merge_find_enum(merge, type->name) != NULL;
}

static bool is_named(const struct merge *merge, const char *name)
{
    for (size_t i = 0; i < merge->name_count; i++)
        if (!strcmp(merge->names[i], name))
            return true;
    return !merge->name_count || map_get(merge->chosen, name);
}

bool merge_is_taken(const struct merge *merge, const struct type *type)
{
    return merge->program->files[type->file_index].requested && type->module == merge->model->modules &&
           is_named(merge, type->name) && !map_get(merge->refused, type->name) &&
           !map_get(merge->settled_names, type->name);
}

static struct merge_site make_site(struct merge *merge, const struct record *record, const struct version_set *attested)
{
    const struct arch *arch = merge->arch;
    const struct record_on *on = &record->on[arch->index];
    size_t owner;
    struct version_set anywhere = merge_attested_before(merge, NULL, record->type, &owner);
    struct merge_site site = {.merge = merge, .record = record, .outer = record, .on = on};
    bool is_shared = !record->column_count;
    for (size_t i = 0; i < record->arch_count; i++)
        if (&record->on[i] != on && record->on[i].exists && record->on[i].versions.count && is_shared)
            site.fixed_by = merge_by_all;
    site.known = merge_find_record(merge, record->type->name);
    if (site.known)
        site.place = ((const struct fold_tag *)map_get(merge->tags, record->type->name))->place;
    site.layout = record_layout_at(record, arch, merge->kernel->version);
    site.range = merge_interval(merge, attested);
    site.columns = merge_record_columns(merge, record);
    site.columns.around =
        version_set_union(merge->arena, on->versions, version_set_range(merge->arena, site.range.from, site.range.to));
    site.is_imported = version_set_is_exact(attested) && version_set_is_exact(&anywhere);
    site.is_attested = merge_attests(merge, attested, record, record->file_index);
    if (on->alias)
        site.fixed_by = merge_by_fallback(merge);
    if (site.is_attested || merge->is_quiet)
        site.fixed_by = merge_by_attest;
    site.is_unnatural = map_get(merge->unnatural, record->type->name) != NULL;
    return site;
}

/* Folds the kernel into a record. If the kernel lacks the record and only kernels attest it, ends it. Returns false if
 * the kernel contradicts the spec. */
static bool fold_record(struct merge *merge, const struct record *record)
{
    size_t owner;
    struct version_set attested = merge_attested_before(merge, merge->arch, record->type, &owner);
    if (!merge_has_column(merge, record->type))
        return true;
    struct merge_site site = make_site(merge, record, &attested);
    if (site.known)
        return merge_record(&site);
    if (site.layout && version_set_is_exact(&attested) && !site.fixed_by)
        merge_end_record(&site);
    return true;
}

static bool fold_enumeration(struct merge *merge, const struct enumeration *enumeration)
{
    const struct kernel_enum *known = merge_find_enum(merge, enumeration->type->name);
    if (known)
        return merge_enumeration(merge, enumeration, known);
    if (!merge->is_quiet)
        merge_end_enumeration(merge, enumeration);
    return true;
}

bool merge_type(struct merge *merge, const struct type *type)
{
    bool is_borne_out = true;
    merge->arena = merge->brief;
    if (type->record && !type->record->parent_row)
        is_borne_out = fold_record(merge, type->record);
    else if (type->enumeration)
        is_borne_out = fold_enumeration(merge, type->enumeration);
    arena_clear(merge->brief);
    merge->arena = merge->lasting;
    return is_borne_out;
}
