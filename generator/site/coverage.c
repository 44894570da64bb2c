/*
 * Writes the page about coverage: which kernels are attested, and which one to import next.
 */
#include "view/coverage.h"

#include <stdlib.h>

#include "base/arena.h"
#include "site/site_parts.h"

/* Compares so that the architecture with the most attested kernels comes first. */
static int compare_arches(const void *left, const void *right)
{
    const struct coverage_arch *a = *(const struct coverage_arch *const *)left;
    const struct coverage_arch *b = *(const struct coverage_arch *const *)right;
    if (a->seen_count != b->seen_count)
        return a->seen_count > b->seen_count ? -1 : 1;
    return (a->arch->index > b->arch->index) - (a->arch->index < b->arch->index);
}

bool site_write_coverage(struct site *site)
{
    const struct model *model = site->model;
    const struct record **records = ARENA_ARRAY(site->scratch, const struct record *, site->page_count);
    const struct coverage_arch **arches = ARENA_ARRAY(site->scratch, const struct coverage_arch *, model->arch_count);
    size_t count = 0, arch_count = 0;
    for (size_t i = 0; i < site->page_count; i++)
        if (site->pages[i].type->record && !site->pages[i].type->record->parent_row)
            records[count++] = site->pages[i].type->record;
    const struct coverage *coverage = coverage_new(model, records, count);
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct coverage_arch *arch = coverage_survey(coverage, model->arches[i]);
        if (arch->structure_count)
            arches[arch_count++] = arch;
    }
    if (arch_count)
        qsort(arches, arch_count, sizeof *arches, compare_arches);
    struct sheet_document document = coverage_make_document(coverage, arches, arch_count, false);
    struct buffer text = {0};
    struct object *page = site_new_page(site, "coverage", "Coverage", "");
    sheet_html_write(site->sheets, &document, &text);
    page->values[PAGE_TABLES] = value_text(buffer_text(&text));
    bool done = site_write_page(site, "site_coverage", page, "coverage.html");
    buffer_free(&text);
    return done;
}
