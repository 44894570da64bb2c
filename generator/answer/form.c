#include "answer/form.h"

#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "base/intern.h"

void form_open(struct form *form, const struct model *model, const char *document, struct buffer *out)
{
    *form = (struct form){.json = {.out = out}, .model = model};
    form->scratch = arena_new();
    form->numbers = map_new(model->arena);
    json_open(&form->json, '{');
    json_member_number(&form->json, "format", FORM_VERSION);
    json_member_text(&form->json, "document", document);
}

void form_close(struct form *form)
{
    json_close(&form->json, '}');
    buffer_add_char(form->json.out, '\n');
    buffer_free(&form->text);
    buffer_free(&form->evidence);
    arena_free(form->scratch);
}

/* ---- Versions */

void form_write_version(struct form *form, const char *key, uint64_t version)
{
    buffer_clear(&form->text);
    axis_write_version(&form->model->axis, version, &form->text);
    json_member_text(&form->json, key, !version || version == VERSION_END ? NULL : buffer_text(&form->text));
}

void form_write_begin(struct form *form, uint64_t version)
{
    buffer_clear(&form->text);
    axis_write_version(&form->model->axis, version, &form->text);
    json_member_text(&form->json, "begin", buffer_text(&form->text));
}

void form_write_range(struct form *form, struct version_range range)
{
    buffer_clear(&form->text);
    axis_write_from(&form->model->axis, range.from, &form->text);
    json_member_text(&form->json, "from", buffer_text(&form->text));
    buffer_clear(&form->text);
    if (range.to != VERSION_END)
        axis_write_last(&form->model->axis, range.to, &form->text);
    json_member_text(&form->json, "to", range.to == VERSION_END ? NULL : buffer_text(&form->text));
    form_write_begin(form, range.from);
    form_write_version(form, "end", range.to);
}

void form_write_ranges(struct form *form, const char *key, struct version_set set)
{
    json_member_open(&form->json, key, '[');
    for (size_t i = 0; i < set.count; i++) {
        json_open(&form->json, '{');
        form_write_range(form, set.ranges[i]);
        json_close(&form->json, '}');
    }
    json_close(&form->json, ']');
}

void form_write_target(struct form *form, const char *key, const char *name, const struct arch *arch,
                       uint64_t version)
{
    uint64_t kernel = axis_find_kernel(&form->model->axis, version);
    json_member_open(&form->json, key, '{');
    json_key(&form->json, "name");
    if (name)
        json_string(&form->json, name, strcspn(name, "/"));
    else
        json_null(&form->json);
    json_member_text(&form->json, "arch", arch->name);
    form_write_version(form, "version", version);
    if (kernel != version)
        form_write_version(form, "kernel", kernel);
    json_close(&form->json, '}');
}

static void write_products(struct form *form, const char *const *products)
{
    if (!*products)
        return;
    json_member_open(&form->json, "products", '[');
    for (; *products; products++)
        json_text(&form->json, *products);
    json_close(&form->json, ']');
}

void form_write_versions(struct form *form, const char *key, const uint64_t *versions, size_t count)
{
    json_member_open(&form->json, key, '[');
    for (size_t i = 0; i < count; i++)
        json_text(&form->json, axis_version_text(form->scratch, &form->model->axis, versions[i]));
    json_close(&form->json, ']');
}

