#include "base/source.h"

#include <string.h>

#include "base/arena.h"
#include "base/lookup.h"

/* A source with the table of its lines, which is made when it is first needed. */
struct entry {
    struct source source;
    uint32_t *line_begins;
    size_t line_count;
};

struct sources {
    struct arena *arena;
    struct entry **entries;
    size_t count;
    size_t capacity;
    uint64_t next; /* position after the last text, where the next one begins */
};

struct sources *sources_new(struct arena *arena)
{
    struct sources *sources = ARENA_NEW(arena, struct sources);
    sources->arena = arena;
    sources->next = 1;
    return sources;
}

const struct source *source_add(struct sources *sources, const char *path, const char *text, size_t size)
{
    if (size >= UINT32_MAX - sources->next)
        return NULL;
    if (sources->count == sources->capacity) {
        size_t capacity = sources->capacity ? sources->capacity * 2 : 16;
        struct entry **entries = ARENA_ARRAY(sources->arena, struct entry *, capacity);
        for (size_t i = 0; i < sources->count; i++)
            entries[i] = sources->entries[i];
        sources->entries = entries;
        sources->capacity = capacity;
    }
    struct entry *entry = ARENA_NEW(sources->arena, struct entry);
    entry->source = (struct source){path, text, size, (uint32_t)sources->next};
    sources->entries[sources->count++] = entry;
    sources->next += size + 1; /* the end of a text is a position of its own, so the next text begins after it */
    return &entry->source;
}

struct sources *sources_copy(const struct sources *sources, struct arena *arena)
{
    struct sources *copy = sources_new(arena);
    for (size_t i = 0; i < sources->count; i++) {
        const struct source *source = &sources->entries[i]->source;
        source_add(copy, source->path, source->text, source->size);
    }
    return copy;
}

static struct entry *entry_find(const struct sources *sources, uint32_t position)
{
    if (!position || position >= sources->next)
        return NULL;
    size_t next;
    SEARCH_FIRST(next, sources->count, i, sources->entries[i]->source.base <= position);
    return next ? sources->entries[next - 1] : NULL;
}

const struct source *source_find(const struct sources *sources, uint32_t position)
{
    struct entry *entry = entry_find(sources, position);
    return entry ? &entry->source : NULL;
}

bool source_locate(const struct sources *sources, uint32_t position, struct place *place)
{
    struct entry *entry = entry_find(sources, position);
    if (!entry)
        return false;
    if (!entry->line_begins) {
        size_t count = 1;
        for (size_t i = 0; i < entry->source.size; i++)
            count += entry->source.text[i] == '\n';
        entry->line_begins = ARENA_ARRAY(sources->arena, uint32_t, count);
        entry->line_count = 1;
        for (size_t i = 0; i < entry->source.size; i++)
            if (entry->source.text[i] == '\n')
                entry->line_begins[entry->line_count++] = (uint32_t)(i + 1);
    }
    uint32_t offset = position - entry->source.base;
    size_t next;
    SEARCH_FIRST(next, entry->line_count, i, entry->line_begins[i] <= offset);
    const char *text = entry->source.text;
    size_t begin = entry->line_begins[next - 1];
    if (offset >= 3 && next == 1 && !memcmp(text, "\xEF\xBB\xBF", 3))
        begin = 3; /* the three bytes of a byte order mark do not count as a column */
    size_t end = next < entry->line_count ? entry->line_begins[next] - 1 : entry->source.size;
    if (end > begin && text[end - 1] == '\r')
        end--;
    unsigned column = 1;
    for (size_t i = begin; i < offset; i++)
        column += ((unsigned char)text[i] & 0xC0) != 0x80;
    *place = (struct place){&entry->source, (unsigned)next, column, begin, end};
    return true;
}
