/*
 * Compares the types of members in a kernel with the types of rows.
 */
#include <string.h>

#include "base/intern.h"
#include "merge/merge_parts.h"
#include "spec/c_type.h"

/* Returns the element type of an array, and sets the number of elements. For any other type, returns the type itself,
 * and sets 1. */
static const struct kernel_type *element_of(const struct kernel_type *type, uint64_t *count)
{
    *count = 1;
    for (; type->kind == KERNEL_ARRAY; type = type->target)
        *count *= type->count;
    return type;
}

uint32_t merge_type_size(const struct kernel_type *type)
{
    uint64_t count;
    type = element_of(type, &count);
    return (uint32_t)(count * (type->kind == KERNEL_UNNAMED ? type->record->size : type->size));
}

/* True if kernels have a type with a name. A member that had this type would then use this name. */
static bool is_known(const struct merge *merge, const char *word)
{
    return map_get(merge->fold.names, word) != NULL;
}

/* True if a type in a spec has the name of the kernel's type. Integers that some symbol files do not distinguish, such
 * as `int` and `long`, count as equal. */
static bool is_word(struct fold *fold, const struct fold_shape *shape, const char *known, const char *word)
{
    const struct fold_base *base = shape->stars ? NULL : fold_values_of(fold, shape);
    const char *c = c_type_name(word);
    return !strcmp(known, word) || (base && c && c_type_are_kin(base->tag, c));
}

/* True if a row has the same type name, stars and bounds as the kernel's member. */
static bool is_spelled(const struct merge_site *site, const struct row *row, uint64_t version,
                       const struct kernel_member *member)
{
    struct fold *fold = &site->merge->fold;
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    const struct ast_type *type = row_spelled(row);
    if (row_bound_count(row) != shape->bound_count)
        return false;
    for (unsigned i = 0; i < shape->bound_count; i++)
        if (row_bound(row, site->layout->arch, version, i) != shape->bounds[i])
            return false;
    if (row_is_aggregate(row))
        return shape->type->kind == KERNEL_UNNAMED && !shape->stars &&
               shape->type->record->is_union == (row->form == FORM_UNION);
    return row->form == FORM_MEMBER && (shape->type->kind != KERNEL_UNNAMED || shape->stars) &&
           !type->parameters == !shape->is_function &&
           (shape->is_function || (type->pointer_depth == shape->stars &&
                                   is_word(fold, shape, fold_word(fold, site->place, member), type->name)));
}

/* True if a type has the size of a pointer on every architecture. */
static bool is_pointer_wide(const struct merge *merge, const struct type *type)
{
    if (type->kind <= TYPE_POINTER && !type->size)
        return true;
    bool any = false, wide = type->size != NULL;
    for (size_t i = 0; wide && i < merge->model->arch_count; i++) {
        const struct cell *cell = &type->size[i];
        any |= cell->count > 0;
        wide = !cell->count || cell->values[0].number == merge->model->arches[i]->pointer_size;
    }
    return any && wide;
}

/* True if the elements of a row and of a kernel's type are of the same kind. Ignores the names of their types. */
static bool kinds_agree(const struct merge_site *site, const struct row *row, const struct kernel_type *type)
{
    enum row_kind kind = row_kind(row);
    bool is_record = type->kind == KERNEL_UNNAMED || (type->kind == KERNEL_TAG && !type->is_enum);
    const struct fold_tag *tag = fold_shape_of(&site->merge->fold, type)->tag;
    if (kind == ROW_BYTES)
        return true;
    if (kind == ROW_RECORD)
        return is_record && (row->type->record->parent_row || !is_known(site->merge, row->type->name));
    if (is_record) /* such as a LARGE_INTEGER or a lock, which a spec may declare as a number */
        return merge_type_size(type) <= 8 &&
               (!tag || !is_known(site->merge, row_spelled(row)->name) || !strcmp(tag->name, row_spelled(row)->name));
    if (kind == ROW_POINTER)
        return type->kind == KERNEL_POINTER;
    if (kind == ROW_FLOAT)
        return type->kind == KERNEL_FLOAT;
    return type->kind != KERNEL_POINTER || (row->type && is_pointer_wide(site->merge, row->type));
}

bool merge_types_agree(const struct merge_site *site, const struct layout_member *entry, uint64_t version,
                       const struct kernel_member *member)
{
    const struct row *row = entry->row;
    uint64_t count;
    const struct kernel_type *element = element_of(member->type, &count);
    uint32_t size = merge_type_size(member->type);
    bool is_ours = row->type && row->type->kind <= TYPE_POINTER && !is_known(site->merge, row->type->name);
    /* An import spells types as kernels do. Only a person writes a type that no kernel has. */
    bool may_differ = !site->is_imported || is_ours;
    if (entry->width != member->width)
        return false;
    if (is_spelled(site, row, version, member))
        return true;
    if (!may_differ)
        return false;
    if (member->width)
        return element->kind != KERNEL_TAG || row_kind(row) != ROW_RECORD;
    if (entry->size == LAYOUT_UNKNOWN)
        return true;
    if (entry->is_trailing)
        return count <= 1 && (!size || entry->element == size);
    if (entry->size != size)
        return false;
    if (row_kind(row) == ROW_BYTES)
        return true;
    return entry->count == count && kinds_agree(site, row, element);
}

bool merge_places_agree(const struct layout_member *entry, const struct kernel_member *member)
{
    if (entry->offset == LAYOUT_UNKNOWN || (entry->width && entry->bit == BIT_UNKNOWN))
        return false;
    if (!entry->width)
        return entry->offset == member->offset;
    return (uint64_t)entry->offset * 8 + entry->bit == (uint64_t)member->offset * 8 + member->bit;
}
