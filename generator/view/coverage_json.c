/*
 * Coverage as JSON.
 */
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/json.h"
#include "view/coverage.h"

static void write_names(struct json *json, const char *key, struct coverage_names names)
{
    json_member_open(json, key, '[');
    for (size_t i = 0; i < names.count; i++)
        json_text(json, names.items[i]);
    json_close(json, ']');
}

/* Writes a version; null for 0. */
static void write_version(const struct coverage *coverage, struct json *json, const char *key, uint64_t version)
{
    json_member_text(json, key, version ? version_text(coverage->arena, version) : NULL);
}

/* Writes the number of structures of each basis. */
static void write_counts(struct json *json, const size_t counts[BASIS_COUNT])
{
    json_member_open(json, "bases", '{');
    for (int i = 0; i < BASIS_COUNT; i++)
        json_member_number(json, basis_name((strata_basis)i), counts[i]);
    json_close(json, '}');
}

static void write_builds(const struct coverage *coverage, const struct coverage_arch *arch, struct json *json)
{
    json_member_open(json, "builds", '[');
    for (size_t i = 0; i < arch->build_count; i++) {
        const struct coverage_build *build = &arch->builds[i];
        json_open(json, '{');
        const char *text = version_text(coverage->arena, build->version);
        json_member_text(json, "build", arena_copy(coverage->arena, text, strlen(text) - strlen(".0")));
        json_member_open(json, "releases", '[');
        for (const char *name = build->releases; *name; name += *name == ' ') {
            size_t size = strcspn(name, " ");
            json_string(json, name, size);
            name += size;
        }
        json_close(json, ']');
        json_member_open(json, "attested", '[');
        for (size_t k = 0; k < build->seen_count; k++)
            json_text(json, version_text(coverage->arena, build->seen[k]));
        json_close(json, ']');
        write_counts(json, build->counts);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_gaps(const struct coverage *coverage, const struct coverage_arch *arch, struct json *json)
{
    json_member_open(json, "gaps", '[');
    for (size_t i = 0; i < arch->gap_count; i++) {
        const struct coverage_gap *gap = &arch->gaps[i];
        json_open(json, '{');
        write_version(coverage, json, "before", gap->before);
        write_version(coverage, json, "after", gap->after);
        json_member_number(json, "structures", gap->compared);
        write_names(json, "differ", gap->differ);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_imports(const struct coverage *coverage, const struct coverage_arch *arch, struct json *json)
{
    json_member_open(json, "imports", '[');
    for (size_t i = 0; i < arch->import_count; i++) {
        const struct coverage_import *import = &arch->imports[i];
        json_open(json, '{');
        write_version(coverage, json, "from", import->from);
        write_version(coverage, json, "to", import->to);
        json_member_number(json, "disputed", import->disputed);
        json_member_number(json, "extrapolated", import->extrapolated);
        json_close(json, '}');
    }
    json_close(json, ']');
}

void coverage_write_json(const struct coverage *coverage, const struct coverage_arch *const *arches, size_t count,
                         struct buffer *out)
{
    struct json json = {out, false};
    json_open(&json, '{');
    json_member_open(&json, "arches", '[');
    for (size_t i = 0; i < count; i++) {
        json_open(&json, '{');
        json_member_text(&json, "arch", arches[i]->arch->name);
        json_member_number(&json, "structures", arches[i]->structure_count);
        json_member_number(&json, "attested", arches[i]->seen_count);
        write_builds(coverage, arches[i], &json);
        write_gaps(coverage, arches[i], &json);
        write_names(&json, "documented", arches[i]->documented);
        write_names(&json, "unseen", arches[i]->unseen);
        write_imports(coverage, arches[i], &json);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    buffer_add_char(out, '\n');
}

static void write_item(const struct coverage *coverage, const struct coverage_standing *item, struct json *json)
{
    json_open(json, '{');
    json_member_text(json, "name", item->structure->name);
    json_member_text(json, "basis", basis_name(item->standing.basis));
    json_member_text(json, "cause", item->cause);
    write_version(coverage, json, "before", item->standing.before);
    write_version(coverage, json, "after", item->standing.after);
    if (item->from) {
        json_member_open(json, "import", '{');
        write_version(coverage, json, "from", item->from);
        write_version(coverage, json, "to", item->to);
        json_close(json, '}');
    } else {
        json_member_text(json, "import", NULL);
    }
    json_close(json, '}');
}

void coverage_write_target_json(const struct coverage *coverage, const struct coverage_target *target,
                                struct buffer *out)
{
    struct json json = {out, false};
    json_open(&json, '{');
    json_member_text(&json, "arch", target->arch->name);
    json_member_text(&json, "version", coverage_version_text(coverage, target->version));
    json_member_text(&json, "kernel", coverage_version_text(coverage, target->kernel));
    write_counts(&json, target->counts);
    json_member_open(&json, "structures", '[');
    for (size_t i = 0; i < target->count; i++)
        write_item(coverage, &target->items[i], &json);
    json_close(&json, ']');
    write_names(&json, "absent", target->absent);
    json_close(&json, '}');
    buffer_add_char(out, '\n');
}
