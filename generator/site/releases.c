/*
 * The page of releases: all structures of a version, and any version against any other, on any architectures. The
 * browser compares; releases.js has what it needs:
 *
 *   arches   names
 *   kernels  lists of numbers of VERSIONS that run the kernel of another build
 *   pages    for each page of index.js: null for an enumeration, or
 *     views  pairs (size or null, number of the members and their places), in the order of the layouts of the
 *            structure's own data
 *     tallies  for each pair of such numbers, (0, 1), (0, 2), (1, 2), (0, 3) and so on: the numbers of members that
 *            are new in the second one, gone, moved, and of another type or size
 *     on     for each architecture with the structure: its index, the index in `kernels`, and pairs (bound, view or
 *            -1): the layout from that bound of VERSIONS on
 */
#include "answer/grades.h"
#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "model/model.h"
#include "site/site_parts.h"

struct releases {
    struct site *site;
    struct json json;
    struct map *kernel_numbers; /* interned list -> address of its index */
    struct buffer kernels;      /* lists as const char * */
};

/* Returns the index of the list of points that run the kernel of another build, for some evidence. */
static size_t number_kernels(struct releases *releases, const struct evidence *evidence)
{
    struct site *site = releases->site;
    const struct axis *axis = &site->model->axis;
    struct buffer list = {0};
    struct json json = {&list, false};
    json_open(&json, '[');
    for (size_t i = 0; i < axis->point_count; i++) {
        uint64_t build = axis->points[i].version & ~UINT64_C(0xFFFF);
        if (axis->points[i].kernel && evidence_find_kernel(evidence, build) != build)
            json_number(&json, axis->release_count + i);
    }
    json_close(&json, ']');
    const char *text = intern_text(site->model->program->intern, buffer_text(&list));
    size_t *number = map_get(releases->kernel_numbers, text);
    if (!number) {
        number = ARENA_NEW(site->arena, size_t);
        *number = releases->kernels.size / sizeof text;
        map_set(releases->kernel_numbers, text, number);
        buffer_add(&releases->kernels, &text, sizeof text);
    }
    buffer_free(&list);
    return *number;
}

static void write_arch(struct releases *releases, const struct site_page *page, const struct arch *arch,
                       struct arena *brief)
{
    const struct record_on *on = &page->type->record->on[arch->index];
    const struct layout *before = NULL;
    size_t count;
    if (!on->exists || !on->versions.count || !on->layout_count)
        return;
    const struct standing_run *runs = record_list_standings(brief, page->type->record, arch, &count);
    json_open(&releases->json, '[');
    json_number(&releases->json, arch->index);
    json_number(&releases->json, number_kernels(releases, on->evidence));
    for (size_t i = 0; i < count; i++) {
        if (runs[i].standing.layout == before)
            continue;
        before = runs[i].standing.layout;
        json_number(&releases->json, site_number_bound(releases->site, runs[i].range.from));
        size_t view = 0;
        while (before && view < page->view_count && page->views[view].layout != before)
            view++;
        if (!before || view == page->view_count)
            json_signed(&releases->json, true, 1);
        else
            json_number(&releases->json, view);
    }
    json_close(&releases->json, ']');
}

static void write_structure(struct releases *releases, const struct site_page *page)
{
    struct json *json = &releases->json;
    struct arena *brief = arena_new(); /* freed at the end, because the runs of a large structure take megabytes */
    json_open(json, '{');
    json_member_open(json, "views", '[');
    for (size_t i = 0; i < page->view_count; i++) {
        if (page->views[i].layout->size == LAYOUT_UNKNOWN)
            json_null(json);
        else
            json_number(json, page->views[i].layout->size);
        json_number(json, page->views[i].content);
    }
    json_close(json, ']');
    json_member_open(json, "tallies", '[');
    for (size_t i = 0; i < page->content_count * (page->content_count - 1) / 2; i++) {
        json_number(json, page->tallies[i].added);
        json_number(json, page->tallies[i].removed);
        json_number(json, page->tallies[i].moved);
        json_number(json, page->tallies[i].retyped);
    }
    json_close(json, ']');
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < releases->site->model->arch_count; i++)
        write_arch(releases, page, releases->site->model->arches[i], brief);
    json_close(json, ']');
    json_close(json, '}');
    arena_free(brief);
}

static bool write_list(struct site *site)
{
    struct buffer text = {0};
    struct releases releases = {.site = site, .json = {&text, false}, .kernel_numbers = map_new(site->scratch)};
    struct json *json = &releases.json;
    json_open(json, '{');
    json_member_open(json, "arches", '[');
    for (size_t i = 0; i < site->model->arch_count; i++)
        json_text(json, site->model->arches[i]->name);
    json_close(json, ']');
    json_member_open(json, "pages", '[');
    for (size_t i = 0; i < site->page_count; i++) {
        if (site->pages[i].view_count)
            write_structure(&releases, &site->pages[i]);
        else
            json_null(json);
    }
    json_close(json, ']');
    json_member_open(json, "kernels", '[');
    for (size_t i = 0; i < releases.kernels.size / sizeof(char *); i++)
        json_raw(json, ((const char *const *)(const void *)releases.kernels.data)[i]);
    json_close(json, ']');
    json_close(json, '}');
    bool done = site_write_json(site, "STRATA.releases", "releases.js", NULL, &text);
    buffer_free(&text);
    buffer_free(&releases.kernels);
    return done;
}

bool site_write_releases(struct site *site)
{
    struct object *page = site_new_page(site, "releases", "Releases", "");
    return write_list(site) && site_write_page(site, "site_releases", page, "releases.html");
}
