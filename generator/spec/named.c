#include "spec/named.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "front/load.h"
#include "model/model.h"
#include "spec/mention.h"

bool named_may_omit(const struct ast_decl *decl)
{
    switch (decl->kind) {
    case AST_STRUCT:
    case AST_UNION:
    case AST_ENUM:
    case AST_FLAGS:
    case AST_HEADER:
    case AST_EVENT:
        return true;
    default:
        return false;
    }
}

bool named_has_attest(const struct ast_decl *decl)
{
    bool is_found = decl->kind == AST_ATTEST;
    bool has_rows = decl->kind == AST_STRUCT || decl->kind == AST_UNION;
    for (const struct ast_decl *row = has_rows ? decl->children : NULL; row && !is_found; row = row->next)
        is_found = named_has_attest(row);
    return is_found;
}

/* A walk through the names of one declaration. */
struct walk {
    const struct named *names;
    const char *own;     /* the name under which the declaration itself is declared, interned; NULL if it has none */
    struct buffer edges; /* list of struct named_edge */
};

static void visit_mention(void *user, const struct mention *mention)
{
    struct walk *walk = user;
    bool is_flag = mention->kind == MENTION_ENUMERATOR && !mention->is_declaration && mention->owner;
    if (mention->kind != MENTION_TYPE && !is_flag)
        return;
    const char *name = intern_text(walk->names->model->program->intern, is_flag ? mention->owner : mention->name);
    if (mention->is_declaration && !mention->depth) {
        walk->own = name;
        return;
    }
    const struct named_node *node = map_get(walk->names->firsts, name);
    const struct ast_decl *decl = mention->decl;
    bool is_pointed = decl->kind == AST_MEMBER && decl->type.pointer_depth && decl->type.name &&
                      mention->span.begin >= decl->type.span.begin && mention->span.end <= decl->type.span.end;
    if (!node)
        return;
    struct named_edge edge = {(size_t)(node - walk->names->nodes), !is_pointed};
    buffer_add(&walk->edges, &edge, sizeof edge);
}

static void walk_decl(struct walk *walk, const struct ast_file *file, const struct ast_decl *decl)
{
    struct ast_decl alone = *decl;
    struct ast_file part = *file;
    alone.next = NULL;
    part.uses = NULL;
    part.decls = &alone;
    mentions_each(walk->names->model, &part, visit_mention, walk);
}

struct named_edges named_list_edges(const struct named *names, const struct ast_file *file,
                                    const struct ast_decl *decl, struct arena *arena)
{
    struct walk walk = {.names = names};
    walk_decl(&walk, file, decl);
    size_t count = walk.edges.size / sizeof(struct named_edge);
    struct named_edges edges = {arena_copy_array(arena, walk.edges.data, count, sizeof(struct named_edge)), count};
    buffer_free(&walk.edges);
    return edges;
}

/* Adds the nodes of all files, and finds the first node of each name. */
static void add_nodes(struct named *names)
{
    const struct program *program = names->model->program;
    struct map *lasts = map_new(names->arena); /* interned name -> the last node of that name */
    for (size_t i = 0; i < program->file_count; i++)
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            names->count += named_may_omit(decl);
    names->nodes = ARENA_ARRAY(names->arena, struct named_node, names->count);
    struct named_node *node = names->nodes;
    for (size_t i = 0; i < program->file_count; i++) {
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next) {
            if (!named_may_omit(decl))
                continue;
            *node = (struct named_node){.decl = decl, .file = i, .next_same = NAMED_NONE,
                                        .has_attest = named_has_attest(decl)};
            struct ast_decl head = *decl;
            head.children = NULL;
            struct walk walk = {.names = names};
            walk_decl(&walk, program->files[i].ast, &head);
            buffer_free(&walk.edges);
            struct named_node *last = walk.own ? map_get(lasts, walk.own) : NULL;
            if (last)
                last->next_same = (size_t)(node - names->nodes);
            else if (walk.own)
                map_set(names->firsts, walk.own, node);
            if (walk.own)
                map_set(lasts, walk.own, node);
            node++;
        }
    }
}

/* Lists for the first node of each name the nodes that need its layout. */
static void add_users(struct named *names)
{
    for (size_t i = 0; i < names->count; i++)
        for (size_t k = 0; k < names->nodes[i].edges.count; k++)
            if (names->nodes[i].edges.items[k].is_needed)
                names->nodes[names->nodes[i].edges.items[k].to].user_count++;
    for (size_t i = 0; i < names->count; i++) {
        struct named_node *node = &names->nodes[i];
        node->users = ARENA_ARRAY(names->arena, size_t, node->user_count);
        node->user_count = 0;
    }
    for (size_t i = 0; i < names->count; i++)
        for (size_t k = 0; k < names->nodes[i].edges.count; k++)
            if (names->nodes[i].edges.items[k].is_needed) {
                struct named_node *used = &names->nodes[names->nodes[i].edges.items[k].to];
                used->users[used->user_count++] = i;
            }
}

struct named *named_new(const struct model *model, struct arena *arena)
{
    struct named *names = ARENA_NEW(arena, struct named);
    *names = (struct named){.model = model, .arena = arena, .firsts = map_new(arena)};
    add_nodes(names);
    for (size_t i = 0; i < names->count; i++) {
        struct named_node *node = &names->nodes[i];
        node->edges = named_list_edges(names, model->program->files[node->file].ast, node->decl, arena);
    }
    add_users(names);
    return names;
}
