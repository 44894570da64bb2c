#include "lsp/rename.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/load.h"
#include "front/tokens.h"
#include "lsp/find.h"

enum { NAME_SIZE_MOST = 255 };

/* Kinds of names that can be changed; a bit set. */
enum {
    RENAMED = 1 << MENTION_TYPE | 1 << MENTION_MEMBER | 1 << MENTION_ENUMERATOR | 1 << MENTION_CONSTANT |
              1 << MENTION_EVENT | 1 << MENTION_GLOBAL
};

/* True if a file is open, or lies in a folder of the client. */
static bool is_own(const struct session *session, const char *path)
{
    bool is_own = document_find(session->documents, path);
    for (size_t i = 0; i < session->folder_count && !is_own; i++) {
        const char *folder = session->folders[i];
        size_t size = strlen(folder);
        is_own = size && !strncmp(path, folder, size) && (path[size] == '/' || folder[size - 1] == '/');
    }
    return is_own;
}

/* Returns the reason why a name cannot be changed; NULL if it can. */
static const char *refusal_of(const struct session *session, const struct found *found)
{
    size_t count;
    if (!(RENAMED >> found->mention.kind & 1))
        return "only types, members, enumerators, constants, events and globals can be renamed";
    const struct mention *declarations = find_declarations(found, &count);
    for (size_t i = 0; i < count; i++) {
        const struct source *source = source_find(found->analysis->program->sources, declarations[i].span.begin);
        if (!is_own(session, source->path))
            return "it is declared outside of the folders of the editor";
    }
    return count ? NULL : "no spec declares it";
}

/* Returns the name of a type without its module, as the file of the type has it. */
static const char *without_module(const char *name)
{
    const char *mark = strchr(name, '!');
    return mark ? mark + 1 : name;
}

const char *rename_prepare(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    struct found found;
    const char *reason = NULL;
    if (find_name(session, arena, params, &found)) {
        reason = refusal_of(session, &found);
        json_open(json, '{');
        json_key(json, "range");
        analysis_write_range(session, found.analysis, found.mention.span, json);
        json_member_text(json, "placeholder", without_module(found.mention.name));
        json_close(json, '}');
    } else {
        json_null(json);
    }
    arena_free(arena);
    return reason;
}

/* Sets `*name` to the new name without backticks. Returns the reason if it is not allowed, else NULL. */
static const char *read_name(struct arena *arena, const char *text, const char **name)
{
    size_t size = text ? strlen(text) : 0;
    if (size > 2 && text[0] == '`' && text[size - 1] == '`') {
        text++;
        size -= 2;
    }
    bool is_name = size && size <= NAME_SIZE_MOST && !ascii_is_digit(*text);
    for (size_t i = 0; i < size && is_name; i++)
        is_name = ascii_is_name(text[i]);
    if (!is_name)
        return "a name has letters, digits and '_', at most 255, and does not begin with a digit";
    *name = arena_copy(arena, text, size);
    return NULL;
}

/* True if another declaration already has the new name. */
static bool is_taken(const struct found *found, const char *name)
{
    struct found other = *found;
    const char *old = found->mention.name, *local = without_module(old);
    size_t count;
    if (!strcmp(local, name))
        return false;
    other.mention.name = arena_format(found->analysis->arena, "%.*s%s", (int)(local - old), old, name);
    find_declarations(&other, &count);
    return count > 0;
}

/* State for finding the places (front/words.h) of the names in a text. In some places a new name needs backticks. */
struct places {
    const struct source *source;
    struct buffer tokens;
    size_t next;
};

/* Returns the place of a mention. Call it for mentions in the order of the text. */
static enum word_place place_of(struct program *program, struct places *places, const struct source *source,
                                const struct mention *mention)
{
    if (places->source != source) {
        places->source = source;
        places->next = 0;
        buffer_clear(&places->tokens);
        tokens_read(program, source, &places->tokens);
    }
    const struct token *tokens = (const void *)places->tokens.data;
    size_t count = places->tokens.size / sizeof *tokens;
    while (places->next < count && tokens[places->next].begin + source->base < mention->span.begin)
        places->next++;
    return places->next < count ? tokens[places->next].place : PLACE_ELSEWHERE;
}

static void write_edits(const struct session *session, const struct found *found, const struct mention *mentions,
                        size_t count, const char *name, struct json *json)
{
    struct program *program = found->analysis->program;
    struct places places = {0};
    const struct source *last = NULL;
    json_open(json, '{');
    json_member_open(json, "changes", '{');
    for (size_t i = 0; i < count; i++) {
        const struct source *source = source_find(program->sources, mentions[i].span.begin);
        if (last && source != last)
            json_close(json, ']');
        if (source != last)
            json_member_open(json, session_uri(session, found->analysis->arena, source->path), '[');
        last = source;
        json_open(json, '{');
        json_key(json, "range");
        analysis_write_range(session, found->analysis, mentions[i].span, json);
        json_member_text(json, "newText",
                         word_quote(program->arena, place_of(program, &places, source, &mentions[i]), name));
        json_close(json, '}');
    }
    buffer_free(&places.tokens);
    if (last)
        json_close(json, ']');
    json_close(json, '}');
    json_close(json, '}');
}

const char *rename_write(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    struct found found;
    const char *name = NULL, *reason = read_name(arena, tree_text(params, "newName"), &name);
    if (!reason && !find_name(session, arena, params, &found))
        reason = "there is no name at this position";
    if (!reason)
        reason = refusal_of(session, &found);
    if (!reason) {
        size_t count;
        const struct mention *mentions = find_mentions(session, &found, &count);
        if (!found.analysis->is_read)
            reason = "a spec that may have this name has syntax errors";
        else if (is_taken(&found, name))
            reason = "another declaration has this name";
        else
            write_edits(session, &found, mentions, count, name, json);
    }
    arena_free(arena);
    return reason;
}
