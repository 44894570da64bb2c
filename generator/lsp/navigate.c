#include "lsp/navigate.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"
#include "lsp/find.h"

void navigate_write_definition(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    struct found found;
    json_open(json, '[');
    if (find_name(session, arena, params, &found)) {
        size_t count;
        const struct mention *declarations = find_declarations(&found, &count);
        for (size_t i = 0; i < count; i++)
            analysis_write_location(session, found.analysis, declarations[i].span, json);
        if (found.mention.kind == MENTION_FILE) {
            /* The name is the path of a `use`: write the beginning of that file. */
            struct analysis *analysis = found.analysis;
            const struct program *program = analysis->program;
            const char *beside = path_beside(analysis->arena, file_path_rules, found.path, found.mention.name);
            const struct source *source = analysis_source(analysis, beside);
            const char *searched = source ? NULL : program_search(program, found.mention.name);
            if (searched)
                source = analysis_source(analysis, searched);
            if (source)
                analysis_write_location(session, analysis, (struct span){source->base, source->base}, json);
        }
    }
    json_close(json, ']');
    arena_free(arena);
}

void navigate_write_references(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    struct found found;
    bool is_with_declaration = tree_is_true(params, "context.includeDeclaration");
    json_open(json, '[');
    if (find_name(session, arena, params, &found)) {
        size_t count;
        const struct mention *mentions = find_mentions(session, &found, &count);
        for (size_t i = 0; i < count; i++)
            if (is_with_declaration || !mentions[i].is_declaration)
                analysis_write_location(session, found.analysis, mentions[i].span, json);
    }
    json_close(json, ']');
    arena_free(arena);
}

void navigate_write_highlights(struct session *session, yajl_val params, struct json *json)
{
    enum { KIND_READ = 2, KIND_WRITE = 3 };
    struct arena *arena = arena_new();
    struct found found;
    json_open(json, '[');
    if (find_name(session, arena, params, &found)) {
        size_t count;
        const struct source *source = analysis_source(found.analysis, found.path);
        const struct mention *mentions = find_all(&found, &count);
        for (size_t i = 0; i < count; i++) {
            if (source_find(found.analysis->program->sources, mentions[i].span.begin) != source)
                continue;
            json_open(json, '{');
            json_key(json, "range");
            analysis_write_range(session, found.analysis, mentions[i].span, json);
            json_member_number(json, "kind", mentions[i].is_declaration ? KIND_WRITE : KIND_READ);
            json_close(json, '}');
        }
    }
    json_close(json, ']');
    arena_free(arena);
}
