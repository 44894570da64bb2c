#include "export/dump.h"

#include "answer/form.h"
#include "base/arena.h"
#include "render/choice.h"

/* State while a dump is written. */
struct dump {
    struct form form;
    const struct model *model;
    const struct choice *choice; /* declarations that are written; NULL: all */
};

/* ---- Base types ---- */

/* Writes size and alignment of a type on an arch, in a range of versions where neither changes. */
static void write_measures(struct dump *dump, const struct type *type, const struct arch *arch, struct version_set in)
{
    struct json *json = &dump->form.json;
    for (size_t i = 0; i < in.count; i++) {
        struct measure measure = type_measure(type, arch, in.ranges[i].from);
        if (!measure.known)
            continue;
        json_open(json, '{');
        json_member_text(json, "arch", arch->name);
        form_write_range(&dump->form, in.ranges[i]);
        json_member_number(json, "size", measure.size);
        json_member_number(json, "align", measure.align);
        json_close(json, '}');
    }
}

/* Returns the kind of a base type; NULL for any other type. */
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
    struct json *json = &dump->form.json;
    const char *kind = base_kind(type);
    if (!kind)
        return;
    json_open(json, '{');
    json_member_text(json, "name", type->name);
    json_member_text(json, "kind", kind);
    if (type->kind == TYPE_UNSIGNED || type->kind == TYPE_SIGNED || type->kind == TYPE_CHAR)
        json_member_bool(json, "signed", type->is_signed);
    form_write_text(&dump->form, "doc", type->doc);
    json_member_open(json, "on", '[');
    for (size_t i = 0; i < dump->model->arch_count; i++) {
        /* Write sizes and alignments of a type on an arch, for each range of versions in which they differ. */
        const struct arch *arch = dump->model->arches[i];
        struct version_set rest = arch->versions;
        const struct cell *size = type->size ? &type->size[arch->index] : NULL;
        const struct cell *align = type->align ? &type->align[arch->index] : NULL;
        for (size_t j = 0; size && j < size->count; j++) {
            struct version_set in = version_set_intersect(dump->form.scratch, rest, size->values[j].versions);
            rest = version_set_subtract(dump->form.scratch, rest, in);
            for (size_t k = 0; align && k < align->count; k++) {
                struct version_set part = version_set_intersect(dump->form.scratch, in, align->values[k].versions);
                write_measures(dump, type, arch, part);
                in = version_set_subtract(dump->form.scratch, in, part);
            }
            write_measures(dump, type, arch, in);
        }
        write_measures(dump, type, arch, rest);
    }
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(dump->form.scratch);
}

/* ---- Constants, enumerations and events ---- */

static void write_value(struct form *form, const struct arch *arch, struct version_range in,
                        const struct cell_value *value, const struct enumerator *enumerator)
{
    struct json *json = &form->json;
    json_open(json, '{');
    if (enumerator) {
        json_member_text(json, "name", enumerator->name);
        form_write_text(form, "remark", enumerator->remark);
    }
    json_member_text(json, "arch", arch->name);
    form_write_range(form, in);
    json_key(json, "value");
    json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
    form_write_provenance(form, value->provenance, value);
    json_close(json, '}');
}

/* Writes the values of a cell as objects, one for each arch, range of versions and value. For an enumerator adds its
 * name. */
static void write_cells(struct form *form, const struct cell *cells, const struct enumerator *enumerator)
{
    for (size_t i = 0; cells && i < form->model->arch_count; i++) {
        const struct arch *arch = form->model->arches[i];
        for (size_t k = 0; k < cells[i].count; k++) {
            const struct cell_value *value = &cells[i].values[k];
            if (!cell_value_is_number(value))
                continue;
            struct version_set in = version_set_intersect(form->scratch, value->versions, arch->versions);
            for (size_t r = 0; r < in.count; r++)
                write_value(form, arch, in.ranges[r], value, enumerator);
        }
    }
}

