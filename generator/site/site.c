#include "site/site.h"

#include "base/arena.h"
#include "base/intern.h"
#include "base/output.h"
#include "base/progress.h"
#include "export/c_header.h"
#include "model/model.h"
#include "mustache/templates.h"
#include "site/site_parts.h"
#include "view/sheet.h"

/* Files that all pages share. */
static const char *const assets[] = {"site.css",        "site.js",      "site_names.js", "site_data.js",
                                     "site_picture.js", "site_view.js", "site_begin.js", "site_releases.js",
                                     "icon.svg"};

static bool write_assets(struct site *site)
{
    for (size_t i = 0; i < sizeof assets / sizeof *assets; i++) {
        const struct embedded_file *file = embedded_find(template_files, template_files_count, assets[i]);
        if (!output_file(site->output, assets[i], file->text, file->size))
            return false;
    }
    return true;
}

static bool write_pages(struct site *site)
{
    for (size_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        progress_step(site->model->program->progress, "writing", i, site->page_count, page->name);
        if (!site_write_structure(site, page) || (page->view_count && !site_write_texts(site, page)))
            return false;
        arena_clear(site->scratch);
    }
    return true;
}

bool site_write(const struct site_request *request, struct output *output, size_t *page_count)
{
    const struct program *program = request->model->program;
    struct arena *arena = program->arena;
    struct site site = {.model = request->model,
                        .title = request->title,
                        .date = request->date,
                        .playground = request->playground,
                        .arena = arena,
                        .scratch = arena_within(arena),
                        .output = output,
                        .sheets = sheet_html_new(program, "site_tables"),
                        .parts = c_parts_new(request->model)};
    site.versions = version_name_index(arena, program->intern, &request->model->axis);
    site.bound_numbers = map_new(arena);
    site_begin_pages(&site);
    site_find_pages(&site);
    for (size_t i = 0; i < site.page_count; i++) {
        if (site.pages[i].type->record) {
            site_find_views(&site, &site.pages[i]);
            site_compare_views(&site, &site.pages[i]);
        }
        arena_clear(site.scratch);
    }
    bool done = write_assets(&site) && write_pages(&site) && site_write_releases(&site) && site_write_names(&site) &&
                site_write_index(&site) && site_write_versions(&site) && site_write_coverage(&site) &&
                site_write_events(&site) && site_write_identities(&site) && site_write_sources(&site) &&
                site_write_playground(&site);
    *page_count = site.page_count;
    buffer_free(&site.text);
    buffer_free(&site.bounds);
    return done;
}
