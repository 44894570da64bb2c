#include "base/arena.h"
#include "base/intern.h"
#include "check/bytes_parts.h"

/* Returns the finding of a gap. The gap's position differs by column, so the row after it is the key. If that row
 * differs by version, the key is the row before the gap, or the slot of both. */
static struct finding *find_gap(const struct bytes_layout *bytes, const struct bytes_gap *gap)
{
    struct check_run *run = bytes->run;
    const struct row *row = bytes_member(bytes, gap->index)->row;
    const void *above = row->slot;
    struct finding *finding = finding_at(run, DIAG_GAP, row, gap->key);
    struct map **behind = &bytes->wrongs->gap_behind;
    if (gap->before != SIZE_MAX)
        above = bytes_member(bytes, gap->before)->row;
    if (!*behind)
        *behind = map_new(run->arena);
    if (!finding && above && !row_allows(row->record, row, DIAG_GAP))
        finding = map_get(*behind, above);
    if (!finding)
        finding = finding_add(run, DIAG_GAP, row, gap->key, NULL, (struct version_set){0});
    if (above && !map_get(*behind, above))
        map_set(*behind, above, finding);
    finding_hold(run, finding, bytes->layout->arch, (struct version_set){&bytes->layout->range, 1});
    return finding;
}

struct finding *bytes_add_gap(const struct bytes_layout *bytes, const struct bytes_gap *gap)
{
    struct check_run *run = bytes->run;
    struct finding *finding = find_gap(bytes, gap);
    const struct row *row = bytes_member(bytes, gap->index)->row;
    if (!finding->text) {
        finding->span = gap->place;
        finding->label = arena_format(run->arena, "%s before it", gap->hole);
        finding->room = gap->size;
        finding->about = row;
    } else if (finding->span.begin != gap->place.begin) {
        finding_add_partner(finding, row, gap->place,
                            arena_format(run->arena, "here on %s: %s before it", bytes->layout->arch->name, gap->hole));
    }
    /* the rows after the gap differ, but all have this row before the gap */
    if (finding->row != row && gap->before != SIZE_MAX)
        finding->about = bytes_member(bytes, gap->before)->row;
    if (finding->room != gap->size)
        finding->room = 0;
    return finding;
}

static void report_gap(struct bytes_siblings *siblings, size_t index, size_t before, uint64_t begin)
{
    struct bytes_layout *bytes = siblings->bytes;
    struct check_run *run = bytes->run;
    unsigned size = bytes->entries[index].offset - (unsigned)begin;
    const struct bytes_gap gap = {.index = index,
                                  .before = before,
                                  .size = size,
                                  .hole = bytes_extent_text(run, begin, size),
                                  .place = bytes_place(bytes, index),
                                  .key = bytes_member(bytes, index)->row->decl->span};
    struct finding *finding = bytes_add_gap(bytes, &gap);
    finding->text =
        bytes_gap_text(run, finding->about, finding->room, finding->about == finding->row ? "before" : "behind");
    if (before != SIZE_MAX)
        finding_add_partner(
            finding, bytes_member(bytes, before)->row, bytes_place(bytes, before),
            arena_format(run->arena, "%s ends at 0x%llX", bytes_name(bytes, before), (unsigned long long)begin));
}

/* Returns the number of bytes of siblings with unknown places, which may fill holes; LAYOUT_UNKNOWN: any number. */
static uint64_t loose_bytes(const struct bytes_siblings *siblings)
{
    uint64_t loose = 0;
    for (size_t i = siblings->first; i < siblings->end; i += 1 + bytes_member(siblings->bytes, i)->descendants) {
        const struct layout_member *entry = bytes_member(siblings->bytes, i);
        uint32_t offset = siblings->bytes->entries[i].offset;
        if (offset == LAYOUT_UNKNOWN && entry->size == LAYOUT_UNKNOWN)
            return LAYOUT_UNKNOWN;
        if (offset == LAYOUT_UNKNOWN)
            loose += entry->size;
    }
    return loose;
}

/* True if an entry may lie elsewhere, and so fill or cause a hole. Another finding reports that already. */
static bool is_uncertain(const struct bytes_entry *state)
{
    return (state->is_changed || state->may_change) && !state->is_certain;
}

