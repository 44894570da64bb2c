/*
 * The names of layouts: a release on an architecture, as in STRATA_S_READ(1607, x64, M, bytes).
 *
 * A header with one macro for each name would be longer than all its tables. So the releases of a file are divided into
 * pages. A structure has one list for each architecture and page, with the index of a layout for each release of the
 * page. The header of the file that declares a release has a macro that picks the element of the release:
 *
 *     #define STRATA_RELEASE_1607(list) list##_5C1F2E(STRATA_PICK_4, STRATA_GUESS)      nt/axis_assert.h
 *     #define STRATA_S_AT_x64_5C1F2E(pick, g) pick(,,0,0,1,g(1),)                      the header of S
 *     #define STRATA_S_AT(release, arch) STRATA_RELEASE_##release(STRATA_S_AT_##arch)
 *
 * A page is named by a hash of its releases. A list that was made for other releases does not compile. If the layout of
 * a release is only extrapolated, its element is STRATA_GUESS(1), which compiles only if the program asks for guesses.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "base/path.h"
#include "render/context_parts.h"

enum { PAGE_NAMES = 24 }; /* as many as strata.h has STRATA_PICK_ macros */

struct release_page {
    size_t file_index; /* of the file that declares its releases */
    const char *names[PAGE_NAMES];
    size_t count;
    const char *mark;
};

/* The place of a release: its page, and its index there. */
struct release_place {
    size_t page, index;
    struct span span; /* of its declaration */
    bool is_used; /* a structure has a layout in it */
};

struct context_releases {
    struct buffer pages; /* array of struct release_page */
    struct map *places;  /* interned name in C -> struct release_place */
};

static struct release_page *page_at(const struct context_releases *releases, size_t index)
{
    return (struct release_page *)(void *)releases->pages.data + index;
}

static size_t page_count(const struct context_releases *releases)
{
    return releases->pages.size / sizeof(struct release_page);
}

static struct release_place *find_place(const struct render *render, const char *name)
{
    return map_get(render->releases->places, intern_text(render->model->program->intern, name));
}

static void add_name(struct render *render, const char *text, struct span span, size_t file_index)
{
    struct context_releases *releases = render->releases;
    const char *name = intern_text(render->model->program->intern, names_in_c(render->arena, text));
    if (map_get(releases->places, name))
        return;
    size_t count = page_count(releases);
    if (!count || page_at(releases, count - 1)->file_index != file_index ||
        page_at(releases, count - 1)->count == PAGE_NAMES) {
        buffer_add(&releases->pages, &(struct release_page){.file_index = file_index}, sizeof(struct release_page));
        count++;
    }
    struct release_page *page = page_at(releases, count - 1);
    struct release_place *place = ARENA_NEW(render->arena, struct release_place);
    *place = (struct release_place){count - 1, page->count, span, false};
    page->names[page->count++] = name;
    map_set(releases->places, name, place);
}

static void mark_pages(const struct render *render)
{
    for (size_t i = 0; i < page_count(render->releases); i++) {
        struct release_page *page = page_at(render->releases, i);
        uint32_t hash = HASH_NOTHING;
        for (size_t k = 0; k < page->count; k++)
            hash = hash_add(hash, page->names[k], strlen(page->names[k]) + 1);
        page->mark = arena_format(render->arena, "%06X", (hash ^ hash >> 24) & 0xFFFFFFu);
    }
}

/* Copies the pages into the arena and frees the buffer. */
static void keep_pages(struct render *render)
{
    struct buffer *pages = &render->releases->pages;
    struct buffer kept = {.data = arena_copy_array(render->arena, pages->data, page_count(render->releases),
                                                   sizeof(struct release_page)),
                          .size = pages->size};
    buffer_free(pages);
    *pages = kept;
}

void context_find_releases(struct render *render)
{
    const struct axis *axis = &render->model->axis;
    render->releases = ARENA_NEW(render->arena, struct context_releases);
    render->releases->places = map_new(render->arena);
    for (size_t f = 0; f < render->model->program->file_count; f++) {
        for (size_t r = 0; r < axis->release_count; r++) {
            const struct axis_release *release = &axis->releases[r];
            if (!context_is_in_file(render, f, release->span))
                continue;
            add_name(render, release->name, release->span, f);
            const struct axis_point *points = axis->points + release->first_point;
            for (size_t p = 0; p < release->point_count; p++)
                add_name(render, points[p].name, points[p].span, f);
        }
    }
    mark_pages(render);
    keep_pages(render);
    for (size_t i = 0; i < render->model->record_count; i++) {
        const struct plan *plan = render->plans[i];
        for (size_t k = 0; plan && k < plan->alias_count; k++) {
            struct release_place *place = find_place(render, plan->aliases[k].version);
            if (place)
                place->is_used = true;
        }
    }
}

