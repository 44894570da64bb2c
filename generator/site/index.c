/*
 * The index by name, and the list that the search reads.
 */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/json.h"
#include "base/output.h"
#include "model/model.h"
#include "site/site_parts.h"

/* Returns the heading of a name: its first letter. */
static char initial(const char *name)
{
    name += strspn(name, "_");
    return ascii_is_letter(*name) ? ascii_upper(*name) : '_';
}

static int compare_initials(const void *left, const void *right)
{
    const struct site_page *a = *(const struct site_page *const *)left, *b = *(const struct site_page *const *)right;
    char one = initial(a->name), other = initial(b->name);
    return one != other ? (one > other) - (one < other) : strcmp(a->name, b->name);
}

static struct object *make_link(struct site *site, const struct site_page *page)
{
    struct object *link = site_new_object(site, SITE_LINK);
    link->values[LINK_NAME] = value_text(page->name);
    link->values[LINK_FILE] = value_text(page->file);
    link->values[LINK_NOTE] = value_text(page->type->enumeration ? "enum" : NULL);
    return link;
}

static struct value list_groups(struct site *site)
{
    struct list *groups = list_new(site->scratch), *items = NULL;
    const struct site_page **pages = ARENA_ARRAY(site->scratch, const struct site_page *, site->page_count);
    for (size_t i = 0; i < site->page_count; i++)
        pages[i] = &site->pages[i];
    if (site->page_count)
        qsort(pages, site->page_count, sizeof *pages, compare_initials);
    for (size_t i = 0; i < site->page_count; i++) {
        if (!i || initial(pages[i - 1]->name) != initial(pages[i]->name)) {
            struct object *group = site_new_object(site, SITE_LINK);
            items = list_new(site->scratch);
            group->values[LINK_NAME] = value_text(arena_format(site->scratch, "%c", initial(pages[i]->name)));
            group->values[LINK_ITEMS] = value_list(items);
            list_add(site->scratch, groups, value_object(group));
        }
        list_add(site->scratch, items, value_object(make_link(site, pages[i])));
    }
    return value_list(groups);
}

/* Appends the names of members or values, with blanks between them. */
static size_t add_names(const struct type *type, struct buffer *out)
{
    size_t count = 0;
    for (size_t i = 0; type->record && i < type->record->member_count; i++)
        buffer_format(out, "%s%s", count++ ? " " : "", type->record->members[i]->name);
    for (size_t i = 0; type->enumeration && i < type->enumeration->count; i++) {
        const struct enumerator *enumerator = &type->enumeration->enumerators[i];
        if (enumerator->name && enumerator->is_first_row)
            buffer_format(out, "%s%s", count++ ? " " : "", enumerator->name);
    }
    return count;
}

/* Writes index.js: for each page its name, its file (0: the name), and the names of its members. */
static bool write_search(struct site *site, size_t *member_count)
{
    struct buffer list = {0}, names = {0};
    struct json json = {&list, false};
    *member_count = 0;
    json_open(&json, '[');
    for (size_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        size_t count = add_names(page->type, &names);
        *member_count += page->type->record ? count : 0;
        json_open(&json, '[');
        json_text(&json, page->name);
        if (strcmp(page->name, page->file) != 0)
            json_text(&json, page->file);
        else
            json_number(&json, 0);
        json_text(&json, buffer_text(&names));
        json_close(&json, ']');
        buffer_add_char(&list, '\n');
        buffer_clear(&names);
    }
    json_close(&json, ']');
    buffer_clear(&site->text);
    buffer_add_text(&site->text, "STRATA.index = ");
    site_add_json(&list, &site->text);
    buffer_add_text(&site->text, ";\n");
    buffer_free(&list);
    buffer_free(&names);
    return output_file(site->output, "index.js", site->text.data, site->text.size);
}

bool site_write_index(struct site *site)
{
    struct object *page = site_new_page(site, "index", site->title, "");
    size_t enums = 0, members;
    if (!write_search(site, &members))
        return false;
    for (size_t i = 0; i < site->page_count; i++)
        enums += site->pages[i].type->enumeration != NULL;
    page->values[PAGE_COUNT] = value_integer((int64_t)(site->page_count - enums));
    page->values[PAGE_ENUMS] = value_integer((int64_t)enums);
    page->values[PAGE_MEMBERS] = value_integer((int64_t)members);
    page->values[PAGE_GROUPS] = list_groups(site);
    return site_write_page(site, "site_index", page, "index.html");
}