/* True if the entry before a hole may end elsewhere. `before` is SIZE_MAX if no entry is there. */
static bool is_unsettled(const struct bytes_layout *bytes, size_t before)
{
    return before != SIZE_MAX && (is_uncertain(&bytes->entries[before]) ||
                                  bytes_may_differ(bytes->layout, bytes_member(bytes, before)));
}

/* Returns the largest alignment of the siblings at the offset of the sibling with index `i`, which is the first of
 * them. */
static uint32_t align_there(const struct bytes_siblings *siblings, size_t i)
{
    const struct bytes_layout *bytes = siblings->bytes;
    uint32_t offset = bytes->entries[siblings->sorted[i]].offset, most = 1;
    for (; i < siblings->count && bytes->entries[siblings->sorted[i]].offset == offset; i++) {
        uint32_t align = bytes_member(bytes, siblings->sorted[i])->align;
        most = align > most ? align : most;
    }
    return most;
}

/* True if a document's structure may begin a cache line at this offset. Compilers align members to cache lines where
 * the source requests it. */
static bool begins_line(const struct bytes_layout *bytes, uint64_t reach, uint64_t offset)
{
    unsigned line = bytes->layout->record->source ? bytes->run->model->program->cache_line : 0;
    return line && offset % line == 0 && offset - reach < line;
}

/* True if the bytes before the first row of a document's structure are no gap: the document shows no other row, or the
 * structure extends another one that ends there. */
static bool begins_there(const struct bytes_layout *bytes, uint32_t offset)
{
    const struct layout *layout = bytes->layout;
    const struct model *model = bytes->run->model;
    if (!layout->record->source)
        return false;
    if (!layout->record->rows->next)
        return true;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *other = model->records[i];
        const struct layout *there = other->source == layout->record->source && other != layout->record
                                         ? record_layout_at(other, layout->arch, layout->range.from)
                                         : NULL;
        if (there && there->size == offset)
            return true;
    }
    return false;
}

bool bytes_have_overlays(const struct bytes_siblings *siblings)
{
    const struct bytes_layout *bytes = siblings->bytes;
    for (size_t i = siblings->first; bytes->layout->record->source && i < siblings->end;
         i += 1 + bytes_member(bytes, i)->descendants)
        if (decl_allows(bytes_member(bytes, i)->row->decl, DIAG_OVERLAP))
            return true;
    return false;
}

void bytes_report_gaps(struct bytes_siblings *siblings)
{
    struct bytes_layout *bytes = siblings->bytes;
    uint64_t reach = siblings->base, loose = loose_bytes(siblings);
    bool is_lost = loose == LAYOUT_UNKNOWN || bytes_have_overlays(siblings);
    size_t before = SIZE_MAX;
    bytes_sort_siblings(siblings, true);
    for (size_t i = 0; i < siblings->count && !is_lost; i++) {
        size_t index = siblings->sorted[i];
        const struct layout_member *entry = bytes_member(bytes, index);
        const struct bytes_entry *state = &bytes->entries[index];
        if (state->offset > reach) {
            uint64_t hole = state->offset - reach;
            uint32_t align = align_there(siblings, i);
            uint64_t natural = natural_round_up(siblings->base, reach, align);
            bool is_doubtful = is_uncertain(state) || is_unsettled(bytes, before);
            bool is_padding = natural == state->offset || begins_line(bytes, reach, state->offset);
            is_padding |= before == SIZE_MAX && siblings->holder == SIZE_MAX && begins_there(bytes, state->offset);
            if (!is_padding && hole > loose && !is_doubtful && hole > bytes_give(bytes->layout, entry))
                report_gap(siblings, index, before, reach);
        }
        is_lost = state->size == LAYOUT_UNKNOWN || bytes_is_open(entry);
        if (!is_lost && state->offset + (uint64_t)state->size > reach) {
            reach = state->offset + (uint64_t)state->size;
            before = index;
        }
        /* After an entry of unknown size, gaps are counted from the next known offset. In documents, the rows after
         * such an entry may lie in it, and bytes between them belong to it. */
        if (is_lost && bytes->layout->record->source)
            return;
        if (is_lost && i + 1 < siblings->count) {
            reach = bytes->entries[siblings->sorted[i + 1]].offset;
            before = index;
            is_lost = false;
        }
    }
}
