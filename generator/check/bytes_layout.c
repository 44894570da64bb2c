#include <stdlib.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "check/bytes_parts.h"

bool bytes_is_stated(const struct layout_member *entry)
{
    return entry->placement && entry->placement->kind == AST_VALUE_NUMBER;
}

bool bytes_is_placed(const struct layout_member *entry)
{
    for (uint32_t i = 0; i <= entry->descendants; i++)
        if (bytes_is_stated(&entry[i]))
            return true;
    return false;
}

/* True if the type of an entry is opaque and has a size only in other versions. Its alignment then also belongs to
 * those. */
static bool is_of_other_versions(const struct layout *layout, const struct layout_member *entry)
{
    const struct type *type = entry->row->type;
    if (!type || type->kind != TYPE_OPAQUE || !type->size || row_spelled(entry->row)->pointer_depth)
        return false;
    const struct cell *sizes = &type->size[layout->arch->index];
    const struct cell_value *size = cell_at(sizes, layout->range.from);
    for (size_t i = 0; i < sizes->count && (!size || size->kind != AST_VALUE_NUMBER); i++)
        if (sizes->values[i].kind == AST_VALUE_NUMBER)
            return true;
    return false;
}

uint32_t bytes_give(const struct layout *layout, const struct layout_member *entry)
{
    if (!entry->is_align_guess && !is_of_other_versions(layout, entry))
        return 0;
    /* The true alignment divides the stated offset. */
    uint32_t most = layout->arch->alignment_most;
    while (most > 1 && entry->offset != LAYOUT_UNKNOWN && entry->offset % most)
        most /= 2;
    return most > 1 ? most - 1 : 1;
}

void bytes_guess_align(const struct layout *layout, uint32_t *least, uint32_t *most)
{
    uint32_t guessed = 0;
    *least = 1;
    for (size_t i = 0; i < layout->member_count; i += 1 + layout->members[i].descendants) {
        const struct layout_member *entry = &layout->members[i];
        uint32_t give = bytes_give(layout, entry);
        if (give >= guessed && give)
            guessed = give + 1;
        if (!give && entry->align > *least)
            *least = entry->align;
    }
    if (!guessed)
        *least = layout->align;
    *most = guessed > *least ? guessed : *least;
}

static int compare_keys(const void *left, const void *right)
{
    const struct bytes_key *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

/* Sorts keys. Insertion is fast, because most rows are in the order of their offsets. */
void bytes_sort_keys(struct bytes_key *keys, size_t count)
{
    size_t ascending = 1;
    while (ascending < count && compare_keys(&keys[ascending - 1], &keys[ascending]) < 0)
        ascending++;
    if (ascending < count)
        qsort(keys, count, sizeof *keys, compare_keys);
}

bool bytes_is_open(const struct layout_member *entry)
{
    const struct row *row = entry->row;
    if (row_is_aggregate(row) && row->name)
        return row->record->source && row->type && row->type->kind == TYPE_RECORD && !row->type->record->rows;
    if (!row_is_anonymous(row))
        return false;
    for (uint32_t i = 1; i <= entry->descendants; i += 1 + entry[i].descendants)
        if (!bytes_is_open(&entry[i]))
            return false;
    return true;
}

bool bytes_may_differ(const struct layout *layout, const struct layout_member *entry)
{
    const struct type *type = entry->row->type;
    const struct record *own = layout->record, *record = type && type->kind == TYPE_RECORD ? type->record : NULL;
    if (!own->source || !record || record->source == own->source || row_spelled(entry->row)->pointer_depth)
        return false;
    return record_stand(record, layout->arch, layout->range.from).basis >= STRATA_EXTRAPOLATED;
}

uint32_t bytes_hole_behind(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    size_t behind = bytes->entries[index].behind;
    if (behind == SIZE_MAX || entry->size == LAYOUT_UNKNOWN)
        return LAYOUT_UNKNOWN;
    uint32_t next = bytes_member(bytes, behind)->offset, end = entry->offset + entry->size;
    return next != LAYOUT_UNKNOWN && next > end ? next - end : LAYOUT_UNKNOWN;
}

uint32_t bytes_least_size(const struct layout_member *entry)
{
    if (entry->size != LAYOUT_UNKNOWN)
        return entry->size;
    bool is_member = !entry->descendants && !entry->is_trailing && entry->row->form == FORM_MEMBER;
    return is_member && !entry->width ? 1 : 0;
}

bool bytes_are_known(const struct layout_member *entry)
{
    return entry->offset != LAYOUT_UNKNOWN && entry->size != LAYOUT_UNKNOWN && entry->size > 0;
}

void bytes_sort_siblings(struct bytes_siblings *siblings, bool mended)
{
    const struct bytes_layout *bytes = siblings->bytes;
    struct bytes_key *keys = memory_alloc((siblings->end - siblings->first + 1) * sizeof *keys);
    size_t count = 0;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + bytes_member(bytes, i)->descendants) {
        const struct layout_member *entry = bytes_member(bytes, i);
        uint32_t offset = mended ? bytes->entries[i].offset : entry->offset;
        if (offset != LAYOUT_UNKNOWN && (mended || bytes_least_size(entry)))
            keys[count++] = (struct bytes_key){offset, i};
    }
    bytes_sort_keys(keys, count);
    for (size_t i = 0; i < count; i++)
        siblings->sorted[i] = keys[i].index;
    siblings->count = count;
    free(keys);
}
