/*
 * Writes the index of the site, and a page for each module with its structures, enumerations and globals.
 *
 * A file headers.txt beside specs names the structures that people look for first, one in each line; `#` begins a
 * comment.
 */
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/sheet.h"
#include "view/show.h"

/* Limits for the page of a module, which is split into parts. */
enum { ITEMS_MOST = 1500, CHUNKS_MOST = 16 };
enum module_part { PART_STRUCTURES, PART_ENUMERATIONS, PART_GLOBALS, PART_COUNT };
static const char *const part_names[PART_COUNT] = {"Structures", "Enumerations", "Globals"};

/* A module as the site shows it. Types that belong to all modules form a group of their own. */
struct group {
    const char *name, *file;
    /* lists of at most ITEMS_MOST types each; the last one has all the rest */
    struct list *chunks[PART_COUNT][CHUNKS_MOST];
    size_t counts[PART_COUNT];
    struct buffer tables; /* tables of globals as HTML */
};

struct groups {
    struct site *site;
    struct group *items;
    size_t count;
};

static struct group *find_group(struct groups *groups, const struct module *module)
{
    const char *name = module && *module->name ? module->name : "Types of all modules";
    for (size_t i = 0; i < groups->count; i++)
        if (!strcmp(groups->items[i].name, name))
            return &groups->items[i];
    struct group *group = &groups->items[groups->count++];
    group->name = name;
    group->file = arena_format(groups->site->scratch, "=%zu", groups->count);
    if (module && *module->name)
        group->file = site_escape_file(groups->site->scratch, name);
    return group;
}

static struct object *add_link(struct site *site, struct list *list, const char *name, const char *file)
{
    struct object *link = site_new_object(site, SITE_LINK);
    link->values[LINK_NAME] = value_text(name);
    link->values[LINK_FILE] = value_text(file);
    list_add(site->scratch, list, value_object(link));
    return link;
}

/* Adds each page to the group of its module. Structures inside other structures are left out, because they are on the
 * pages of those. */
static void sort_pages(struct groups *groups)
{
    struct site *site = groups->site;
    for (size_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        const struct type *type = page->type;
        if (type->record && type->record->parent_row)
            continue;
        struct group *group = find_group(groups, model_module_of(site->model, type));
        const enum module_part part = type->enumeration ? PART_ENUMERATIONS : PART_STRUCTURES;
        const char *mark = strchr(page->name, '!');
        const size_t number = group->counts[part]++ / ITEMS_MOST;
        struct list **chunk = &group->chunks[part][number < CHUNKS_MOST ? number : CHUNKS_MOST - 1];
        if (!*chunk)
            *chunk = list_new(site->scratch);
        add_link(site, *chunk, mark ? mark + 1 : page->name, page->file);
    }
    for (size_t i = 0; i < site->model->global_count; i++) {
        const struct global *global = site->model->globals[i];
        struct group *group = find_group(groups, global->module);
        const struct sheet_section section = show_make_addresses(site->model, global, NULL);
        const struct sheet_document document = {.command = "site", .sections = &section, .count = 1};
        sheet_html_write(site->sheets, &document, &group->tables);
        group->counts[PART_GLOBALS]++;
    }
}

static const char *page_file(struct site *site, const struct group *group, size_t chunk)
{
    return chunk ? arena_format(site->scratch, "%s=%zu.html", group->file, chunk + 1)
                 : arena_format(site->scratch, "%s.html", group->file);
}