void form_write_axis(struct form *form)
{
    struct json *json = &form->json;
    const struct axis *axis = &form->model->axis;
    json_member_open(json, "axis", '{');
    json_member_open(json, "releases", '[');
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        json_open(json, '{');
        json_member_text(json, "name", release->name);
        write_products(form, release->products);
        form_write_range(form, release->range);
        json_member_open(json, "points", '[');
        for (size_t k = 0; k < release->point_count; k++) {
            const struct axis_point *point = &axis->points[release->first_point + k];
            json_open(&form->json, '{');
            json_member_text(&form->json, "name", point->name);
            write_products(form, point->products);
            form_write_version(form, "version", point->version);
            if (point->kernel)
                form_write_version(form, "kernel", point->kernel);
            form_write_range(form, point->range);
            json_close(&form->json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    form_write_versions(form, "attested", axis->attested, axis->attested_count);
    json_close(json, '}');
    arena_clear(form->scratch);
}

void form_write_arches(struct form *form)
{
    struct json *json = &form->json;
    json_member_open(json, "arches", '[');
    for (size_t i = 0; i < form->model->arch_count; i++) {
        const struct arch *arch = form->model->arches[i];
        json_open(json, '{');
        json_member_text(json, "name", arch->name);
        json_member_number(json, "pointer", arch->pointer_size);
        json_member_number(json, "align", arch->alignment_most);
        form_write_text(form, "as", arch->fallback ? arch->fallback->name : NULL);
        if (arch->is_twin)
            json_member_bool(json, "twin", true);
        form_write_ranges(form, "versions", arch->versions);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void form_write_evidence(struct form *form)
{
    struct json *json = &form->json;
    const struct evidence *const *lists = (const void *)form->evidence.data;
    json_member_open(json, "evidence", '[');
    for (size_t i = 0; i < form->evidence.size / sizeof *lists; i++) {
        json_open(json, '{');
        form_write_versions(form, "attested", lists[i]->seen, lists[i]->seen_count);
        form_write_ranges(form, "documented", lists[i]->documented);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* ---- Values */

void form_write_known(struct form *form, const char *key, uint32_t value)
{
    json_key(&form->json, key);
    if (value == LAYOUT_UNKNOWN)
        json_null(&form->json);
    else
        json_number(&form->json, value);
}

void form_write_align(struct form *form, const struct layout *layout)
{
    json_member_number(&form->json, "align", layout->align);
    if (layout->is_align_guess)
        json_member_bool(&form->json, "align_guessed", true);
}

void form_write_text(struct form *form, const char *key, const char *text)
{
    if (text)
        json_member_text(&form->json, key, text);
}

void form_write_words(struct form *form, const char *key, const char *words)
{
    json_member_open(&form->json, key, '[');
    for (size_t length; *words; words += length + (words[length] == ' ')) {
        length = strcspn(words, " ");
        json_string(&form->json, words, length);
    }
    json_close(&form->json, ']');
}

void form_write_provenance(struct form *form, unsigned provenance, const struct cell_value *value)
{
    static const char *const names[] = {
        [AST_DOCUMENTED] = "documented", [AST_INFERRED] = "inferred", [AST_CORRECTED] = "corrected"};
    struct cell_value was;
    json_member_text(&form->json, "provenance", names[provenance]);
    if (!value || !cell_value_was(value, &was))
        return;
    json_key(&form->json, "was");
    if (cell_value_is_number(&was))
        json_signed(&form->json, was.kind == AST_VALUE_NEGATIVE, was.number);
    else
        json_null(&form->json);
}

/* ---- Grades */

void form_write_grade(struct form *form, const struct standing *standing)
{
    buffer_clear(&form->text);
    standing_write_reason(standing, &form->text);
    json_member_text(&form->json, "basis", basis_name(standing->basis));
    json_member_text(&form->json, "reason", buffer_text(&form->text));
}

void form_write_standing(struct form *form, struct inquiry *inquiry, const struct standing *standing)
{
    struct json *json = &form->json;
    const struct record *record = inquiry_record(inquiry);
    uint64_t version = standing->version;
    form_write_grade(form, standing);
    if (standing->basis != STRATA_DISPUTED)
        return;
    json_member_text(json, "others", basis_name(inquiry_stand_others(inquiry, version).basis));
    json_member_open(json, "disputed", '[');
    for (size_t i = 0; i < record->member_count; i++)
        if (inquiry_stand_member(inquiry, record->members[i], version).basis == STRATA_DISPUTED)
            json_text(json, record->members[i]->name);
    json_close(json, ']');
}

void form_write_changes(struct form *form, struct changes_seen seen)
{
    if (!seen.steps)
        return;
    json_member_number(&form->json, "changes", seen.changes);
    json_member_number(&form->json, "steps", seen.steps);
}

void form_write_identity(struct form *form, const struct identity *identity)
{
    struct json *json = &form->json;
    const struct identity_numbers *numbers = &identity->numbers;
    json_open(json, '{');
    if (identity->module != form->model->modules)
        json_member_text(json, "module", identity->module->name);
    json_member_text(json, "arch", identity->arch->name);
    form_write_version(form, "version", identity->version);
    if (numbers->has_pdb)
        json_member_text(json, "pdb", identity_pdb_text(form->scratch, numbers));
    if (numbers->build_size)
        json_member_text(json, "build_id", identity_build_text(form->scratch, numbers));
    if (numbers->has_image) {
        json_member_number(json, "timestamp", numbers->timestamp);
        json_member_number(json, "image_size", numbers->image_size);
    }
    json_close(json, '}');
    arena_clear(form->scratch);
}
