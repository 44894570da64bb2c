#include "spec/excerpt.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "front/parse.h"
#include "spec/mention.h"

/* The reasons why a node is needed. Each includes those before it. */
enum need {
    NEED_NOTHING,
    NEED_NAME,   /* that the name is declared */
    NEED_LAYOUT, /* the layout, and what that needs */
    NEED_CHECK   /* it is checked */
};

/* ---- The edit */

bool excerpt_compare(struct excerpt *excerpt)
{
    const char *old = excerpt->old->text, *new = excerpt->new->text;
    size_t old_size = excerpt->old->size, new_size = excerpt->new->size;
    size_t most = old_size < new_size ? old_size : new_size, before = 0, after = 0;
    enum { STEP = 4096 };
    while (most - before >= STEP && !memcmp(old + before, new + before, STEP))
        before += STEP;
    while (before < most && old[before] == new[before])
        before++;
    while (most - before - after >= STEP &&
           !memcmp(old + old_size - after - STEP, new + new_size - after - STEP, STEP))
        after += STEP;
    while (before + after < most && old[old_size - after - 1] == new[new_size - after - 1])
        after++;
    excerpt->before = before;
    excerpt->after = after;
    return before < old_size || old_size != new_size;
}

/* Finds the structure between whose braces everything lies that has changed. Returns false if there is none, or if
 * another declaration has its name. */
static bool find_edited(struct excerpt *excerpt)
{
    uint32_t begin = excerpt->old->base + (uint32_t)excerpt->before;
    uint32_t end = excerpt->old->base + (uint32_t)(excerpt->old->size - excerpt->after);
    for (size_t i = 0; i < excerpt->names->count; i++) {
        const struct named_node *node = &excerpt->names->nodes[i];
        const struct ast_decl *decl = node->decl;
        if (node->file != excerpt->file || (decl->kind != AST_STRUCT && decl->kind != AST_UNION) ||
            begin <= decl->body_span.begin || end >= decl->body_span.end)
            continue;
        const char *name = decl->name;
        size_t same = 0;
        for (size_t k = 0; k < excerpt->names->count; k++)
            same += excerpt->names->nodes[k].decl->name == name && excerpt->names->nodes[k].decl->kind != AST_HEADER;
        excerpt->edited = i;
        return same == 1;
    }
    return false;
}

/* True if two structures name the same architectures in their `columns` lines. */
static bool have_same_columns(const struct ast_decl *old, const struct ast_decl *new)
{
    const struct ast_name *sides[2] = {NULL, NULL};
    const struct ast_decl *rows[] = {old->children, new->children};
    for (int i = 0; i < 2; i++) {
        while (rows[i] && rows[i]->kind != AST_COLUMNS)
            rows[i] = rows[i]->next;
        sides[i] = rows[i] ? rows[i]->names : NULL;
    }
    while (sides[0] && sides[1] && sides[0]->name == sides[1]->name) {
        sides[0] = sides[0]->next;
        sides[1] = sides[1]->next;
    }
    return !sides[0] && !sides[1];
}

/* Reads the edited structure from the new text. Returns false if the text up to its old end is not one structure with
 * the same name. */
static bool read_edited(struct excerpt *excerpt, struct program *program)
{
    const struct ast_decl *old = excerpt->names->nodes[excerpt->edited].decl, *new;
    size_t begin = old->span.begin - excerpt->old->base;
    size_t end = old->body_span.end - excerpt->old->base + excerpt->new->size - excerpt->old->size;
    struct source *source = ARENA_NEW(excerpt->arena, struct source);
    *source = (struct source){excerpt->new->path, excerpt->new->text + begin, end - begin,
                              excerpt->new->base + (uint32_t)begin};
    excerpt->part = parse_source(program, source);
    new = excerpt->part->decls;
    return new && !new->next && !excerpt->part->uses && new->kind == old->kind && new->name == old->name &&
           new->body_span.end == excerpt->new->base + end && have_same_columns(old, new) &&
           !named_has_attest(old) && !named_has_attest(new) &&
           !diags_has(program->diags, DIAG_LIMIT) && !diags_has(program->diags, DIAG_ENCODING);
}

bool excerpt_read(struct excerpt *excerpt, struct program *program)
{
    return find_edited(excerpt) && read_edited(excerpt, program);
}

/* ---- What to check */

static void need_nodes(struct excerpt *excerpt, size_t node, enum need need, struct buffer *found)
{
    for (; node != NAMED_NONE; node = excerpt->names->nodes[node].next_same) {
        if (excerpt->needs[node] >= need)
            continue;
        excerpt->needs[node] = (unsigned char)need;
        buffer_add(found, &node, sizeof node);
    }
}

