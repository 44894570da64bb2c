#include "export/answers.h"

#include "answer/form.h"
#include "answer/values.h"
#include "base/arena.h"
#include "export/dump.h"
#include "model/select.h"

static void write_answer(struct form *form, const struct record *record, const struct answers_target *target)
{
    struct standing standing = selection_stand(record, target->arch, target->version);
    json_open(&form->json, '{');
    form_write_record_head(form, record, record->type->name);
    if (!standing.layout)
        json_member_bool(&form->json, "absent", true);
    form_write_standing(form, inquiry_new(form->scratch, record, target->arch), &standing);
    if (standing.layout) {
        json_key(&form->json, "layout");
        form_write_layout(form, standing.layout, &standing);
    }
    /* Write the selected members that a layout lacks, and how well their absence is known. With NULL for the layout,
     * writes all selected members. */
    const struct layout *layout = standing.layout;
    json_member_open(&form->json, "absent_members", '[');
    for (size_t i = 0; record->is_reduced && i < record->member_count; i++) {
        const struct member *member = record->members[i];
        if (layout && layout_find(layout, member))
            continue;
        struct standing own = member_stand(record, member, standing.arch, standing.version);
        json_open(&form->json, '{');
        json_member_text(&form->json, "name", member->name);
        form_write_grade(form, &own);
        json_close(&form->json, '}');
    }
    json_close(&form->json, ']');
    json_close(&form->json, '}');
    arena_clear(form->scratch);
}

/* Writes the value of an enumerator in the version that is asked for, and its grade. Writes null for no value. */
static void write_value(struct form *form, const struct valued *valued, const struct enumerator *enumerator)
{
    struct json *json = &form->json;
    struct standing standing;
    const struct cell_value *value = enumerator_stand(valued, enumerator, &standing);
    json_open(json, '{');
    json_member_text(json, "name", enumerator->name);
    json_key(json, "value");
    if (value && cell_value_is_number(value))
        json_signed(json, value->kind == AST_VALUE_NEGATIVE, value->number);
    else
        json_null(json);
    if (!value)
        json_member_bool(json, "absent", true);
    form_write_grade(form, &standing);
    json_close(json, '}');
}

/* Writes the values in the version that is asked for: those that words name, else those that exist there. */
static void write_values(struct form *form, const struct selected *selected, const struct answers_target *target)
{
    const struct enumeration *enumeration = selected->type->enumeration;
    struct valued valued = enumeration_stand(enumeration, target->arch, target->version);
    struct json *json = &form->json;
    json_open(json, '{');
    form_write_enumeration_head(form, enumeration);
    if (!valued.exists)
        json_member_bool(json, "absent", true);
    struct standing standing = values_stand_chosen(&valued, selected->values);
    form_write_grade(form, &standing);
    json_member_open(json, "values", '[');
    for (size_t i = 0; i < enumeration->count; i++) {
        const struct enumerator *enumerator = &enumeration->enumerators[i];
        struct standing ignored;
        if (enumerator->is_first_row && (selected->values ? selected->values[i]
                                                          : enumerator_stand(&valued, enumerator, &ignored) != NULL))
            write_value(form, &valued, enumerator);
    }
    json_close(json, ']');
    json_close(json, '}');
}

void answers_write(const struct model *model, const struct selected_list *list, const struct answers_target *target,
                   struct buffer *out)
{
    struct form form;
    form_open(&form, model, "show", out);
    if (target)
        form_write_target(&form, "target", target->name, target->arch, target->version);
    json_member_open(&form.json, "structs", '[');
    for (size_t i = 0; i < list->count; i++) {
        if (target && list->items[i].record)
            write_answer(&form, list->items[i].record, target);
        else if (list->items[i].record)
            form_write_record(&form, list->items[i].record);
    }
    json_close(&form.json, ']');
    json_member_open(&form.json, "enums", '[');
    for (size_t i = 0; i < list->count; i++) {
        const struct selected *item = &list->items[i];
        const struct enumeration *enumeration = item->record || !item->type ? NULL : item->type->enumeration;
        if (enumeration && target)
            write_values(&form, item, target);
        else if (enumeration)
            dump_enumeration(&form, enumeration, item->values);
    }
    json_close(&form.json, ']');
    json_member_open(&form.json, "globals", '[');
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].global) {
            const struct global *global = list->items[i].global;
            json_open(&form.json, '{');
            form_write_global_head(&form, global);
            if (target) {
                const struct address address =
                    address_find(form.model, global, target->arch, target->image, target->is_identified);
                json_member_text(&form.json, "arch", target->arch->name);
                form_write_address(&form, &address);
            } else {
                form_write_addresses(&form, global);
            }
            json_close(&form.json, '}');
        }
    json_close(&form.json, ']');
    if (!target)
        form_write_evidence(&form);
    form_close(&form);
}
