/*
 * Coverage as JSON, for programs.
 */
#include "answer/form.h"
#include "view/coverage.h"

static void write_names(struct form *form, const char *key, struct coverage_names names)
{
    json_member_open(&form->json, key, '[');
    for (size_t i = 0; i < names.count; i++)
        json_text(&form->json, names.items[i]);
    json_close(&form->json, ']');
}

/* Writes the number of structures of each basis. */
static void write_counts(struct form *form, const size_t counts[BASIS_COUNT])
{
    json_member_open(&form->json, "bases", '{');
    for (int i = 0; i < BASIS_COUNT; i++)
        json_member_number(&form->json, basis_name((strata_basis)i), counts[i]);
    json_close(&form->json, '}');
}

static void write_builds(struct form *form, const struct coverage_arch *arch)
{
    struct json *json = &form->json;
    json_member_open(json, "builds", '[');
    for (size_t i = 0; i < arch->build_count; i++) {
        const struct coverage_build *build = &arch->builds[i];
        json_open(json, '{');
        form_write_version(form, "version", build->version);
        form_write_words(form, "releases", build->releases);
        form_write_versions(form, "attested", build->seen, build->seen_count);
        write_counts(form, build->counts);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_gaps(struct form *form, const struct coverage_arch *arch)
{
    struct json *json = &form->json;
    json_member_open(json, "gaps", '[');
    for (size_t i = 0; i < arch->gap_count; i++) {
        const struct coverage_gap *gap = &arch->gaps[i];
        json_open(json, '{');
        form_write_version(form, "before", gap->before);
        form_write_version(form, "after", gap->after);
        json_member_number(json, "struct_count", gap->compared);
        write_names(form, "differ", gap->differ);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_imports(struct form *form, const struct coverage_arch *arch)
{
    struct json *json = &form->json;
    json_member_open(json, "imports", '[');
    for (size_t i = 0; i < arch->import_count; i++) {
        const struct coverage_import *import = &arch->imports[i];
        json_open(json, '{');
        form_write_range(form, (struct version_range){import->from, import->to + 1});
        json_member_number(json, "disputed_count", import->disputed);
        json_member_number(json, "extrapolated_count", import->extrapolated);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void coverage_write_json(const struct coverage *coverage, const struct coverage_arch *const *arches, size_t count,
                         struct buffer *out)
{
    struct form form;
    struct json *json = &form.json;
    form_open(&form, coverage->model, "coverage", out);
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(json, '{');
        json_member_text(json, "arch", arches[i]->arch->name);
        json_member_number(json, "struct_count", arches[i]->structure_count);
        json_member_number(json, "attested_count", arches[i]->seen_count);
        json_member_open(json, "sources", '[');
        for (size_t k = 0; k < arches[i]->source_count; k++) {
            json_open(json, '{');
            json_member_text(json, "name", arches[i]->sources[k].name);
            json_member_number(json, "attested_count", arches[i]->sources[k].count);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_member_open(json, "tables", '[');
        for (size_t k = 0; k < arches[i]->table_count; k++) {
            json_open(json, '{');
            json_member_text(json, "name", arches[i]->tables[k].source);
            json_member_number(json, "build_count", arches[i]->tables[k].build_count);
            json_member_number(json, "member_count", arches[i]->tables[k].member_count);
            json_close(json, '}');
        }
        json_close(json, ']');
        write_builds(&form, arches[i]);
        write_gaps(&form, arches[i]);
        write_names(&form, "by_document", arches[i]->documented);
        write_names(&form, "unseen", arches[i]->unseen);
        write_imports(&form, arches[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    form_close(&form);
}

static void write_item(struct form *form, const struct coverage_standing *item)
{
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_record_head(form, item->structure->parts[0], item->structure->name);
    if (!item->standing.layout)
        json_member_bool(json, "absent", true);
    form_write_grade(form, &item->standing);
    form_write_version(form, "before", item->standing.before);
    form_write_version(form, "after", item->standing.after);
    if (item->from) {
        json_member_open(json, "import", '{');
        form_write_range(form, (struct version_range){item->from, item->to + 1});
        json_close(json, '}');
    } else {
        json_member_text(json, "import", NULL);
    }
    json_close(json, '}');
}

void coverage_write_target_json(const struct coverage *coverage, const struct coverage_target *target,
                                const char *name, struct buffer *out)
{
    struct form form;
    form_open(&form, coverage->model, "coverage", out);
    form_write_target(&form, "target", name, target->arch, target->version);
    write_counts(&form, target->counts);
    json_member_open(&form.json, "structs", '[');
    for (size_t i = 0; i < target->count; i++)
        write_item(&form, &target->items[i]);
    for (size_t i = 0; i < target->absent.count; i++)
        write_item(&form, &target->gone[i]);
    json_close(&form.json, ']');
    form_close(&form);
}