bool context_has_asserts(const struct render *render, size_t file_index)
{
    bool has = context_has_records(render, file_index);
    for (size_t i = 0; i < page_count(render->releases) && !has; i++)
        has = page_at(render->releases, i)->file_index == file_index;
    return has;
}

struct value context_releases(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < page_count(render->releases); i++) {
        const struct release_page *page = page_at(render->releases, i);
        for (size_t k = 0; k < page->count; k++) {
            bool is_bundle = file_index == CONTEXT_EVERY_FILE;
            if (is_bundle ? !find_place(render, page->names[k])->is_used : page->file_index != file_index)
                continue;
            struct object *object = context_object(render, SHAPE_RELEASE);
            object->values[RELEASE_NAME] = value_text(page->names[k]);
            object->values[RELEASE_MARK] = value_text(page->mark);
            object->values[RELEASE_NUMBER] = value_integer((int64_t)k);
            list_add(render->arena, list, value_object(object));
        }
    }
    return value_list(list);
}

struct value context_release_includes(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    size_t before = SIZE_MAX;
    for (size_t i = 0; i < page_count(render->releases); i++) {
        size_t owner = page_at(render->releases, i)->file_index;
        if (owner != before && owner != file_index)
            list_add(render->arena, list, context_include(render, file_index, owner, "_assert"));
        before = owner;
    }
    return value_list(list);
}

/* ---- The lists of a structure */

/* Returns the elements of a structure's list for an arch and a page, each followed by a comma; NULL if all are
 * empty. */
static const char *list_elements(const struct render *render, const struct plan *plan, const struct arch *arch,
                                 size_t page)
{
    const struct plan_alias *on_page[PAGE_NAMES] = {NULL};
    size_t count = 0;
    for (size_t i = 0; i < plan->alias_count; i++) {
        const struct plan_alias *alias = &plan->aliases[i];
        const struct release_place *place = alias->arch == arch ? find_place(render, alias->version) : NULL;
        if (!place || place->page != page)
            continue;
        on_page[place->index] = alias;
        count = place->index < count ? count : place->index + 1;
    }
    if (!count)
        return NULL;
    struct buffer text = {0};
    for (size_t i = 0; i < count; i++) {
        if (on_page[i])
            buffer_format(&text, on_page[i]->basis == STRATA_EXTRAPOLATED ? "g(%u)" : "%u",
                          on_page[i]->layout);
        buffer_add_char(&text, ',');
    }
    return buffer_take(&text, render->arena);
}

struct value context_release_lists(const struct render *render, const struct plan *plan)
{
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < plan->alias_count; i++) {
        const struct arch *arch = plan->aliases[i].arch;
        if (i && plan->aliases[i - 1].arch == arch)
            continue;
        for (size_t page = 0; page < page_count(render->releases); page++) {
            const char *elements = list_elements(render, plan, arch, page);
            if (!elements)
                continue;
            struct object *object = context_object(render, SHAPE_RELEASE_LIST);
            object->values[RELEASE_LIST_ARCH] = value_text(names_in_c(render->arena, arch->name));
            object->values[RELEASE_LIST_MARK] = value_text(page_at(render->releases, page)->mark);
            object->values[RELEASE_LIST_ELEMENTS] = value_text(elements);
            list_add(render->arena, list, value_object(object));
        }
    }
    return value_list(list);
}

struct span context_release_span(const struct render *render, const char *name)
{
    const struct release_place *place = find_place(render, names_in_c(render->arena, name));
    return place ? place->span : (struct span){0, 0};
}

struct value context_labels(const struct render *render, const struct plan *plan)
{
    const struct list *all = context_aliases(render, plan).list;
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < all->count; i++) {
        if (find_place(render, plan->aliases[i].version))
            continue;
        size_t first = 0;
        while (strcmp(plan->aliases[first].version, plan->aliases[i].version) != 0)
            first++;
        struct object *label = context_object(render, SHAPE_ALIAS);
        memcpy(label->values, all->items[i].object->values, label->shape->count * sizeof *label->values);
        label->values[ALIAS_IS_FIRST] = value_boolean(first == i);
        list_add(render->arena, list, value_object(label));
    }
    return value_list(list);
}