/* Writes the pages of a module, one for each list of types. */
static bool write_module(struct site *site, struct group *group)
{
    for (size_t chunk = 0; !chunk || (chunk < CHUNKS_MOST && group->chunks[PART_STRUCTURES][chunk]); chunk++) {
        struct object *page = site_new_page(site, "module", group->name, "../");
        struct list *parts = list_new(site->scratch);
        for (size_t i = 0; i < PART_COUNT; i++) {
            if (!group->chunks[i][chunk])
                continue;
            struct object *part = add_link(site, parts, part_names[i], NULL);
            part->values[LINK_NOTE] = value_text(arena_format(site->scratch, "%zu", group->counts[i]));
            part->values[LINK_ITEMS] = value_list(group->chunks[i][chunk]);
        }
        page->values[PAGE_GROUPS] = value_list(parts);
        page->values[PAGE_TABLES] = value_text(group->tables.size && !chunk ? buffer_text(&group->tables) : NULL);
        if (chunk + 1 < CHUNKS_MOST && group->chunks[PART_STRUCTURES][chunk + 1])
            page->values[PAGE_MORE] = value_text(page_file(site, group, chunk + 1));
        if (!site_write_page(site, "site_module", page,
                             arena_format(site->scratch, "m/%s", page_file(site, group, chunk))))
            return false;
    }
    return true;
}

/* Adds the structures that a file beside a spec names, without duplicates. Returns their number. */
static size_t add_first(struct site *site, const char *spec, struct map *seen, struct list *first)
{
    const char *text;
    size_t size, count = 0;
    if (!site_read_beside(site, spec, "headers.txt", seen, &text, &size))
        return 0;
    for (const char *end = text + size, *next; text < end; text = next) {
        next = memchr(text, '\n', (size_t)(end - text));
        next = next ? next + 1 : end;
        const char *name = intern_name(site->model->program->intern, text, strcspn(text, "\r\n"));
        const struct site_page *page =
            *name == '#' ? NULL : site_find_page(site, model_find_type(site->model, site->model->modules, name));
        if (page && !map_get(seen, name)) {
            add_link(site, first, page->name, page->file);
            count++;
        }
        map_set(seen, name, seen);
    }
    return count;
}

/* Writes the index, and the picture that previews of the site show. Returns false on failure, which is reported. */
static bool write_index(struct groups *groups, const struct site_counts *counts)
{
    struct site *site = groups->site;
    const struct program *program = site->model->program;
    struct object *page = site_new_page(site, "index", site->title, "");
    struct list *first = list_new(site->scratch), *modules = list_new(site->scratch);
    struct map *seen = map_new(site->scratch);
    size_t first_count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested)
            first_count += add_first(site, program->files[i].path, seen, first);
    for (size_t i = 0; i < groups->count; i++) {
        const struct group *group = &groups->items[i];
        struct object *link = add_link(site, modules, group->name,
                                       arena_format(site->scratch, "m/%s", page_file(site, group, 0)));
        struct buffer note = {0};
        for (size_t k = 0; k < PART_COUNT; k++)
            if (group->counts[k])
                buffer_format(&note, "%s%zu %c%.*s", note.size ? ", " : "", group->counts[k], part_names[k][0] | 0x20,
                              (int)strlen(part_names[k]) - 1 - (group->counts[k] == 1), part_names[k] + 1);
        link->values[LINK_NOTE] = value_text(buffer_take(&note, site->scratch));
    }
    page->values[PAGE_COUNT] = value_integer((int64_t)counts->structures);
    page->values[PAGE_ENUMS] = value_integer((int64_t)counts->enumerations);
    page->values[PAGE_MEMBERS] = value_integer((int64_t)counts->members);
    page->values[PAGE_USES] = value_list(first);
    page->values[PAGE_HAS_USES] = value_boolean(first_count);
    page->values[PAGE_GROUPS] = value_list(modules);
    return site_write_page(site, "site_index", page, "index.html") &&
           site_write_page(site, "site_preview", page, "preview.svg");
}

bool site_write_modules(struct site *site, const struct site_counts *counts)
{
    struct groups groups = {.site = site};
    groups.items = ARENA_ARRAY(site->scratch, struct group, site->model->module_count + 1);
    sort_pages(&groups);
    bool done = write_index(&groups, counts);
    for (size_t i = 0; i < groups.count; i++) {
        done = done && write_module(site, &groups.items[i]);
        buffer_free(&groups.items[i].tables);
    }
    return done;
}