static void write_cell_list(struct form *form, const char *key, const struct cell *cells)
{
    json_member_open(&form->json, key, '[');
    write_cells(form, cells, NULL);
    json_close(&form->json, ']');
}

void dump_enumeration(struct form *form, const struct enumeration *enumeration, const bool *chosen)
{
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_enumeration_head(form, enumeration);
    if (enumeration->is_indexed) {
        json_member_open(json, "indexed", '[');
        json_number(json, enumeration->index_low);
        json_number(json, enumeration->index_high);
        json_close(json, ']');
    }
    json_member_open(json, "values", '[');
    for (size_t i = 0; i < enumeration->count; i++)
        if (!chosen || chosen[i])
            write_cells(form, enumeration->enumerators[i].value, &enumeration->enumerators[i]);
    json_close(json, ']');
    json_close(json, '}');
    arena_clear(form->scratch);
}

static void write_event(struct dump *dump, const struct event *event)
{
    struct json *json = &dump->form.json;
    json_open(json, '{');
    form_write_event_head(&dump->form, event);
    write_cell_list(&dump->form, "hook", event->hook);
    json_member_open(json, "headers", '[');
    for (size_t i = 0; i < event->binding_count; i++) {
        json_open(json, '{');
        json_member_text(json, "struct", event->bindings[i].name);
        write_cell_list(&dump->form, "marker", event->bindings[i].marker);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_text(json, "group", event->group ? event->group->name : NULL);
    json_close(json, '}');
    arena_clear(dump->form.scratch);
}

/* ---- The whole ---- */

/* True if a declaration is among those that are written. */
static bool is_chosen(const struct dump *dump, const void *declared)
{
    return !dump->choice || choice_has(dump->choice, declared);
}

static void write_declarations(struct dump *dump)
{
    struct json *json = &dump->form.json;
    const struct model *model = dump->model;
    json_member_open(json, "types", '[');
    for (size_t i = 0; i < model->type_count; i++)
        write_base_type(dump, model->types[i]);
    json_close(json, ']');
    json_member_open(json, "constants", '[');
    for (size_t i = 0; i < model->constant_count; i++) {
        struct form *form = &dump->form;
        const struct constant *constant = model->constants[i];
        json_open(&form->json, '{');
        json_member_text(&form->json, "name", constant->name);
        form_write_text(form, "doc", constant->doc);
        write_cell_list(form, "values", constant->value);
        json_close(&form->json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "globals", '[');
    for (size_t i = 0; i < model->global_count; i++) {
        if (!is_chosen(dump, model->globals[i]))
            continue;
        json_open(json, '{');
        form_write_global_head(&dump->form, model->globals[i]);
        form_write_addresses(&dump->form, model->globals[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_member_open(json, "structs", '[');
    for (size_t i = 0; i < model->record_count; i++)
        if (is_chosen(dump, model->records[i]))
            form_write_record(&dump->form, model->records[i]);
    json_close(json, ']');
    json_member_open(json, "enums", '[');
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration && is_chosen(dump, model->types[i]))
            dump_enumeration(&dump->form, model->types[i]->enumeration, NULL);
    json_close(json, ']');
    json_member_open(json, "events", '[');
    for (size_t i = 0; i < model->event_count; i++)
        if (is_chosen(dump, model->events[i]))
            write_event(dump, model->events[i]);
    json_close(json, ']');
}

void dump_model(const struct model *model, const struct choice *choice, struct buffer *out)
{
    struct dump dump = {.model = model, .choice = choice};
    form_open(&dump.form, model, "dump", out);
    form_write_axis(&dump.form);
    form_write_arches(&dump.form);
    write_declarations(&dump);
    form_write_evidence(&dump.form);
    json_member_open(&dump.form.json, "identities", '[');
    for (size_t i = 0; i < dump.model->identity_count; i++)
        form_write_identity(&dump.form, dump.model->identities[i]);
    json_close(&dump.form.json, ']');
    form_close(&dump.form);
}
