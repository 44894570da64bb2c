#include "lsp/find.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "front/load.h"
#include "model/model.h"

/* A search for the name at a position. */
struct search {
    uint32_t position;
    struct mention *mention;
    bool is_found;
};

/* Takes the name at the position, or a name that ends there. */
static void take_at(void *user, const struct mention *mention)
{
    struct search *search = user;
    if (mention->span.begin > search->position || search->position > mention->span.end)
        return;
    bool is_within = search->position < mention->span.end;
    if (!search->is_found || is_within)
        *search->mention = *mention;
    search->is_found = true;
}

static const struct ast_file *find_tree(const struct analysis *analysis, const char *path)
{
    size_t file = program_find_file(analysis->program, path);
    return file < analysis->program->file_count ? analysis->program->files[file].ast : NULL;
}

bool find_name(struct session *session, struct arena *arena, yajl_val params, struct found *found)
{
    struct search search = {.mention = &found->mention};
    *found = (struct found){.path = session_path(arena, params)};
    if (!found->path || !document_find(session->documents, found->path))
        return false;
    found->analysis = session_analyse(session, found->path);
    const struct ast_file *tree = find_tree(found->analysis, found->path);
    if (!tree || !analysis_find_position(session, found->analysis, found->path, tree_get(params, "position"),
                                         &search.position))
        return false;
    mentions_each(found->analysis->model, tree, take_at, &search);
    return search.is_found;
}

/* A search for all mentions of the same declaration. */
struct matching {
    const struct mention *wanted;
    bool declarations_alone;
    struct buffer list; /* list of struct mention */
};

static void take_same(void *user, const struct mention *mention)
{
    struct matching *matching = user;
    if (mention_equal(mention, matching->wanted) && (mention->is_declaration || !matching->declarations_alone))
        buffer_add(&matching->list, mention, sizeof *mention);
}

static const struct mention *list_mentions(const struct found *found, bool declarations_alone, size_t *count)
{
    const struct program *program = found->analysis->program;
    struct matching matching = {&found->mention, declarations_alone, {0}};
    for (size_t i = 0; i < program->file_count; i++)
        mentions_each(found->analysis->model, program->files[i].ast, take_same, &matching);
    *count = matching.list.size / sizeof(struct mention);
    const struct mention *list = arena_copy_array(found->analysis->arena, matching.list.data, *count, sizeof *list);
    buffer_free(&matching.list);
    return list;
}

const struct mention *find_declarations(const struct found *found, size_t *count)
{
    return list_mentions(found, true, count);
}

const struct mention *find_all(const struct found *found, size_t *count)
{
    return list_mentions(found, false, count);
}

const struct mention *find_mentions(struct session *session, struct found *found, size_t *count)
{
    const struct mention *declarations = find_declarations(found, count);
    const struct source *source =
        *count ? source_find(found->analysis->program->sources, declarations->span.begin) : NULL;
    if (source && (found->analysis->is_alone || !analysis_covers(found->analysis, source->path))) {
        /* A name in the arena of the last analysis is freed together with it, so it is copied. */
        struct arena *arena = arena_new();
        struct mention wanted = found->mention;
        const char *path = arena_copy(arena, source->path, strlen(source->path));
        wanted.name = arena_copy(arena, wanted.name, strlen(wanted.name));
        wanted.owner = wanted.owner ? arena_copy(arena, wanted.owner, strlen(wanted.owner)) : NULL;
        found->analysis = session_analyse_users(session, path);
        found->mention = wanted;
        found->mention.name = arena_copy(found->analysis->arena, wanted.name, strlen(wanted.name));
        if (wanted.owner)
            found->mention.owner = arena_copy(found->analysis->arena, wanted.owner, strlen(wanted.owner));
        arena_free(arena);
    }
    return list_mentions(found, false, count);
}
