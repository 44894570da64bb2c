#include "export/dump.h"

#include "base/arena.h"
#include "base/intern.h"
#include "export/dump_parts.h"
#include "render/choice.h"

/* ---- The axis, architectures and base types ---- */

/* Writes the products of a release or a point, if it has any. */
static void write_products(struct json *json, const char *const *products)
{
    if (!*products)
        return;
    json_member_open(json, "products", '[');
    for (; *products; products++)
        json_text(json, *products);
    json_close(json, ']');
}

static void write_axis(struct dump *dump)
{
    struct json *json = &dump->json;
    const struct axis *axis = &dump->model->axis;
    json_member_open(json, "axis", '{');
    json_member_open(json, "releases", '[');
    for (size_t i = 0; i < axis->release_count; i++) {
        const struct axis_release *release = &axis->releases[i];
        json_open(json, '{');
        json_member_text(json, "name", release->name);
        write_products(json, release->products);
        dump_range(dump, release->range);
        json_member_open(json, "versions", '[');
        for (size_t k = 0; k < release->point_count; k++) {
            const struct axis_point *point = &axis->points[release->first_point + k];
            json_open(json, '{');
            json_member_text(json, "name", point->name);
            write_products(json, point->products);
            json_member_text(json, "build", version_text(dump->scratch, point->version));
            if (point->kernel)
                json_member_text(json, "kernel", version_text(dump->scratch, point->kernel));
            dump_range(dump, point->range);
            json_close(json, '}');
        }
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "builds", '[');
    for (size_t i = 0; i < axis->attested_count; i++)
        json_text(json, version_text(dump->scratch, axis->attested[i]));
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(dump->scratch);
}

static void write_arch(struct dump *dump, const struct arch *arch)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", arch->name);
    json_member_number(json, "pointer", arch->pointer_size);
    json_member_number(json, "align", arch->alignment_most);
    if (arch->fallback)
        json_member_text(json, "as", arch->fallback->name);
    if (arch->is_twin)
        json_member_bool(json, "twin", true);
    dump_set(dump, "in", arch->in);
    json_close(json, '}');
}

/* Writes size and alignment of a type on an arch in some versions. */
static void write_measures(struct dump *dump, const struct type *type, const struct arch *arch, struct version_set in)
{
    struct json *json = &dump->json;
    for (size_t i = 0; i < in.count; i++) {
        struct measure measure = type_measure(type, arch, in.ranges[i].from);
        if (!measure.known)
            continue;
        json_open(json, '{');
        json_member_text(json, "arch", arch->name);
        dump_range(dump, in.ranges[i]);
        json_member_number(json, "size", measure.size);
        json_member_number(json, "align", measure.align);
        json_close(json, '}');
    }
}

/* Writes the measures of a type on an arch. Its cells for size and alignment split the versions. */
static void write_type_on(struct dump *dump, const struct type *type, const struct arch *arch)
{
    struct version_set rest = arch->in;
    const struct cell *size = type->size ? &type->size[arch->index] : NULL;
    const struct cell *align = type->align ? &type->align[arch->index] : NULL;
    for (size_t i = 0; size && i < size->count; i++) {
        struct version_set in = version_set_intersect(dump->scratch, rest, size->values[i].in);
        rest = version_set_subtract(dump->scratch, rest, in);
        for (size_t k = 0; align && k < align->count; k++) {
            struct version_set part = version_set_intersect(dump->scratch, in, align->values[k].in);
            write_measures(dump, type, arch, part);
            in = version_set_subtract(dump->scratch, in, part);
        }
        write_measures(dump, type, arch, in);
    }
    write_measures(dump, type, arch, rest);
}

/* Returns the kind of a base type; NULL for types that are not. */
static const char *base_kind(const struct type *type)
{
    switch (type->kind) {
    case TYPE_UNSIGNED:
    case TYPE_SIGNED:
        return "integer";
    case TYPE_CHAR:
        return "char";
    case TYPE_BOOL:
        return "bool";
    case TYPE_FLOAT:
        return "float";
    case TYPE_POINTER:
        return "pointer";
    case TYPE_OPAQUE:
        return "opaque";
    case TYPE_ENUM:
    case TYPE_FLAGS:
    case TYPE_RECORD:
        break;
    }
    return NULL;
}

static void write_base_type(struct dump *dump, const struct type *type)
{
    struct json *json = &dump->json;
    const char *kind = base_kind(type);
    if (!kind)
        return;
    json_open(json, '{');
    json_member_text(json, "name", type->name);
    json_member_text(json, "kind", kind);
    if (type->kind == TYPE_UNSIGNED || type->kind == TYPE_SIGNED || type->kind == TYPE_CHAR)
        json_member_bool(json, "signed", type->is_signed);
    dump_text(dump, "doc", type->doc);
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < dump->model->arch_count; i++)
        write_type_on(dump, type, dump->model->arches[i]);
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(dump->scratch);
}

/* ---- Constants, enumerations and events ---- */

static void write_cell_list(struct dump *dump, const char *key, const struct cell *cells)
{
    json_member_open(&dump->json, key, '[');
    dump_cells(dump, cells, NULL);
    json_close(&dump->json, ']');
}

