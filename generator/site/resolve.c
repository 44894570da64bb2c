#include "site/site.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"

/* Which pages use which, directly. */
struct uses {
    bool *pairs; /* [user * count + used] */
    size_t count;
    size_t *stack; /* of pages to visit */
    bool *seen;
};

/* True if a page uses another one, directly or by others. */
static bool reaches(const struct uses *uses, size_t from, size_t to)
{
    size_t depth = 0;
    memset(uses->seen, 0, uses->count * sizeof *uses->seen);
    uses->stack[depth++] = from;
    uses->seen[from] = true;
    while (depth) {
        size_t page = uses->stack[--depth];
        if (page == to)
            return true;
        for (size_t i = 0; i < uses->count; i++) {
            if (!uses->pairs[page * uses->count + i] || uses->seen[i])
                continue;
            uses->seen[i] = true;
            uses->stack[depth++] = i;
        }
    }
    return false;
}

static bool is_declared(const struct spec_item *item, bool has_constants)
{
    return item->name && item->kind != SPEC_OPAQUE && item->kind != SPEC_NOTE &&
           (item->kind != SPEC_CONST || has_constants);
}

struct map *site_names(const struct site *site, bool has_constants)
{
    struct map *names = map_new(site->program->arena);
    for (size_t i = 0; i < site->count; i++) {
        const struct spec_item *item = site->pages[i].document ? site->pages[i].document->items : NULL;
        for (; item; item = item->next) {
            const char *name = item->name ? intern_text(site->program->intern, item->name) : NULL;
            if (is_declared(item, has_constants) && !map_get(names, name))
                map_set(names, name, &site->pages[i]);
        }
    }
    return names;
}

static void announce(struct arena *arena, struct spec_document *document, const char *name)
{
    for (const struct spec_item *item = document->items; item; item = item->next)
        if (item->name && !strcmp(item->name, name))
            return;
    struct spec_item *item = ARENA_NEW(arena, struct spec_item);
    *item = (struct spec_item){.next = document->items, .kind = SPEC_OPAQUE, .name = name};
    document->items = item;
}

/* Returns the path by which a spec names another one: both are below one directory. */
static const char *find_path(struct arena *arena, const char *user, const char *used)
{
    return path_relative(arena, file_path_rules, "/", user, used);
}

/* Pages and the names that they declare, while they are resolved. */
struct resolving {
    struct site *site;
    struct map *names;
    struct uses uses;
};

/* Adds a `use` line for another page. */
static void add_use(struct resolving *resolving, size_t user, size_t used)
{
    const struct site_page *pages = resolving->site->pages;
    struct spec_document *document = pages[user].document;
    struct spec_borrowed *line = ARENA_NEW(resolving->site->program->arena, struct spec_borrowed);
    resolving->uses.pairs[user * resolving->uses.count + used] = true;
    *line = (struct spec_borrowed){document->neighbours,
                                   find_path(resolving->site->program->arena, pages[user].spec, pages[used].spec)};
    document->neighbours = line;
}

static bool have_same_columns(const struct spec_document *a, const struct spec_document *b)
{
    for (size_t i = 0; i < a->arch_count; i++)
        if (i >= b->arch_count || strcmp(a->arches[i], b->arches[i]) != 0)
            return false;
    return a->arch_count == b->arch_count;
}

/* Moves the declarations of a page to a page that needs them and that it needs itself: files cannot use each other. */
static void move_page(struct resolving *resolving, size_t from, size_t to)
{
    struct program *program = resolving->site->program;
    struct spec_document *source = resolving->site->pages[from].document;
    struct spec_document *target = resolving->site->pages[to].document;
    struct spec_item **end = &target->items;
    while (*end)
        end = &(*end)->next;
    *end = source->items;
    for (const struct spec_item *item = source->items; item; item = item->next)
        if (is_declared(item, true))
            map_set(resolving->names, intern_text(program->intern, item->name), &resolving->site->pages[to]);
    struct spec_borrowed **last = &target->borrowed;
    while (*last)
        last = &(*last)->next;
    *last = source->borrowed;
    source->borrowed = NULL;
    target->needs_std |= source->needs_std;
    for (size_t i = 0; source->needs && i < program->file_count; i++) {
        if (!target->needs)
            target->needs = source->needs;
        target->needs[i] |= source->needs[i];
    }
    struct spec_item *note = ARENA_NEW(program->arena, struct spec_item);
    *note = (struct spec_item){.kind = SPEC_NOTE};
    note->comment = arena_format(program->arena, "The declarations are in %s: the two pages need each other.",
                                 resolving->site->pages[to].spec);
    source->items = note;
    source->neighbours = NULL;
    source->needs = NULL;
    source->needs_std = false;
    if (!reaches(&resolving->uses, to, from))
        add_use(resolving, from, to);
}

static void resolve_page(struct resolving *resolving, size_t index)
{
    struct site *site = resolving->site;
    const struct uses *uses = &resolving->uses;
    struct spec_document *document = site->pages[index].document;
    for (const struct spec_borrowed *borrowed = document->borrowed; borrowed; borrowed = borrowed->next) {
        const struct site_page *owner = map_get(resolving->names, intern_text(site->program->intern, borrowed->name));
        size_t used = owner ? (size_t)(owner - site->pages) : index;
        if (used == index || uses->pairs[index * uses->count + used])
            continue;
        if (!reaches(uses, used, index))
            add_use(resolving, index, used);
        else if (have_same_columns(document, owner->document))
            move_page(resolving, used, index);
        else
            announce(site->program->arena, document, borrowed->name);
    }
}

void site_resolve(struct site *site)
{
    struct arena *arena = site->program->arena;
    struct resolving resolving = {site, site_names(site, true), {.count = site->count}};
    struct uses *uses = &resolving.uses;
    uses->pairs = ARENA_ARRAY(arena, bool, site->count * site->count);
    uses->stack = ARENA_ARRAY(arena, size_t, site->count);
    uses->seen = ARENA_ARRAY(arena, bool, site->count);
    memset(uses->pairs, 0, site->count * site->count * sizeof *uses->pairs);
    for (size_t i = 0; i < site->count; i++)
        resolve_page(&resolving, i);
}
