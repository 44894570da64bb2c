/*
 * Writes the pages about the origins of layouts: identities, which distinguish builds, and sources.
 *
 * A file licences.txt beside specs has the licences of their sources, one in each line: `MIT | a project | its terms`.
 */
#include <stdlib.h>
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/intern.h"
#include "model/clauses.h"
#include "model/evidence.h"
#include "model/identity.h"
#include "model/model.h"
#include "site/site_parts.h"
#include "view/sheet.h"

enum { ITEMS_MOST = 4000 }; /* number of identities on a page, which a reader searches as a whole */

static const char *module_name(const struct module *module)
{
    return module ? module->name : "";
}

/* Returns the text of a version; without the revision if that is unknown. */
static const char *build_text(struct site *site, uint64_t version)
{
    struct buffer text = {0};
    standing_write_version(&site->model->axis, version, &text);
    return buffer_take(&text, site->scratch);
}

/* ---- Identities */

static struct object *make_identity(struct site *site, const struct identity *identity)
{
    const struct identity_numbers *numbers = &identity->numbers;
    struct object *object = site_new_object(site, SITE_IDENTITY);
    object->values[IDENTITY_VERSION] = value_text(build_text(site, identity->version));
    object->values[IDENTITY_MODULE] = value_text(module_name(identity->module));
    object->values[IDENTITY_ARCH] = value_text(identity->arch->name);
    if (identity_has_name(numbers))
        object->values[IDENTITY_NAME] = value_text(identity_text(site->scratch, numbers));
    if (numbers->has_image) {
        object->values[IDENTITY_TIMESTAMP] =
            value_text(arena_format(site->scratch, "0x%08lX", (unsigned long)numbers->timestamp));
        object->values[IDENTITY_SIZE] =
            value_text(arena_format(site->scratch, "0x%lX", (unsigned long)numbers->image_size));
    }
    return object;
}

bool site_write_identities(struct site *site)
{
    const struct model *model = site->model;
    bool has_images = false;
    for (size_t i = 0; i < model->identity_count; i++)
        has_images |= model->identities[i]->numbers.has_image;
    for (size_t first = 0, part = 1; !first || first < model->identity_count; first += ITEMS_MOST, part++) {
        struct object *page = site_new_page(site, "identities", "Identities", "");
        struct list *list = list_new(site->scratch);
        for (size_t i = first; i < model->identity_count && i < first + ITEMS_MOST; i++)
            list_add(site->scratch, list, value_object(make_identity(site, model->identities[i])));
        page->values[PAGE_HAS_USES] = value_boolean(model->identity_count);
        page->values[PAGE_IDENTITIES] = value_list(list);
        page->values[PAGE_HAS_IMAGES] = value_boolean(has_images);
        if (first + ITEMS_MOST < model->identity_count)
            page->values[PAGE_MORE] = value_text(arena_format(site->scratch, "identities=%zu.html", part + 1));
        const char *path = part == 1 ? "identities.html" : arena_format(site->scratch, "identities=%zu.html", part);
        if (!site_write_page(site, "site_identities", page, path))
            return false;
    }
    return true;
}

/* ---- Builds */

/* Builds of a module that are attested on the same arch and by the same kind of files. */
struct seen {
    const struct module *module;
    const struct arch *arch; /* NULL: all arches */
    const char *source;
    struct version_range range;
};

static int compare_seen(const void *left, const void *right)
{
    const struct seen *a = left, *b = right;
    int order = strcmp(module_name(a->module), module_name(b->module));
    if (!order)
        order = (a->arch ? (int)a->arch->index : -1) - (b->arch ? (int)b->arch->index : -1);
    if (!order)
        order = strcmp(a->source, b->source);
    return order ? order : (a->range.from > b->range.from) - (a->range.from < b->range.from);
}

/* Collects the builds that the `attest` lines of all files name, and the builds in lists of builds, of which only
 * members are known. */
static void find_seen(struct site *site, struct buffer *all)
{
    const struct model *model = site->model;
    for (size_t i = 0; i < model->program->file_count; i++) {
        const struct ast_file *file = model->program->files[i].ast;
        size_t count;
        struct attest *list = model_list_attests(model, file, NULL, &count);
        for (size_t k = 0; k < count; k++) {
            const struct seen seen = {model_find_module(model, file), list[k].arch,
                                      list[k].source ? list[k].source : "a spec", list[k].range};
            buffer_add(all, &seen, sizeof seen);
        }
        free(list);
    }
    for (size_t i = 0; i < model->build_list_count; i++) {
        const struct build_list *list = &model->build_lists[i];
        const char *who =
            list->source ? arena_format(site->scratch, "%s, some members", list->source) : "a table of some members";
        for (size_t k = 0; k < list->count; k++) {
            const struct seen seen = {list->module, list->arch, who, {list->versions[k], list->versions[k] + 1}};
            buffer_add(all, &seen, sizeof seen);
        }
    }
}

