/*
 * Writes the pages that do not depend on specs: the playground, with the compiler in WebAssembly, and the description
 * of the data.
 */
#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/output.h"
#include "model/model.h"
#include "mustache/templates.h"
#include "site/site_parts.h"

/* Files that only the playground needs. */
static const char *const assets[] = {"site_play.js", "site_machine.js"};

/* Copies the WebAssembly module that `make playground` made. */
static bool write_module(struct site *site)
{
    const struct program *program = site->model->program;
    const char *text, *error;
    size_t size;
    if (!file_read_regular(program->arena, site->playground, &text, &size, &error)) {
        diag_report(program->diags, DIAG_READ, (struct span){0, 0}, "cannot read '%s': %s", site->playground, error);
        return false;
    }
    return output_file(site->output, "strata_module.js", text, size);
}

bool site_write_playground(struct site *site)
{
    struct object *data = site_new_page(site, "data", "Data for programs", "");
    struct object *page = site_new_page(site, "play", "Playground", "");
    if (!site_write_page(site, "site_data", data, "data.html") || !site->playground)
        return !site->playground;
    for (size_t i = 0; i < sizeof assets / sizeof *assets; i++) {
        const struct embedded_file *file = embedded_find(template_files, template_files_count, assets[i]);
        if (!output_file(site->output, assets[i], file->text, file->size))
            return false;
    }
    return write_module(site) && site_write_page(site, "site_play", page, "playground.html");
}