static void write_constant(struct dump *dump, const struct constant *constant)
{
    json_open(&dump->json, '{');
    json_member_text(&dump->json, "name", constant->name);
    dump_text(dump, "doc", constant->doc);
    write_cell_list(dump, "values", constant->value);
    json_close(&dump->json, '}');
}

static void write_enumeration(struct dump *dump, const struct enumeration *enumeration)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", enumeration->type->name);
    json_member_text(json, "kind", enumeration->is_flags ? "flags" : "enum");
    json_member_text(json, "type", enumeration->base ? enumeration->base->name : NULL);
    json_member_bool(json, "signed", enumeration->is_signed);
    dump_text(dump, "doc", enumeration->type->doc);
    if (enumeration->is_indexed) {
        json_member_open(json, "indexed", '[');
        json_number(json, enumeration->index_low);
        json_number(json, enumeration->index_high);
        json_close(json, ']');
    }
    json_member_open(json, "values", '[');
    for (size_t i = 0; i < enumeration->count; i++)
        dump_cells(dump, enumeration->enumerators[i].value, &enumeration->enumerators[i]);
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(dump->scratch);
}

static void write_event(struct dump *dump, const struct event *event)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", event->name);
    dump_text(dump, "doc", event->doc);
    write_cell_list(dump, "hook", event->hook);
    json_member_open(json, "headers", '[');
    for (size_t i = 0; i < event->binding_count; i++) {
        json_open(json, '{');
        json_member_text(json, "struct", event->bindings[i].name);
        write_cell_list(dump, "marker", event->bindings[i].marker);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_text(json, "data", event->data ? event->data->type->name : NULL);
    json_member_text(json, "group", event->group ? event->group->name : NULL);
    json_close(json, '}');
    arena_clear(dump->scratch);
}

/* ---- The whole ---- */

/* Writes which versions are attested, to which the records refer by number. */
static void write_attested(struct dump *dump)
{
    struct json *json = &dump->json;
    const struct evidence *const *lists = (const void *)dump->attested.data;
    json_member_open(json, "attested", '[');
    for (size_t i = 0; i < dump->attested.size / sizeof *lists; i++) {
        json_open(json, '{');
        json_member_open(json, "builds", '[');
        for (size_t k = 0; k < lists[i]->seen_count; k++)
            json_text(json, version_text(dump->model->arena, lists[i]->seen[k]));
        json_close(json, ']');
        dump_set(dump, "documented", lists[i]->documented);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_identity(struct dump *dump, const struct identity *identity)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "arch", identity->arch->name);
    json_member_text(json, "build", version_text(dump->scratch, identity->version));
    if (identity->numbers.has_pdb)
        json_member_text(json, "pdb", identity_pdb_text(dump->scratch, &identity->numbers));
    if (identity->numbers.has_image) {
        json_member_number(json, "timestamp", identity->numbers.timestamp);
        json_member_number(json, "image_size", identity->numbers.image_size);
    }
    json_close(json, '}');
    arena_clear(dump->scratch);
}

static void write_identities(struct dump *dump)
{
    json_member_open(&dump->json, "identities", '[');
    for (size_t i = 0; i < dump->model->identity_count; i++)
        write_identity(dump, dump->model->identities[i]);
    json_close(&dump->json, ']');
}

/* True if a declaration is to be written. */
static bool is_chosen(const struct dump *dump, const void *declared)
{
    return !dump->choice || choice_has(dump->choice, declared);
}

static void write_declarations(struct dump *dump)
{
    struct json *json = &dump->json;
    const struct model *model = dump->model;
    json_member_open(json, "arches", '[');
    for (size_t i = 0; i < model->arch_count; i++)
        write_arch(dump, model->arches[i]);
    json_close(json, ']');
    json_member_open(json, "types", '[');
    for (size_t i = 0; i < model->type_count; i++)
        write_base_type(dump, model->types[i]);
    json_close(json, ']');
    json_member_open(json, "constants", '[');
    for (size_t i = 0; i < model->constant_count; i++)
        write_constant(dump, model->constants[i]);
    json_close(json, ']');
    json_member_open(json, "structs", '[');
    for (size_t i = 0; i < model->record_count; i++)
        if (is_chosen(dump, model->records[i]))
            dump_record(dump, model->records[i]);
    json_close(json, ']');
    json_member_open(json, "enums", '[');
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && is_chosen(dump, model->types[i]))
            write_enumeration(dump, model->types[i]->enumeration);
    json_close(json, ']');
    json_member_open(json, "events", '[');
    for (size_t i = 0; i < model->event_count; i++)
        if (is_chosen(dump, model->events[i]))
            write_event(dump, model->events[i]);
    json_close(json, ']');
}

void dump_model(const struct model *model, const struct choice *choice, struct buffer *out)
{
    struct dump dump = {.json = {.out = out},
                        .model = model,
                        .choice = choice,
                        .scratch = arena_within(model->arena),
                        .sets = map_new(model->arena)};
    json_open(&dump.json, '{');
    json_member_number(&dump.json, "format", DUMP_FORMAT);
    write_axis(&dump);
    write_declarations(&dump);
    write_attested(&dump);
    write_identities(&dump);
    json_close(&dump.json, '}');
    buffer_add_char(out, '\n');
    buffer_free(&dump.text);
    buffer_free(&dump.attested);
}