/* Finds the nodes that need the layout of the edited one, and all that these need. */
static void find_needs(struct excerpt *excerpt, const struct program *program)
{
    const struct named *names = excerpt->names;
    struct buffer needed = {0};
    need_nodes(excerpt, excerpt->edited, NEED_CHECK, &excerpt->checked);
    for (size_t at = 0; at < excerpt->checked.size; at += sizeof(size_t)) {
        size_t index;
        memcpy(&index, excerpt->checked.data + at, sizeof index);
        buffer_add(&needed, &index, sizeof index);
        for (size_t i = 0; i < names->nodes[index].user_count; i++)
            need_nodes(excerpt, names->nodes[index].users[i], NEED_CHECK, &excerpt->checked);
        /* The structures of one document are compared with each other: one may begin with the bytes of another. */
        size_t file = names->nodes[index].file;
        bool is_document = program->files[file].ast->counts[AST_SOURCE];
        for (size_t i = 0; is_document && i < names->count; i++)
            if (names->nodes[i].file == file)
                need_nodes(excerpt, i, NEED_CHECK, &excerpt->checked);
    }
    for (size_t at = 0; at < needed.size; at += sizeof(size_t)) {
        size_t index;
        memcpy(&index, needed.data + at, sizeof index);
        if (excerpt->needs[index] < NEED_LAYOUT)
            continue;
        const struct named_edges *edges = index == excerpt->edited ? &excerpt->edges : &names->nodes[index].edges;
        for (size_t i = 0; i < edges->count; i++)
            need_nodes(excerpt, edges->items[i].to, edges->items[i].is_needed ? NEED_LAYOUT : NEED_NAME, &needed);
    }
    buffer_free(&needed);
}

/* Returns the declarations of a file that are needed; `*node` is its first node, and becomes that of the next file. */
static const struct ast_file *select_needed(const struct excerpt *excerpt, const struct ast_file *file, size_t *node)
{
    struct arena *arena = excerpt->arena;
    struct ast_file *part = arena_copy_array(arena, file, 1, sizeof *file);
    struct ast_decl **end = &part->decls;
    for (const struct ast_decl *decl = file->decls; decl; decl = decl->next) {
        size_t index = named_may_omit(decl) ? (*node)++ : NAMED_NONE;
        bool is_edited = index == excerpt->edited;
        if (index != NAMED_NONE && !excerpt->needs[index] && !excerpt->names->nodes[index].has_attest)
            continue;
        struct ast_decl *copy = arena_copy_array(arena, is_edited ? excerpt->part->decls : decl, 1, sizeof *decl);
        if (is_edited) {
            copy->doc = decl->doc;
            for (size_t i = 0; i < AST_KIND_COUNT; i++)
                part->counts[i] += excerpt->part->counts[i];
            part->allow_count += excerpt->part->allow_count;
        }
        *end = copy;
        end = &copy->next;
    }
    *end = NULL;
    return part;
}

void excerpt_select(struct excerpt *excerpt, struct program *program)
{
    const struct program_file *files = program->files;
    size_t node = 0;
    excerpt->edges = named_list_edges(excerpt->names, excerpt->part, excerpt->part->decls, excerpt->arena);
    excerpt->needs = ARENA_ARRAY(excerpt->arena, unsigned char, excerpt->names->count);
    find_needs(excerpt, program);
    program->files = arena_copy_array(excerpt->arena, files, program->file_count, sizeof *files);
    for (size_t i = 0; i < program->file_count; i++)
        program->files[i].ast = select_needed(excerpt, files[i].ast, &node);
}

/* ---- Positions */

/* Moves a position of the old text to the new one. Returns false if the text there has changed. */
static bool move_position(const struct excerpt *excerpt, uint32_t *position)
{
    size_t offset = *position - excerpt->old->base;
    if (*position < excerpt->old->base || offset > excerpt->old->size)
        return true;
    bool is_before = offset <= excerpt->before;
    *position = excerpt->new->base + (uint32_t)(is_before ? offset : offset + excerpt->new->size - excerpt->old->size);
    return is_before || offset >= excerpt->old->size - excerpt->after;
}

bool excerpt_move(const struct excerpt *excerpt, struct span *span)
{
    return move_position(excerpt, &span->begin) && move_position(excerpt, &span->end);
}

bool excerpt_checks(const struct excerpt *excerpt, uint32_t position)
{
    const size_t *checked = (const void *)excerpt->checked.data;
    size_t count = excerpt->checked.size / sizeof *checked;
    bool is_found = position >= excerpt->new->base && position <= excerpt->new->base + excerpt->new->size;
    for (size_t i = 0; i < count && !is_found; i++) {
        struct span whole = mention_whole(excerpt->names->nodes[checked[i]].decl);
        is_found = position >= whole.begin && position < whole.end;
    }
    return is_found;
}

void excerpt_free(struct excerpt *excerpt)
{
    buffer_free(&excerpt->checked);
}
