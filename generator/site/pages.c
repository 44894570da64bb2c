/*
 * Finds the types that have pages, and the members that have these types.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/intern.h"
#include "model/model.h"
#include "site/site_parts.h"

/* ---- Types */

/* The types that will have pages. A structure declared inside a row counts, although the model does not list it. */
struct wanted {
    struct map *known;
    struct buffer items; /* list of const struct type * */
};

static void want_type(struct wanted *wanted, const struct type *type)
{
    if (!(type && (type->record || type->enumeration)) || map_get(wanted->known, type))
        return;
    map_set(wanted->known, type, (void *)(uintptr_t)type);
    buffer_add(&wanted->items, &type, sizeof type);
}

static size_t wanted_count(const struct wanted *wanted)
{
    return wanted->items.size / sizeof(const struct type *);
}

static const struct type *wanted_at(const struct wanted *wanted, size_t index)
{
    return ((const struct type *const *)(const void *)wanted->items.data)[index];
}

/* Calls `visit` for each row in a list, including rows in rows. */
static void each_row(const struct row *rows, void (*visit)(void *user, const struct row *row), void *user)
{
    for (const struct row *row = rows; row; row = row->next) {
        visit(user, row);
        each_row(row->children, visit, user);
    }
}

static void want_row(void *user, const struct row *row)
{
    want_type(user, row->type);
    want_type(user, row->display);
}

static int compare_pages(const void *left, const void *right)
{
    const struct site_page *a = left, *b = right;
    return strcmp(a->name, b->name);
}

/* Adds the types that the user's specs declare, and the types of their members. */
static void find_types(struct site *site)
{
    const struct model *model = site->model;
    struct wanted wanted = {.known = map_new(site->scratch)};
    for (size_t i = 0; i < model->type_count; i++)
        if (model->program->files[model->types[i]->file_index].requested)
            want_type(&wanted, model->types[i]);
    for (size_t i = 0; i < wanted_count(&wanted); i++) /* want_row appends to the list while it is visited */
        if (wanted_at(&wanted, i)->record)
            each_row(wanted_at(&wanted, i)->record->rows, want_row, &wanted);
    site->page_count = wanted_count(&wanted);
    site->pages = ARENA_ARRAY(site->arena, struct site_page, site->page_count);
    for (size_t i = 0; i < site->page_count; i++)
        site->pages[i] = (struct site_page){.type = wanted_at(&wanted, i), .name = wanted_at(&wanted, i)->name};
    buffer_free(&wanted.items);
    if (site->page_count)
        qsort(site->pages, site->page_count, sizeof *site->pages, compare_pages);
    for (size_t i = 0; i < site->page_count; i++)
        map_set(site->page_of, site->pages[i].type, &site->pages[i]);
}

/* ---- Uses */

struct users {
    struct site *site;
    const struct site_page *user;
    struct map *last; /* page -> name of the member that was added last for it */
    bool is_counting;
};

static void add_use(struct users *users, const struct type *type, const struct row *row)
{
    const char *member = row->name;
    struct site_page *used = type ? map_get(users->site->page_of, type) : NULL;
    if (!used || !member || used == users->user || map_get(users->last, used) == member)
        return;
    map_set(users->last, used, (void *)(uintptr_t)member);
    if (!users->is_counting)
        used->uses[used->use_count] = (struct site_use){users->user, member, row_kind(row) == ROW_POINTER};
    used->use_count++;
}

static void use_row(void *user, const struct row *row)
{
    add_use(user, row->type, row);
    if (row->display != row->type)
        add_use(user, row->display, row);
}

/* Visits all structures by name. The first time it counts the uses of each type, the second time it stores them. */
static void find_uses(struct site *site, bool is_counting)
{
    struct users users = {.site = site, .is_counting = is_counting};
    for (size_t i = 0; i < site->page_count; i++) {
        users.user = &site->pages[i];
        users.last = map_new(site->scratch);
        if (site->pages[i].type->record)
            each_row(site->pages[i].type->record->rows, use_row, &users);
    }
}

void site_find_pages(struct site *site)
{
    site->page_of = map_new(site->arena);
    find_types(site);
    site_name_files(site);
    find_uses(site, true);
    for (size_t i = 0; i < site->page_count; i++) {
        site->pages[i].uses = ARENA_ARRAY(site->arena, struct site_use, site->pages[i].use_count);
        site->pages[i].use_count = 0;
    }
    find_uses(site, false);
    arena_clear(site->scratch);
}

const struct site_page *site_find_page(const struct site *site, const struct type *type)
{
    return type ? map_get(site->page_of, type) : NULL;
}
