#include "fold/fold_parts.h"

#include "kernel/store.h"

/* True if a structure is one anonymous union. */
static bool is_one_union(const struct kernel_record *record)
{
    bool is_one = !record->is_union && record->group_count && record->groups[0].is_union;
    for (size_t i = 0; i < record->member_count && is_one; i++)
        is_one = record->group_of[i] > 0;
    for (size_t i = 1; i < record->group_count && is_one; i++)
        is_one = record->groups[i].around > 0;
    return is_one;
}

/* Tells whether such a structure was a union: a kernel at hand says so; else it was one if the declaration has more in
 * other versions. */
static bool was_union(struct kernel_store *store, bool is_more, struct kernel_record record)
{
    bool is_struct = kernel_store_has_record(store, &record);
    record.is_union = true;
    return !is_struct && (is_more || kernel_store_has_record(store, &record));
}

void fold_open_union(struct kernel_store *store, bool is_more, struct kernel_record *record,
                     struct kernel_group *groups, uint32_t *group_of)
{
    if (!is_one_union(record) || !was_union(store, is_more, *record))
        return;
    for (size_t i = 1; i < record->group_count; i++)
        groups[i].around--;
    for (size_t i = 0; i < record->member_count; i++)
        group_of[i]--;
    record->is_union = true;
    record->groups = groups + 1;
    record->group_count--;
}
