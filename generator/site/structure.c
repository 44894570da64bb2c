/*
 * Writes the page of a structure or an enumeration.
 */
#include <string.h>

#include "base/arena.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/sheet.h"
#include "view/table.h"

/* A table with more bytes gets pages of its own. */
enum { PART_MOST = 60 * 1000 };

/* Returns the published table, with corrected values, or with `as_documented` as the document has it. */
static const char *make_tables(struct site *site, const struct type *type, bool as_documented)
{
    struct table_subject subject = {type->record, type->enumeration};
    struct sheet_document document = table_make_document(site->scratch, site->model, &subject, 1, as_documented);
    struct sheet_section section = *document.sections;
    struct buffer text = {0};
    if (as_documented)
        section.link = "published"; /* the second table on a page needs another id */
    document.sections = &section;
    sheet_html_write(site->sheets, &document, &text);
    return buffer_take(&text, site->scratch);
}

/* True if a part of a table may begin with a row: no cell from above covers it. */
static bool is_part_start(const struct sheet *sheet, size_t row)
{
    for (size_t i = 0; i < sheet->column_count; i++)
        if (sheet->columns[i].cells[row].is_served)
            return false;
    return true;
}

/* Writes some rows of a sheet as a page. Returns a link to the page; NULL on failure. */
static struct object *write_part(struct site *site, const struct site_page *page, const struct sheet *whole,
                                 size_t first, size_t end)
{
    struct sheet sheet = *whole;
    struct sheet_section section = {.title = page->name, .sheets = &sheet, .sheet_count = 1};
    const struct sheet_document document = {.command = "site", .sections = &section, .count = 1};
    struct buffer text = {0};
    sheet.columns = arena_copy_array(site->scratch, whole->columns, whole->column_count, sizeof *whole->columns);
    for (size_t i = 0; i < sheet.column_count; i++)
        sheet.columns[i].cells += first;
    sheet.rows = whole->rows ? whole->rows + first : NULL;
    sheet.row_count = end - first;
    sheet_html_write(site->sheets, &document, &text);
    struct object *link = site_new_object(site, SITE_LINK);
    const char *title = arena_format(site->scratch, "%s in all versions, rows %zu to %zu of %zu", page->name, first + 1,
                                     end, whole->row_count);
    const char *file = arena_format(site->scratch, "%s=%zu", page->file, first);
    struct object *values = site_new_page(site, "part", title, "../");
    values->values[PAGE_TABLES] = value_text(buffer_text(&text));
    values->values[PAGE_NAME] = value_text(page->name);
    values->values[PAGE_FILE] = value_text(page->file);
    link->values[LINK_NAME] = value_text(title);
    link->values[LINK_FILE] = value_text(file);
    bool done = site_write_page(site, "site_part", values, arena_format(site->scratch, "a/%s.html", file));
    buffer_free(&text);
    return done ? link : NULL;
}

/* Writes a table that is too large for its page as several pages. Returns false on failure, which is reported. */
static bool write_parts(struct site *site, const struct site_page *page, size_t size, struct list *links)
{
    struct table_subject subject = {page->type->record, page->type->enumeration};
    struct sheet_document document = table_make_document(site->scratch, site->model, &subject, 1, false);
    const struct sheet_section *section = document.sections;
    for (size_t i = 0; i < section->sheet_count; i++) {
        const struct sheet *sheet = &section->sheets[i];
        const size_t most = sheet->row_count / (size / PART_MOST + 1) + 1;
        for (size_t first = 0, end; first < sheet->row_count; first = end) {
            for (end = first + most; end < sheet->row_count && !is_part_start(sheet, end); end++)
                ;
            end = end < sheet->row_count ? end : sheet->row_count;
            struct object *link = write_part(site, page, sheet, first, end);
            if (!link)
                return false;
            list_add(site->scratch, links, value_object(link));
        }
    }
    return true;
}

/* Adds the uses of a type, structure by structure with its members. With `are_pointers`, adds members that point to the
 * type, else those that contain it. */
static void list_uses(struct site *site, const struct site_page *page, bool are_pointers, struct list *list)
{
    struct list *members = NULL;
    const struct site_page *last = NULL;
    for (size_t i = 0; i < page->use_count; i++) {
        const struct site_use *use = &page->uses[i];
        if (use->is_pointer != are_pointers)
            continue;
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
}

static const char *keyword_of(const struct type *type)
{
    return type->enumeration         ? (type->enumeration->is_flags ? "flags" : "enum")
           : type->record->is_union ? "union"
                                    : "struct";
}

/* Writes the data of a structure, as a script for its page and as JSON for programs. */
static bool write_data(struct site *site, const struct site_page *page)
{
    struct buffer data = {0};
    site_add_data(site, page, &data);
    bool done = site_write_json(site, arena_format(site->scratch, "STRATA.data[\"%s\"]", page->file),
                                arena_format(site->scratch, "d/%s.js", page->file),
                                arena_format(site->scratch, "json/%s.json", page->file), &data);
    buffer_free(&data);
    return done;
}

bool site_write_structure(struct site *site, const struct site_page *page)
{
    const struct type *type = page->type;
    const char *word = keyword_of(type);
    const char *title = arena_format(site->scratch, "%s %s", word, page->name);
    struct object *values = site_new_page(site, type->record ? "structure" : "enumeration", title, "../");
    const char *tables = make_tables(site, type, false), *source = type->record ? type->record->source : NULL;
    const char *published = source ? make_tables(site, type, true) : tables;
    const struct module *module = model_module_of(site->model, type);
    struct list *parts = list_new(site->scratch);
    const size_t size = strlen(tables);
    if ((page->view_count && !write_data(site, page)) || (size > PART_MOST && !write_parts(site, page, size, parts)))
        return false;
    values->values[PAGE_NAME] = value_text(page->name);
    values->values[PAGE_FILE] = value_text(page->file);
    values->values[PAGE_KEYWORD] = value_text(word);
    values->values[PAGE_DOC] = value_text(type->doc);
    values->values[PAGE_TABLES] = value_text(size > PART_MOST ? NULL : tables);
    values->values[PAGE_PARTS] = value_list(parts);
    values->values[PAGE_PUBLISHED] = value_text(strcmp(tables, published) ? published : NULL);
    values->values[PAGE_SOURCE] = value_text(source);
    values->values[PAGE_SPEC] = value_text(site->model->program->files[type->file_index].name);
    values->values[PAGE_MODULE] = value_text(module ? module->name : NULL);
    values->values[PAGE_DATA] = value_boolean(page->view_count);
    struct list *uses = list_new(site->scratch), *pointers = list_new(site->scratch), *events = list_new(site->scratch);
    size_t pointer_count = 0;
    for (size_t i = 0; i < page->use_count; i++)
        pointer_count += page->uses[i].is_pointer;
    list_uses(site, page, false, uses);
    list_uses(site, page, true, pointers);
    if (type->record)
        site_list_events(site, type->record, events);
    values->values[PAGE_USES] = value_list(uses);
    values->values[PAGE_POINTERS] = value_list(pointers);
    values->values[PAGE_EVENTS] = value_list(events);
    values->values[PAGE_HAS_USES] = value_boolean(pointer_count < page->use_count);
    values->values[PAGE_HAS_POINTERS] = value_boolean(pointer_count);
    return site_write_page(site, "site_structure", values, arena_format(site->scratch, "s/%s.html", page->file));
}
