/*
 * Lists the layouts of a structure, each with a version in which it holds.
 */
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "model/model.h"
#include "site/site_parts.h"

/* Names each layout by the first point of the axis that has it. */
static void name_points(const struct site *site, const struct record *record, struct site_view *views, size_t count)
{
    const struct axis *axis = &site->model->axis;
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        uint64_t version;
        if (!axis_find_version(axis, point->name, &version) ||
            !version_set_contains(&views->arch->versions, point->version))
            continue;
        const struct layout *layout = record_stand(record, views->arch, version).layout;
        for (size_t k = 0; layout && k < count; k++)
            if (views[k].layout == layout && !views[k].version) {
                views[k].version = site_name_point(site, i);
                views[k].number = version;
            }
    }
}

/* Names each other layout by the version of a kernel, an attested one if possible. */
static void name_kernels(struct site *site, const struct record *record, struct site_view *views, size_t count)
{
    size_t run_count;
    const struct standing_run *runs = record_list_standings(site->scratch, record, views->arch, &run_count);
    for (int is_any = 0; is_any < 2; is_any++) {
        for (size_t i = 0; i < run_count; i++) {
            const struct standing *standing = &runs[i].standing;
            for (size_t k = 0; (is_any || standing->basis == STRATA_ATTESTED) && k < count; k++)
                if (views[k].layout == standing->layout && !views[k].version) {
                    views[k].version = axis_version_text(site->arena, &site->model->axis, standing->version);
                    views[k].number = standing->version;
                }
        }
    }
}

void site_find_views(struct site *site, struct site_page *page)
{
    const struct model *model = site->model;
    const struct record *record = page->type->record;
    struct buffer list = {0};
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        for (size_t k = 0; on->exists && !on->alias && k < on->layout_count; k++) {
            const struct site_view view = {.arch = model->arches[i], .layout = &on->layouts[k]};
            buffer_add(&list, &view, sizeof view);
        }
    }
    page->view_count = list.size / sizeof(struct site_view);
    page->views = arena_copy_array(site->arena, list.data, page->view_count, sizeof *page->views);
    buffer_free(&list);
    for (size_t i = 0, next; i < page->view_count; i = next) {
        for (next = i; next < page->view_count && page->views[next].arch == page->views[i].arch; next++)
            ;
        name_points(site, record, &page->views[i], next - i);
        name_kernels(site, record, &page->views[i], next - i);
    }
}
