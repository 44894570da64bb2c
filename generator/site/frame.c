/*
 * Prepares the values of pages, renders their templates and writes their files.
 */
#include <string.h>

#include "base/arena.h"
#include "base/output.h"
#include "model/model.h"
#include "mustache/templates.h"
#include "site/site_parts.h"

#define KEY_TEXT(KIND, KEY, text) text,
#define SHAPE_NAMES(KIND) static const char *const names_of_##KIND[] = {SITE_##KIND##_KEYS(KEY_TEXT)};
SITE_SHAPES(SHAPE_NAMES)
#define SHAPE_ENTRY(KIND) {names_of_##KIND, KIND##_KEY_COUNT},
static const struct {
    const char *const *names;
    size_t count;
} shape_table[] = {SITE_SHAPES(SHAPE_ENTRY)};

void site_begin_pages(struct site *site)
{
    const struct program *program = site->model->program;
    struct keys *keys = keys_new(site->arena, program->intern);
    for (size_t i = 0; i < SITE_SHAPE_COUNT; i++)
        site->shapes[i] = shape_new(keys, shape_table[i].names, shape_table[i].count);
    site->mustache = mustache_new(site->arena, program->sources, program->diags, program->intern, keys,
                                  templates_loader(templates_new(site->arena, program->diags, NULL)),
                                  (struct mustache_options){.escape = MUSTACHE_ESCAPE_HTML});
}

struct object *site_new_object(struct site *site, enum site_shape shape)
{
    return object_new(site->scratch, site->shapes[shape]);
}

struct object *site_new_page(struct site *site, const char *kind, const char *title, const char *root)
{
    struct object *page = site_new_object(site, SITE_PAGE);
    page->values[PAGE_TITLE] = value_text(title);
    page->values[PAGE_SITE] = value_text(site->title);
    page->values[PAGE_TOOL] = value_text(STRATA_VERSION_TEXT);
    page->values[PAGE_ROOT] = value_text(root);
    page->values[PAGE_KIND] = value_text(kind);
    page->values[PAGE_ABOUT] = value_text(arena_format(
        site->scratch, "%s: offsets, sizes and types of members in every version and on every architecture.", title));
    page->values[PAGE_DATE] = value_text(site->date);
    page->values[PAGE_PLAYGROUND] = value_boolean(site->playground != NULL);
    return page;
}

bool site_write_page(struct site *site, const char *template, const struct object *page, const char *path)
{
    buffer_clear(&site->text);
    return mustache_render(site->mustache, template, value_object(page), &site->text) &&
           output_file(site->output, path, site->text.data, site->text.size);
}

void site_add_json(const struct buffer *json, struct buffer *out)
{
    const char *at = json->data, *end = json->data + json->size;
    for (const char *next; at < end; at = next + 1) {
        next = memchr(at, '<', (size_t)(end - at));
        if (!next) {
            buffer_add(out, at, (size_t)(end - at));
            return;
        }
        buffer_add(out, at, (size_t)(next - at));
        buffer_add_text(out, "\\u003c");
    }
}

bool site_write_json(struct site *site, const char *name, const char *script, const char *file,
                     const struct buffer *json)
{
    buffer_clear(&site->text);
    buffer_format(&site->text, "%s = ", name);
    const size_t begin = site->text.size;
    site_add_json(json, &site->text);
    buffer_add_text(&site->text, ";\n");
    if (!output_file(site->output, script, site->text.data, site->text.size))
        return false;
    site->text.data[site->text.size - 2] = '\n';
    return !file || output_file(site->output, file, site->text.data + begin, site->text.size - begin - 1);
}
