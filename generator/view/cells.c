#include "view/cells.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "view/words.h"

void cell_entries_add(struct arena *arena, struct cell_entries *entries, struct cell_entry entry)
{
    if (entries->count == entries->room) {
        size_t room = entries->room ? entries->room * 2 : 8;
        struct cell_entry *items = ARENA_ARRAY(arena, struct cell_entry, room);
        if (entries->count)
            memcpy(items, entries->items, entries->count * sizeof *items);
        entries->items = items;
        entries->room = room;
    }
    entries->items[entries->count++] = entry;
}

static struct cell_entry entry_of(const struct cell_value *was, struct version_range in)
{
    switch (was->kind) {
    case AST_VALUE_NUMBER:
        return (struct cell_entry){in, CELL_NUMBER, was->number, false};
    case AST_VALUE_NEGATIVE:
        return (struct cell_entry){in, CELL_NEGATIVE, was->number, false};
    case AST_VALUE_ABSENT:
        return (struct cell_entry){in, CELL_ABSENT, 0, false};
    default:
        return (struct cell_entry){in, CELL_UNKNOWN, 0, false};
    }
}

void cell_entries_add_value(struct arena *arena, const struct axis *axis, struct cell_entries *entries,
                            const struct cell_value *value, struct cell_entry right, bool as_documented)
{
    struct cell_value was;
    if (as_documented && value && value->provenance == AST_INFERRED)
        right.kind = CELL_UNKNOWN;
    bool is_corrected = as_documented && value && cell_value_was(value, &was);
    if (!is_corrected || cell_value_is_bare(&was)) {
        struct cell_entry entry = is_corrected ? entry_of(&was, right.range) : right;
        entry.is_rest = as_documented && value && value->alternative && cell_value_is_bare(value);
        cell_entries_add(arena, entries, entry);
        return;
    }
    /* One layout may have only a part of the versions that the document names. State the document's versions, each only
     * once. */
    struct version_set stated = cell_value_stated(arena, axis, &was);
    for (size_t i = 0; i < stated.count; i++)
        cell_entries_add(arena, entries, entry_of(&was, stated.ranges[i]));
}

void cell_entries_drop_rest(struct cell_entries *entries, uint64_t end)
{
    uint64_t begin = end;
    bool found = true;
    for (size_t i = 0; i < entries->count; i++)
        /* A cell that names absent versions must also name the versions around them. */
        if (entries->items[i].kind == CELL_ABSENT)
            return;
    /* Move `begin` back over each rest entry that touches it. The entries are in no order. */
    while (found) {
        found = false;
        for (size_t i = 0; i < entries->count; i++) {
            const struct cell_entry *entry = &entries->items[i];
            if (entry->is_rest && entry->range.to >= begin && entry->range.from < begin) {
                begin = entry->range.from;
                found = true;
            }
        }
    }
    size_t kept = 0;
    for (size_t i = 0; i < entries->count; i++)
        if (begin == end || !entries->items[i].is_rest || entries->items[i].range.from >= begin)
            entries->items[kept++] = entries->items[i];
    entries->count = kept;
}

static bool same_value(const struct cell_entry *a, const struct cell_entry *b)
{
    return a->kind == b->kind && (a->number == b->number || a->kind == CELL_UNKNOWN || a->kind == CELL_ABSENT);
}

static int compare_entries(const void *left, const void *right)
{
    const struct cell_entry *a = left, *b = right;
    if (a->range.from != b->range.from)
        return a->range.from < b->range.from ? -1 : 1;
    if (a->range.to != b->range.to)
        return a->range.to < b->range.to ? -1 : 1;
    return a->number < b->number ? -1 : a->number > b->number;
}

void cell_entries_settle(struct cell_entries *entries)
{
    size_t kept = 0;
    if (entries->count)
        qsort(entries->items, entries->count, sizeof *entries->items, compare_entries);
    for (size_t i = 0; i < entries->count; i++) {
        struct cell_entry *last = kept ? &entries->items[kept - 1] : NULL;
        const struct cell_entry *entry = &entries->items[i];
        if (last && same_value(last, entry) && entry->range.from <= last->range.to)
            last->range.to = entry->range.to > last->range.to ? entry->range.to : last->range.to;
        else
            entries->items[kept++] = *entry;
    }
    entries->count = kept;
}

static void write_entry(const struct axis *axis, const struct cell_entry *entry, uint64_t end, int digits,
                        struct buffer *out)
{
    switch (entry->kind) {
    case CELL_ABSENT:
        buffer_add_text(out, "not in ");
        words_write_range(axis, entry->range, out);
        return;
    case CELL_UNKNOWN:
        buffer_add_char(out, '?');
        break;
    case CELL_NEGATIVE:
        buffer_format(out, "-%llu", (unsigned long long)entry->number);
        break;
    case CELL_NUMBER:
        if (digits)
            buffer_format(out, "0x%0*llX", digits, (unsigned long long)entry->number);
        else
            words_write_offset(entry->number, out);
        break;
    }
    if (entry->range.to >= end)
        return;
    buffer_add_text(out, " (");
    words_write_range(axis, entry->range, out);
    buffer_add_char(out, ')');
}

void cell_entries_write(const struct axis *axis, const struct cell_entries *entries, uint64_t end, int digits,
                        struct buffer *out)
{
    bool any = false; /* an empty cell is for all versions of its row */
    for (size_t i = 0; i < entries->count; i++)
        any = any || entries->items[i].kind != CELL_UNKNOWN;
    for (size_t i = 0; any && i < entries->count; i++) {
        if (i)
            buffer_add_char(out, '\n');
        write_entry(axis, &entries->items[i], end, digits, out);
    }
}
