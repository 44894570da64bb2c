#include "answer/slot.h"

#include "strata.h"

enum slot_kind slot_find_kind(const struct layout_member *entry)
{
    enum row_kind kind = row_kind(entry->row);
    bool array = row_bound_count(entry->row) > 0;
    if (!layout_member_is_known(entry))
        return SLOT_KIND_UNKNOWN;
    if (kind == ROW_RECORD)
        return array ? SLOT_KIND_RECORD_ARRAY : SLOT_KIND_RECORD;
    if (kind == ROW_FLOAT)
        return array ? SLOT_KIND_FLOAT_ARRAY : SLOT_KIND_FLOAT;
    return array || kind == ROW_BYTES ? SLOT_KIND_ARRAY : SLOT_KIND_SCALAR;
}

bool slot_is_unsized(const struct layout_member *entry)
{
    return entry->offset != LAYOUT_UNKNOWN && !entry->width && !layout_member_is_known(entry);
}

uint32_t slot_element_size(const struct layout_member *entry)
{
    return row_kind(entry->row) == ROW_BYTES ? 1 : entry->element;
}

static uint64_t extent_of(uint32_t element, uint32_t count)
{
    return (uint64_t)element << 32 | count;
}

static uint32_t column_count(const struct layout *layout, const struct layout_member *entry)
{
    unsigned bounds = row_bound_count(entry->row);
    return bounds > 1 ? row_bound(entry->row, layout->arch, layout->range.from, bounds - 1) : entry->count;
}

void slot_describe(const struct layout *layout, const struct layout_member *entry, uint64_t *words)
{
    enum slot_kind kind = slot_find_kind(entry);
    uint64_t sign = row_kind(entry->row) == ROW_SIGNED ? (uint64_t)0x80 << 48 : 0;
    uint64_t order = entry->is_big && entry->element > 1 ? (uint64_t)STRATA_SLOT_BIG << 32 : 0;
    uint64_t is_float = row_kind(entry->row) == ROW_FLOAT ? (uint64_t)STRATA_TAG_FLOAT << 56 : 0;
    if (kind == SLOT_KIND_UNKNOWN) {
        words[0] = words[1] = words[2] = SLOT_UNKNOWN;
    } else if (kind == SLOT_KIND_SCALAR || kind == SLOT_KIND_FLOAT) {
        words[0] = is_float | sign | (uint64_t)entry->width << 48 | (uint64_t)(entry->width ? entry->bit : 0) << 40 |
                   (uint64_t)entry->element << 32 | order | entry->offset;
        words[1] = extent_of(entry->element, 1);
        words[2] = 1;
    } else if (kind == SLOT_KIND_ARRAY || kind == SLOT_KIND_FLOAT_ARRAY) {
        uint32_t size = slot_element_size(entry);
        uint32_t count = size && entry->element ? entry->count * (entry->element / size) : 0;
        words[0] = is_float | (uint64_t)1 << 60 | sign | (uint64_t)size << 32 | order | entry->offset;
        words[1] = extent_of(size, entry->goes_on ? UINT32_MAX : count);
        words[2] = column_count(layout, entry);
    } else {
        words[0] = (uint64_t)(kind == SLOT_KIND_RECORD ? 2 : 3) << 60 | entry->offset;
        if (kind == SLOT_KIND_RECORD)
            words[1] = entry->goes_on ? extent_of(1, UINT32_MAX) : extent_of(entry->element, 1);
        else
            words[1] = extent_of(entry->element, entry->goes_on ? UINT32_MAX : entry->count);
        words[2] = column_count(layout, entry);
    }
}

struct slot slot_of(const struct layout *layout, const struct member *member)
{
    const struct layout_member *entry = layout ? layout_find(layout, member) : NULL;
    struct slot slot = {{SLOT_ABSENT, 0}, NULL};
    uint64_t words[SLOT_WORDS_MOST];
    if (!entry)
        return slot;
    slot_describe(layout, entry, words);
    bool is_seen_alone = layout->record->on[layout->arch->index].sightings && slot_is_unsized(entry);
    slot.words[0] = words[0];
    slot.words[1] = is_seen_alone ? entry->offset : words[1];
    if ((words[0] != SLOT_UNKNOWN || is_seen_alone) && row_kind(entry->row) == ROW_RECORD)
        slot.record = entry->row->type->record;
    return slot;
}

bool slot_equal(const struct slot *a, const struct slot *b)
{
    return a->words[0] == b->words[0] && a->words[1] == b->words[1] && a->record == b->record;
}

bool slot_agrees(const struct layout *a, const struct layout *b, const struct member *member)
{
    if (a == b)
        return true;
    if (!member)
        return a && b && a->size == b->size;
    struct slot left = slot_of(a, member), right = slot_of(b, member);
    return slot_equal(&left, &right);
}
