#include "lsp/edits.h"

#include "base/arena.h"
#include "lsp/session.h"
#include "spec/lines.h"
#include "spec/mend.h"

/* Returns the byte offset at which a line begins; after the last line, that of the end of the text. */
static size_t line_offset(struct position_map *map, const struct lines *lines, size_t index)
{
    return index < lines->count ? (size_t)(lines->items[index].text - map->text) : map->size;
}

static void write_edit(struct position_map *map, size_t begin, size_t end, const char *text, size_t size,
                       struct json *json)
{
    json_open(json, '{');
    json_member_open(json, "range", '{');
    json_key(json, "start");
    session_write_position(json, position_find(map, begin));
    json_key(json, "end");
    session_write_position(json, position_find(map, end));
    json_close(json, '}');
    json_key(json, "newText");
    json_string(json, text, size);
    json_close(json, '}');
}

void edits_write(struct arena *arena, struct position_map *map, const char *after, size_t size,
                 struct json *json)
{
    struct lines old = lines_new(arena, map->text, map->size), new = lines_new(arena, after, size);
    size_t count;
    lines_compare(arena, &old, &new);
    const struct lines_change *changes = lines_find_changes(arena, &old, &new, &count);
    json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        const struct lines_change *change = &changes[i];
        const char *text = change->after < new.count ? new.items[change->after].text : after + size;
        const char *end = change->after_end < new.count ? new.items[change->after_end].text : after + size;
        write_edit(map, line_offset(map, &old, change->before), line_offset(map, &old, change->before_end), text,
                   (size_t)(end - text), json);
    }
    json_close(json, ']');
}

void edits_write_mending(const struct session *session, struct analysis *analysis, const struct mending *mending,
                         struct json *json)
{
    json_open(json, '{');
    json_member_open(json, "changes", '{');
    for (size_t i = 0; i < mending->file_count; i++) {
        const struct mended_file *file = &mending->files[i];
        const struct source *source = analysis_source(analysis, file->path);
        if (!source)
            continue;
        json_key(json, session_uri(session, analysis->arena, file->path));
        edits_write(analysis->arena, analysis_map(session, analysis, source), file->after, file->after_size, json);
    }
    json_close(json, '}');
    json_close(json, '}');
}
