/*
 * The page of a structure or an enumeration.
 */
#include <string.h>

#include "base/arena.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/sheet.h"
#include "view/table.h"

/* Returns the published table: as it is right, or as the document has it. */
static const char *make_tables(struct site *site, const struct type *type, bool as_documented)
{
    struct table_subject subject = {type->record, type->enumeration};
    struct sheet_document document = table_make_document(site->scratch, site->model, &subject, 1, as_documented);
    struct sheet_section section = *document.sections;
    struct buffer text = {0};
    if (as_documented)
        section.link = "published"; /* ids are unique in a page */
    document.sections = &section;
    sheet_html_write(site->sheets, &document, &text);
    return buffer_take(&text, site->scratch);
}

/* Returns the uses by structure, each with its members. */
static struct value list_uses(struct site *site, const struct site_page *page)
{
    struct list *list = list_new(site->scratch), *members = NULL;
    const struct site_page *last = NULL;
    for (size_t i = 0; i < page->use_count; i++) {
        const struct site_use *use = &page->uses[i];
        if (use->page != last) {
            struct object *link = site_new_object(site, SITE_LINK);
            members = list_new(site->scratch);
            link->values[LINK_NAME] = value_text(use->page->name);
            link->values[LINK_FILE] = value_text(use->page->file);
            link->values[LINK_ITEMS] = value_list(members);
            list_add(site->scratch, list, value_object(link));
            last = use->page;
        }
        list_add(site->scratch, members, value_text(use->member));
    }
    return value_list(list);
}

static const char *keyword(const struct type *type)
{
    return type->enumeration         ? (type->enumeration->is_flags ? "flags" : "enum")
           : type->record->is_union ? "union"
                                    : "struct";
}

bool site_write_structure(struct site *site, const struct site_page *page)
{
    const struct type *type = page->type;
    struct buffer data = {0};
    const char *word = keyword(type);
    struct object *values =
        site_new_page(site, type->record ? "structure" : "enumeration",
                      arena_format(site->scratch, "%s %s", word, page->name), "../");
    const char *tables = make_tables(site, type, false), *source = type->record ? type->record->source : NULL;
    const char *published = source ? make_tables(site, type, true) : tables;
    values->values[PAGE_NAME] = value_text(page->name);
    values->values[PAGE_FILE] = value_text(page->file);
    values->values[PAGE_KEYWORD] = value_text(word);
    values->values[PAGE_DOC] = value_text(type->doc);
    values->values[PAGE_TABLES] = value_text(tables);
    values->values[PAGE_PUBLISHED] = value_text(strcmp(tables, published) ? published : NULL);
    values->values[PAGE_SOURCE] = value_text(source);
    values->values[PAGE_SPEC] = value_text(site->model->program->files[type->file_index].name);
    values->values[PAGE_COUNT] = value_integer((int64_t)page->use_count);
    values->values[PAGE_USES] = list_uses(site, page);
    if (page->view_count) {
        site_write_data(site, page, &data);
        values->values[PAGE_DATA] = value_string(data.data, data.size);
    }
    bool done = site_write_page(site, "site_structure", values, arena_format(site->scratch, "s/%s.html", page->file));
    buffer_free(&data);
    return done;
}
