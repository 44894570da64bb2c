#include "base/arena.h"
#include "base/intern.h"
#include "export/dump_parts.h"

static void write_version(struct dump *dump, const char *key, uint64_t version)
{
    buffer_clear(&dump->text);
    version_write(version, &dump->text);
    json_member_text(&dump->json, key, version == VERSION_END ? NULL : buffer_text(&dump->text));
}

void dump_range(struct dump *dump, struct version_range range)
{
    buffer_clear(&dump->text);
    axis_write_from(&dump->model->axis, range.from, &dump->text);
    json_key(&dump->json, "from");
    json_string(&dump->json, dump->text.data, dump->text.size);
    buffer_clear(&dump->text);
    if (range.to != VERSION_END)
        axis_write_to(&dump->model->axis, range.to, &dump->text);
    json_member_text(&dump->json, "to", range.to == VERSION_END ? NULL : buffer_text(&dump->text));
    write_version(dump, "begin", range.from);
    write_version(dump, "end", range.to);
}

void dump_set(struct dump *dump, const char *key, struct version_set set)
{
    json_member_open(&dump->json, key, '[');
    for (size_t i = 0; i < set.count; i++) {
        json_open(&dump->json, '{');
        dump_range(dump, set.ranges[i]);
        json_close(&dump->json, '}');
    }
    json_close(&dump->json, ']');
}

void dump_known(struct dump *dump, const char *key, uint32_t value)
{
    json_key(&dump->json, key);
    if (value == LAYOUT_UNKNOWN)
        json_null(&dump->json);
    else
        json_number(&dump->json, value);
}

void dump_provenance(struct dump *dump, unsigned provenance, const struct cell_value *value)
{
    static const char *const names[] = {
        [AST_DOCUMENTED] = "documented", [AST_INFERRED] = "inferred", [AST_CORRECTED] = "corrected"};
    struct cell_value was;
    json_member_text(&dump->json, "provenance", names[provenance]);
    if (!value || !cell_value_was(value, &was))
        return;
    json_key(&dump->json, "was");
    if (cell_value_is_number(&was))
        json_signed(&dump->json, was.kind == AST_VALUE_NEGATIVE, was.number);
    else
        json_null(&dump->json);
}

void dump_text(struct dump *dump, const char *key, const char *text)
{
    if (text)
        json_member_text(&dump->json, key, text);
}

static void write_value(struct dump *dump, const struct arch *arch, struct version_range in,
                        const struct cell_value *value, const struct enumerator *enumerator)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    if (enumerator) {
        json_member_text(json, "name", enumerator->name);
        dump_text(dump, "remark", enumerator->remark);
    }
    json_member_text(json, "arch", arch->name);
    dump_range(dump, in);
    json_key(json, "value");
    json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
    dump_provenance(dump, value->provenance, value);
    json_close(json, '}');
}

void dump_cells(struct dump *dump, const struct cell *cells, const struct enumerator *enumerator)
{
    for (size_t i = 0; cells && i < dump->model->arch_count; i++) {
        const struct arch *arch = dump->model->arches[i];
        for (size_t k = 0; k < cells[i].count; k++) {
            const struct cell_value *value = &cells[i].values[k];
            if (!cell_value_is_number(value))
                continue;
            struct version_set in = version_set_intersect(dump->scratch, value->in, arch->in);
            for (size_t r = 0; r < in.count; r++)
                write_value(dump, arch, in.ranges[r], value, enumerator);
        }
    }
}

uint64_t dump_attested(struct dump *dump, const struct evidence *evidence)
{
    size_t number = (size_t)(uintptr_t)map_get(dump->sets, evidence);
    if (!number) {
        buffer_add(&dump->attested, &evidence, sizeof evidence);
        number = dump->attested.size / sizeof evidence;
        map_set(dump->sets, evidence, (void *)(uintptr_t)number);
    }
    return number - 1;
}
