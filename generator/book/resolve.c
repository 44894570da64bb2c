#include "book/book.h"

#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/file.h"
#include "base/path.h"
#include "front/load.h"

/* A page that another page uses directly, in a list. */
struct use {
    struct use *next;
    size_t page;
};

/* For each page, the pages that it uses. */
struct uses {
    struct use **of; /* lists by index of the using page */
    size_t *stack;   /* stack of pages that a search still has to visit */
    size_t *seen;    /* by index of page: number of the last search that visited it */
    size_t searches;
};

static bool uses_directly(const struct uses *uses, size_t user, size_t used)
{
    const struct use *use = uses->of[user];
    while (use && use->page != used)
        use = use->next;
    return use != NULL;
}

/* True if a page uses another one, directly or through others. */
static bool page_reaches(struct uses *uses, size_t from, size_t to)
{
    size_t depth = 0, search = ++uses->searches;
    uses->stack[depth++] = from;
    uses->seen[from] = search;
    while (depth) {
        size_t page = uses->stack[--depth];
        if (page == to)
            return true;
        for (const struct use *use = uses->of[page]; use; use = use->next) {
            if (uses->seen[use->page] == search)
                continue;
            uses->seen[use->page] = search;
            uses->stack[depth++] = use->page;
        }
    }
    return false;
}

static bool is_declared(const struct spec_item *item, bool has_constants)
{
    return item->name && item->kind != SPEC_OPAQUE && item->kind != SPEC_NOTE &&
           (item->kind != SPEC_CONST || has_constants);
}

struct map *book_names(const struct book *book, bool has_constants)
{
    struct map *names = map_new(book->program->arena);
    for (size_t i = 0; i < book->count; i++) {
        const struct spec_item *item = book->pages[i].document ? book->pages[i].document->items : NULL;
        for (; item; item = item->next) {
            const char *name = item->name ? intern_text(book->program->intern, item->name) : NULL;
            if (is_declared(item, has_constants) && !map_get(names, name))
                map_set(names, name, &book->pages[i]);
        }
    }
    return names;
}

static void declare_opaque(struct arena *arena, struct spec_document *document, const char *name)
{
    for (const struct spec_item *item = document->items; item; item = item->next)
        if (item->name && !strcmp(item->name, name))
            return;
    struct spec_item *item = ARENA_NEW(arena, struct spec_item);
    *item = (struct spec_item){.next = document->items, .kind = SPEC_OPAQUE, .name = name};
    document->items = item;
}

/* Returns the path by which a spec names another one below the same directory. */
static const char *find_path(struct arena *arena, const char *user, const char *used)
{
    return path_relative(arena, file_path_rules, "/", user, used);
}

/* State while names are resolved between pages. */
struct resolving {
    struct book *book;
    struct map *names;
    struct uses uses;
};

/* Adds a `use` line for another page to a page. */
static void add_use(struct resolving *resolving, size_t user, size_t used)
{
    const struct book_page *pages = resolving->book->pages;
    struct spec_document *document = pages[user].document;
    struct spec_borrowed *line = ARENA_NEW(resolving->book->program->arena, struct spec_borrowed);
    struct use *use = ARENA_NEW(resolving->book->program->arena, struct use);
    *use = (struct use){resolving->uses.of[user], used};
    resolving->uses.of[user] = use;
    *line = (struct spec_borrowed){document->neighbours,
                                   find_path(resolving->book->program->arena, pages[user].spec, pages[used].spec)};
    document->neighbours = line;
}

static bool have_same_columns(const struct spec_document *a, const struct spec_document *b)
{
    for (size_t i = 0; i < a->arch_count; i++)
        if (i >= b->arch_count || strcmp(a->arches[i], b->arches[i]) != 0)
            return false;
    return a->arch_count == b->arch_count;
}

/* Moves the declarations of a page to another page. Each needs the other, but files cannot use each other. */
static void move_page(struct resolving *resolving, size_t from, size_t to)
{
    struct program *program = resolving->book->program;
    struct spec_document *source = resolving->book->pages[from].document;
    struct spec_document *target = resolving->book->pages[to].document;
    struct spec_item **end = &target->items;
    while (*end)
        end = &(*end)->next;
    *end = source->items;
    for (const struct spec_item *item = source->items; item; item = item->next)
        if (is_declared(item, true))
            map_set(resolving->names, intern_text(program->intern, item->name), &resolving->book->pages[to]);
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
                                 resolving->book->pages[to].spec);
    source->items = note;
    source->neighbours = NULL;
    source->needs = NULL;
    source->needs_std = false;
    if (!page_reaches(&resolving->uses, to, from))
        add_use(resolving, from, to);
}

static void resolve_page(struct resolving *resolving, size_t index)
{
    struct book *book = resolving->book;
    struct uses *uses = &resolving->uses;
    struct spec_document *document = book->pages[index].document;
    for (const struct spec_borrowed *borrowed = document->borrowed; borrowed; borrowed = borrowed->next) {
        const struct book_page *owner = map_get(resolving->names, intern_text(book->program->intern, borrowed->name));
        size_t used = owner ? (size_t)(owner - book->pages) : index;
        if (used == index || uses_directly(uses, index, used))
            continue;
        if (!page_reaches(uses, used, index))
            add_use(resolving, index, used);
        else if (have_same_columns(document, owner->document))
            move_page(resolving, used, index);
        else
            declare_opaque(book->program->arena, document, borrowed->name);
    }
}

void book_resolve(struct book *book)
{
    struct arena *arena = book->program->arena;
    struct resolving resolving = {.book = book, .names = book_names(book, true)};
    struct uses *uses = &resolving.uses;
    uses->of = ARENA_ARRAY(arena, struct use *, book->count + 1);
    uses->stack = ARENA_ARRAY(arena, size_t, book->count + 1);
    uses->seen = ARENA_ARRAY(arena, size_t, book->count + 1);
    memset(uses->of, 0, (book->count + 1) * sizeof *uses->of);
    memset(uses->seen, 0, (book->count + 1) * sizeof *uses->seen);
    for (size_t i = 0; i < book->count; i++)
        resolve_page(&resolving, i);
}
