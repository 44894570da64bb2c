/*
 * The names of versions, for the search and the fields of the pages.
 */
#include <string.h>

#include "base/arena.h"
#include "base/json.h"
#include "base/output.h"
#include "model/model.h"
#include "site/site_parts.h"

const char *site_name_point(const struct site *site, size_t index)
{
    return site->versions.names[site->model->axis.release_count + index];
}

/* Writes the words that have another form in folded texts. */
static void write_words(struct json *json)
{
    json_member_open(json, "words", '{');
    for (const char *const *word = version_name_synonyms(); *word; word += 2)
        json_member_text(json, word[0], word[1]);
    json_close(json, '}');
}

/* Writes each folded text with the numbers of the versions that it means. */
static void write_keys(struct json *json, const struct version_index *index)
{
    json_member_open(json, "keys", '{');
    for (size_t i = 0; i < index->key_count; i++) {
        json_member_open(json, index->keys[i].text, '[');
        for (size_t k = 0; k < index->keys[i].count; k++)
            json_number(json, index->keys[i].versions[k]);
        json_close(json, ']');
    }
    json_close(json, '}');
}

/* Writes the releases by name, and the builds of the points, each after the number of its release. */
static void write_builds(struct json *json, const struct axis *axis)
{
    json_member_open(json, "releases", '[');
    for (size_t i = 0; i < axis->release_count; i++)
        json_text(json, axis->releases[i].name);
    json_close(json, ']');
    json_member_open(json, "builds", '[');
    for (size_t i = 0; i < axis->release_count; i++) {
        for (size_t k = 0; k < axis->releases[i].point_count; k++) {
            json_number(json, i);
            json_number(json, version_part(axis->points[axis->releases[i].first_point + k].version, 2));
        }
    }
    json_close(json, ']');
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
    write_keys(&json, &site->versions);
    write_words(&json);
    write_builds(&json, &site->model->axis);
    json_close(&json, '}');
    buffer_clear(&site->text);
    buffer_add_text(&site->text, "const VERSIONS = ");
    site_add_json(&text, &site->text);
    buffer_add_text(&site->text, ";\n");
    buffer_free(&text);
    return output_file(site->output, "versions.js", site->text.data, site->text.size);
}
