/*
 * Writes the names of versions, for the search and for the fields of the pages.
 */
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/intern.h"
#include "base/json.h"
#include "base/output.h"
#include "model/model.h"
#include "site/site_parts.h"

enum { VERSION_TEXT_MOST = 24 };

const char *site_name_point(const struct site *site, size_t index)
{
    return site->versions.names[site->model->axis.release_count + index];
}

static const char *build_text(struct site *site, uint64_t version)
{
    struct buffer text = {0};
    axis_write_build(&site->model->axis, version, &text);
    return buffer_take(&text, site->scratch);
}

/* Writes for each version the name that people use, which is its first product, and for each point its build. */
static void write_labels(struct site *site, struct json *json)
{
    const struct axis *axis = &site->model->axis;
    json_member_open(json, "labels", '[');
    for (size_t i = 0; i < site->versions.count; i++)
        json_text(json, site_label_version(site, i));
    json_close(json, ']');
    json_member_open(json, "numbers", '[');
    for (size_t i = 0; i < site->versions.count; i++)
        json_text(json, i < axis->release_count
                            ? ""
                            : build_text(site, axis->points[i - axis->release_count].version));
    json_close(json, ']');
    json_member_open(json, "kernels", '{');
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].kernel)
            json_member_text(json, build_text(site, axis->points[i].version),
                             build_text(site, axis->points[i].kernel));
    json_close(json, '}');
}

/* Returns the name that people use for a version. A point without products that is the only one of its release has the
 * name of the release. */
const char *site_label_version(const struct site *site, size_t index)
{
    const struct axis *axis = &site->model->axis;
    const char *const *products;
    if (index < axis->release_count) {
        products = axis->releases[index].products;
    } else {
        const size_t point = index - axis->release_count;
        products = axis->points[point].products;
        for (size_t i = 0; (!products || !*products) && i < axis->release_count; i++)
            if (axis->releases[i].first_point == point && axis->releases[i].point_count == 1)
                products = axis->releases[i].products;
    }
    return products && *products ? *products : site->versions.names[index];
}

size_t site_number_bound(struct site *site, uint64_t version)
{
    const char *text = axis_version_text(site->scratch, &site->model->axis, version);
    const char *name = intern_text(site->model->program->intern, text);
    size_t *number = map_get(site->bound_numbers, name);
    if (!number) {
        number = ARENA_NEW(site->arena, size_t);
        *number = site->bounds.size / sizeof name;
        map_set(site->bound_numbers, name, number);
        buffer_add(&site->bounds, &name, sizeof name);
    }
    return *number;
}

bool site_write_names(struct site *site)
{
    struct buffer text = {0};
    struct json json = {&text, false};
    json_open(&json, '{');
    json_member_open(&json, "names", '[');
    for (size_t i = 0; i < site->versions.count; i++)
        json_text(&json, site->versions.names[i]);
    json_close(&json, ']');
    /* Write each folded text with the indices of the versions that it means. */
    const struct version_index *index = &site->versions;
    json_member_open(&json, "keys", '{');
    for (size_t i = 0; i < index->key_count; i++) {
        json_member_open(&json, index->keys[i].text, '[');
        for (size_t k = 0; k < index->keys[i].count; k++)
            json_number(&json, index->keys[i].versions[k]);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    /* Write the pairs of a word and the form that replaces it in folded texts. */
    json_member_open(&json, "words", '{');
    for (const char *const *word = version_name_synonyms(); *word; word += 2)
        json_member_text(&json, word[0], word[1]);
    json_close(&json, '}');
    /* Write the names of the releases, and the builds of the points. Each build follows the index of its release. */
    const struct axis *axis = &site->model->axis;
    json_member_open(&json, "releases", '[');
    for (size_t i = 0; i < axis->release_count; i++)
        json_text(&json, axis->releases[i].name);
    json_close(&json, ']');
    json_member_open(&json, "builds", '[');
    for (size_t i = 0; i < axis->release_count; i++) {
        for (size_t k = 0; k < axis->releases[i].point_count; k++) {
            json_number(&json, i);
            json_number(&json, version_part(axis->points[axis->releases[i].first_point + k].version, 2));
        }
    }
    json_close(&json, ']');
    write_labels(site, &json);
    const char *const *bounds = (const void *)site->bounds.data;
    json_member_open(&json, "bounds", '[');
    for (size_t i = 0; i < site->bounds.size / sizeof *bounds; i++)
        json_text(&json, bounds[i]);
    json_close(&json, ']');
    json_close(&json, '}');
    bool done = site_write_json(site, "const VERSIONS", "versions.js", "json/versions.json", &text);
    buffer_free(&text);
    return done;
}
