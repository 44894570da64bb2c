#include "view/dump.h"

#include "base/buffer.h"
#include "base/json.h"
#include "model/model.h"

struct dump {
    struct json json;
    const struct model *model;
    struct buffer text; /* of the names that are put together */
};

static void write_key_unknown(struct json *json, const char *key, uint32_t value)
{
    json_key(json, key);
    if (value == LAYOUT_UNKNOWN)
        json_null(json);
    else
        json_number(json, value);
}

static void write_range(struct dump *dump, struct version_range range)
{
    buffer_clear(&dump->text);
    axis_write_from(&dump->model->axis, range.from, &dump->text);
    json_key(&dump->json, "from");
    json_string(&dump->json, dump->text.data, dump->text.size);
    buffer_clear(&dump->text);
    if (range.to != VERSION_END)
        axis_write_to(&dump->model->axis, range.to, &dump->text);
    json_member_text(&dump->json, "to", range.to == VERSION_END ? NULL : buffer_text(&dump->text));
}

static const char *provenance_name(unsigned provenance)
{
    static const char *const names[] = {
        [AST_DOCUMENTED] = "documented", [AST_INFERRED] = "inferred", [AST_CORRECTED] = "corrected"};
    return names[provenance];
}

static void write_members(struct dump *dump, const struct layout *layout, const struct layout_member *member,
                          const struct layout_member *end);

static void write_member(struct dump *dump, const struct layout *layout, const struct layout_member *member)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", member->row->name);
    buffer_clear(&dump->text);
    row_write_type(member->row, &dump->text);
    json_key(json, "type");
    json_string(json, dump->text.data, dump->text.size);
    write_key_unknown(json, "offset", layout_relative_offset(layout, member));
    write_key_unknown(json, "size", member->size);
    if (member->width) {
        write_key_unknown(json, "bit", member->bit == BIT_UNKNOWN ? LAYOUT_UNKNOWN : member->bit);
        json_member_number(json, "width", member->width);
    }
    if (row_bound_count(member->row))
        json_member_number(json, "count", member->count);
    json_member_text(json, "provenance", provenance_name(member->provenance));
    if (row_is_anonymous(member->row)) {
        json_key(json, "members");
        write_members(dump, layout, member + 1, member + 1 + member->descendants);
    }
    json_close(json, '}');
}

static void write_members(struct dump *dump, const struct layout *layout, const struct layout_member *member,
                          const struct layout_member *end)
{
    json_open(&dump->json, '[');
    for (; member < end; member += member->descendants + 1)
        write_member(dump, layout, member);
    json_close(&dump->json, ']');
}

static void write_layout(struct dump *dump, const struct layout *layout)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "arch", layout->arch->name);
    write_range(dump, layout->in);
    write_key_unknown(json, "size", layout->size);
    json_member_number(json, "align", layout->align);
    json_key(json, "members");
    write_members(dump, layout, layout->members, layout_members_end(layout));
    json_close(json, '}');
}

static void write_record(struct dump *dump, const struct record *record)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", record->type->name);
    json_member_text(json, "kind", record->is_union ? "union" : "struct");
    json_member_open(json, "layouts", '[');
    for (size_t i = 0; i < dump->model->arch_count; i++)
        for (size_t k = 0; !record->on[i].alias && k < record->on[i].layout_count; k++)
            write_layout(dump, &record->on[i].layouts[k]);
    json_close(json, ']');
    json_close(json, '}');
}

/* Writes a cell: an object for each arch, range of versions and value; of an enumerator with its name. */
static void write_cells(struct dump *dump, const struct cell *cells, const struct enumerator *enumerator)
{
    struct json *json = &dump->json;
    for (size_t i = 0; cells && i < dump->model->arch_count; i++) {
        for (size_t k = 0; k < cells[i].count; k++) {
            const struct cell_value *value = &cells[i].values[k];
            if (!cell_value_is_number(value))
                continue;
            struct version_set in = version_set_intersect(dump->model->arena, value->in, dump->model->arches[i]->in);
            for (size_t r = 0; r < in.count; r++) {
                json_open(json, '{');
                if (enumerator)
                    json_member_text(json, "name", enumerator->name);
                if (enumerator && enumerator->remark)
                    json_member_text(json, "remark", enumerator->remark);
                json_member_text(json, "arch", dump->model->arches[i]->name);
                write_range(dump, in.ranges[r]);
                json_key(json, "value");
                json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
                json_close(json, '}');
            }
        }
    }
}

static void write_cell_list(struct dump *dump, const char *key, const struct cell *cells)
{
    json_member_open(&dump->json, key, '[');
    write_cells(dump, cells, NULL);
    json_close(&dump->json, ']');
}

static void write_enumeration(struct dump *dump, const struct enumeration *enumeration)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", enumeration->type->name);
    json_member_text(json, "kind", enumeration->is_flags ? "flags" : "enum");
    json_member_text(json, "type", enumeration->base ? enumeration->base->name : NULL);
    if (enumeration->is_indexed) {
        json_member_open(json, "indexed", '[');
        json_number(json, enumeration->index_low);
        json_number(json, enumeration->index_high);
        json_close(json, ']');
    }
    json_member_open(json, "values", '[');
    for (size_t i = 0; i < enumeration->count; i++)
        write_cells(dump, enumeration->enumerators[i].value, &enumeration->enumerators[i]);
    json_close(json, ']');
    json_close(json, '}');
}

static void write_event(struct dump *dump, const struct event *event)
{
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_text(json, "name", event->name);
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
}

void dump_model(const struct model *model, struct buffer *out)
{
    struct dump state = {.json = {.out = out}, .model = model}, *dump = &state;
    struct json *json = &dump->json;
    json_open(json, '{');
    json_member_open(json, "structs", '[');
    for (size_t i = 0; i < model->record_count; i++)
        write_record(dump, model->records[i]);
    json_close(json, ']');
    json_member_open(json, "enums", '[');
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration)
            write_enumeration(dump, model->types[i]->enumeration);
    json_close(json, ']');
    json_member_open(json, "events", '[');
    for (size_t i = 0; i < model->event_count; i++)
        write_event(dump, model->events[i]);
    json_close(json, ']');
    json_close(json, '}');
    buffer_add_char(json->out, '\n');
    buffer_free(&dump->text);
}