/* Returns a table of the builds that were seen, with a row for each arch and kind of files; NULL if there are none. */
static const char *make_builds(struct site *site)
{
    enum { MODULE, ARCH, BY, COUNT, FIRST, LAST, COLUMN_COUNT };
    static const char *const headings[COLUMN_COUNT] = {"Module", "Architecture", "Seen in", "Builds", "First", "Last"};
    struct buffer all = {0}, text = {0};
    find_seen(site, &all);
    struct seen *seen = (void *)all.data;
    const size_t count = all.size / sizeof *seen;
    if (!count)
        return NULL;
    qsort(seen, count, sizeof *seen, compare_seen);
    struct sheet_column columns[COLUMN_COUNT];
    struct sheet_cell *cells[COLUMN_COUNT];
    struct sheet sheet = {.columns = columns};
    for (size_t i = 0; i < COLUMN_COUNT; i++) {
        cells[i] = ARENA_ARRAY(site->scratch, struct sheet_cell, count);
        sheet_add_column(&sheet, headings[i], i == COUNT ? SHEET_NUMBERS : SHEET_WORDS, cells[i]);
    }
    for (size_t first = 0, end; first < count; first = end) {
        size_t own = 0, row = sheet.row_count++;
        for (end = first; end < count && seen[end].module == seen[first].module && seen[end].arch == seen[first].arch &&
                          !strcmp(seen[end].source, seen[first].source);
             end++)
            own += end == first || seen[end].range.from != seen[end - 1].range.from;
        cells[MODULE][row].text = seen[first].module ? module_name(seen[first].module) : "";
        cells[ARCH][row].text = seen[first].arch ? seen[first].arch->name : "all";
        cells[BY][row].text = seen[first].source;
        cells[COUNT][row].text = arena_format(site->scratch, "%zu", own);
        cells[FIRST][row].text = build_text(site, seen[first].range.from);
        cells[LAST][row].text = build_text(site, seen[end - 1].range.from);
    }
    const struct sheet_section section = {.title = "Builds", .link = "builds", .sheets = &sheet, .sheet_count = 1};
    const struct sheet_document document = {.title = "Sources", .command = "site", .sections = &section, .count = 1};
    sheet_html_write(site->sheets, &document, &text);
    buffer_free(&all);
    return buffer_take(&text, site->scratch);
}

/* ---- Licences and documents */

/* Returns the text before a mark, without blanks around it. Moves `*text` past the mark. */
static const char *take_field(struct site *site, const char **text, const char *end, char mark)
{
    const char *begin = *text, *stop = memchr(begin, mark, (size_t)(end - begin));
    stop = stop ? stop : end;
    *text = stop < end ? stop + 1 : end;
    while (begin < stop && strchr(" \t\r", *begin))
        begin++;
    while (begin < stop && strchr(" \t\r", stop[-1]))
        stop--;
    return arena_copy(site->scratch, begin, (size_t)(stop - begin));
}

/* Adds the licences that a file beside a spec lists. Returns their number. */
static size_t add_licences(struct site *site, const char *spec, struct map *seen, struct list *licences)
{
    const char *text;
    size_t size, count = 0;
    if (!site_read_beside(site, spec, "licences.txt", seen, &text, &size))
        return 0;
    for (const char *end = text + size, *next; text < end; text = next) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        stop = stop ? stop : end;
        next = stop < end ? stop + 1 : end;
        if (*text == '#' || !memchr(text, '|', (size_t)(stop - text)))
            continue;
        struct object *link = site_new_object(site, SITE_LINK);
        link->values[LINK_TONE] = value_text(take_field(site, &text, stop, '|'));
        link->values[LINK_NAME] = value_text(take_field(site, &text, stop, '|'));
        const char *says = take_field(site, &text, stop, '|');
        link->values[LINK_NOTE] = value_text(*says ? says : NULL);
        list_add(site->scratch, licences, value_object(link));
        count++;
    }
    return count;
}

static int compare_documents(const void *left, const void *right)
{
    const struct site_page *a = *(const struct site_page *const *)left, *b = *(const struct site_page *const *)right;
    int order = strcmp(a->type->record->source, b->type->record->source);
    return order ? order : strcmp(a->name, b->name);
}

/* Returns the documents that specs name as sources, each with the structures that it describes. */
static struct list *make_documents(struct site *site)
{
    const struct site_page **pages = ARENA_ARRAY(site->scratch, const struct site_page *, site->page_count);
    struct list *documents = list_new(site->scratch), *items = NULL;
    size_t count = 0;
    for (size_t i = 0; i < site->page_count; i++) {
        const struct record *record = site->pages[i].type->record;
        if (record && record->source && !record->parent_row)
            pages[count++] = &site->pages[i];
    }
    if (count)
        qsort(pages, count, sizeof *pages, compare_documents);
    for (size_t i = 0; i < count; i++) {
        struct object *link = site_new_object(site, SITE_LINK);
        if (!i || strcmp(pages[i]->type->record->source, pages[i - 1]->type->record->source) != 0) {
            struct object *document = site_new_object(site, SITE_LINK);
            items = list_new(site->scratch);
            document->values[LINK_NAME] = value_text(pages[i]->type->record->source);
            document->values[LINK_ITEMS] = value_list(items);
            list_add(site->scratch, documents, value_object(document));
        }
        link->values[LINK_NAME] = value_text(pages[i]->name);
        link->values[LINK_FILE] = value_text(pages[i]->file);
        list_add(site->scratch, items, value_object(link));
    }
    return documents;
}

bool site_write_sources(struct site *site)
{
    const struct program *program = site->model->program;
    struct object *page = site_new_page(site, "sources", "Sources", "");
    struct list *licences = list_new(site->scratch);
    struct map *seen = map_new(site->scratch);
    size_t count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        if (program->files[i].requested)
            count += add_licences(site, program->files[i].path, seen, licences);
    page->values[PAGE_TABLES] = value_text(make_builds(site));
    page->values[PAGE_USES] = value_list(licences);
    page->values[PAGE_HAS_USES] = value_boolean(count);
    page->values[PAGE_GROUPS] = value_list(make_documents(site));
    return site_write_page(site, "site_sources", page, "sources.html");
}
