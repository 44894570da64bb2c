/*
 * Writes the list that the search of the site reads.
 */
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "model/model.h"
#include "site/site_parts.h"

/* Writes index.js. It has for each page its name, its file (0 if that is the name), and the names of its members. */
static bool write_search(struct site *site, size_t *member_count)
{
    struct buffer list = {0}, names = {0};
    struct json json = {&list, false};
    *member_count = 0;
    json_open(&json, '[');
    for (size_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        /* Append the names of members or values, separated by blanks. */
        const struct type *type = page->type;
        size_t count = 0;
        for (size_t j = 0; type->record && j < type->record->member_count; j++)
            buffer_format(&names, "%s%s", count++ ? " " : "", type->record->members[j]->name);
        for (size_t j = 0; type->enumeration && j < type->enumeration->count; j++) {
            const struct enumerator *enumerator = &type->enumeration->enumerators[j];
            if (enumerator->name && enumerator->is_first_row)
                buffer_format(&names, "%s%s", count++ ? " " : "", enumerator->name);
        }
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
    bool done = site_write_json(site, "STRATA.index", "index.js", "json/index.json", &list);
    buffer_free(&list);
    buffer_free(&names);
    return done;
}

bool site_write_index(struct site *site)
{
    struct site_counts counts = {0};
    if (!write_search(site, &counts.members))
        return false;
    for (size_t i = 0; i < site->page_count; i++)
        counts.enumerations += site->pages[i].type->enumeration != NULL;
    counts.structures = site->page_count - counts.enumerations;
    return site_write_modules(site, &counts);
}
