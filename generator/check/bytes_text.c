#include <string.h>

#include "base/arena.h"
#include "check/bytes_parts.h"

const char *bytes_name(const struct bytes_layout *bytes, size_t index)
{
    return row_describe(bytes->run->arena, bytes_member(bytes, index)->row);
}

struct span bytes_place(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    return row_place(entry->row, entry->placement);
}

const char *bytes_extent_text(struct check_run *run, uint64_t offset, uint64_t size)
{
    if (!size)
        return arena_format(run->arena, "0x%llX", (unsigned long long)offset);
    return arena_format(run->arena, "0x%llX..0x%llX", (unsigned long long)offset,
                        (unsigned long long)(offset + size - 1));
}

/* Returns the text of the bits of a bit-field, or of the bytes of any other member. */
const char *bytes_taken_text(struct check_run *run, enum diag_code code, const struct layout_member *entry)
{
    if (code != DIAG_BIT_OVERLAP)
        return bytes_extent_text(run, entry->offset, entry->size == LAYOUT_UNKNOWN ? 0 : entry->size);
    if (entry->width == 1)
        return arena_format(run->arena, "bit %u at 0x%X", entry->bit, entry->offset);
    return arena_format(run->arena, "bits %u..%u at 0x%X", entry->bit, entry->bit + entry->width - 1u, entry->offset);
}

/* Returns the position in the text of an entry's place: for bits its `bit` or `mask`, if it has one, else its
 * offset. */
struct span bytes_taken_place(const struct bytes_layout *bytes, enum diag_code code, size_t index)
{
    const struct layout *layout = bytes->layout;
    const struct layout_member *entry = bytes_member(bytes, index);
    const struct row_extras *extras = row_on(entry->row, layout->arch)->extras;
    const struct cell_value *value = NULL;
    if (code == DIAG_BIT_OVERLAP)
        value = cell_at(extras->mask->count ? extras->mask : extras->bit, layout->range.from);
    return row_place(entry->row, value ? value : entry->placement);
}

const char *bytes_occupant_text(const struct bytes_layout *bytes, size_t index)
{
    const struct layout_member *entry = bytes_member(bytes, index);
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    if (entry->offset != LAYOUT_UNKNOWN && !state->is_changed)
        return arena_format(arena, "%s occupies %s", bytes_name(bytes, index),
                            bytes_taken_text(bytes->run, DIAG_OVERLAP, entry));
    if (state->offset == LAYOUT_UNKNOWN || state->size == LAYOUT_UNKNOWN)
        return arena_format(arena, "%s has an unknown offset", bytes_name(bytes, index));
    return arena_format(arena, "%s belongs at %s", bytes_name(bytes, index),
                        bytes_extent_text(bytes->run, state->offset, state->size));
}

bool bytes_is_to_change(const struct bytes_layout *bytes, size_t index)
{
    const struct bytes_entry *state = &bytes->entries[index];
    return state->is_changed || state->leader != index;
}

void bytes_explain(struct bytes_layout *bytes, size_t index, struct bytes_value *value)
{
    const struct bytes_entry *state = &bytes->entries[index];
    struct arena *arena = bytes->run->arena;
    const char *record = bytes->layout->record->type->name;
    if (state->before == SIZE_MAX)
        value->why = state->after == SIZE_MAX && state->behind == SIZE_MAX ? "is where the others begin"
                                                                           : "is where that begins";
    else
        value->why = arena_format(arena, "follows %s%s", bytes_name(bytes, state->before),
                                  bytes_is_to_change(bytes, state->before) ? " at its correct place" : "");
    value->limit = "";
    if (!state->is_exact)
        return;
    if (state->behind != SIZE_MAX)
        value->limit = arena_format(arena, " and leaves no gap up to %s at 0x%X", bytes_name(bytes, state->behind),
                                    bytes->entries[state->behind].offset);
    else if (bytes_member(bytes, index)->depth == 0 && bytes->layout->stated)
        value->limit = arena_format(arena, ", and everything fits the size of '%s'", record);
}

const char *bytes_candidates_text(struct bytes_layout *bytes, size_t index)
{
    const struct bytes_entry *state = &bytes->entries[index];
    struct buffer text = {0};
    size_t around[2] = {state->before, state->behind};
    for (unsigned i = 0; i < state->place_count; i++)
        buffer_format(&text, "%s0x%X", i ? " or " : "", state->places[i]);
    for (size_t i = 0; i < 2; i++) {
        const struct bytes_entry *other = around[i] == SIZE_MAX ? NULL : &bytes->entries[around[i]];
        if (other && other->may_change && !other->is_changed && other->place_count)
            buffer_format(&text, ", or %s belongs at 0x%X", bytes_name(bytes, around[i]), other->places[0]);
    }
    bool is_one = !strchr(buffer_text(&text), ' ');
    const char *kept = text.size ? arena_format(bytes->run->arena, "%s belongs at %s: nothing %s",
                                                bytes_name(bytes, index), buffer_text(&text),
                                                is_one ? "confirms that" : "says which")
                                 : NULL;
    buffer_free(&text);
    return kept;
}

const char *bytes_gap_text(struct check_run *run, const struct row *row, uint32_t size, const char *where)
{
    const char *name = row_describe(run->arena, row);
    if (!size)
        return arena_format(run->arena, "bytes %s %s belong to no row", where, name);
    return arena_format(run->arena, "%u byte%s %s %s belong%s to no row", size, size == 1 ? "" : "s", where, name,
                        size == 1 ? "s" : "");
}
